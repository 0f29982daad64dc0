"""Generated trees: every class of node, with names, texts and nesting that try the printer."""

from collections.abc import Callable
from typing import TypeVar

from hypothesis import strategies as st

from rulewright.source import Source
from rulewright.syntax import ast

NOWHERE = Source.of("").span(0, 0)
PLAIN = ("a", "b1", "King", "score", "mover", "été", "_x")
SOFT = ("move", "end", "board", "place", "then", "until", "at", "turn", "on")
TEXTS = ("", "x", "two words", "# no comment", "{p.at}", "two\n  lines", 'with "quotes" inside', "“curly”")
BINARY = ("or", "and", "==", "!=", "<=", ">=", "<", ">", "in", "not in", "within", "..", "+", "-", "*", "/", "%", "&")
T = TypeVar("T")


class Maker:
    """Makes nodes by drawing numbers; `depth` bounds how far they nest."""

    def __init__(self, draw: Callable[[st.SearchStrategy[int]], int]) -> None:
        self._draw = draw

    def number(self, below: int) -> int:
        return self._draw(st.integers(0, below - 1))

    def one(self, choices: tuple[T, ...]) -> T:
        return choices[self.number(len(choices))]

    def maybe(self, make: Callable[[], T]) -> T | None:
        return make() if self.number(2) else None

    def some(self, make: Callable[[], T], least: int = 0, most: int = 2) -> tuple[T, ...]:
        return tuple(make() for _ in range(least + self.number(most - least + 1)))

    # ---- words ----

    def plain(self) -> ast.Name:
        """A name that is no word of the language."""
        return ast.Name(self.one(PLAIN), span=NOWHERE)

    def name(self) -> ast.Name:
        return ast.Name(self.one(PLAIN + SOFT), span=NOWHERE)

    def text(self) -> str:
        return self.one(TEXTS)

    def tags(self) -> tuple[ast.Tag, ...]:
        return self.some(lambda: ast.Tag(self.one(("CAP-1", "A-2b", "MW-VF-3")), span=NOWHERE))

    def int(self) -> ast.Int:
        return ast.Int(self.one((0, 1, 12, 2**31 - 1)), span=NOWHERE)

    # ---- expressions ----

    def expr(self, depth: int = 2) -> ast.Expr:
        if depth <= 0 or self.number(4) == 0:
            return self.leaf()
        return self.one(
            (
                self.list_of,
                self.set_of,
                self.binder,
                self.closure,
                self.weighted,
                self.choices,
                self.call,
                self.property,
                self.method,
                self.index,
                self.of,
                self.the,
                self.roll,
                self.unary,
                self.binary,
                self.binary,
                self.binary,
                self.is_kind,
                self.conditional,
            )
        )(depth - 1)

    def leaf(self) -> ast.Expr:
        match self.number(4):
            case 0:
                return self.int()
            case 1:
                return ast.Text(self.text(), span=NOWHERE)
            case _:
                return self.word()

    def word(self) -> ast.Word:
        return ast.Word(self.name().text, span=NOWHERE)

    def list_of(self, d: int) -> ast.Expr:
        return ast.ListOf(self.some(lambda: self.expr(d)), span=NOWHERE)

    def set_of(self, d: int) -> ast.Expr:
        return ast.SetOf(self.some(lambda: self.expr(d)), span=NOWHERE)

    def binder(self, d: int) -> ast.Expr:
        filter_ = self.maybe(lambda: self.expr(d))
        return ast.Binder(self.maybe(self.name), self.name(), self.expr(d), filter_, self.expr(d), span=NOWHERE)

    def closure(self, d: int) -> ast.Expr:
        limit = self.maybe(lambda: self.expr(d))
        return ast.Closure(self.name(), self.name(), self.expr(d), limit, self.expr(d), span=NOWHERE)

    def weighted(self, d: int) -> ast.Expr:
        return ast.Weighted(self.name(), self.maybe(self.name), self.expr(d), self.expr(d), span=NOWHERE)

    def choices(self, d: int) -> ast.Expr:
        bindings = self.bindings(d)
        alternatives = self.some(lambda: self.alternative(d), 1 if bindings else 2, 3)
        return ast.Choices(self.name(), alternatives, bindings, span=NOWHERE)

    def alternative(self, d: int) -> ast.Alternative:
        return ast.Alternative(self.name(), self.maybe(lambda: self.some(lambda: self.expr(d))), span=NOWHERE)

    def binding(self, d: int = 1) -> ast.Binding:
        return ast.Binding(self.name(), self.expr(d), span=NOWHERE)

    def bindings(self, d: int = 1, least: int = 0) -> tuple[ast.Binding, ...]:
        return self.some(lambda: self.binding(d), least)

    def call(self, d: int) -> ast.Call:
        return ast.Call(self.name(), self.some(lambda: self.expr(d)), span=NOWHERE)

    def property(self, d: int) -> ast.Expr:
        return ast.Property(self.expr(d), self.name(), span=NOWHERE)

    def method(self, d: int) -> ast.Expr:
        return ast.Method(self.expr(d), self.name(), self.some(lambda: self.expr(d)), span=NOWHERE)

    def index(self, d: int) -> ast.Expr:
        return ast.Index(self.expr(d), self.expr(d), span=NOWHERE)

    def of(self, d: int) -> ast.Expr:
        return ast.Of(self.expr(d), self.expr(d), span=NOWHERE)

    def the(self, d: int) -> ast.Expr:
        return ast.The(self.expr(d), span=NOWHERE)

    def roll(self, d: int) -> ast.Expr:
        return ast.Roll(self.maybe(lambda: self.expr(d)), self.expr(d), span=NOWHERE)

    def unary(self, d: int) -> ast.Expr:
        return ast.Unary(self.one(("-", "+", "not")), self.expr(d), span=NOWHERE)

    def binary(self, d: int) -> ast.Expr:
        return ast.Binary(self.one(BINARY), self.expr(d), self.expr(d), span=NOWHERE)

    def is_kind(self, d: int) -> ast.Expr:
        return ast.IsKind(self.expr(d), self.name(), self.number(2) == 0, span=NOWHERE)

    def conditional(self, d: int) -> ast.Expr:
        return ast.Conditional(self.expr(d), self.expr(d), self.expr(d), span=NOWHERE)

    def exprs(self, least: int = 1) -> tuple[ast.Expr, ...]:
        return self.some(self.expr, least)

    # ---- statements ----

    def block(self, depth: int) -> ast.Block:
        return self.some(lambda: self.statement(depth - 1), 1)

    def statement(self, depth: int) -> ast.Statement:
        if depth > 0 and self.number(2):
            return self.one(
                (
                    self.if_,
                    self.for_,
                    self.while_,
                    self.repeat,
                    self.together,
                    self.one_move,
                    self.turn_of,
                    self.choose,
                    self.let_choose,
                    self.pick_one,
                    self.ask,
                )
            )(depth)
        return self.one(
            (
                lambda: ast.Let(self.name(), self.expr(), span=NOWHERE),
                self.local_var,
                lambda: ast.Assign(self.expr(), self.one(("=", "+=", "-=")), self.expr(), span=NOWHERE),
                lambda: ast.Do(ast.Call(self.plain(), self.exprs(0), span=NOWHERE), span=NOWHERE),
                lambda: ast.Break(span=NOWHERE),
                lambda: ast.Return(self.maybe(self.expr), span=NOWHERE),
                self.may_choose,
                self.place,
                lambda: ast.Move(self.expr(), self.expr(), self.maybe(self.plain), span=NOWHERE),
                lambda: ast.Deal(self.expr(), self.expr(), self.expr(), self.maybe(self.plain), span=NOWHERE),
                lambda: self.one((ast.Remove, ast.Flip, ast.Shuffle, ast.Eliminate))(self.expr(), span=NOWHERE),
                lambda: ast.Swap(self.expr(), self.expr(), span=NOWHERE),
                lambda: ast.Reveal(self.expr(), self.maybe(self.expr), span=NOWHERE),
                lambda: ast.Forget(self.name(), span=NOWHERE),
                lambda: ast.Emit(self.name(), self.exprs(0), self.maybe(self.plain), span=NOWHERE),
                lambda: ast.RunSetup(span=NOWHERE),
                lambda: ast.PositionFrom(
                    self.one((self.plain(), ast.Name("board", span=NOWHERE))), self.text(), span=NOWHERE
                ),
                lambda: ast.End(self.outcome(), span=NOWHERE),
            )
        )()

    def local_var(self) -> ast.Statement:
        type_ = self.maybe(self.type)
        range_ = None if type_ is None else self.maybe(self.expr)
        return ast.LocalVar(self.name(), self.maybe(self.each), type_, range_, self.expr(), span=NOWHERE)

    def each(self) -> ast.Each:
        return ast.Each(self.expr(), span=NOWHERE)

    def type(self) -> ast.TypeName:
        return ast.TypeName(self.name(), self.maybe(self.type), span=NOWHERE)

    def if_(self, d: int) -> ast.Statement:
        branches = self.some(lambda: (self.expr(), self.block(d)), 1)
        return ast.If(branches, self.maybe(lambda: self.block(d)), span=NOWHERE)

    def for_(self, d: int) -> ast.Statement:
        return ast.For(self.name(), self.expr(), self.maybe(self.expr), self.exprs(0), self.block(d), span=NOWHERE)

    def while_(self, d: int) -> ast.Statement:
        return ast.While(self.expr(), self.block(d), span=NOWHERE)

    def repeat(self, d: int) -> ast.Statement:
        return ast.Repeat(self.expr(), self.block(d), span=NOWHERE)

    def together(self, d: int) -> ast.Statement:
        return ast.Together(self.name(), self.expr(), self.block(d), span=NOWHERE)

    def one_move(self, d: int) -> ast.Statement:
        return ast.OneMove(self.maybe(self.name), self.exprs(0), self.block(d), span=NOWHERE)

    def turn_of(self, d: int) -> ast.Statement:
        return ast.TurnOf(self.tags(), self.expr(), self.block(d), span=NOWHERE)

    def choice(self) -> ast.Choice:
        groups = self.some(lambda: self.some(lambda: self.alternative(1), 1), 1)
        chooser, filter_ = self.maybe(self.expr), self.maybe(self.expr)
        return ast.Choice(self.maybe(self.text), chooser, groups, self.bindings(), filter_, self.exprs(0), span=NOWHERE)

    def choose(self, d: int) -> ast.Statement:
        return ast.Choose(self.choice(), self.maybe(lambda: self.block(d)), span=NOWHERE)

    def may_choose(self) -> ast.Statement:
        times, repeatedly = self.one(((None, False), (None, True), (self.expr(), False)))
        return ast.MayChoose(self.choice(), times, repeatedly, span=NOWHERE)

    def let_choose(self, d: int) -> ast.Statement:
        return ast.LetChoose(self.name(), self.choice(), self.maybe(lambda: self.block(d)), span=NOWHERE)

    def pick(self) -> ast.Pick:
        count = self.maybe(self.expr)
        return ast.Pick(count, self.name() if count is None else self.plain(), self.expr(), span=NOWHERE)

    def pick_one(self, d: int) -> ast.Statement:
        otherwise = self.maybe(lambda: self.block(d))
        return ast.PickOne(
            self.number(2) == 0,
            self.maybe(self.text),
            self.pick(),
            self.maybe(self.expr),
            self.maybe(self.expr),
            otherwise,
            span=NOWHERE,
        )

    def ask(self, d: int) -> ast.Statement:
        return ast.Ask(self.maybe(self.expr), self.text(), self.block(d), span=NOWHERE)

    def thing(self) -> ast.Thing:
        kind: ast.Expr = self.word()
        for name in self.some(self.name):
            kind = ast.Property(kind, name, span=NOWHERE)
        return ast.Thing(kind, self.maybe(self.expr), span=NOWHERE)

    def place(self) -> ast.Statement:
        things = self.some(self.thing, 1)
        where = self.one(("on", "in"))
        name = self.maybe(self.name)
        return ast.Place(self.maybe(self.int), things, where, self.exprs(), self.bindings(), name, span=NOWHERE)

    def outcome(self) -> ast.Outcome:
        match self.number(4):
            case 0:
                return ast.Decided(self.expr(), self.plain(), span=NOWHERE)
            case 1:
                return ast.LoneWord(self.plain(), span=NOWHERE)
            case 2:
                return ast.Rank(self.maybe(self.name), self.exprs(), span=NOWHERE)
            case _:
                return ast.Pay(self.expr(), span=NOWHERE)

    # ---- declarations ----

    def file(self) -> ast.RulesFile:
        return ast.RulesFile(self.some(self.declaration, 1, 3), span=NOWHERE)

    def doc(self) -> str | None:
        return self.one((None, None, "", "One line.", "Two\n\n  lines # of it"))

    def declaration(self) -> ast.Declaration:
        return self.one(
            (
                self.guard,
                lambda: ast.Language(self.number(3), doc=self.doc(), span=NOWHERE),
                lambda: ast.Include(self.text(), doc=self.doc(), span=NOWHERE),
                lambda: ast.Game(self.text(), self.some(self.game_field), doc=self.doc(), span=NOWHERE),
                self.players,
                lambda: ast.Team(self.name(), self.some(self.name, 1), doc=self.doc(), span=NOWHERE),
                lambda: ast.Option(
                    self.name(), self.exprs(), self.expr(), self.maybe(self.text), doc=self.doc(), span=NOWHERE
                ),
                lambda: ast.Preset(self.text(), self.bindings(least=1), doc=self.doc(), span=NOWHERE),
                self.board,
                lambda: ast.BoardFrom(
                    self.some(self.text, 1), self.some(self.name), self.board_items(), doc=self.doc(), span=NOWHERE
                ),
                lambda: ast.Facing(self.some(lambda: (self.name(), self.name()), 1), doc=self.doc(), span=NOWHERE),
                lambda: ast.Region(
                    self.name(), self.maybe(self.name), self.tags(), self.expr(), doc=self.doc(), span=NOWHERE
                ),
                lambda: ast.Layer(self.name(), self.some(self.layer_part, 1), doc=self.doc(), span=NOWHERE),
                lambda: ast.Enum(self.name(), self.some(self.name, 1), doc=self.doc(), span=NOWHERE),
                lambda: ast.Die(self.name(), self.exprs(), doc=self.doc(), span=NOWHERE),
                self.field,
                lambda: ast.Var(self.name(), self.maybe(self.each), self.typed(), doc=self.doc(), span=NOWHERE),
                lambda: ast.Zone(
                    self.name(), self.maybe(self.each), self.some(self.trait), doc=self.doc(), span=NOWHERE
                ),
                self.kind,
                self.kind,
                self.define,
                self.modify,
                lambda: ast.Event(self.name(), self.some(self.event_param), doc=self.doc(), span=NOWHERE),
                self.procedure,
                self.trigger,
                self.action,
                self.action,
                lambda: self.one((ast.Setup, ast.Turn, ast.Flow))(
                    self.tags(), self.block(3), doc=self.doc(), span=NOWHERE
                ),
                lambda: ast.Flow(self.tags(), self.block(3), doc=self.doc(), span=NOWHERE),
                lambda: ast.EndRules(self.tags(), self.some(self.end_line, 1), doc=self.doc(), span=NOWHERE),
                lambda: ast.Position(self.exprs(), doc=self.doc(), span=NOWHERE),
                lambda: ast.Rulebook(self.text(), self.some(self.clause, 1), doc=self.doc(), span=NOWHERE),
                lambda: ast.Measure(
                    self.name(),
                    self.maybe(self.each),
                    self.expr(),
                    self.maybe(self.name),
                    doc=self.doc(),
                    span=NOWHERE,
                ),
                lambda: ast.Notation(self.name(), self.text(), doc=self.doc(), span=NOWHERE),
                lambda: ast.Labels(self.text(), doc=self.doc(), span=NOWHERE),
                lambda: ast.Display(self.some(self.display_item, 1), doc=self.doc(), span=NOWHERE),
                self.scenario,
                self.scenario,
            )
        )()

    def guard(self) -> ast.Declaration:
        branches = self.some(lambda: (self.expr(), self.some(self.small_declaration, 1)), 1)
        otherwise = self.maybe(lambda: self.some(self.small_declaration, 1))
        return ast.Guard(branches, otherwise, doc=self.doc(), span=NOWHERE)

    def small_declaration(self) -> ast.Declaration:
        return self.one((self.field, self.action, self.define))()

    def game_field(self) -> ast.GameField:
        if self.number(2):
            return ast.GameField(self.name(), self.text(), None, span=NOWHERE)
        return ast.GameField(self.name(), self.number(99), self.maybe(lambda: self.number(99)), span=NOWHERE)

    def players(self) -> ast.Declaration:
        if self.number(2):
            return ast.Players(None, None, self.some(self.name, 1, 3), doc=self.doc(), span=NOWHERE)
        return ast.Players(self.int(), self.maybe(self.expr), self.some(self.name), doc=self.doc(), span=NOWHERE)

    def board(self) -> ast.Declaration:
        if self.number(3) == 0:
            shape, sizes = self.one(("map", "lines")), ()
            words = self.some(self.name)
        else:
            shape, sizes = self.one(("square", "hex", "end")), self.some(self.expr, 0)
            words = self.some(self.name) if sizes else ()
        return ast.Board(
            ast.Name(shape, span=NOWHERE),
            sizes,
            words,
            self.some(self.name),
            self.board_items(),
            doc=self.doc(),
            span=NOWHERE,
        )

    def board_items(self) -> tuple[ast.BoardItem, ...]:
        return self.some(self.board_item)

    def board_item(self) -> ast.BoardItem:
        match self.number(5):
            case 0:
                ends = (self.name(), self.name(), self.name(), self.name())
                return ast.Link(*ends, self.maybe(self.name), self.maybe(self.name), span=NOWHERE)
            case 1:
                return ast.Legend(self.some(self.legend_entry, 1), span=NOWHERE)
            case 2:
                return ast.RemoveSites(self.expr(), span=NOWHERE)
            case 3:
                return ast.Picture(self.text(), span=NOWHERE)
            case _:
                sites = (self.plain(), *self.some(self.name, 1))
                return ast.Line(self.maybe(self.plain), sites, span=NOWHERE)

    def legend_entry(self) -> ast.LegendEntry:
        return ast.LegendEntry(self.text(), self.some(self.legend_part, 1), span=NOWHERE)

    def legend_part(self) -> ast.LegendPart:
        return ast.LegendPart(self.one((self.binding, self.thing, self.expr))(), span=NOWHERE)

    def layer_part(self) -> ast.LayerPart:
        return ast.LayerPart(self.some(self.name, 1), span=NOWHERE)

    def typed(self) -> ast.Typed:
        until = self.maybe(self.name)
        of = None if until is None else self.maybe(self.name)
        return ast.Typed(self.type(), self.maybe(self.expr), self.maybe(self.expr), until, of, span=NOWHERE)

    def field(self) -> ast.Declaration:
        return ast.Field(self.name(), self.maybe(self.each), self.typed(), doc=self.doc(), span=NOWHERE)

    def trait(self) -> ast.Trait:
        return ast.Trait(self.name(), self.maybe(self.name), span=NOWHERE)

    def kind(self) -> ast.Declaration:
        return ast.Kind(
            ast.Name(self.one(("piece", "card", "tile", "token")), span=NOWHERE),
            self.name(),
            self.maybe(self.text),
            self.maybe(self.name),
            self.maybe(self.text),
            self.tags(),
            self.some(self.member, 0, 3),
            doc=self.doc(),
            span=NOWHERE,
        )

    def member(self) -> ast.Declaration:
        return self.one((self.constant, self.kind_trait, self.field, self.small_member, self.member_guard))()

    def small_member(self) -> ast.Declaration:
        return self.one((self.trigger, self.define, self.modify, self.action, self.procedure))()

    def constant(self) -> ast.Declaration:
        return ast.Constant(self.name(), self.maybe(self.each), self.expr(), doc=self.doc(), span=NOWHERE)

    def kind_trait(self) -> ast.Declaration:
        return ast.KindTrait(self.name(), doc=self.doc(), span=NOWHERE)

    def member_guard(self) -> ast.Declaration:
        branches = self.some(lambda: (self.expr(), self.some(self.field, 1)), 1)
        otherwise = self.maybe(lambda: self.some(self.kind_trait, 1))
        return ast.Guard(branches, otherwise, doc=self.doc(), span=NOWHERE)

    def param(self) -> ast.Param:
        return ast.Param(self.name(), self.maybe(self.type), span=NOWHERE)

    def event_param(self) -> ast.EventParam:
        return ast.EventParam(self.number(2) == 0, self.name(), self.maybe(self.type), span=NOWHERE)

    def params(self) -> tuple[ast.Param, ...]:
        return self.some(self.param)

    def define(self) -> ast.Declaration:
        body = self.expr() if self.number(2) else self.block(2)
        params = self.maybe(self.params)
        return ast.Define(self.name(), params, self.maybe(self.type), self.tags(), body, doc=self.doc(), span=NOWHERE)

    def modify(self) -> ast.Declaration:
        how = self.one(("by", "becomes", "at most", "at least"))
        condition = self.maybe(self.expr)
        return ast.Modify(
            self.name(), self.params(), self.tags(), how, self.expr(), condition, doc=self.doc(), span=NOWHERE
        )

    def procedure(self) -> ast.Declaration:
        return ast.Procedure(self.name(), self.params(), self.tags(), self.block(3), doc=self.doc(), span=NOWHERE)

    def trigger(self) -> ast.Declaration:
        return ast.Trigger(
            self.name(),
            self.maybe(lambda: self.some(self.name)),
            self.maybe(self.name),
            self.tags(),
            self.maybe(self.expr),
            self.exprs(0),
            self.block(2),
            doc=self.doc(),
            span=NOWHERE,
        )

    def action(self) -> ast.Declaration:
        items = self.some(self.action_item)
        return ast.Action(self.name(), self.maybe(self.params), self.tags(), items, doc=self.doc(), span=NOWHERE)

    def action_item(self) -> ast.ActionItem:
        match self.number(6):
            case 0:
                return ast.PickItem(self.pick(), self.maybe(self.expr), span=NOWHERE)
            case 1:
                return ast.LetItem(self.name(), self.expr(), span=NOWHERE)
            case 2:
                return ast.WhereItem(self.expr(), self.maybe(self.text), span=NOWHERE)
            case 3:
                return ast.AfterItem(self.expr(), self.maybe(self.text), span=NOWHERE)
            case 4:
                return ast.DoItem(self.block(2), span=NOWHERE)
            case _:
                return ast.SayItem(self.text(), self.maybe(self.text), span=NOWHERE)

    def end_line(self) -> ast.EndLine:
        return ast.EndLine(self.outcome(), self.expr(), span=NOWHERE)

    def clause(self) -> ast.Clause:
        tag = ast.Tag(self.one(("CAP-1", "A-2b")), span=NOWHERE)
        return ast.Clause(tag, self.text(), self.maybe(self.text), span=NOWHERE)

    def display_item(self) -> ast.DisplayItem:
        return ast.DisplayItem(self.expr(), self.exprs(), span=NOWHERE)

    def scenario(self) -> ast.Declaration:
        items = self.some(self.scenario_item, 1, 3)
        return ast.Scenario(self.text(), self.tags(), items, doc=self.doc(), span=NOWHERE)

    def scenario_item(self) -> ast.ScenarioItem:
        match self.number(10):
            case 0:
                return ast.WithOptions(self.bindings(least=1), span=NOWHERE)
            case 1:
                return ast.Given(self.block(2), span=NOWHERE)
            case 2:
                return ast.Run(self.block(2), span=NOWHERE)
            case 3:
                return ast.Rolls(self.exprs(), span=NOWHERE)
            case 4:
                return ast.Play(self.played(), span=NOWHERE)
            case 5:
                return ast.Decline(span=NOWHERE)
            case 6:
                return ast.ExpectIllegal(self.played(), self.maybe(self.text), span=NOWHERE)
            case 7:
                return ast.ExpectLegal(self.played(), span=NOWHERE)
            case 8:
                return ast.ExpectOutcome(self.expr(), self.plain(), span=NOWHERE)
            case _:
                return ast.Expect(self.expr(), span=NOWHERE)

    def played(self) -> ast.Played:
        if self.number(2):
            return ast.Played(self.text(), None, (), span=NOWHERE)
        return ast.Played(None, self.plain(), self.bindings(), span=NOWHERE)


@st.composite
def expressions(draw: st.DrawFn) -> ast.Expr:
    return Maker(draw).expr(4)


@st.composite
def files(draw: st.DrawFn) -> ast.RulesFile:
    return Maker(draw).file()


@st.composite
def long_blocks(draw: st.DrawFn) -> ast.RulesFile:
    """A file of one declaration with many lines, of each sort that has such."""
    make = Maker(draw)
    name = ast.Name("A", span=NOWHERE)
    declaration = make.one(
        (
            lambda: ast.Setup((), make.some(lambda: make.statement(1), 4, 8), span=NOWHERE),
            lambda: ast.EndRules((), make.some(make.end_line, 3, 5), span=NOWHERE),
            lambda: ast.Scenario("a", (), make.some(make.scenario_item, 4, 8), span=NOWHERE),
            lambda: ast.Action(name, None, (), make.some(make.action_item, 4, 8), span=NOWHERE),
            lambda: ast.Board(name, (), (), (), make.some(make.board_item, 4, 8), span=NOWHERE),
            lambda: ast.Kind(
                ast.Name("piece", span=NOWHERE), name, None, None, None, (), make.some(make.member, 4, 8), span=NOWHERE
            ),
        )
    )()
    return ast.RulesFile((declaration,), span=NOWHERE)

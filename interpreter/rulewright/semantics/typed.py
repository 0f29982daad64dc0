"""The typed tree: what the checker hands to the compiler. Every name is bound, every operation has its type.

Expressions are few: constants, locals, state, one `Op` for all built-in functions and properties (their names are
listed in `operations.py`), calls, binders. Nodes are compared by identity.

How the passes share variables: a `Local` belongs to the definition, procedure, trigger, action or block that declares
it; nodes refer to the object.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.semantics.symbols import (
    Const,
    ConstantFamily,
    DieDecl,
    FieldDecl,
    KindDecl,
    RegionDecl,
    VarDecl,
    ZoneDecl,
)
from rulewright.semantics.types import Type
from rulewright.source import Span


@dataclass(slots=True, eq=False)
class Local:
    """A local name. `each_size` > 0: an array local (`var best of each site = 99`) with that many cells from
    `each_base`, indexed by values of type `over`. `mutable`: declared with `var`; `assigned`: something assigns it."""

    name: str
    type: Type
    span: Span
    assigned: bool = False
    each_size: int = 0
    each_base: int = 0
    lo: int | None = None
    hi: int | None = None
    over: Type | None = None
    mutable: bool = False


# ---- expressions ----


@dataclass(slots=True, eq=False, kw_only=True)
class Expr:
    type: Type
    span: Span


@dataclass(slots=True, eq=False)
class Constant(Expr):
    """Any value known while checking: literals, options, players, sites, `none` (-1), folded geometry and regions."""

    value: Const


@dataclass(slots=True, eq=False)
class LocalRef(Expr):
    """`index` only for array locals."""

    var: Local
    index: Expr | None = None


@dataclass(slots=True, eq=False)
class VarRef(Expr):
    var: VarDecl
    index: Expr | None


@dataclass(slots=True, eq=False)
class FieldRef(Expr):
    """A field of `subject` (a site, another domain's value or a component); `index` if it is `of each` itself."""

    field: FieldDecl
    subject: Expr
    index: Expr | None


@dataclass(slots=True, eq=False)
class KindConstant(Expr):
    """`x.strength`: `subject` is a component or a kind; modifiers apply if it is a component. `index`: the direction
    for which it is asked, if it is a constant of sides (of a kind as they are printed)."""

    family: ConstantFamily
    subject: Expr
    index: Expr | None = None


@dataclass(slots=True, eq=False)
class RegionRef(Expr):
    """`home of p` with p not known while checking."""

    region: RegionDecl
    owner: Expr


@dataclass(slots=True, eq=False)
class ZoneRef(Expr):
    """`deck`, `hand of p`, `on_card of x`: a zone (never a collection: see the operation `in_zone`). `index` is what
    it is of, None for a single zone."""

    zone: ZoneDecl
    index: Expr | None


@dataclass(slots=True, eq=False)
class Op(Expr):
    """A built-in operation; see `operations.py` for names, arguments and results. `data` holds static extras."""

    op: str
    args: tuple[Expr, ...]
    data: object = None


@dataclass(slots=True, eq=False)
class Logic(Expr):
    """`op` is `and` or `or`; stops left to right."""

    op: str
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Cond(Expr):
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(slots=True, eq=False)
class IsKind(Expr):
    """Whether a component (or a kind value) is of `kind` or below it; false for none."""

    subject: Expr
    kind: KindDecl
    negated: bool


@dataclass(slots=True, eq=False)
class MakeSet(Expr):
    """`{a, b}`: items of the set's type; `none` is dropped."""

    items: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class MakeList(Expr):
    items: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Bind(Expr):
    """`word(var in source where filter: body)`.

    `word`: any all no count first prefix (body a condition), sum min max (body int), best (body int, gives var),
    union (body a set or one value, gives a set), such (the set of vars for which body holds), map (the set of the
    bodies' values: a property of a set; sets are united, `none` is dropped). `source` is a set or a list; `first`,
    `best` give none if nothing fits; `min`, `max` of nothing is a rules error; `prefix` of a list is the list (of a
    set the set) of members before the first that fails.
    """

    word: str
    var: Local
    source: Expr
    filter: Expr | None
    body: Expr


@dataclass(slots=True, eq=False)
class Reach(Expr):
    """`reach(var from start up to limit: body)`: start and all that repeating body (a set or one value) leads to."""

    var: Local
    start: Expr
    limit: Expr | None
    body: Expr


@dataclass(slots=True, eq=False)
class Call(Expr):
    """A call of a definition (dispatched on all its component arguments, if it has several methods)."""

    generic: Generic
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Possible(Expr):
    """`possible(A | B with …)`, for `mover`."""

    choice: Choice


@dataclass(slots=True, eq=False)
class CountMoves(Expr):
    """`moves(A)`"""

    choice: Choice


@dataclass(slots=True, eq=False)
class Chosen(Expr):
    """`j.p` after `let j = choose …`; also the value of `p` in `with p = q` filters is a plain LocalRef."""

    choice: ChoiceVar
    name: str


@dataclass(slots=True, eq=False)
class RollDie(Expr):
    """`roll die` (count None) or a bag `roll count of die`. Only where chance may stand; the compiler hoists it."""

    die: DieDecl
    count: Expr | None


@dataclass(slots=True, eq=False)
class AnyOf(Expr):
    """`any_of(source)`, `any_of(var in source by weight)`; `var` None without weights. `called`: the name of what it
    is the value of, for people."""

    source: Expr
    var: Local | None
    weight: Expr | None
    called: str = ""


# ---- statements ----


@dataclass(slots=True, eq=False, kw_only=True)
class Statement:
    span: Span


@dataclass(slots=True, eq=False)
class Block:
    statements: list[Statement]
    tags: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class Let(Statement):
    """Declares a local (`let` or `var`). For an array local `value` fills all its cells."""

    var: Local
    value: Expr


@dataclass(slots=True, eq=False)
class Assign(Statement):
    """`target` is a LocalRef, VarRef or FieldRef; `op` `=`, `+=`, `-=` (on sets: union, difference)."""

    target: Expr
    op: str
    value: Expr


@dataclass(slots=True, eq=False)
class CallProcedure(Statement):
    generic: Generic
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class If(Statement):
    branches: list[tuple[Expr, Block]]
    otherwise: Block | None


@dataclass(slots=True, eq=False)
class For(Statement):
    """Source, filter and keys are evaluated once, at the start. `by_choice`: the mover chooses the order."""

    var: Local
    source: Expr
    filter: Expr | None
    keys: tuple[Expr, ...]
    by_choice: bool
    body: Block


@dataclass(slots=True, eq=False)
class While(Statement):
    condition: Expr
    body: Block


@dataclass(slots=True, eq=False)
class Repeat(Statement):
    times: Expr
    body: Block


@dataclass(slots=True, eq=False)
class Break(Statement):
    pass


@dataclass(slots=True, eq=False)
class Return(Statement):
    value: Expr | None


@dataclass(slots=True, eq=False)
class OneMove(Statement):
    by_path: bool
    most: tuple[Expr, ...]
    body: Block


@dataclass(slots=True, eq=False)
class Together(Statement):
    """`together by each var in source:` `source` is a set or list of players."""

    var: Local
    source: Expr
    body: Block


@dataclass(slots=True, eq=False)
class TurnOf(Statement):
    player: Expr
    body: Block
    tags: tuple[str, ...]


# ---- decisions ----


@dataclass(slots=True, eq=False)
class Offer:
    """One action as one alternative of a choice.

    `args` are the action's fixed picks (evaluated outside); `fixed` are `with p = q` (q evaluated outside, compared
    with the pick or let p of the action); `filter` and `most` may name the action's picks and lets.
    An alternative whose name several kinds declare becomes several offers.
    """

    action: Action
    args: tuple[Expr, ...]
    fixed: tuple[tuple[Local, Expr], ...]
    filter: Expr | None
    most: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Choice:
    """`groups` in order of `else`. `chooser` None: the mover. `question`: what people are asked, "" if nothing is
    said."""

    chooser: Expr | None
    groups: tuple[tuple[Offer, ...], ...]
    span: Span
    question: str = ""


@dataclass(slots=True, eq=False)
class ChoiceVar:
    """`let j = choose`: `members` name -> type, for names that all offered actions have with one type."""

    name: str
    members: dict[str, Type]


@dataclass(slots=True, eq=False)
class Choose(Statement):
    """`otherwise` None: that nothing is legal is a rules error. `into` for `let j = choose`."""

    choice: Choice
    otherwise: Block | None
    into: ChoiceVar | None


@dataclass(slots=True, eq=False)
class MayChoose(Statement):
    """`times` None: once; `repeatedly`: until declined or nothing is legal."""

    choice: Choice
    times: Expr | None
    repeatedly: bool


@dataclass(slots=True, eq=False)
class PickOne(Statement):
    """A `pick` as a statement. `least`/`most_count` not None: a subset of that size. `question`: as of a choice."""

    may: bool
    var: Local
    source: Expr
    least: Expr | None
    most_count: Expr | None
    filter: Expr | None
    chooser: Expr | None
    otherwise: Block | None
    question: str = ""


@dataclass(slots=True, eq=False)
class Ask(Statement):
    """A yes or no; `body` runs on yes with `mover` the one asked."""

    chooser: Expr | None
    text: str
    body: Block


# ---- effects ----


@dataclass(slots=True, eq=False)
class PlaceOne(Statement):
    """`place`, spread out by the checker: one statement for each pair of thing and place.

    `site` is a site or a set of sites (then one on each, in order); `kind` a kind value (none: does nothing); `owner`
    None without `of`. `fields` are set before the event. `name` is bound to the (last) component. With `place … in Z`
    `site` is a zone; the checker has ordered the statements so that the thing named first comes to lie on top.
    """

    kind: Expr
    owner: Expr | None
    site: Expr
    count: Expr | None
    fields: tuple[tuple[FieldDecl, Expr], ...]
    name: Local | None


@dataclass(slots=True, eq=False)
class MoveTo(Statement):
    """`what` is a component, a set or list of components, or `supply_set`; `place` a site or a zone. `end`: where in
    an ordered zone, `top` or `bottom`. A set or list goes as a whole: its first comes to lie on top."""

    what: Expr
    place: Expr
    end: str = field(default="top", kw_only=True)


@dataclass(slots=True, eq=False)
class Deal(Statement):
    """One by one from the top of the ordered zone `source` (of an unordered zone in order), as many as there are.
    `place` is a site or a zone."""

    count: Expr
    source: Expr
    place: Expr
    end: str


@dataclass(slots=True, eq=False)
class Shuffle(Statement):
    """`zone` is an ordered zone."""

    zone: Expr


@dataclass(slots=True, eq=False)
class Reveal(Statement):
    """`what` is a component, a set or list of them, or a zone. `to`: a player or a set of players; None for all."""

    what: Expr
    to: Expr | None


@dataclass(slots=True, eq=False)
class Flip(Statement):
    """`what` is a component or a set of components: face down becomes face up, and the other way."""

    what: Expr


@dataclass(slots=True, eq=False)
class Remove(Statement):
    """`what` is a component or a set of components."""

    what: Expr


@dataclass(slots=True, eq=False)
class Swap(Statement):
    first: Expr
    second: Expr


@dataclass(slots=True, eq=False)
class SetOwner(Statement):
    what: Expr
    owner: Expr


@dataclass(slots=True, eq=False)
class SetKind(Statement):
    what: Expr
    kind: Expr


@dataclass(slots=True, eq=False)
class SetMover(Statement):
    """`mover = P`; in `given` it sets `active` too."""

    player: Expr
    in_given: bool


@dataclass(slots=True, eq=False)
class SetCounter(Statement):
    """`turn_number = n`, `round_number = n` in `given`."""

    counter: str
    value: Expr


@dataclass(slots=True, eq=False)
class Eliminate(Statement):
    player: Expr


@dataclass(slots=True, eq=False)
class ForgetPositions(Statement):
    pass


@dataclass(slots=True, eq=False)
class Emit(Statement):
    """`answers`: for each `var` parameter of the event the assignable argument (LocalRef, VarRef or FieldRef)."""

    event: Event
    args: tuple[Expr, ...]
    answers: tuple[tuple[int, Expr], ...]
    later: bool


@dataclass(slots=True, eq=False)
class RunSetup(Statement):
    pass


@dataclass(slots=True, eq=False)
class Again(Statement):
    pass


@dataclass(slots=True, eq=False)
class Nothing(Statement):
    pass


# ---- outcomes: statements that end the game ----


@dataclass(slots=True, eq=False)
class Win(Statement):
    player: Expr


@dataclass(slots=True, eq=False)
class Lose(Statement):
    player: Expr


@dataclass(slots=True, eq=False)
class Tie(Statement):
    pass


@dataclass(slots=True, eq=False)
class EveryoneLoses(Statement):
    pass


@dataclass(slots=True, eq=False)
class RankBy(Statement):
    """Greater keys rank better, compared in order; `player` is the local that keys name. `teams`: `rank teams by`."""

    player: Local
    keys: tuple[Expr, ...]
    teams: bool


@dataclass(slots=True, eq=False)
class PayOut(Statement):
    player: Local
    amount: Expr


# ---- behaviour ----


@dataclass(slots=True, eq=False)
class Template:
    """A notation: literal pieces and expressions."""

    parts: tuple[str | Expr, ...]


@dataclass(slots=True, eq=False)
class Method:
    """One body of a definition or procedure. `result` None for procedures; `body` an Expr or a Block."""

    name: str
    params: tuple[Local, ...]
    result: Type | None
    body: Expr | Block
    kind: KindDecl | None
    tags: tuple[str, ...]
    span: Span


@dataclass(slots=True, eq=False)
class Generic:
    """A definition or procedure by name: all its methods.

    Dispatch: the method whose component parameters fit the arguments' kinds most closely; a `none` argument takes the
    most general method. The checker has made sure that there is never a tie and always a fit. `specific_first` orders
    methods so that the first one that fits is the right one. `table`: of a definition that depends on its one argument
    alone the value for each, and as the last that for none (None if there is none); of one without parameters that
    depends on nothing its value.
    """

    name: str
    methods: list[Method]
    result: Type | None
    pure: bool
    modifiers: list[Modifier] = field(default_factory=list)
    table: tuple[Const | None, ...] | None = None

    @property
    def specific_first(self) -> list[Method]:
        def depth(method: Method) -> int:
            from rulewright.semantics.types import ComponentType

            return sum(
                len(p.type.kind.ancestors()) for p in method.params if isinstance(p.type, ComponentType) and p.type.kind
            )

        return sorted(self.methods, key=depth, reverse=True)


@dataclass(slots=True, eq=False)
class Modifier:
    """`how`: by, becomes, at most, at least. In a kind's block `self_var` is set: it applies for each such component
    in play (and not face down). If `self` is one of `params`, `self_var` is that very Local: it applies when that
    argument is of the kind."""

    params: tuple[Local, ...]
    how: str
    value: Expr
    condition: Expr | None
    kind: KindDecl | None
    self_var: Local | None
    tags: tuple[str, ...]
    span: Span


@dataclass(slots=True, eq=False)
class Event:
    """`builtin`: placed, moved, removed, owner_changed, kind_changed, turn_start, turn_end, round_end.

    `params` as declared; `answer` tells which are `var`.
    """

    name: str
    params: tuple[Local, ...]
    answer: tuple[bool, ...]
    builtin: bool
    span: Span | None


@dataclass(slots=True, eq=False)
class Trigger:
    """`params` are this trigger's names for the event's parameters, in order (fewer is allowed).

    In a kind's block `kind` and `self_var` are set. If one of the parameters *is* `self`, `about` is its index: the
    trigger runs for that component only (if it is of `kind`); else once for each component of `kind` in play.
    `rank`: 0 first, 1 ordinary, 2 last. `keys`: `by` keys.
    """

    event: Event
    params: tuple[Local, ...]
    rank: int
    condition: Expr | None
    keys: tuple[Expr, ...]
    body: Block
    kind: KindDecl | None
    self_var: Local | None
    about: int | None
    tags: tuple[str, ...]
    span: Span


@dataclass(slots=True, eq=False)
class PickItem:
    """`least`/`most` not None: a subset, `var` is then a set. `condition` (`when`): else skipped, none or {}."""

    var: Local
    source: Expr
    condition: Expr | None
    least: Expr | None
    most: Expr | None
    span: Span


@dataclass(slots=True, eq=False)
class LetItem:
    var: Local
    value: Expr
    span: Span


@dataclass(slots=True, eq=False)
class WhereItem:
    condition: Expr
    reason: str | None
    told: Template | None = field(default=None, kw_only=True)
    span: Span


@dataclass(slots=True, eq=False)
class Action:
    """`params`: fixed picks from the flow. `items` in order; for a kind's action the implicit `self` pick stands first
    (already narrowed to the kinds for which this very action is in force). `after` items are tested after `do`."""

    name: str
    kind: KindDecl | None
    params: tuple[Local, ...]
    items: tuple[PickItem | LetItem | WhereItem, ...]
    after: tuple[WhereItem, ...]
    do: Block | None
    say: Template | None
    then: Template | None
    tags: tuple[str, ...]
    span: Span


@dataclass(slots=True, eq=False)
class EndRule:
    """`outcome` is a Win, Lose, Tie, EveryoneLoses, RankBy or PayOut; if it or the condition names `player`, `player`
    is that local and the line is tested for every player. `between_turns`: reads `repetitions`."""

    outcome: Statement
    condition: Expr
    player: Local | None
    between_turns: bool
    tags: tuple[str, ...]
    span: Span


# ---- scenarios ----


@dataclass(slots=True, eq=False)
class PlayedMove:
    """By `text`, or by action name and named picks (each a value of the pick's type, or a site for a component or
    step, or a kind for a component)."""

    text: str | None
    action: str | None
    picks: tuple[tuple[str, Expr], ...]
    span: Span


@dataclass(slots=True, eq=False)
class ScenarioStep:
    """`what`: given, do (block); roll (values: exprs, faces), play, decline, illegal, legal (move, because); expect
    (condition); outcome (player None: everyone; verb `wins`/`loses`/`tie`)."""

    what: str
    span: Span
    block: Block | None = None
    values: tuple[Expr, ...] = ()
    move: PlayedMove | None = None
    because: str | None = None
    condition: Expr | None = None
    player: Expr | None = None
    verb: str = ""


@dataclass(slots=True, eq=False)
class Scenario:
    """`options` are the texts of `with`: a scenario with other options than the game was checked with has no steps;
    check the file again with them."""

    title: str
    covers: tuple[str, ...]
    options: dict[str, str]
    steps: list[ScenarioStep]
    span: Span

"""AST: declarations, and the file. Every declaration carries its `##` doc comment (None if it has none)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.source import Span
from rulewright.syntax.expressions import Binding, Expr
from rulewright.syntax.nodes import Name, Node, Tag
from rulewright.syntax.statements import Block, Each, Outcome, Pick, Thing, TypeName


@dataclass(frozen=True, slots=True)
class Declaration(Node):
    """Any declaration or kind member."""

    doc: str | None = field(default=None, kw_only=True)


Tags = tuple[Tag, ...]


@dataclass(frozen=True, slots=True)
class RulesFile(Node):
    """A whole file."""

    items: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class BadDeclaration(Declaration):
    """A declaration that could not be read; the error is reported already. `name` is what it would have declared, where
    that much could be read, so that uses of it need not be reported too."""

    name: Name | None = None


@dataclass(frozen=True, slots=True)
class Guard(Declaration):
    """`if option == …:` around declarations or kind members."""

    branches: tuple[tuple[Expr, tuple[Declaration, ...]], ...]
    otherwise: tuple[Declaration, ...] | None


# ---- the game ----


@dataclass(frozen=True, slots=True)
class Language(Declaration):
    edition: int


@dataclass(frozen=True, slots=True)
class Include(Declaration):
    path: str


@dataclass(frozen=True, slots=True)
class GameField(Node):
    """`author "…"`, `year 2000`, `minutes 20 to 40` (`value` 20, `upto` 40)."""

    name: Name
    value: str | int
    upto: int | None


@dataclass(frozen=True, slots=True)
class Game(Declaration):
    title: str
    fields: tuple[GameField, ...]


@dataclass(frozen=True, slots=True)
class Players(Declaration):
    """`players A, B`; `players 2 to 4: A, B, C, D` has `least` and `most` (`players 2: …` has no `most`)."""

    least: Expr | None
    most: Expr | None
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Team(Declaration):
    name: Name
    members: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Option(Declaration):
    """`option name: a | b = a "help"`; a range is one value `lo..hi`."""

    name: Name
    values: tuple[Expr, ...]
    default: Expr
    help: str | None


@dataclass(frozen=True, slots=True)
class Preset(Declaration):
    name: str
    bindings: tuple[Binding, ...]


# ---- the board ----


@dataclass(frozen=True, slots=True)
class BoardItem(Node):
    pass


@dataclass(frozen=True, slots=True)
class Link(BoardItem):
    """`link a D to b E [as name] [rays]`; `trait` is the last word."""

    start: Name
    leaving: Name
    end: Name
    heading: Name
    name: Name | None
    trait: Name | None


@dataclass(frozen=True, slots=True)
class LegendPart(Node):
    """`name = value` (a Binding), `in REGION` (an expression) or `place THING`."""

    what: Binding | Expr | Thing


@dataclass(frozen=True, slots=True)
class LegendEntry(Node):
    glyph: str
    parts: tuple[LegendPart, ...]


@dataclass(frozen=True, slots=True)
class Legend(BoardItem):
    entries: tuple[LegendEntry, ...]


@dataclass(frozen=True, slots=True)
class RemoveSites(BoardItem):
    sites: Expr


@dataclass(frozen=True, slots=True)
class Picture(BoardItem):
    """The text of a map, with its indentation."""

    text: str


@dataclass(frozen=True, slots=True)
class Line(BoardItem):
    """`[direction:] a b c [loop]`: a straight line of sites."""

    direction: Name | None
    sites: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Board(Declaration):
    """`board shape [size [by size2]] [words] [with extras]` + items; words are e.g. `hex` in `map hex`, `wrapped`."""

    shape: Name
    sizes: tuple[Expr, ...]
    words: tuple[Name, ...]
    extras: tuple[Name, ...]
    items: tuple[BoardItem, ...]


@dataclass(frozen=True, slots=True)
class BoardFrom(Declaration):
    """`board from "sites.csv", "links.csv" [with extras]` + items"""

    files: tuple[str, ...]
    extras: tuple[Name, ...]
    items: tuple[BoardItem, ...]


@dataclass(frozen=True, slots=True)
class Facing(Declaration):
    parts: tuple[tuple[Name, Name], ...]


@dataclass(frozen=True, slots=True)
class Region(Declaration):
    name: Name
    owner: Name | None
    tags: Tags
    value: Expr


@dataclass(frozen=True, slots=True)
class LayerPart(Node):
    """`Tile`, `many Token`: `words` in order, the kind last."""

    words: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Layer(Declaration):
    name: Name
    parts: tuple[LayerPart, ...]


# ---- things and state ----


@dataclass(frozen=True, slots=True)
class Enum(Declaration):
    name: Name
    values: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Die(Declaration):
    name: Name
    faces: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Typed(Node):
    """`: type [in range] [= value] [until event [of owner]]`"""

    type: TypeName
    range: Expr | None
    value: Expr | None
    until: Name | None
    until_of: Name | None


@dataclass(frozen=True, slots=True)
class Field(Declaration):
    """`field name of each site: …`; as a kind's member `name [of each X]: …`."""

    name: Name
    each: Each | None
    typed: Typed


@dataclass(frozen=True, slots=True)
class Var(Declaration):
    name: Name
    each: Each | None
    typed: Typed


@dataclass(frozen=True, slots=True)
class Trait(Node):
    """`ordered`, `hidden`, `visible to owner`"""

    name: Name
    to: Name | None


@dataclass(frozen=True, slots=True)
class Zone(Declaration):
    name: Name
    each: Each | None
    traits: tuple[Trait, ...]


@dataclass(frozen=True, slots=True)
class Constant(Declaration):
    """A kind's member `strength = 6`, `copies of each player = 9`."""

    name: Name
    each: Each | None
    value: Expr


@dataclass(frozen=True, slots=True)
class KindTrait(Declaration):
    """A word alone in a kind's block, such as `distinct`."""

    word: Name


@dataclass(frozen=True, slots=True)
class Kind(Declaration):
    """`piece Name "label" is Parent from "table.csv" [TAG]:`; `word` is piece, card, tile or token."""

    word: Name
    name: Name
    label: str | None
    parent: Name | None
    table: str | None
    tags: Tags
    members: tuple[Declaration, ...]


# ---- behaviour ----


@dataclass(frozen=True, slots=True)
class Param(Node):
    """`name: type`; the type may be missing (`self`)."""

    name: Name
    type: TypeName | None


@dataclass(frozen=True, slots=True)
class Define(Declaration):
    """`params` is None without parentheses; `body` is an expression or a block."""

    name: Name
    params: tuple[Param, ...] | None
    result: TypeName | None
    tags: Tags
    body: Expr | Block


@dataclass(frozen=True, slots=True)
class Modify(Declaration):
    """`how` is `by`, `becomes`, `at most` or `at least`."""

    name: Name
    params: tuple[Param, ...]
    tags: Tags
    how: str
    value: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class EventParam(Node):
    """`name: type`, `var name: type`"""

    answer: bool
    name: Name
    type: TypeName | None


@dataclass(frozen=True, slots=True)
class Event(Declaration):
    name: Name
    params: tuple[EventParam, ...]


@dataclass(frozen=True, slots=True)
class Procedure(Declaration):
    name: Name
    params: tuple[Param, ...]
    tags: Tags
    body: Block


@dataclass(frozen=True, slots=True)
class Trigger(Declaration):
    """`when event(params) [first|last] [TAG] [if condition] [by keys]:`; `params` is None without parentheses."""

    event: Name
    params: tuple[Name, ...] | None
    when: Name | None
    tags: Tags
    condition: Expr | None
    keys: tuple[Expr, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class ActionItem(Node):
    pass


@dataclass(frozen=True, slots=True)
class PickItem(ActionItem):
    pick: Pick
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class LetItem(ActionItem):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class WhereItem(ActionItem):
    """`reason_span` says where the reason stands, without its quotes."""

    condition: Expr
    reason: str | None
    reason_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class AfterItem(ActionItem):
    """`reason_span` says where the reason stands, without its quotes."""

    condition: Expr
    reason: str | None
    reason_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class DoItem(ActionItem):
    body: Block


@dataclass(frozen=True, slots=True)
class SayItem(ActionItem):
    """`say "…" [then "…"]`: raw templates; the checker takes them apart with `syntax.parse_template`, for which
    `text_span` and `then_span` say where the texts stand, without their quotes."""

    text: str
    then: str | None
    text_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)
    then_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Action(Declaration):
    """`params` is None without parentheses."""

    name: Name
    params: tuple[Param, ...] | None
    tags: Tags
    items: tuple[ActionItem, ...]


@dataclass(frozen=True, slots=True)
class Setup(Declaration):
    tags: Tags
    body: Block


@dataclass(frozen=True, slots=True)
class Turn(Declaration):
    tags: Tags
    body: Block


@dataclass(frozen=True, slots=True)
class Flow(Declaration):
    tags: Tags
    body: Block


@dataclass(frozen=True, slots=True)
class EndLine(Node):
    """`outcome when condition`"""

    outcome: Outcome
    condition: Expr


@dataclass(frozen=True, slots=True)
class EndRules(Declaration):
    """An `end` block."""

    tags: Tags
    lines: tuple[EndLine, ...]


@dataclass(frozen=True, slots=True)
class Position(Declaration):
    parts: tuple[Expr, ...]


# ---- around the rules ----


@dataclass(frozen=True, slots=True)
class Clause(Node):
    """`clause CAP-1 "text" [not played "reason"]`"""

    tag: Tag
    text: str
    not_played: str | None


@dataclass(frozen=True, slots=True)
class Rulebook(Declaration):
    title: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Measure(Declaration):
    name: Name
    each: Each | None
    value: Expr
    at: Name | None


@dataclass(frozen=True, slots=True)
class Notation(Declaration):
    """`notation name = "{board} {mover}"`; `text_span` is where the text stands, without its quotes."""

    name: Name
    text: str
    text_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Labels(Declaration):
    """`labels "path"`; `path_span` is where the path stands, with its quotes."""

    path: str
    path_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class DisplayItem(Node):
    what: Expr
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Display(Declaration):
    items: tuple[DisplayItem, ...]


# ---- scenarios ----


@dataclass(frozen=True, slots=True)
class ScenarioItem(Node):
    pass


@dataclass(frozen=True, slots=True)
class WithOptions(ScenarioItem):
    bindings: tuple[Binding, ...]


@dataclass(frozen=True, slots=True)
class Given(ScenarioItem):
    body: Block


@dataclass(frozen=True, slots=True)
class Run(ScenarioItem):
    """`do:` + block"""

    body: Block


@dataclass(frozen=True, slots=True)
class Rolls(ScenarioItem):
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Played(Node):
    """A move by its notation (`text`) or by action and picks."""

    text: str | None
    action: Name | None
    picks: tuple[Binding, ...]


@dataclass(frozen=True, slots=True)
class Play(ScenarioItem):
    move: Played


@dataclass(frozen=True, slots=True)
class Decline(ScenarioItem):
    pass


@dataclass(frozen=True, slots=True)
class ExpectIllegal(ScenarioItem):
    move: Played
    because: str | None


@dataclass(frozen=True, slots=True)
class ExpectLegal(ScenarioItem):
    move: Played


@dataclass(frozen=True, slots=True)
class ExpectOutcome(ScenarioItem):
    """`expect Dark wins`, `expect everyone loses`; `expect tie` is an Expect of the word `tie`."""

    player: Expr
    verb: Name


@dataclass(frozen=True, slots=True)
class Expect(ScenarioItem):
    condition: Expr


@dataclass(frozen=True, slots=True)
class Scenario(Declaration):
    title: str
    covers: Tags
    items: tuple[ScenarioItem, ...]

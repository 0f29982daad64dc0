"""AST: statements of `do`, `turn`, `flow`, procedures, triggers, `setup` and `given`."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.source import Span
from rulewright.syntax.expressions import Alternative, Binding, Call, Expr
from rulewright.syntax.nodes import Name, Node, Tag


@dataclass(frozen=True, slots=True)
class Statement(Node):
    """Any statement."""


Block = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class BadStatement(Statement):
    """A line that could not be read; the error is reported already."""


@dataclass(frozen=True, slots=True)
class Each(Node):
    """`of each player`, `of each 1..6`"""

    over: Expr


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    """`int`, `set of site`: `set` with `of` = `site`."""

    name: Name
    of: TypeName | None


# ---- values ----


@dataclass(frozen=True, slots=True)
class Let(Statement):
    """`let name = value`"""

    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class LocalVar(Statement):
    """`var name [of each …] [: type [in range]] = value`"""

    name: Name
    each: Each | None
    type: TypeName | None
    range: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Assign(Statement):
    """`target op value`; `op` is `=`, `+=` or `-=`."""

    target: Expr
    op: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Do(Statement):
    """A call on a line of its own."""

    call: Call


# ---- control ----


@dataclass(frozen=True, slots=True)
class If(Statement):
    """`branches` are (condition, block) of `if` and each `elif`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class For(Statement):
    """`for var in source where filter by keys:`; `by choice` is the key `Word("choice")` alone."""

    var: Name
    source: Expr
    filter: Expr | None
    keys: tuple[Expr, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class While(Statement):
    condition: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    times: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Break(Statement):
    pass


@dataclass(frozen=True, slots=True)
class Return(Statement):
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Together(Statement):
    """`together by each var in source:`"""

    var: Name
    source: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class OneMove(Statement):
    """`one move [by path] [most a then b]:`"""

    by: Name | None
    most: tuple[Expr, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class TurnOf(Statement):
    """`turn [TAG] of player:`"""

    tags: tuple[Tag, ...]
    player: Expr
    body: Block


# ---- decisions ----


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """`choose ["question":] [by chooser] A | B else C with p = q where C most E then E`; `groups` are separated by
    `else`. `question` is None if there is none."""

    question: str | None
    chooser: Expr | None
    groups: tuple[tuple[Alternative, ...], ...]
    bindings: tuple[Binding, ...]
    filter: Expr | None
    most: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Choose(Statement):
    """`choose …` with its block `else:` (None if there is none)."""

    choice: Choice
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class MayChoose(Statement):
    """`may choose …`; `times` is `at most N times`, `repeatedly` excludes it."""

    choice: Choice
    times: Expr | None
    repeatedly: bool


@dataclass(frozen=True, slots=True)
class LetChoose(Statement):
    """`let name = choose …`"""

    name: Name
    choice: Choice
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """`pick name in source`; `pick count name in source` picks a subset (`count` may be a range `a..b`)."""

    count: Expr | None
    name: Name
    source: Expr


@dataclass(frozen=True, slots=True)
class PickOne(Statement):
    """`[may] pick ["question":] x in S [where C] [by P]` as a statement; `question` is None if there is none."""

    may: bool
    question: str | None
    pick: Pick
    filter: Expr | None
    chooser: Expr | None
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class Ask(Statement):
    """`may [P] "text":` + block"""

    chooser: Expr | None
    text: str
    body: Block


# ---- effects ----


@dataclass(frozen=True, slots=True)
class Thing(Node):
    """What is placed: a kind (a name or an expression such as `c.figure`) and `of` owner."""

    kind: Expr
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class Place(Statement):
    """`place [count] things on|in places [with fields] [as name]`; `where` is `on` or `in`."""

    count: Expr | None
    things: tuple[Thing, ...]
    where: str
    places: tuple[Expr, ...]
    fields: tuple[Binding, ...]
    name: Name | None


@dataclass(frozen=True, slots=True)
class Move(Statement):
    """`move what to place [bottom]`; `end` is the word behind the place, or None."""

    what: Expr
    place: Expr
    end: Name | None


@dataclass(frozen=True, slots=True)
class Deal(Statement):
    """`deal count from source to place [bottom]`"""

    count: Expr
    source: Expr
    place: Expr
    end: Name | None


@dataclass(frozen=True, slots=True)
class Remove(Statement):
    what: Expr


@dataclass(frozen=True, slots=True)
class Flip(Statement):
    what: Expr


@dataclass(frozen=True, slots=True)
class Swap(Statement):
    first: Expr
    second: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Statement):
    zone: Expr


@dataclass(frozen=True, slots=True)
class Reveal(Statement):
    what: Expr
    to: Expr | None


@dataclass(frozen=True, slots=True)
class Eliminate(Statement):
    player: Expr


@dataclass(frozen=True, slots=True)
class Forget(Statement):
    """`forget positions`"""

    what: Name


@dataclass(frozen=True, slots=True)
class Emit(Statement):
    """`emit event(args) [later]`; `later` is the word behind the parenthesis, or None."""

    event: Name
    args: tuple[Expr, ...]
    later: Name | None


@dataclass(frozen=True, slots=True)
class RunSetup(Statement):
    """The statement `setup` in `given`."""


@dataclass(frozen=True, slots=True)
class PositionFrom(Statement):
    """`board \"\"\" … \"\"\"` or a notation's name with a text; `text_span` is where the text stands, without its
    quotes."""

    notation: Name
    text: str
    text_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


# ---- outcomes ----


@dataclass(frozen=True, slots=True)
class Outcome(Node):
    """How a game ends."""


@dataclass(frozen=True, slots=True)
class Decided(Outcome):
    """`P wins`, `P loses`, `everyone loses`; `verb` is the last word."""

    player: Expr
    verb: Name


@dataclass(frozen=True, slots=True)
class LoneWord(Outcome):
    """`tie`, `again`, `nothing`: a name alone on its line. Only `tie` is an outcome."""

    word: Name


@dataclass(frozen=True, slots=True)
class Rank(Outcome):
    """`rank by keys`, `rank teams by keys`; `what` is the word before `by`."""

    what: Name | None
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Pay(Outcome):
    amount: Expr


@dataclass(frozen=True, slots=True)
class End(Statement):
    """An outcome as a statement, and the lone words `again`, `nothing`."""

    outcome: Outcome

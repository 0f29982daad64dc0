"""What declarations become: the symbols that names are bound to, and the whole game as one set of them.

Symbols are mutable while the passes fill them in and compared by identity; after checking nobody changes them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.semantics.types import Type
from rulewright.source import Span

if TYPE_CHECKING:
    from rulewright.boards import Board
    from rulewright.semantics import typed
    from rulewright.syntax import ast

Const = int | tuple[int, ...]
"""A constant value: an int (a bitset for a set) or, for a list, the tuple of its items."""


@dataclass(slots=True, eq=False)
class EnumDecl:
    """An enum, or an option's words."""

    name: str
    values: tuple[str, ...]
    span: Span


@dataclass(slots=True, eq=False)
class OptionDecl:
    """`value` is in force: an index into `enum.values`, or the number itself if `enum` is None (then lo..hi). `idle`:
    as the other options are, nothing depends on it."""

    name: str
    enum: EnumDecl | None
    lo: int
    hi: int
    default: int
    value: int
    help: str
    span: Span
    idle: bool = False

    def show(self, value: int) -> str:
        return self.enum.values[value] if self.enum else str(value)


@dataclass(slots=True, eq=False)
class Domain:
    """What `of each X` ranges over: `size` cells; a value v has the index v - `base`. `over` is the type of v.

    `turns`: the directions, clockwise, if these are the sides of components, which turn. The index is then that of the
    side as it is printed.
    """

    over: Type
    base: int
    size: int
    name: str
    turns: tuple[int, ...] = ()


@dataclass(slots=True, eq=False)
class VarDecl:
    """`var`: state of the game. `lo..hi` only for int (both None if no range is given)."""

    name: str
    each: Domain | None
    type: Type
    lo: int | None
    hi: int | None
    init: typed.Expr | None
    until: str | None
    span: Span


@dataclass(slots=True, eq=False)
class FieldDecl:
    """`field … of each X` (`owner` None, `each` over sites or another domain) or a kind's field (`owner` that kind).

    `single`: first values of some of the sites (by index into `each`), as a map's legend gives them. `cycle`: a number
    that is taken modulo this, as a rotation is; 0 for any other.
    """

    name: str
    owner: KindDecl | None
    each: Domain | None
    type: Type
    lo: int | None
    hi: int | None
    init: typed.Expr | None
    until: str | None
    until_of_owner: bool
    span: Span
    single: dict[int, Const] = field(default_factory=dict)
    cycle: int = 0


@dataclass(slots=True, eq=False)
class RegionDecl:
    """A fixed set of sites; `values` has one bitset, or one for each seat if `per_player`."""

    name: str
    per_player: bool
    values: tuple[int, ...]
    span: Span


@dataclass(slots=True, eq=False)
class DieDecl:
    """`faces` in order with repetitions, encoded in `type` (int, or an enum made for the die's words)."""

    name: str
    faces: tuple[int, ...]
    type: Type
    span: Span


@dataclass(slots=True, eq=False)
class ConstantFamily:
    """A kind's constant, kept at `owner`, the topmost kind that has it, with a value for every kind below it.

    `values` goes by kind index. Where only the kinds below declare the constant, `owner` itself has no value (it is
    never placed then). `sides`: it has a value of each of these, then `values` are tuples in their order.
    """

    name: str
    owner: KindDecl
    type: Type
    values: dict[int, Const] = field(default_factory=dict)
    modifiers: list[typed.Modifier] = field(default_factory=list)
    sides: Domain | None = None


@dataclass(slots=True, eq=False)
class KindDecl:
    """A kind. `copies` None means no more than the sites hold; `copies_each_player` makes it a number per player.
    `labelled`: the rules give it its label. `held`: a var or field may hold components of it. `texts`: what its row of
    a table says for people, by column (`text`, `es` …), `doc` the comment `## …` above its declaration ("" for none).
    `own_sides`: what this kind is the topmost to say about sides that turn; `rotation` is a field of it then."""

    index: int
    name: str
    word: str
    label: str
    parent: KindDecl | None
    span: Span
    children: list[KindDecl] = field(default_factory=list)
    constants: dict[str, ConstantFamily] = field(default_factory=dict)
    fields: dict[str, FieldDecl] = field(default_factory=dict)
    copies: int | None = None
    copies_each_player: bool = False
    labelled: bool = False
    plain: bool = True
    held: bool = False
    distinct: bool = False
    placed: bool = False
    tags: tuple[str, ...] = ()
    texts: dict[str, str] = field(default_factory=dict)
    doc: str = ""
    own_sides: Domain | None = None

    @property
    def sides(self) -> Domain | None:
        """The sides of its components, which turn with them; None if it has none."""
        return next((kind.own_sides for kind in self.ancestors() if kind.own_sides is not None), None)

    def ancestors(self) -> list[KindDecl]:
        """This kind, its parent, and so on up."""
        out, kind = [self], self.parent
        while kind:
            out.append(kind)
            kind = kind.parent
        return out

    def descendants(self) -> list[KindDecl]:
        """This kind and all below it, in declaration order."""
        out = [self]
        for child in self.children:
            out += child.descendants()
        return sorted(out, key=lambda kind: kind.index)

    def is_a(self, other: KindDecl | None) -> bool:
        return other is None or other in self.ancestors()


@dataclass(slots=True, eq=False)
class LayerDecl:
    """A slot of every site. Without declarations there is one layer `piece` that all kinds share.

    `kinds`: exactly these, None for all. `mode`: `one` component a site, `many` in no order, or a `pile`. Layers lie
    upon one another in their order; the last one is the topmost.
    """

    index: int
    name: str
    kinds: tuple[KindDecl, ...] | None
    mode: str = "one"
    span: Span | None = None


@dataclass(slots=True, eq=False)
class ZoneDecl:
    """A place off the board: one zone, or one of `each` value, or one for each component of the kind `holder`.

    `kind`: what it may hold (with the kinds below it), None for any component. `visible`: `all`, `none` (hidden),
    `owner` (the player of the zone, or the owner of its holder), or `seat` (then that of `seat`). `in_play`: what lies
    there counts as in play. `shuffled`: some statement may shuffle it, so that its order may be undecided.
    """

    index: int
    name: str
    each: Domain | None
    holder: KindDecl | None
    kind: KindDecl | None
    ordered: bool
    visible: str
    seat: int
    in_play: bool
    span: Span
    shuffled: bool = False


@dataclass(slots=True, eq=False)
class ClauseDecl:
    name: str
    text: str
    not_played: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class TaggedRule:
    """A rule that bears the tag of a clause: what it is called (`action Capture`) and its whole text."""

    clause: str
    what: str
    span: Span


@dataclass(frozen=True, slots=True)
class Look:
    """How `display:` shows something: the letter of text pictures, a sign for drawings, a name, a colour `#RRGGBB`;
    each "" if it does not say."""

    letter: str = ""
    sign: str = ""
    name: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """Sites that `display:` shows while they are empty: those of `region` (of `seat`, if it is of each player),
    those where a field has the `value` of `enum`, or those where the `number`, a field, is more than 0. `key` is how
    the rules name it."""

    key: str
    look: Look
    region: RegionDecl | None = None
    seat: int = -1
    enum: EnumDecl | None = None
    value: int = -1
    number: FieldDecl | None = None


@dataclass(slots=True, eq=False)
class MeasureDecl:
    """A number (or a truth value) that simulations collect `at` turn_end, round_end or end. `player`: the local that
    stands for each player, if it has a value of each."""

    name: str
    player: typed.Local | None
    value: typed.Expr
    at: str
    span: Span


@dataclass(slots=True, eq=False)
class NotationPart:
    """One place of a notation. `what`: board, mover, counter (`name` is turn_number or round_number), state,
    list.

    State is a var or a field of sites or another domain; `index` is the one value that is named (`score of White`),
    None for all values of it. A list is of the components of `kind` that belong to the seat `index`.
    """

    what: str
    name: str
    span: Span
    holder: VarDecl | FieldDecl | None = None
    index: int | None = None
    kind: KindDecl | None = None


@dataclass(slots=True, eq=False)
class NotationDecl:
    """A text form of positions: literal texts, and places between them. No two places stand side by side."""

    name: str
    parts: tuple[str | NotationPart, ...]
    span: Span


@dataclass(slots=True, eq=False)
class Game:
    """A checked game: everything the lower passes need, every name bound, every default filled in.

    `facing` has one direction index a seat (None without `facing`); `first` kinds in declaration order. `written` are
    all declarations in order, those of included files and of every option among them; `files` are the texts of what
    they read besides, by the names with which they name it, and `tables` what counts as rules of the tables of kinds.
    `sources` are the texts of the rules' own files.
    `told` are the definitions whose values people are told, without parameters or of one player.
    `texts` are those that definitions give; the value of one is its index.
    `labels` by language and name; those of "" are the names of kinds as people write them.
    """

    title: str
    fields: dict[str, str | int | tuple[int, int]] = field(default_factory=dict)
    doc: str = ""
    edition: int = 1
    players: tuple[str, ...] = ()
    teams: tuple[tuple[str, tuple[int, ...]], ...] = ()
    options: dict[str, OptionDecl] = field(default_factory=dict)
    presets: dict[str, dict[str, str]] = field(default_factory=dict)
    board: Board | None = None
    facing: tuple[int, ...] | None = None
    layers: tuple[LayerDecl, ...] = ()
    enums: dict[str, EnumDecl] = field(default_factory=dict)
    kinds: list[KindDecl] = field(default_factory=list)
    zones: list[ZoneDecl] = field(default_factory=list)
    site_fields: list[FieldDecl] = field(default_factory=list)
    vars: list[VarDecl] = field(default_factory=list)
    regions: dict[str, RegionDecl] = field(default_factory=dict)
    dice: dict[str, DieDecl] = field(default_factory=dict)
    definitions: list[typed.Generic] = field(default_factory=list)
    procedures: list[typed.Generic] = field(default_factory=list)
    events: list[typed.Event] = field(default_factory=list)
    triggers: list[typed.Trigger] = field(default_factory=list)
    actions: list[typed.Action] = field(default_factory=list)
    setup: list[typed.Block] = field(default_factory=list)
    turn: typed.Block | None = None
    flow: typed.Block | None = None
    ends: list[typed.EndRule] = field(default_factory=list)
    position: tuple[typed.Expr, ...] | None = None
    clauses: list[ClauseDecl] = field(default_factory=list)
    tagged: list[TaggedRule] = field(default_factory=list)
    scenarios: list[typed.Scenario] = field(default_factory=list)
    display: dict[str, Look] = field(default_factory=dict)
    grounds: list[Ground] = field(default_factory=list)
    told: list[typed.Generic] = field(default_factory=list)
    measures: list[MeasureDecl] = field(default_factory=list)
    notations: list[NotationDecl] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    labels: dict[str, dict[str, str]] = field(default_factory=dict)
    written: tuple[ast.Declaration, ...] = ()
    sources: tuple[str, ...] = ()
    files: dict[str, str] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)

    def team_of(self, seat: int) -> int:
        """The team's index of a seat; without teams every player is a team."""
        for index, (_, members) in enumerate(self.teams):
            if seat in members:
                return index
        return len(self.teams) + seat

    def layer_of(self, kind: KindDecl) -> LayerDecl:
        """The layer in which components of exactly this kind stand."""
        for layer in self.layers:
            if layer.kinds is None or kind in layer.kinds:
                return layer
        return self.layers[-1]

    def supply_of(self, kind: KindDecl) -> int:
        """How many components of exactly this kind there may be: one a site where nothing says how many."""
        if kind.copies is None:
            return len(self.board.sites) if self.board else 0
        return kind.copies * (len(self.players) if kind.copies_each_player else 1)

    def height_of(self, layer: LayerDecl) -> int:
        """How many components a site has room for in a layer that is no `many` layer."""
        if layer.mode == "one":
            return 1
        kinds = self.kinds if layer.kinds is None else layer.kinds
        return sum(self.supply_of(kind) for kind in kinds if not kind.children or kind.placed)

    def letter(self, kind: KindDecl) -> str:
        """How pictures write a kind: as `display:` says (`Man: "o"`), or its label; "" without either."""
        return self.look(kind.name).letter or kind.label

    def own_letter(self, kind: KindDecl, seat: int) -> str:
        """What `display:` says of the components of one player (`Man of White: "o"`), to be written as it is; else a
        letter without case behind its player's own letter (`South: "S"`), if there is one."""
        if seat < 0:
            return ""
        given = self.look(f"{kind.name} of {self.players[seat]}").letter
        initial, letter = self.look(self.players[seat]).letter, self.letter(kind)
        prefixed = bool(initial and letter) and letter.upper() == letter.lower()
        return given or (f"{initial}{letter}" if prefixed else "")

    def look(self, key: str) -> Look:
        """What `display:` says of something, named as there."""
        return self.display.get(key, NO_LOOK)

    def member_name(self, name: str, kind: KindDecl) -> str:
        """How people call a field or a constant of a kind; "" if they are not told of it."""
        looks = (self.display.get(f"{name} of {one.name}") for one in kind.ancestors())
        look = next((look for look in looks if look is not None), self.display.get(name))
        return name if look is None else look.name


NO_LOOK = Look()

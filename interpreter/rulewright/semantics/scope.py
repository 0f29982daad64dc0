"""Names: the environment of a game (what its declarations bind) and the chain of local scopes within a body.

A name is looked up in this order: locals from the inside out, declarations of the rule files, built-in names of the
language, directions, values of the enum or option that is expected at the place, values of any enum or option (if only
one has it), sites. Declarations may shadow built-in names (with a warning).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.semantics.symbols import (
    DieDecl,
    EnumDecl,
    FieldDecl,
    Game,
    KindDecl,
    LayerDecl,
    NotationDecl,
    OptionDecl,
    RegionDecl,
    VarDecl,
    ZoneDecl,
)
from rulewright.semantics.typed import Action, ChoiceVar, Event, Generic, Local
from rulewright.semantics.types import Type
from rulewright.source import Findings, Span
from rulewright.syntax import ast

if TYPE_CHECKING:
    from rulewright.semantics.table_kinds import KindTable


@dataclass(slots=True, eq=False)
class PlayerName:
    name: str
    seat: int


@dataclass(slots=True, eq=False)
class LinkName:
    """The name given to links of the board by `as loop`; `index` into `board.links`."""

    name: str
    index: int


@dataclass(slots=True, eq=False)
class ActionName:
    """All actions of one name (kinds may declare the same name)."""

    name: str
    actions: list[Action] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class MeasureName:
    """A measure; no rule may read it."""

    name: str


@dataclass(slots=True, eq=False)
class NotationName:
    """A notation; it stands for whole positions. `decl` None: it is wrong, or not typed yet."""

    name: str
    decl: NotationDecl | None = None


@dataclass(slots=True, eq=False)
class Removed:
    """A name whose declaration stands in a guard that is off; `reason` says which."""

    name: str
    reason: str


@dataclass(slots=True, eq=False)
class Broken:
    """A name whose declaration is wrong or has no meaning yet; that is reported already, so its uses are silent: they
    have the poison type."""

    name: str


Symbol = (
    VarDecl
    | FieldDecl
    | RegionDecl
    | ZoneDecl
    | KindDecl
    | EnumDecl
    | OptionDecl
    | DieDecl
    | LayerDecl
    | Generic
    | Event
    | ActionName
    | PlayerName
    | LinkName
    | MeasureName
    | NotationName
    | Removed
    | Broken
)


@dataclass(slots=True, eq=False)
class Env:
    """A game while it is checked. `declared` binds names to symbols, `spans` tells where; `used` collects the names
    that something refers to. `gaps`: a declaration that may bind names nobody can tell (a board, an included file) is
    missing or broken, so an unknown name is no error of its own: it is poison, silently.

    `pending` holds what types a definition's result or an action's picks when it is first asked for; `bare` tells
    which definitions are declared, and used, without parentheses. `work` counts the steps spent on evaluating
    constants, which are bounded. `assumed`: options that scenarios take for granted, if not the defaults. `folder` is
    the ruleset's, None for rules that are no file. `tables` are those of kinds, by the kind (None: it is wrong)."""

    game: Game
    findings: Findings
    declared: dict[str, Symbol] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    gaps: bool = False
    pending: dict[object, Callable[[], None]] = field(default_factory=dict)
    bare: dict[Generic, bool] = field(default_factory=dict)
    work: int = 0
    assumed: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None
    tables: dict[str, KindTable | None] = field(default_factory=dict)

    def postpone(self, key: object, run: Callable[[], None]) -> None:
        """Keep work for later. Whenever it is done, what it finds goes where findings go now."""
        findings = self.findings

        def resume() -> None:
            kept, self.findings = self.findings, findings
            try:
                run()
            finally:
                self.findings = kept

        self.pending[key] = resume

    def resume(self, key: object) -> None:
        """Do the work that was kept under `key`, unless it is done or under way."""
        run = self.pending.pop(key, None)
        if run is not None:
            run()

    def lookup(self, name: str) -> Symbol | None:
        symbol = self.declared.get(name)
        if symbol is not None:
            self.used.add(name)
        return symbol


@dataclass(frozen=True, slots=True)
class Context:
    """What may stand at a place.

    `place` names it for messages ("a `where`", "a definition", "a trigger", …). `loop`: inside a loop; `returns`: what
    the definition around it gives; `procedure`: in a procedure, which may belong to a turn or not; `position`: in
    `position is`; `setup`: in `setup`.
    """

    place: str
    effects: bool = False
    decisions: bool = False
    chance: bool = False
    in_turn: bool = False
    given: bool = False
    players_bound: bool = False
    repetitions: bool = False
    loop: bool = False
    returns: Type | None = None
    procedure: bool = False
    position: bool = False
    setup: bool = False


@dataclass(slots=True, eq=False)
class Scope:
    """Local names of one block, with the blocks around it. `narrowed`: what is known here to be of a kind, as after
    `if s.piece is Pawn`."""

    env: Env
    context: Context
    parent: Scope | None = None
    names: dict[str, Local | ChoiceVar] = field(default_factory=dict)
    narrowed: dict[ast.Expr, KindDecl] = field(default_factory=dict)

    def find(self, name: str) -> Local | ChoiceVar | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def inner(self, context: Context | None = None) -> Scope:
        return Scope(self.env, context or self.context, self)

    def visible(self) -> list[str]:
        """All local names, innermost first, for suggestions."""
        out: list[str] = []
        scope: Scope | None = self
        while scope is not None:
            out += scope.names
            scope = scope.parent
        return out

"""`if` around declarations and kind members: decided from options, before the names of the game are bound.

What stays is a flat list without guards. Names that are declared only where a guard is off are remembered with the
reason, so that a use of them can be explained.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from rulewright.semantics import codes_declarations as codes
from rulewright.semantics.early import Early
from rulewright.source import Span
from rulewright.syntax import ast


@dataclass(slots=True)
class Active:
    """`removed` maps a name to why it is not there; `undecided` are names under a guard that is wrong itself."""

    declarations: list[ast.Declaration] = field(default_factory=list)
    removed: dict[str, str] = field(default_factory=dict)
    undecided: dict[str, Span] = field(default_factory=dict)


def decide_guards(declarations: Sequence[ast.Declaration], early: Early) -> Active:
    """The declarations in force, kinds with their members in force."""
    active = Active()
    active.declarations = _kept(declarations, early, active, guarded=False)
    for item in active.declarations:
        for name in declared_names(item):
            active.removed.pop(name.text, None)
    return active


def declared_names(item: ast.Declaration) -> list[ast.Name]:
    """The names that a declaration binds for the whole game (a kind's actions and definitions among them)."""
    match item:
        case ast.Kind():
            return [item.name, *(name for member in item.members for name in _member_names(member))]
        case ast.Guard():
            return [name for _, items in item.branches for inner in items for name in declared_names(inner)] + [
                name for inner in item.otherwise or () for name in declared_names(inner)
            ]
        case ast.Enum():
            return [item.name]
        case ast.Players():
            return list(item.names)
        case ast.Board() | ast.BoardFrom():
            return [entry.name for entry in item.items if isinstance(entry, ast.Link) and entry.name]
        case (
            ast.Region()
            | ast.Field()
            | ast.Var()
            | ast.Zone()
            | ast.Layer()
            | ast.Die()
            | ast.Define()
            | ast.Event()
            | ast.Procedure()
            | ast.Action()
            | ast.Option()
            | ast.Measure()
            | ast.Notation()
        ):
            return [item.name]
        case _:
            return []


def _member_names(member: ast.Declaration) -> Iterable[ast.Name]:
    if isinstance(member, ast.Guard):
        return declared_names(member)
    return [member.name] if isinstance(member, ast.Define | ast.Procedure | ast.Action) else []


def _kept(items: Sequence[ast.Declaration], early: Early, active: Active, *, guarded: bool) -> list[ast.Declaration]:
    out: list[ast.Declaration] = []
    for item in items:
        match item:
            case ast.Guard():
                if not guarded:
                    _refuse_misplaced(item, early)
                out += _decided(item, early, active)
            case ast.Kind():
                out.append(replace(item, members=tuple(_kept(item.members, early, active, guarded=guarded))))
            case ast.Option() | ast.Preset() | ast.Players(most=ast.Expr()) if guarded:
                pass
            case _:
                out.append(item)
    return out


def _refuse_misplaced(guard: ast.Guard, early: Early) -> None:
    """Report what must not depend on options, in all branches: options are settled before guards are decided."""
    hint = "move it out; a default may depend on options: `4 if long == on else 8`"
    for inner in [*(items for _, items in guard.branches), guard.otherwise or ()]:
        for item in inner:
            match item:
                case ast.Guard():
                    _refuse_misplaced(item, early)
                case ast.Option() | ast.Preset():
                    title = "options and presets stand outside of any `if`"
                    early.findings.add(codes.OPTION_PLACE, title, item.span, hint=hint)
                case ast.Players(most=ast.Expr()):
                    title = "a number of players to choose from stands outside of any `if`"
                    early.findings.add(codes.OPTION_PLACE, title, item.span, hint=hint)
                case _:
                    pass


def _decided(guard: ast.Guard, early: Early, active: Active) -> list[ast.Declaration]:
    kept: Sequence[ast.Declaration] | None = None
    reasons: list[str] = []
    for condition, inner in guard.branches:
        truth = early.truth(condition, "a condition around declarations")
        text = " ".join(condition.span.text.split())
        if truth is None:
            _remember(guard, active)
            return []
        if truth and kept is None:
            kept = inner
            reasons.append(text)
        else:
            why = f"it is declared only if {text}"
            _remove(inner, why, active)
    if guard.otherwise is not None:
        if kept is None:
            kept = guard.otherwise
        else:
            _remove(guard.otherwise, f"it is not declared if {reasons[0]}", active)
    return _kept(kept or (), early, active, guarded=True)


def _remove(items: Iterable[ast.Declaration], why: str, active: Active) -> None:
    for item in items:
        for name in [*declared_names(item), *_member_names(item)]:
            active.removed.setdefault(name.text, why)


def _remember(guard: ast.Guard, active: Active) -> None:
    branches = [inner for _, inner in guard.branches] + ([guard.otherwise] if guard.otherwise else [])
    for inner in branches:
        for item in inner:
            for name in [*declared_names(item), *_member_names(item)]:
                active.undecided.setdefault(name.text, name.span)

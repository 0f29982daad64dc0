"""What an action's moves need: which of its names its effect sees, and the effect as a routine of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.program import ir
from rulewright.program.builder import Builder, Level
from rulewright.program.facts import walk
from rulewright.semantics import typed
from rulewright.semantics import types as t

if TYPE_CHECKING:
    from rulewright.program.compiler import Compiler


def used_locals(node: object) -> set[typed.Local]:
    """The locals that a piece of the typed tree names."""
    return {part.var for part in walk(node) if isinstance(part, typed.LocalRef)}


def named_in(node: object) -> dict[typed.Local, list[typed.Expr | None]]:
    """Each local named in a piece of the tree with how: None for the whole value, for a step of a ray the property
    chain used (one expression for each different chain)."""
    found: dict[typed.Local, list[typed.Expr | None]] = {}
    texts: dict[typed.Local, list[str]] = {}
    _collect(node, found, texts)
    return found


def _collect(
    node: object, found: dict[typed.Local, list[typed.Expr | None]], texts: dict[typed.Local, list[str]]
) -> None:
    if isinstance(node, list | tuple):
        for item in node:
            _collect(item, found, texts)
        return
    chain = _chain(node)
    if chain is not None:
        local, text, expr = chain
        if text not in texts.setdefault(local, []):
            texts[local].append(text)
            found.setdefault(local, []).append(expr)
        return
    if isinstance(node, typed.Local | typed.Generic | typed.Action | typed.Event | typed.ChoiceVar):
        return
    for part in _parts(node):
        _collect(part, found, texts)


def _parts(node: object) -> list[object]:
    from dataclasses import fields, is_dataclass

    if not is_dataclass(node) or type(node).__module__ != typed.__name__:
        return []
    return [getattr(node, part.name) for part in fields(node)]


def _chain(node: object) -> tuple[typed.Local, str, typed.Expr | None] | None:
    """`hit`, or `hit.next.site` as one: the local, the chain's text, the expression (None: the whole value)."""
    if isinstance(node, typed.LocalRef):
        return node.var, "", None
    ops: list[str] = []
    current: object = node
    while isinstance(current, typed.Op) and current.op.startswith("step_") and len(current.args) == 1:
        ops.append(current.op)
        current = current.args[0]
    if ops and isinstance(current, typed.LocalRef) and isinstance(current.var.type, t.StepType):
        assert isinstance(node, typed.Op)
        if isinstance(node.type, t.ListType):
            return current.var, "", None
        return current.var, ".".join(reversed(ops)), node
    return None


def needed(action: typed.Action, wanted: set[int]) -> set[int]:
    """Ids of the action's names that must be known so that those in `wanted` (ids) can be: lets need what they name."""
    out = set(wanted)
    for item in reversed(action.items):
        if isinstance(item, typed.LetItem) and id(item.var) in out:
            out |= {id(local) for local in used_locals(item.value)}
    return out


@dataclass(frozen=True, slots=True)
class Effect:
    """An action's `do` as a routine; `needs` are its names that it gets as arguments, in order."""

    routine: ir.Routine
    needs: tuple[typed.Local, ...]


@dataclass(slots=True)
class Actions:
    """The effects of all actions, each lowered once."""

    c: Compiler
    effects: dict[typed.Action, Effect | None] = field(default_factory=dict)

    def effect(self, action: typed.Action) -> Effect | None:
        if action not in self.effects:
            if action.do is None:
                self.effects[action] = None
            else:
                self._make(action, action.do)
        return self.effects[action]

    def _make(self, action: typed.Action, do: typed.Block) -> None:
        from rulewright.program.statements import lower_block

        used = used_locals(do.statements)
        names = [*action.params]
        names += [item.var for item in action.items if isinstance(item, typed.PickItem | typed.LetItem)]
        needs = tuple(local for local in names if local in used)
        name = action.name if action.kind is None else f"{action.kind.name}_{action.name}"
        routine = ir.Routine(self.c.fresh(name), (), None, [], sort="flow", span=action.span)
        self.effects[action] = Effect(routine, needs)
        b = Builder(self.c, routine.name, Level.INNER, sort="flow", in_turn=True, span=action.span)
        sure = {
            id(item.var)
            for item in action.items
            if isinstance(item, typed.PickItem) and item.condition is None and isinstance(item.source.type, t.SetType)
        }
        b.params = [b.bind(local, never_none=id(local) in sure) for local in needs]
        routine.params = tuple(b.params)
        lower_block(b, do)
        routine.body = b.blocks[0]
        self.c.routines.append(routine)

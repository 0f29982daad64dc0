"""Which zones may be shuffled, read off the statements before any is typed: a look at an order that may be unknown is
chance, and where that may not be is told while typing.

What a `shuffle` names is looked up through `let`s and through the arguments of procedures; what can be told only in
play may be any zone with an order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rulewright.semantics.ast_walk import nodes_in
from rulewright.semantics.scope import Env
from rulewright.semantics.symbols import ZoneDecl
from rulewright.source import Span
from rulewright.syntax import ast


def note_shuffled(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Mark the zones that a `shuffle` may reach."""
    search = _Search(env, list(_bodies(declarations)))
    for body in search.bodies:
        for node in nodes_in(body, ast.Shuffle):
            for zone in search.zones(node.zone, body):
                zone.shuffled = zone.shuffled or zone.ordered


def _bodies(declarations: Sequence[ast.Declaration]) -> Iterator[ast.Declaration]:
    """All declarations; of a kind its members."""
    for item in declarations:
        if isinstance(item, ast.Kind):
            yield from item.members
        else:
            yield item


@dataclass(slots=True)
class _Search:
    """`seen`: where the parameters stand that are looked up already."""

    env: Env
    bodies: list[ast.Declaration]
    seen: set[Span] = field(default_factory=set)

    def zones(self, node: ast.Expr, body: ast.Declaration) -> list[ZoneDecl]:
        """The zones that an expression in a declaration may stand for."""
        what = node.what if isinstance(node, ast.Of) else node
        if not isinstance(what, ast.Word):
            return self.env.game.zones
        local = self.local(what.name, body)
        if local is None:
            named = self.env.declared.get(what.name)
            return [named] if isinstance(named, ZoneDecl) else self.env.game.zones
        if isinstance(local, ast.Let):
            return self.zones(local.value, body)
        if isinstance(local, ast.Param) and isinstance(body, ast.Procedure):
            return list(self.arguments(local, body))
        return self.env.game.zones

    def local(self, name: str, body: ast.Declaration) -> ast.Let | ast.Param | ast.LocalVar | ast.LetItem | str | None:
        """What a name of that body stands for, if it is one of its own: the one node that binds it, or `many`."""
        found: list[ast.Let | ast.Param | ast.LocalVar | ast.LetItem | str] = []
        found += [node for node in nodes_in(body, ast.Let) if node.name.text == name]
        found += [node for node in nodes_in(body, ast.Param) if node.name.text == name]
        found += [node for node in nodes_in(body, ast.LocalVar) if node.name.text == name]
        found += [node for node in nodes_in(body, ast.LetItem) if node.name.text == name]
        if isinstance(body, ast.Trigger):
            found += [param.text for param in body.params or () if param.text == name]
        return None if not found else found[0] if len(found) == 1 else "many"

    def arguments(self, param: ast.Param, procedure: ast.Procedure) -> Iterator[ZoneDecl]:
        """The zones that calls of a procedure give for a parameter."""
        if param.span in self.seen:
            return
        self.seen.add(param.span)
        at = (procedure.params or ()).index(param)
        for body in self.bodies:
            for call in nodes_in(body, ast.Call):
                if call.function.text == procedure.name.text and at < len(call.args):
                    yield from self.zones(call.args[at], body)

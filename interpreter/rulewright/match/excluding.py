"""Learning what cannot have lain in a hand when a move was seen that it would have forbidden.

Asked where a plan fails: the state is altered in thought. If the move is legal when everything else that the player
does not know is taken away from the places that it comes from, each of these components is put back alone; if it then
forbids the move, nothing of its class is planned to have lain there at that moment. It is only made very unlikely,
since in some games two cards allow what each of them forbids.
"""

from __future__ import annotations

from typing import Any

from rulewright.match.observed import ACT, LOOK
from rulewright.match.planning import Kind
from rulewright.match.replaying import Node, Replay
from rulewright.program import ir


class Excluder:
    """What was learned: for the token of a move, and a place, the classes that cannot have lain there."""

    def __init__(self, replay: Replay) -> None:
        self.found: dict[int, dict[int, set[Kind]]] = {}
        self.learned = 0
        """How many classes are excluded somewhere."""
        self.closed = False
        """Whether nothing more is to be learned."""
        self._replay = replay
        self._sight = replay.observer.sight
        self._engine = replay.engine
        self._tested: dict[int, set[Kind]] = {}
        self._keep = _keeping(self._sight)

    def learn(self, node: Node, leaving: list[int]) -> None:
        """See what forbids the move that should come next at a node, with which these components leave their places."""
        if self.closed:
            return
        index = node.at
        token = self._replay.expected(index)
        if token is not None and token[0] == LOOK:
            index += 1
            token = self._replay.expected(index)
        if token is None or token[0] != ACT or token[1] != node.stop.chooser or not leaving or self._keep is None:
            return
        if self._engine.apart(node.machine) is not None or node.stop.compound:
            return
        cells = self._engine.cells(node.machine)
        for place in dict.fromkeys(self._sight.place_of(cells, ref) for ref in leaving):
            zone = place - self._sight.first_zone
            lie = self._sight.contents(cells, zone)
            own = [ref for ref in leaving if self._sight.place_of(cells, ref) == place]
            kept = [ref for ref in lie if ref in own or self._sight.knows(cells, ref)]
            tested = self._tested.setdefault(index, set())
            others: dict[Kind, int] = {}
            for ref in lie:
                kind: Kind = self._sight.class_of(cells, ref)[:2]
                if ref not in kept and kind not in tested:
                    others[kind] = ref
            if not others or not self._legal(node, zone, kept, own, token):
                continue
            for kind, ref in others.items():
                tested.add(kind)
                if not self._legal(node, zone, [*kept, ref], own, token):
                    self.found.setdefault(index, {}).setdefault(place, set()).add(kind)
                    self.learned += 1

    def _legal(self, node: Node, zone: int, kept: list[int], own: list[int], token: Any) -> bool:
        """Whether the move could be made if only these lay in the zone."""
        assert self._keep is not None
        machine = self._engine.altered(node.machine, self._keep, (zone, tuple(kept)))
        decision = node.stop.decision
        assert decision is not None
        for act in self._engine.moves(machine):
            if act.alternative < 0 or act.alternative != token[2][1]:
                continue
            picked = self._sight.picked(decision.alternatives[act.alternative], act)
            if all(picked >> ref & 1 for ref in own):
                return True
        return False


def _keeping(sight: Any) -> ir.Routine | None:
    """A function that takes everything out of a zone but what is listed."""
    cells = {cell.name: cell for cell in sight.setting.program.cells}
    if "contents" not in cells or "place" not in cells:
        return None
    contents, place = cells["contents"], cells["place"]
    zone, kept = ir.Var("zone", ir.INT), ir.Var("kept", ir.REFLIST)
    item, out = ir.Var("item", ir.REF), ir.Var("out", ir.REFLIST)
    number = ir.Binary("sub", ir.Get(item), ir.Num(sight.first_number)) if sight.first_number else ir.Get(item)
    stays: list[ir.Stmt] = [ir.Append(out, ir.Get(item))]
    goes: list[ir.Stmt] = [ir.Store(place, number, ir.Num(-1))]
    each: list[ir.Stmt] = [ir.If(ir.Binary("contains", ir.Get(kept), ir.Get(item)), stays, goes)]
    body: list[ir.Stmt] = [
        ir.Set(out, ir.MakeList(())),
        ir.EachItem(item, ir.Load(contents, ir.Get(zone)), each),
        ir.Store(contents, ir.Get(zone), ir.Get(out)),
    ]
    return ir.Routine("keep_only", (zone, kept), None, body)

"""Which acts of another player do what is planned to be told next: see `sampling.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.match.replaying import Node, Option
from rulewright.match.values import members

if TYPE_CHECKING:
    from rulewright.match.following import Line


class Matching:
    """Which acts of another do what is planned to be told next."""

    def __init__(self, sight: Any, engine: Any, line: Line, node: Node) -> None:
        self._sight = sight
        self._engine = engine
        self._line = line
        self._node = node
        self._cells = engine.cells(node.machine)
        self._planned = line._leaving_of(node)

    def among(self, options: list[Option]) -> list[tuple[Option, list[tuple[int, int]]]]:
        """See `Line._as_planned`."""
        hidden = [self._hidden(option) for option in options]
        if not any(hidden):
            return [(option, []) for option in options]
        exact = []
        for option, refs in zip(options, hidden, strict=True):
            pairs = self._pairs(refs)
            if pairs is not None:
                exact.append((option, pairs))
        if self._engine.apart(self._node.machine) is not None:
            return exact or [(option, []) for option in options]
        direct = self._line._sampler.direct
        if not all(self._name(option) in direct for option in options):
            exact = [(option, pairs) for option, pairs in exact if self._fits(option, pairs)]
            direct.update(self._name(option) for option, _ in exact)
            if not exact:
                return [(option, []) for option in options if self._fits(option)]
        return exact

    def _name(self, option: Option) -> tuple[int, int]:
        decision = self._node.stop.decision
        assert decision is not None
        return decision.index, option.act.alternative

    def _hidden(self, option: Option) -> list[int]:
        """What the act picks in unordered zones into which the player does not look."""
        decision = self._node.stop.decision
        if option.act.path or decision is None:
            return []
        refs = members(self._sight.picked(decision.alternatives[option.act.alternative], option.act))
        return [ref for ref in refs if self._sight.place_of(self._cells, ref) in self._sight.mixing]

    def _pairs(self, refs: list[int]) -> list[tuple[int, int]] | None:
        """Planned and picked components in pairs that are alike; None if others were planned to leave these places."""
        places = {self._sight.place_of(self._cells, ref) for ref in refs}
        planned = [ref for ref in self._planned if self._sight.place_of(self._cells, ref) in places]
        if len(planned) != len(refs):
            return None
        pairs = []
        for ref in sorted(refs, key=lambda ref: ref not in planned):
            sign = self._line.alike(self._cells, ref)
            match = ref if ref in planned else None
            if match is None:
                match = next((one for one in planned if self._line.alike(self._cells, one) == sign), None)
            if match is None:
                match = next((one for one in planned if self._line.might_be(self._cells, one, ref)), None)
            if match is None:
                return None
            planned.remove(match)
            pairs.append((match, ref))
        return pairs

    def _fits(self, option: Option, pairs: list[tuple[int, int]] | None = None) -> bool:
        """Whether what is told after the act is as planned, when the components in `pairs` have changed parts."""
        after = self._line._replay.follow(self._node, option)
        if after is None:
            return False
        parts = dict(pairs or ())
        for index, entry in enumerate(after.told, after.at - len(after.told)):
            slot = self._line._plan.slots.get(index)
            known = self._line._refs.get(slot) if slot is not None else None
            if known is not None and parts.get(known, known) != entry[1] and index not in self._line._plan.plain:
                return False
        return True

"""One line of the game that follows a plan, with its weight: see `sampling.py`."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.engines.protocol import Act
from rulewright.match.matching import Matching
from rulewright.match.observed import declines
from rulewright.match.planning import Kind, Plan, Slot
from rulewright.match.replaying import Node, Option
from rulewright.program import tellings

if TYPE_CHECKING:
    from rulewright.match.sampling import Sampler

_STOPS = 0.5
_DECLINES = 0.1
_FREE = 0.03
_FEW = 64


@dataclass(frozen=True, slots=True)
class Drawn:
    """A line that agrees: the logarithm of its weight, its last state, its acts."""

    weight: float
    machine: Any
    acts: tuple[Act, ...]


class Line:
    """One line of the game that follows a plan."""

    def __init__(self, sampler: Sampler, plan: Plan, rng: random.Random) -> None:
        self._sampler = sampler
        self._replay = sampler.replay
        self._engine = sampler.replay.engine
        self._sight = sampler.replay.observer.sight
        self._plan = plan
        self._rng = rng
        self._refs: dict[Slot, int] = {}
        self._slots: dict[int, Slot] = {}
        self._drawn: set[Slot] = set()
        self._where: dict[Slot, int] = {}
        self._seen: set[Slot] = set()
        self._picked = 0
        self._plain: set[int] = set()
        """What leaves next, as planned, where any other of its class might as well."""
        self._acts: list[Act] = []
        self._weight = -plan.chance

    def played(self, start: Node) -> Drawn | None:
        """The line to a state that may be the present; None if it comes to disagree."""
        node: Node | None = start
        if not self._bind(start):
            return None
        while node is not None:
            here = self._replay.here(node)
            options = self._options(node)
            goes_on = bool(options) or node.stop.kind == "chance"
            if here and (not goes_on or self._rng.random() < _STOPS):
                self._weight -= math.log(_STOPS) if goes_on else 0.0
                return Drawn(self._weight, node.machine, tuple(self._acts))
            if here:
                self._weight -= math.log(1 - _STOPS)
            if node.stop.kind == "chance":
                node = self._chance(node)
            elif len(options) <= 1 and (not options or node.stop.chooser == self._replay.seat):
                node = self._made(node, options[0]) if options else None
            else:
                node = self._another(node, options)
        return None

    def _options(self, node: Node) -> list[Option]:
        """What may be done at a node; where another decides, what fits the plan, if anything does."""
        if node.stop.kind == "chance":
            return []
        if node.stop.kind == "decision" and node.stop.chooser != self._replay.seat and not node.stop.compound:
            quick = self._quick(node)
            if quick is not None:
                options = self._replay.options(node, quick)
                if any(not declines(option.act) for option in options):
                    return options
        return self._replay.options(node)

    def _quick(self, node: Node) -> list[Act] | None:
        """The moves that pick from one zone exactly what was planned to leave it, and declining; None if there is no
        such move."""
        decision = node.stop.decision
        assert decision is not None
        planned = 0
        for ref in self._leaving_of(node):
            planned |= 1 << ref
        if not planned or self._plain:
            return None
        cells = self._engine.cells(node.machine)
        hidden = self._sight.hidden(cells)
        wanted = {there & planned for there in hidden if there & planned}
        mixed = 0
        for there in hidden:
            mixed |= there
        picked = self._sight.picked
        moves = self._engine.moves(node.machine)
        found = [
            act
            for act in moves
            if act.alternative >= 0 and picked(decision.alternatives[act.alternative], act) & mixed in wanted
        ]
        return [*found, *([moves[-1]] if decision.optional else [])] if found else None

    def _made(self, node: Node, option: Option) -> Node | None:
        """The next stop after an option; None if something else is told, or of other components."""
        after = self._replay.follow(node, option)
        if after is None:
            self._blame(node)
            return None
        self._note_picks(node, option.act)
        if not self._bind(after):
            return None
        self._acts.append(option.act)
        self._weight += math.log(option.chance)
        return after

    def _note_picks(self, node: Node, act: Act) -> None:
        """Note which components were picked by whoever decided last, and by chance since then."""
        stop = node.stop
        picked = 0
        if stop.kind == "chance":
            one = act.picks[0] if stop.draw is not None and stop.draw.shown.sort == "component" else -1
            picked = self._picked | (1 << one if isinstance(one, int) and one >= 0 else 0)
        else:
            if stop.decision is not None and act.alternative >= 0 and not act.path:
                picked = self._sight.picked(stop.decision.alternatives[act.alternative], act)
            if self._engine.apart(node.machine) is not None:
                picked |= self._picked
        self._picked = picked

    def _blame(self, node: Node) -> None:
        """Something else was told: perhaps since what went next did not go in the order that was planned."""
        if self._plan.mixed and node.stop.kind == "decision":
            groups = (self._sampler.story.groups.get(index) for index in self._sampler.story.group_after(node.at))
            for group in dict.fromkeys(groups):
                if group in self._plan.mixed:
                    self._sampler.mixed(group, passed=False)

    # ---- which component is which ----

    def _bind(self, node: Node) -> bool:
        """See which components were meant by what was told; whether they are those of the plan."""
        self._seen.clear()
        for index, entry in enumerate(node.told, node.at - len(node.told)):
            followed = self._plan.slots.get(index)
            group = self._sampler.story.groups.get(index) if self._plan.mixed else None
            if followed is not None and not self._follow(followed, entry, index in self._plan.plain):
                if group in self._plan.mixed:
                    self._sampler.mixed(group, passed=False)
                return False
            if group in self._plan.mixed and index == group.events[-1]:
                self._sampler.mixed(group, passed=True)
            for slot in self._plan.gone.get(index, ()):
                ref = self._refs.pop(slot, None)
                if ref is not None:
                    del self._slots[ref]
                self._where.pop(slot, None)
        return True

    def _follow(self, slot: Slot, entry: tuple[int, ...], plain: bool) -> bool:
        """Whether what is told may be about the component of a slot; then it is."""
        if not self._is_it(slot, entry, plain):
            return False
        if entry[0] == tellings.MOVED:
            self._where[slot] = entry[6]
        else:
            self._where[slot] = entry[4]
            self._seen.add(slot)
        return True

    def _is_it(self, slot: Slot, entry: tuple[int, ...], plain: bool) -> bool:
        ref, known = entry[1], self._refs.get(slot)
        if known is None:
            if ref in self._slots or (slot.what is not None and slot.what != (entry[2], entry[3])):
                return False
            self._refs[slot] = ref
            self._slots[ref] = slot
        elif plain or entry[4] not in self._sight.mixing:
            if known != ref:  # it was another of the same class
                other = self._slots.get(ref)
                if other is None or other.what != slot.what:
                    return False
                self._exchange(known, ref)
        elif self._picked >> ref & 1:
            return known == ref
        elif slot.what is not None:
            return self._by_rule(slot, ref, entry[4], set() if entry[0] == tellings.MOVED else self._seen)
        return known is None or self._refs[slot] == ref

    def _by_rule(self, slot: Slot, ref: int, here: int, seen: set[Slot]) -> bool:
        """Nobody picked it, so the rules say which component of a zone it is, and of those of one class the plan could
        have named any."""
        same = [
            one for one, place in self._where.items() if place == here and one.what == slot.what and one not in seen
        ]
        other = self._slots.get(ref)
        if other is None or other not in same:
            return False
        self._weight -= math.log(len(same))
        self._exchange(self._refs[slot], ref)
        return True

    # ---- chance ----

    def _chance(self, node: Node) -> Node | None:
        draw = node.stop.draw
        assert draw is not None
        if draw.shown.sort == "component":
            return self._from_order(node) if draw.name in self._sampler.orders else self._card(node)
        if not draw.secret:
            return self._open(node, self._replay.options(node))
        return self._rolled(node, self._replay.options(node))

    def _from_order(self, node: Node) -> Node | None:
        """A card that leaves, or shows itself in, the undecided order of a zone."""
        cells = self._engine.cells(node.machine)
        zone: int = node.stop.args[0]  # type: ignore[assignment]
        place = zone + self._sight.first_zone
        wanted = self._next_drawn(node, place)
        stretch = self._loose(cells, zone)
        if wanted is None or wanted.what is None:
            return self._spare(node, self._replay.options(node), stretch, place)
        right = [ref for ref in stretch if self._kind(cells, ref) == wanted.what]
        if len(right) == 1:  # no other is alike
            act = Act(0, (right[0],), (right[0],))
            return self._made(node, Option(act, 1 / len(stretch), node.at, node.trail))
        return self._among(node, [o for o in self._replay.options(node) if o.act.picks[0] in right])

    def _open(self, node: Node, options: list[Option]) -> Node | None:
        """What falls in the open is what fell."""
        for option in options:
            after = self._made(node, option)
            if after is not None:
                return after
        return None

    def _card(self, node: Node) -> Node | None:
        """A component that chance picks."""
        options = self._replay.options(node)
        cells = self._engine.cells(node.machine)
        refs: list[int] = [option.act.picks[0] for option in options]  # type: ignore[misc]
        place = self._sight.place_of(cells, refs[0])
        leaving = self._leaving(node, place)
        if self._plain & set(leaving):
            return self._surviving(node, options)
        meant = [self._alike(cells, ref) for ref in leaving]
        right = [o for o, r in zip(options, refs, strict=True) if self._alike(cells, r) in meant]
        if leaving and right:
            option = self._rng.choice(right)
            picked: int = option.act.picks[0]  # type: ignore[assignment]
            sign = self._alike(cells, picked)
            self._exchange(leaving[meant.index(sign)], picked)
            self._weight += math.log(len(right)) - self._ways(cells, [picked])
            return self._made(node, option)
        return self._surviving(node, options)

    def _loose(self, cells: Any, zone: int) -> tuple[int, ...]:
        low, high = self._sight.loose(cells, zone)
        return self._sight.contents(cells, zone)[low:high]

    def _kind(self, cells: Any, ref: int) -> Kind:
        return self._sight.class_of(cells, ref)[:2]

    def _next_drawn(self, node: Node, place: int) -> Slot | None:
        """The slot that is drawn from the undecided order of a zone next."""
        for index, slot in self._plan.draws.get(place, ()):
            if index >= node.at and slot not in self._refs and slot not in self._drawn:
                self._drawn.add(slot)
                return slot
        return None

    def _among(self, node: Node, options: list[Option]) -> Node | None:
        """One of some outcomes, by their probabilities."""
        if not options:
            return None
        weights = [option.chance for option in options]
        at = self._rng.choices(range(len(options)), weights)[0]
        self._weight -= math.log(weights[at] / sum(weights))
        return self._made(node, options[at])

    def _surviving(self, node: Node, options: list[Option]) -> Node | None:
        """One of those outcomes after which nothing else is told than was told; of many just one."""
        if len(options) <= _FEW:
            options = [option for option in options if self._replay.follow(node, option) is not None]
        return self._among(node, options)

    def _spare(self, node: Node, options: list[Option], stretch: Sequence[int], place: int) -> Node | None:
        """One of some outcomes that nothing is known of, if possible none that is needed later."""
        cells = self._engine.cells(node.machine)
        needed: Counter[Kind] = Counter()
        for index, slot in self._plan.draws.get(place, ()):
            if index >= node.at and slot.what is not None and slot not in self._refs:
                needed[slot.what] += 1
        weights = []
        for option in options:
            ref: int = option.act.picks[0]  # type: ignore[assignment]
            number = option.chance * len(stretch)
            weights.append(max(number - needed[self._kind(cells, ref)], 0.01 * number))
        at = self._rng.choices(range(len(options)), weights)[0]
        self._weight -= math.log(weights[at] / sum(weights))
        return self._made(node, options[at])

    def _rolled(self, node: Node, options: list[Option]) -> Node | None:
        """Something changes unseen: mostly as it is seen later."""
        wanted = self._sampler.shown.get(node.at)
        token = self._replay.expected(node.at)
        if wanted is None or token is None or token[0] != tellings.SHOWN:
            return self._surviving(node, options)
        free = 0.0 if len(token) > 4 else _FREE
        if self._rng.random() >= free:
            likely = sorted(options, key=lambda option: option.act.picks[0] not in wanted)
            for option in likely:
                after = self._replay.follow(node, option)
                if after is not None and after.told and after.told[0][7:] == wanted:
                    self._weight -= math.log(1 - free + free * option.chance)
                    return self._made(node, option)
            return None
        weights = [option.chance for option in options]
        option = self._rng.choices(options, weights)[0]
        after = self._replay.follow(node, option)
        meant = after is not None and after.told and after.told[0][7:] == wanted
        self._weight -= math.log(free * option.chance + (1 - free if meant else 0.0))
        return self._made(node, option)

    # ---- the acts of others ----

    def _another(self, node: Node, options: list[Option]) -> Node | None:
        acting = [option for option in options if not declines(option.act)]
        passing = [option for option in options if declines(option.act)]
        planned = self._as_planned(node, acting)
        if not planned:
            self._sampler.excluder.learn(node, self._leaving_of(node))
            acting = []
        if planned and passing:
            if self._rng.random() < _DECLINES:
                planned = []
                self._weight -= math.log(_DECLINES)
            else:
                self._weight -= math.log(1 - _DECLINES)
        if not planned:
            return self._made(node, passing[0]) if passing else None
        option, swaps = self._rng.choice(planned)
        self._weight += math.log(len(planned))
        cells = self._engine.cells(node.machine)
        chosen = [new for old, new in swaps if old not in self._plain]
        self._weight -= self._ways(cells, chosen, node.stop.chooser)
        for old, new in swaps:
            self._exchange(old, new)
        return self._made(node, option)

    def _as_planned(self, node: Node, options: list[Option]) -> list[tuple[Option, list[tuple[int, int]]]]:
        """Those of the acts that do what was planned, each with the components of the plan and of the act, in pairs."""
        return Matching(self._sight, self._engine, self, node).among(options)

    def _leaving(self, node: Node, place: int) -> list[int]:
        """What leaves a place, as planned, in what is told next."""
        cells = self._engine.cells(node.machine)
        return [ref for ref in self._leaving_of(node) if self._sight.place_of(cells, ref) == place]

    def _leaving_of(self, node: Node) -> list[int]:
        """All that leaves an unordered zone into which the player does not look, as planned, in what is told next."""
        found = []
        self._plain = set()
        for index in self._sampler.story.group_after(node.at):
            token = self._replay.tokens[index]
            if token[0] in (tellings.MOVED, tellings.SHOWN) and token[1] in self._sight.mixing:
                slot = self._plan.slots.get(index)
                ref = self._refs.get(slot) if slot is not None else None
                if ref is not None and ref not in found:
                    found.append(ref)
                    if index in self._plan.plain:
                        self._plain.add(ref)
        return found

    def might_be(self, cells: Any, planned: int, ref: int) -> bool:
        """Whether it does not matter for the plan which of two components goes."""
        same_place = self._sight.place_of(cells, planned) == self._sight.place_of(cells, ref)
        return planned in self._plain and same_place and self._kind(cells, planned) == self._kind(cells, ref)

    def alike(self, cells: Any, ref: int) -> tuple[Any, ...]:
        """What tells a component apart from others that are offered as one with it."""
        return self._alike(cells, ref)

    def _alike(self, cells: Any, ref: int) -> tuple[Any, ...]:
        place = self._sight.place_of(cells, ref)
        what = self._sight.class_of(cells, ref)
        kind = self._sight.setting.declared.kinds[what[0]]
        if kind.distinct or kind.held:
            return (place, what, 0, ref)
        return (place, what, self._sight.knowers(cells, ref), -1)

    def _exchange(self, old: int, new: int) -> None:
        """Two components that are alike change parts."""
        if old == new:
            return
        first, second = self._slots.pop(old, None), self._slots.pop(new, None)
        if first is not None:
            self._slots[new] = first
            self._refs[first] = new
        if second is not None:
            self._slots[old] = second
            self._refs[second] = old

    def _ways(self, cells: Any, refs: list[int], chooser: int = -1) -> float:
        """The logarithm of in how many ways the same could have been planned: by other components that are alike."""
        out = 0.0
        signs = Counter(self._alike(cells, ref) for ref in refs)
        for sign, number in signs.items():
            zone = sign[0] - self._sight.first_zone
            if zone < 0 or (chooser >= 0 and not self._sight.zones[zone].viewers >> chooser & 1):
                continue
            there = sum(self._alike(cells, other) == sign for other in self._sight.contents(cells, zone))
            out += math.log(math.comb(there, number))
        return out

"""Plain models of games with cards, walked in step with the program: the oracle of the tests of secrets.

A `Table` has zones that hold cards, and notes for each player what is seen: of a card that moves what it is if the
player sees it here or there, of an ordered zone the positions, of an act of others what they picked if the player sees
which one it was. It knows nothing of how the program does these things. Two lines of a game are the same for a player
if all that was noted is.

A model is a function that plays a game on a table. It is run again and again with a longer list of choices, and stops
where there are no more.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import rulewright as rw

Zone = Any
Seen = tuple[Any, ...]


class Stop(Exception):  # noqa: N818 - nothing is wrong
    """Somebody has to choose, or chance (`who` is None) from options with weights."""

    def __init__(self, who: str | None, options: Sequence[tuple[str, int]], *, optional: bool = False) -> None:
        super().__init__()
        self.who, self.options, self.optional = who, options, optional


@dataclass(eq=False)
class Card:
    """A card. `known`: who knows which one it is, for the names of moves only."""

    kind: str
    mark: int = 0
    down: bool = False
    known: set[str] = field(default_factory=set)

    @property
    def what(self) -> Seen:
        return (self.kind, self.mark, self.down)


class Table:
    """A game under way, played by a list of choices."""

    def __init__(self, players: Sequence[str], choices: Sequence[str]) -> None:
        self.players, self.choices, self.made = tuple(players), choices, 0
        self.seen: dict[str, list[Seen]] = {player: [] for player in players}
        self.zones: dict[Zone, list[Card]] = {}
        self.order: dict[Zone, bool] = {}
        self.viewers: dict[Zone, frozenset[str]] = {}
        self.loose: dict[Zone, tuple[int, int]] = {}
        self.looks: dict[str, Seen] = {}
        self.open: Seen = ()
        """What everybody sees besides the cards, such as variables."""

    # ---- seeing ----

    def zone(self, name: Zone, viewers: Iterable[str], *, ordered: bool = False) -> None:
        self.zones[name], self.order[name], self.viewers[name] = [], ordered, frozenset(viewers)

    def sees(self, player: str, card: Card, zone: Zone) -> bool:
        hidden = card.down and self.viewers[zone] == frozenset(self.players)
        return player in self.viewers[zone] and not hidden

    def tell(self, token: Seen) -> None:
        for player in self.players:
            self.seen[player].append(token)

    def look(self, player: str) -> Seen:
        """What a player sees at the moment."""
        zones = [
            (str(zone), tuple(sorted(card.what for card in cards if self.sees(player, card, zone))))
            for zone, cards in self.zones.items()
            if player in self.viewers[zone]
        ]
        return (self.open, *zones)

    def glance(self, player: str) -> None:
        if self.looks.get(player) != self.look(player):
            self.looks[player] = self.look(player)
            self.seen[player].append(("look", self.looks[player]))

    # ---- cards ----

    def add(self, kind: str, zone: Zone) -> None:
        self.zones[zone].append(Card(kind, known={p for p in self.players if p in self.viewers[zone]}))

    def at(self, card: Card) -> tuple[Zone, int]:
        for zone, cards in self.zones.items():
            for position, other in enumerate(cards):
                if other is card:
                    return zone, position
        raise LookupError

    def move(self, card: Card, zone: Zone, *, bottom: bool = False) -> None:
        here, was = self.at(card)
        from_ = was if self.order[here] and not self._undecided(here, was) else -1
        before = {player for player in self.players if self.sees(player, card, here)}
        del self.zones[here][was]
        self._shift(here, was, -1)
        self.zones[zone].insert(0 if self.order[zone] and not bottom else len(self.zones[zone]), card)
        to = self.at(card)[1]
        self._shift(zone, to, 1)
        for player in self.players:
            seen = player in before or self.sees(player, card, zone)
            told = ("moved", here, from_, zone, to if self.order[zone] else -1, card.what if seen else None)
            self.seen[player].append(told)
            if not seen and not self.order[here] and player not in self.viewers[here] and self.zones[here]:
                for one in (card, *self.zones[here]):
                    one.known.discard(player)
            if self.sees(player, card, zone):
                card.known.add(player)

    def show(self, card: Card, players: Iterable[str]) -> None:
        zone, position = self.at(card)
        card.known.update(players)
        for player in self.players:
            seen = player in players or self.sees(player, card, zone)
            self.seen[player].append(("shown", zone, position if self.order[zone] else -1, card.what if seen else None))

    def changed(self, card: Card) -> None:
        """One of several that lie in no order is another now: who does not see which one knows none any more."""
        zone, _ = self.at(card)
        if not self.order[zone] and len(self.zones[zone]) > 1:
            for one in self.zones[zone]:
                one.known &= {player for player in self.players if self.sees(player, one, zone)}

    def shuffle(self, zone: Zone) -> None:
        if len(self.zones[zone]) > 1:
            self.loose[zone] = (0, len(self.zones[zone]))
            for card in self.zones[zone]:
                card.known = {player for player in self.players if self.sees(player, card, zone)}
            self.tell(("shuffled", zone))

    def _undecided(self, zone: Zone, position: int) -> bool:
        low, high = self.loose.get(zone, (0, 0))
        return low <= position < high and high - low > 1

    def _shift(self, zone: Zone, position: int, by: int) -> None:
        low, high = self.loose.get(zone, (0, 0))
        before = position < low if by < 0 else position <= low
        self.loose[zone] = (low + by, high + by) if before else (low, high + (by if position < high else 0))

    def end(self, zone: Zone, *, last: bool = False) -> Card | None:
        """The first card of an ordered zone, or the last; drawn if that is undecided."""
        cards = self.zones[zone]
        if not cards:
            return None
        if not self._undecided(zone, len(cards) - 1 if last else 0):
            return cards[-1 if last else 0]
        low, high = self.loose[zone]
        kinds = sorted({card.kind for card in cards[low:high]})
        options = [(kind, sum(card.kind == kind for card in cards[low:high])) for kind in kinds]
        drawn = self.chance(options)
        card = next(card for card in cards[low:high] if card.kind == drawn)
        del cards[self.at(card)[1]]
        cards.insert(high - 1 if last else low, card)
        self.loose[zone] = (low, high - 1) if last else (low + 1, high)
        return card

    def deal(self, number: int, zone: Zone, to: Zone) -> None:
        for _ in range(number):
            card = self.end(zone)
            if card is not None:
                self.move(card, to)

    # ---- choosing ----

    def _next(self, stop: Stop) -> str:
        if self.made == len(self.choices):
            raise stop
        self.made += 1
        return self.choices[self.made - 1]

    def chance(self, options: Sequence[tuple[str, int]]) -> str:
        """One of some outcomes with their weights."""
        return options[0][0] if len(options) == 1 else self._next(Stop(None, options))

    def choose(
        self, who: str, options: Sequence[tuple[str, Any]], seen: Callable[[str, Any], Seen], *, optional: bool = False
    ) -> Any:
        """What is chosen. `seen`: how another sees it; declining, None, is seen by nobody else."""
        texts = tuple(text for text, _ in options)
        text = self._next(Stop(who, [(one, 1) for one in texts], optional=optional))
        value = next(value for one, value in options if one == text)
        self.glance(who)
        self.seen[who].append(("asked", texts, text))
        for player in self.players:
            if player != who and value is not None:
                self.glance(player)
                self.seen[player].append(("did", who, *seen(player, value)))
        return value


Model = Callable[[Any], None]


@dataclass
class Node:
    """A place in a game: the state of the program, what each player may know, what it weighs for each player, whose own
    choices count as given."""

    state: rw.State
    knows: dict[str, Seen]
    weights: dict[str, Fraction]


def walk(game: rw.Game, model: Model, table: type[Table]) -> Iterator[Node]:
    """All decisions and ends of a game, in step with the model; every stop, option and probability is compared."""

    def onward(state: rw.State, choices: list[str], weights: dict[str, Fraction]) -> Iterator[Node]:
        now = table(game.players, choices)
        stop: Stop | None = None
        try:
            model(now)
        except Stop as stopped:
            stop = stopped
        assert state.over == (stop is None), choices
        assert state.mover == (stop.who if stop else None), choices
        if stop is None or stop.who is not None:
            knows = {player: (*now.seen[player], now.look(player), _moment(stop, player)) for player in game.players}
            yield Node(state, knows, weights)
        if stop is None:
            return
        if stop.who is None:
            total = sum(weight for _, weight in stop.options)
            found = sorted((move.text, chance) for move, chance in state.chance())
            assert found == sorted((text, Fraction(weight, total)) for text, weight in stop.options), choices
            for move, chance in state.chance():
                yield from onward(state.play(move), [*choices, move.text], {p: w * chance for p, w in weights.items()})
            return
        moves = state.moves()
        assert sorted(move.text for move in moves) == sorted(text for text, _ in stop.options), choices
        for move in moves:
            after = {p: w if p == stop.who else w / len(moves) for p, w in weights.items()}
            yield from onward(state.play(move), [*choices, move.text], after)

    return onward(game.start(chance="explicit"), [], dict.fromkeys(game.players, Fraction(1)))


def _moment(stop: Stop | None, player: str) -> Seen:
    if stop is None:
        return ("over",)
    if stop.who == player:
        return ("asked", tuple(text for text, _ in stop.options))
    return ("another", stop.who) if not stop.optional else ("unseen",)


def classes(nodes: Iterable[Node], player: str) -> dict[Seen, list[Node]]:
    """Nodes that are the same for a player."""
    found: dict[Seen, list[Node]] = defaultdict(list)
    for node in nodes:
        found[node.knows[player]].append(node)
    return found


def posterior(members: Sequence[Node], player: str) -> dict[int, float]:
    """The probabilities of the states, by hash, for somebody who knows only that it is one of these."""
    total = sum(map(operator.itemgetter(player), (node.weights for node in members)))
    found: dict[int, float] = defaultdict(float)
    for node in members:
        found[node.state.hash] += float(node.weights[player] / total)
    return found

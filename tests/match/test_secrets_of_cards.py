"""What players know, against plain models of small games: information keys part lines exactly as what was seen does,
nothing of a view differs where the player cannot tell the difference, and worlds have the probabilities that a walk
through all lines gives."""

from __future__ import annotations

import math
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from tests.match.tables import Card, Node, Table, classes, posterior, walk

import rulewright as rw
from rulewright.match.knowledge import LIMIT

RULES = """
game "Three cards"
players Ann, Bob, Cy
enum Heat: hot, cold
card Card:
    mark: int in 0..2 = 0
    rank = 0
card A is Card:
    rank = 1
card B is Card:
    rank = 2
card C is Card
piece Army:
    copies of each player = 1
die coin: 1..2
board square 2 by 1
zone deck: ordered, hidden
zone hand of each player: visible to owner
zone pile: ordered
zone heap
zone dark: hidden
zone slot of each 1..2: hidden
zone box of each Heat: visible to Bob
zone load of each Army: visible to owner, in_play
define other: player = next(mover)
action Play:
    pick c in hand of mover
    do:
        move c to pile
action Give:
    pick c in hand of mover
    do:
        move c to hand of other
action Steal:
    pick c in hand of other
    do:
        move c to hand of mover
action Tell:
    pick c in hand of mover
    do:
        reveal c to other
action Bury:
    pick c in hand of mover
    do:
        flip c
        move c to heap
action Lift:
    pick c in heap
    do:
        move c to hand of mover
action Lowest:
    pick c in hand of mover
    where no(d in hand of mover: d.rank < c.rank)
    do:
        move c to dark
action Load:
    pick c in hand of mover
    pick a in Army of mover
    do:
        move c to load of a
action Grab:
    pick a in Army
    do:
        a.owner = mover
action Slot:
    pick c in hand of mover
    pick i in 1..2
    do:
        move c to slot of i
action Box:
    pick c in hand of mover
    pick i in Heat
    do:
        move c to box of i
action Take:
    pick i in 1..2
    pick c in slot of i
    do:
        move c to hand of mover
action Bottom:
    do:
        move bottom(deck) to hand of mover
action Dig:
    do:
        move top(deck) to deck bottom
action Peek:
    do:
        reveal top(deck) to mover
action Roll:
    pick c in hand of mover
    do:
        c.mark = roll coin
action Mark:
    pick c in hand of mover
    do:
        c.mark = 1
action Turn:
    pick c in hand of mover
    do:
        c.kind = A
action Onto:
    pick c in hand of mover
    pick a in Army of mover
    do:
        move c to load of a
    say "{c} onto {a.at}{mark(a.owner == mover)}"
action Trade:
    pick c in hand of mover
    pick d in hand of other
    do:
        move c to hand of other
        move d to hand of mover
    say "{c} for {d}"
action Tag:
    pick c in hand of mover
    do:
        move c to dark
    say "{c}{mark(c is A)}"
action Rate:
    pick c in hand of mover
    pick d in heap
    do:
        move c to dark
    say "{d} by {c} {rated(c)}"
define mark(so: bool): text = "!" if so else ""
define rated(c: Card): int = c.rank
setup:
    move supply(Card) to deck
    shuffle deck
"""

SAID = {
    "Onto": lambda c, a: f"{c} onto {a}!",
    "Trade": lambda c, d: f"{c} for {d}",
    "Tag": lambda c: c + ("!" if c == "A" else ""),
    "Rate": lambda c, d: f"{d} by {c} {RANK[c]}",
}
"""Some moves as the rules write them, from the names of their picks."""

RANK = {"A": 1, "B": 2, "C": 0}

Option = tuple[list[Card], tuple[Any, ...], Callable[[], object]]
"""Which cards are picked, which other values, what is done."""


class Cards(Table):
    """The model of these rules."""

    def __init__(self, players: tuple[str, ...], choices: list[str]) -> None:
        super().__init__(players, choices)
        self.out: tuple[str, ...] = ()
        self.armies: dict[str, str] = {}
        self.zone("deck", (), ordered=True)
        self.zone("pile", players, ordered=True)
        self.zone("heap", players)
        self.zone("dark", ())
        for player in players:
            self.zone(("hand", player), (player,))
        for number in (1, 2):
            self.zone(("slot", number), ())
        for heat in ("hot", "cold"):
            self.zone(("box", heat), ("Bob",))
        for kind in "ABC":
            self.add(kind, "deck")
        self.shuffle("deck")

    def army(self, site: str, owner: str) -> None:
        self.armies[site] = owner
        self.open = tuple(self.armies.items())
        inside = self.zones.get(("load", site), [])
        self.zone(("load", site), (owner,))
        self.zones["load", site] = inside
        for card in inside:
            card.known.add(owner)

    def name(self, player: str, card: Card) -> str:
        zone, position = self.at(card)
        words = zone if isinstance(zone, str) else f"{zone[0]} of {zone[1]}"
        return card.kind if player in card.known else f"{words} {position + 1}"

    def picks(self, player: str, zone: Any) -> list[Card]:
        """The cards of a zone; those that are alike once, if the player sees them."""
        found: dict[Any, Card] = {}
        for card in self.zones[zone]:
            alike = (card.what, tuple(sorted(card.known))) if self.sees(player, card, zone) else id(card)
            found.setdefault(alike, card)
        return list(found.values())

    def options(self, player: str, action: str) -> list[Option]:
        left = [one for one in self.players if one not in self.out or one == player]
        other = left[(left.index(player) + 1) % len(left)]
        hand, theirs = ("hand", player), ("hand", other)
        mine = self.picks(player, hand)

        def each(do: Callable[[Card], object], cards: list[Card]) -> list[Option]:
            return [([card], (), lambda card=card: do(card)) for card in cards]  # type: ignore[misc]

        def to(zone: Any, cards: list[Card], *values: Any) -> list[Option]:
            return [([card], values, lambda card=card: self.move(card, zone)) for card in cards]  # type: ignore[misc]

        def end(do: Callable[[Card], object], *, last: bool = False) -> list[Option]:
            def done() -> None:
                card = self.end("deck", last=last)
                if card is not None:
                    do(card)

            return [([], (), done)]

        def bury(card: Card) -> None:
            card.down = True
            for one in self.players:
                self.seen[one].append(("flip", player, card.what if one == player else None))
            self.move(card, "heap")

        def roll(card: Card) -> None:
            card.mark = int(self.chance([("1", 1), ("2", 1)]))
            card.known &= {one for one in self.players if self.sees(one, card, hand)}
            self.changed(card)
            self.show(card, ())

        def mark(card: Card) -> None:
            card.mark = 1
            self.changed(card)

        def turn(card: Card) -> None:
            card.kind = "A"
            self.changed(card)

        match action:
            case "Play":
                return to("pile", mine)
            case "Give":
                return to(theirs, mine)
            case "Steal":
                return to(hand, self.picks(player, theirs))
            case "Tell":
                return each(lambda card: self.show(card, (other,)), mine)
            case "Bury":
                return each(bury, mine)
            case "Lift":
                return to(hand, self.picks(player, "heap"))
            case "Lowest":
                lowest = min((RANK[card.kind] for card in mine), default=0)
                return to("dark", [card for card in mine if RANK[card.kind] == lowest])
            case "Load":
                own = [site for site, owner in self.armies.items() if owner == player]
                return [option for card in mine for site in own for option in to(("load", site), [card], site)]
            case "Onto":
                return self.options(player, "Load")
            case "Tag":
                return to("dark", mine)
            case "Trade":

                def trade(card: Card, against: Card) -> None:
                    self.move(card, theirs)
                    self.move(against, hand)

                return [
                    ([card, against], (), lambda card=card, against=against: trade(card, against))  # type: ignore[misc]
                    for card in mine
                    for against in self.picks(player, theirs)
                ]
            case "Rate":
                return [
                    ([card, by], (), lambda card=card: self.move(card, "dark"))  # type: ignore[misc]
                    for card in mine
                    for by in self.picks(player, "heap")
                ]
            case "Grab":
                return [([], (site,), lambda site=site: self.army(site, player)) for site in self.armies]  # type: ignore[misc]
            case "Slot":
                return [option for card in mine for i in (1, 2) for option in to(("slot", i), [card], i)]
            case "Box":
                return [
                    option for card in mine for heat in ("hot", "cold") for option in to(("box", heat), [card], heat)
                ]
            case "Take":
                return [option for i in (1, 2) for option in to(hand, self.picks(player, ("slot", i)), i)]
            case "Bottom":
                return end(lambda card: self.move(card, hand), last=True)
            case "Dig":
                return end(lambda card: self.move(card, "deck", bottom=True))
            case "Peek":
                return end(lambda card: self.show(card, (player,)))
            case "Roll":
                return each(roll, mine)
            case "Mark":
                return each(mark, mine)
            case "Turn":
                return each(turn, mine)
        raise AssertionError(action)

    def act(self, player: str, actions: str, *, optional: bool = False) -> None:
        """`choose`, with `else: nothing`, or `may choose`."""
        found: list[tuple[str, Any]] = []
        for action in actions.split(" | "):
            for cards, values, do in self.options(player, action):
                words = [self.name(player, card) for card in cards], [str(value) for value in values]
                first, second = words if action != "Take" else reversed(words)
                said = SAID[action](*first, *second) if action in SAID else " ".join([action, *first, *second])
                found.append((said, (action, cards, values, do)))
        if not found:
            return
        names = Counter(text for text, _ in found)
        numbers: Counter[str] = Counter()
        for at, (text, value) in enumerate(found):
            numbers[text] += 1
            found[at] = (f"{text} {numbers[text]}" if names[text] > 1 else text, value)
        if optional:
            found.append(("decline", None))
        chosen = self.choose(player, found, self.as_seen, optional=optional)
        if chosen is not None:
            chosen[3]()

    def as_seen(self, player: str, chosen: Any) -> Any:
        """Of what lies in no order others see which one was picked only if they look there."""
        action, cards, values, _ = chosen
        return (action, values, *(self._seen_there(player, card) for card in cards))

    def _seen_there(self, player: str, card: Card) -> Any:
        zone, _ = self.at(card)
        told_apart = self.order[zone] or player in self.viewers[zone]
        return (zone, card.what if player in card.known and told_apart else None)


Play = Callable[[Cards], None]
GAMES: dict[str, tuple[str, Play]] = {}


def game(name: str, rules: str, *deals: tuple[int, str], last: Callable[[Cards], None] | None = None) -> None:
    """A game: lines `Ann: Give`, `Bob, may: Play | Give`; others are rules alone, of which `last` is the model."""
    deals_ = "".join(f"    deal {number} from deck to hand of {player}\n" for number, player in deals)
    flow = ["flow:"]
    steps: list[tuple[str, str, bool]] = []
    for line in rules.strip().splitlines():
        who, _, actions = line.strip().partition(": ")
        player, _, may = who.partition(", ")
        steps.append((player, actions, bool(may)))
        flow += [f"    mover = {player}", f"    {'may ' if may else ''}choose {actions}"]
        flow += [] if may else ["    else: nothing"]
    flow.append("    tie")

    def model(table: Cards) -> None:
        for number, player in deals:
            table.deal(number, "deck", ("hand", player))
        if last is not None:
            last(table)
        for player, actions, may in steps:
            table.act(player, actions, optional=may)

    GAMES[name] = deals_ + "\n".join(flow) + "\n", model


def place_armies(table: Cards) -> None:
    table.army("a1", "Ann")
    table.army("b1", "Bob")


game(
    "a card passed on, shown, passed on again",
    """
    Ann: Give
    Bob: Tell
    Bob: Give
    Cy: Play
    """,
    (1, "Ann"),
    (1, "Bob"),
    (1, "Cy"),
)
game(
    "one of two is stolen, one of which is known",
    """
    Bob: Tell
    Ann: Steal
    Cy: Give
    Ann: Tell
    """,
    (2, "Bob"),
    (1, "Cy"),
)
game(
    "both ends of the deck",
    """
    Ann: Bottom | Peek | Dig
    Bob: Bottom | Dig
    Cy: Bottom | Peek
    """,
)
game(
    "face down on an open heap",
    """
    Ann: Tell
    Ann: Bury
    Ann: Give
    Bob: Bury
    Cy: Give
    Ann: Bury
    Cy: Lift
    """,
    (2, "Ann"),
    (1, "Cy"),
)
game(
    "only the lowest may go",
    """
    Ann: Lowest
    Bob: Give
    Ann: Lowest
    Cy, may: Give
    """,
    (2, "Ann"),
    (1, "Bob"),
)
game(
    "what changes in a hand",
    """
    Ann: Tell
    Ann: Roll | Mark | Turn
    Ann: Give
    Bob: Tell
    """,
    (2, "Ann"),
)
game(
    "zones of numbers and words",
    """
    Ann: Slot
    Ann: Slot
    Bob: Take
    Bob: Box
    """,
    (2, "Ann"),
)
game(
    "zones of armies that change hands",
    """
    Ann: Load
    Bob: Grab
    Ann: Load
    Cy: Grab
    """,
    (2, "Ann"),
    last=place_armies,
)
game(
    "moves of which others know a part",
    """
    Bob: Tell
    Ann: Trade
    Cy: Bury
    Bob: Rate
    Ann: Tag
    """,
    (1, "Ann"),
    (1, "Bob"),
    (1, "Cy"),
)
game(
    "one of three is told",
    """
    Ann: Tell
    Ann: Tag
    Ann: Play
    Ann: Tag
    """,
    (3, "Ann"),
)
game(
    "armies on which somebody lays a card",
    """
    Ann: Onto
    Bob: Grab
    Ann: Tell
    Bob: Onto
    """,
    (2, "Ann"),
    (1, "Bob"),
    last=place_armies,
)


@cache
def played(name: str) -> tuple[rw.Game, list[Node]]:
    rules, model = GAMES[name]
    placed = "    place Army of Ann on a1\n    place Army of Bob on b1\n" if "armies" in name else ""
    found = rw.loads(RULES + placed + rules)
    return found, list(walk(found, model, Cards))


def alike(name: str) -> Iterator[tuple[str, list[Node]]]:
    found, nodes = played(name)
    for player in found.players:
        for members in classes(nodes, player).values():
            yield player, members


@pytest.mark.parametrize("name", GAMES)
def test_equal_keys_are_what_looked_the_same(name: str) -> None:
    keys = [{(player, node.state.information_key(player)) for node in members} for player, members in alike(name)]
    assert all(len(one) == 1 for one in keys)
    assert len(set.union(*keys)) == len(keys)


def surfaces(view: rw.View, texts: list[str]) -> dict[str, Any]:
    """All that can be got out of a view."""
    shown = {name: getattr(view, name) for name in ("log", "told", "lines", "status", "mover", "question", "outcome")}
    moves = [(m.text, m.told, m.action, m.picks, m.picked, m.steps, m.declines, m.index, hash(m)) for m in view.moves()]
    return {
        **shown,
        "str": str(view),
        "repr": repr(view),
        "hash": hash(view),
        "moves": moves,
        "record": view.record(),
        "serialize": view.serialize(),
        "pickle": pickle.dumps(view),
        "zones": view.zones(),
        "standing": view.standing(),
        "svg": view.svg(),
        "variables": view.variables(),
        "why": [_why(view, text) for text in texts],
        "about": [view.about(site) for site in view.game.setting.declared.board.sites]
        if view.game.setting.declared.board
        else [],
        "worlds": [(world.hash, world.log) for world in view.worlds(3, seed=3)],
    }


def _why(view: rw.View, text: str) -> str:
    try:
        return view.why(text)
    except rw.AmbiguousMove as error:
        return str(error)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_of_a_view_differs_where_the_player_sees_no_difference(name: str) -> None:
    compared = 0
    several = [(player, members) for player, members in alike(name) if len(members) > 1]
    for player, members in several[:: 1 + len(several) // 12]:
        texts = sorted({move.text for node in members for move in node.state.moves()})[:2]
        first, *others = members[0], members[len(members) // 2], members[-1]
        for other in others:
            assert surfaces(other.state.view(player), texts) == surfaces(first.state.view(player), texts)
            compared += 1
    assert compared > 3


@pytest.mark.parametrize("name", GAMES)
def test_listed_worlds_are_as_likely_as_the_walk_says(name: str) -> None:
    found, _ = played(name)
    for player, members in list(alike(name))[::5]:
        view = members[0].state.view(player)
        assert view.worlds(1).exact
        weights: Counter[int] = Counter()
        for machine, lines in view.knowledge._pool(LIMIT)._endings:  # type: ignore[attr-defined]
            weights[found.setting.engine.digest(machine)] += lines.weight
        total = sum(weights.values())
        assert {one: weight / total for one, weight in weights.items()} == pytest.approx(posterior(members, player))


@pytest.mark.parametrize("name", GAMES)
def test_drawn_worlds_leave_nothing_out(name: str) -> None:
    several = 0
    for player, members in list(alike(name))[::9]:
        expected = posterior(members, player)
        worlds = members[0].state.view(player).worlds(100, seed=3, limit=0)
        assert not worlds.exact or len(expected) == 1
        assert {world.hash for world in worlds} <= set(expected)
        shares = Counter(world.hash for world in worlds)
        for one, share in expected.items():  # drawn again from a hundred draws: twice the spread of these
            assert abs(shares[one] / 100 - share) < 4.5 * math.sqrt(2 * share * (1 - share) / 100) + 1e-9
        several += len(expected) > 1
    assert several

"""What must hold whatever is done with cards: random games over all effects, each state looked at cell by cell."""

from __future__ import annotations

import random
from typing import Any

import pytest

from program.zoned import Table, table
from rulewright.engines.protocol import PlayError

EVERYWHERE = "deck + row + pool + secret + camp + hand of White + hand of Black + Card"

RULES = """
players White, Black
board square 3 by 1
die d3: 1..3
piece Pawn:
    copies = 3
card Card:
    copies = 0
    power: int in 0..3 = 0
card Ace is Card:
    copies = 3
card King is Card:
    copies = 2
card Queen is Card:
    copies = 2
zone deck: Card, ordered, hidden
zone row: Card, ordered
zone pool: Card
zone secret: Card, hidden
zone camp: Card, in_play
zone hand of each player: Card, visible to owner

setup:
    move supply(Card) to deck
    shuffle deck
    place Pawn on a1

"""

EFFECTS = [
    "move c to deck",
    "move c to deck bottom",
    "move c to row bottom",
    "move c to pool",
    "move c to secret",
    "move c to camp",
    "move c to hand of mover",
    "move c to hand of opponent",
    "flip c",
    "reveal c to mover",
    "reveal c",
    "remove c",
    "c.owner = opponent",
    "c.kind = Queen",
    "c.power = roll d3",
]

WHOLE = [
    "shuffle deck",
    "shuffle row",
    "deal 2 from deck to hand of mover",
    "deal 1 from deck to row",
    "deal 1 from row to secret",
    "move pool to deck",
    "move row to deck bottom",
    "move hand of mover to pool",
    "move deck to row",
    "move {x in deck: x is Ace} to camp",
    "reveal deck to opponent",
    "move supply(Card) to secret",
    "remove {x in pool: x is King}",
    "let t = top(deck)\n        move t to pool",
    "reveal bottom(deck)",
    "let p = any_of(deck)\n        move p to hand of opponent",
    "let f = first(empty)\n        move any_of(pool) to f",
]


def rules(*, flips: bool) -> str:
    """The game; with `flips` cards may lie face down."""
    effects = [effect for effect in EFFECTS if flips or not effect.startswith("flip")]
    actions = []
    for number, effect in enumerate(effects):
        actions.append(f"action One{number}:\n    pick c in {EVERYWHERE}\n    do:\n        {effect}\n")
    for number, effect in enumerate(WHOLE):
        actions.append(f"action All{number}:\n    do:\n        {effect}\n")
    actions.append(
        "action Swap:\n    pick c in Card + pool\n    pick d in secret + row + Card\n    do:\n        swap c with d\n"
    )
    actions.append("action Step:\n    pick p in Pawn\n    pick there in empty\n    do:\n        move p to there\n")
    ones = [f"One{number}" for number in range(len(effects))]
    names = [*ones, *(f"All{number}" for number in range(len(WHOLE))), "Swap", "Step"]
    return RULES + "\n".join(actions) + f"\nturn:\n    choose {' | '.join(names)}\n"


def look(t: Table, s: Any, *, flips: bool) -> None:
    """Everything that follows from the kind, the owner and the place of each component, worked out anew."""
    kinds, owners, places = (t.cell(s, name) for name in ("kind", "owner", "place"))
    program, sites = t.program, 3
    first_number = len(kinds) - len(places)
    in_play, existing, taken = [0] * 3, [0] * len(t.game.kinds), 0
    of_kind = [0] * len(t.game.kinds)
    lies: dict[int, set[int]] = {zone: set() for zone in range(len(program.zones))}
    for ref, (kind, owner) in enumerate(zip(kinds, owners, strict=True)):
        place = places[ref - first_number] if ref >= first_number else ref if ref < sites else -1
        if kind < 0:
            assert ref < first_number or place == -1
            continue
        if place < 0:
            assert ref < first_number, "what has left the game is still of a kind"
            continue
        existing[kind] |= 1 << ref
        if place >= program.first_zone:
            lies[place - program.first_zone].add(ref)
        else:
            assert not taken >> place & 1, "two on one site"
            taken |= 1 << place
        if place < program.first_zone or program.zones[place - program.first_zone].in_play:
            in_play[owner] |= 1 << ref
            of_kind[kind] |= 1 << ref
    assert (in_play, of_kind) == (t.cell(s, "owned"), t.cell(s, "of_kind"))
    assert existing == t.cell(s, "existing")
    assert [taken] == t.cell(s, "filled")
    numbers = sum(1 << number for number in range(len(places)) if kinds[first_number + number] < 0)
    assert [numbers] == t.cell(s, "unused")
    for zone, info in enumerate(program.zones):
        look_into(t, s, zone, lies[zone], by_kind=not info.ordered and info.viewers == 3 and not flips)


def look_into(t: Table, s: Any, zone: int, lies: set[int], *, by_kind: bool) -> None:
    contents = t.view(s, "contents", zone)
    assert len(contents) == len(lies) and set(contents) == lies
    keys = [(t.view(s, "kind_of", ref), ref) for ref in contents]
    low, high = t.view(s, "loose_from", zone), t.view(s, "loose_to", zone)
    assert (low, high) == (0, 0) or (low >= 0 and low + 2 <= high <= len(contents))
    assert keys[low:high] == sorted(keys[low:high])
    if by_kind:
        assert keys == sorted(keys)
    for ref in contents:
        assert t.view(s, "zone_of", ref) == zone
        viewers, known = t.view(s, "viewers", ref), t.view(s, "known", ref)
        assert not viewers & ~known, "somebody sees it and does not know it"


@pytest.mark.parametrize("seed", range(6))
def test_random_games(seed: int) -> None:
    flips = seed % 3 == 0
    t = table(rules(flips=flips))
    choices = random.Random(seed)
    s = t.start(seed if seed % 2 else None)
    for _ in range(120):
        look(t, s, flips=flips)
        stopped = t.engine.stopped(s)
        if stopped.kind == "chance":
            act = choices.choice(t.engine.outcomes(s))[0]
        else:
            acts = t.engine.moves(s)
            wanted = choices.choice(sorted({act.alternative for act in acts}))  # each sort of move as often
            act = choices.choice([act for act in acts if act.alternative == wanted])
        if seed % 3 == 1:
            assert t.engine.key(t.engine.unpack(t.engine.pack(s))) == t.engine.key(s)
        try:
            s = t.engine.apply(s, act)
        except PlayError as error:
            # kinds that change make room in the supply, until there are no more components
            assert error.code == "X102"

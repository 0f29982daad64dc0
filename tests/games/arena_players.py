"""How tests choose what to do in Arena of the Planeswalkers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.arena_box import AMBUSH, CRYPTOLITHS, HEIGHT, WIDTH, Cell
from games.arena_game import War
from games.arena_referee import VIOLET, Choice, Chosen
from games.arena_sight import distance

Player = Callable[[War, Choice, Random], Chosen]


def anyhow(_: War, asked: Choice, random: Random) -> Chosen:
    """Any of it; of what there is less as often as of what there is more, and seldom nothing."""
    some = sorted((one for one in asked.among if one), key=str)
    if not some or (None in asked.among and random.random() < 0.1):
        return None
    kind = random.choice(sorted({one[0] for one in some}))
    return random.choice([one for one in some if one[0] == kind])


def eagerly(table: War, asked: Choice, random: Random) -> Chosen:
    """Mostly what brings one nearer to what one is after, and whatever does harm."""
    some = sorted((one for one in asked.among if one), key=str)
    moves = [one for one in some if one[0] in ("step", "scale", "fly", "space")]
    if not moves or random.random() < 0.15:
        return random.choice(some)
    goals = goals_of(table, asked.player)
    nearest = {one: min(distance(one[-1], goal) for goal in goals) for one in moves}
    best = min(moves, key=lambda one: (nearest[one], random.random()))
    here = best[1] if len(best) == 3 else None
    worse = here is not None and nearest[best] >= min(distance(here, goal) for goal in goals)
    return None if worse and None in asked.among else best


def goals_of(table: War, player: str) -> list[Cell]:
    """Where a player wants to get to: the exits, the cryptoliths, or whoever is there to fight."""
    if table.battlefield == AMBUSH and player != VIOLET:
        return sorted(table.ground.exits)
    if table.battlefield == CRYPTOLITHS and player != table.defender:
        return sorted(table.stones)
    foes = [f.here for f in table.standing() if not table.friends(f.owner, player)]
    return foes or [(WIDTH // 2, HEIGHT // 2)]

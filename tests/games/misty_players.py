"""A player of Misty Valley for the tests, who chooses at random but does everything that can be done in a game."""

from collections.abc import Iterable
from random import Random

from games.misty_referee import Chosen


def random_choice(among: Iterable[Chosen], random: Random) -> Chosen:
    """First what to do, each as likely as the others, then how: else nearly all choices would be patrols."""
    sorts: dict[str, list[Chosen]] = {}
    for choice in among:
        sorts.setdefault(choice[0] if choice else "", []).append(choice)
    return random.choice(sorted(sorts[random.choice(sorted(sorts))], key=str))

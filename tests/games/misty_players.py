"""Players of Misty Valley for the tests: one who does everything that can be done, one who soon has no patrols left,
one who makes control and explorers disagree."""

from collections.abc import Collection, Iterable
from random import Random

from games.misty_referee import Chosen, Table


def random_choice(among: Iterable[Chosen], random: Random) -> Chosen:
    """First what to do, each as likely as the others, then how: else nearly all choices would be patrols."""
    sorts: dict[str, list[Chosen]] = {}
    for choice in among:
        sorts.setdefault(choice[0] if choice else "", []).append(choice)
    return random.choice(sorted(sorts[random.choice(sorted(sorts))], key=str))


def anyhow(table: Table, among: Collection[Chosen], random: Random) -> Chosen:
    """Anything."""
    return random_choice(among, random)


def hurriedly(table: Table, among: Collection[Chosen], random: Random) -> Chosen:
    """All patrols first; the spyglass when one valley tile is left, before the main action; no other special action."""
    last = table.stacks["valleys"].total() + table.display.total() == 1 and None not in among
    wanted = {choice for choice in among if choice and choice[0] in ("patrol", "at", "wall")}
    wanted = wanted or {choice for choice in among if last and choice and choice[0] == "spyglass"}
    wanted = wanted or {choice for choice in among if choice and choice[0] in ("explore", "blind")}
    return random_choice(wanted or {None}, random)


def contrarily(table: Table, among: Collection[Chosen], random: Random) -> Chosen:
    """Diplomacy as soon as it can be; markers on sides only after it, and then at once: control that explorers deny."""
    marks = {choice for choice in among if choice and choice[0] in ("smoke", "reinforce")}
    wanted = {choice for choice in among if choice and choice[0] == "diplomacy"}
    if not wanted and table.seen["diplomacy"]:
        wanted = marks
    return random_choice(wanted or set(among) - marks, random)

"""What came of a move, in lines for people: `Ranger of Teal on f12: damage 2`, `Noble of Violet left b9`; and whose
turn it is now.

Two positions are compared as somebody sees them, so that nothing else can be told. Told are fields that do not reset
themselves, and, in games whose kinds have such fields, what is no longer on the board.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from rulewright.match.naming import ANYONE
from rulewright.match.pieces import Standing, pieces, standing, title
from rulewright.match.setting import Setting
from rulewright.match.sides import fields_of, told_fields
from rulewright.semantics.notations import COUNTERS

if TYPE_CHECKING:
    from rulewright.match.state import State

MOST = 6
"""So many changes are told one by one."""


def changes(before: State, after: State, seat: int = ANYONE, mover: int = -1, rolled: bool = False) -> list[str]:
    """What a seat (ANYONE: everybody) sees that has changed between two states. That something of the `mover`'s own has
    left the board is told by the move, unless dice were `rolled`."""
    setting = before.game.setting
    if not any(_lasting(setting, kind) for kind in range(len(setting.declared.kinds))):
        return []
    was, now = (
        standing(setting, one._machine if seat < 0 else setting.engine.seen(one._machine, seat), seat)
        for one in (before, after)
    )
    pairs, gone, came = _paired(was, now)
    lines = [line for old, new in pairs if (line := _changed(setting, old, new))]
    taken = {(one.site, one.owner) for one in came} | {(one.site, one.kind) for one in came}
    lost = [one for one in gone if one.kind >= 0 and (rolled or one.owner != mover)]
    lines += [
        f"{_name(setting, one)} left {_site(setting, one)}"
        for one in lost
        if not {(one.site, one.owner), (one.site, one.kind)} & taken
    ]
    return [*lines[:MOST], f"and {len(lines) - MOST} more"] if len(lines) > MOST else lines


def _paired(
    was: Iterable[Standing], now: Iterable[Standing]
) -> tuple[list[tuple[Standing, Standing]], list[Standing], list[Standing]]:
    """Which of what stood there is which of what stands there, as far as it differs; what is gone; what came. What is
    where it was is the same; of others only what is alike, or the only one of its sort."""
    old, new = Counter(was), Counter(now)
    left, came = list((old - new).elements()), list((new - old).elements())
    pairs: list[tuple[Standing, Standing]] = []

    def match(alike: Callable[[Standing], object]) -> None:
        for one in tuple(left):
            there = [other for other in came if alike(other) == alike(one)]
            here = [other for other in left if alike(other) == alike(one)]
            if len(there) == len(here) == 1:
                pairs.append((one, there[0]))
                left.remove(one)
                came.remove(there[0])

    match(lambda one: (one.site, one.layer, one.kind, one.owner))
    for one in tuple(left):  # what only went elsewhere
        same = next((other for other in came if _sort(other) == _sort(one) and other.fields == one.fields), None)
        if same is not None:
            left.remove(one)
            came.remove(same)
    match(_sort)
    return pairs, left, came


def _sort(one: Standing) -> tuple[int, int]:
    return one.kind, one.owner


def _changed(setting: Setting, old: Standing, new: Standing) -> str:
    """`Ranger of Teal on f12: damage 2`; "" if no lasting field has changed."""
    lasting = _lasting(setting, new.kind) if new.kind >= 0 and old.kind == new.kind else set()
    had, has = (
        {name: text for name, text in one.fields if name in lasting and told_fields(setting, new.kind, [(name, text)])}
        for one in (old, new)
    )
    told = told_fields(setting, new.kind, [(name, text) for name, text in has.items() if had.get(name) != text])
    for name, text in had.items():
        if name not in has:
            told.append(f"{'no' if text else 'not'} {''.join(told_fields(setting, new.kind, [(name, '')]))}")
    return f"{_name(setting, new)} on {_site(setting, new)}: {', '.join(told)}" if told else ""


def _lasting(setting: Setting, kind: int) -> set[str]:
    """The fields of a kind that keep what they hold, and of which people are told."""
    declared = setting.declared
    if declared.board is None:
        return set()
    of = declared.kinds[kind]
    return {
        field.name
        for field in fields_of(of)
        if field.until is None and field.each is None and not field.cycle and declared.member_name(field.name, of)
    }


def _name(setting: Setting, one: Standing) -> str:
    return title(setting, pieces(setting, [one])[0])


def _site(setting: Setting, one: Standing) -> str:
    assert setting.declared.board is not None
    return setting.declared.board.names[one.site]


# ---- turns ----

Turn = tuple[str | None, tuple[int, ...]]
"""Whose turn it is, and the counters of turns and rounds."""


def turn_of(state: State) -> Turn:
    """The turn in which a state is."""
    return state.active, tuple(number for _, number in _counters(state))


def turn_line(state: State) -> str:
    """`-- Violet's turn, turn 5 --`; with a number where `display:` has a name for one."""
    game = state.game
    named = ((game.setting.declared.look(name).name, number) for name, number in _counters(state))
    told = [f", {re.sub(r'[(].*', '', game.say(name)).strip()} {number}" for name, number in named if name]
    return f"-- {game.say(state.active or '')}'s turn{''.join(told[:1])} --"


def _counters(state: State) -> Sequence[tuple[str, int]]:
    cells = state.game.setting.engine.cells(state._machine)
    found = [(cell.name, cells[cell.offset]) for cell in state.game.setting.program.cells if cell.name in COUNTERS]
    return [(name, number) for name, number in found if isinstance(number, int)]

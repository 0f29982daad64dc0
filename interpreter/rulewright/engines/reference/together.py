"""What the machine does while players decide together: see `apart.py` for what a state holds then."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Protocol

from rulewright.engines import errors
from rulewright.engines.protocol import Act, PlayError
from rulewright.engines.reference.apart import NOTHING, Apart, begun, decoded, encoded, restored
from rulewright.engines.reference.code import Ask, Code, Joint, Whole, following, resume
from rulewright.engines.reference.compound import Ways
from rulewright.engines.reference.runtime import shown
from rulewright.engines.reference.state import IDLE, SEARCHING, State
from rulewright.engines.reference.steps import CALLED, LEFT
from rulewright.program import ir, walk
from rulewright.program.typeof import type_of
from rulewright.source import Span

_WAY = -1
"""Stands for the number of the decision where a choice is a way through a compound stop."""


class Runner(Protocol):
    """What is needed of the machine."""

    code: Code

    def advance(self, s: State) -> bool:
        """Run to the next stop."""


# ---- from seat to seat ----


def begin(machine: Runner, s: State, joint: Joint, members: int) -> int:
    """The block is reached: the first of the seats decides. The sign for the machine's loop."""
    if s.apart is not None or s.generator is SEARCHING:
        inside = "one move" if s.apart is None else "a block in which players decide together"
        raise PlayError(errors.TOGETHER_INSIDE, f"Players are to decide together inside {inside}.", joint.together.span)
    s.apart = begun(s, members)
    if s.apart is None:
        s.frames[-1][1] = joint.after
    else:
        s.told = ()
        _enter(machine, s)
    return CALLED


def next_seat(machine: Runner, s: State) -> int:
    """The block of a seat is done: the next one follows; after the last copy the blocks run on the one state."""
    apart = s.apart
    joint = _joint(machine, s)
    last = apart.at + 1 == len(apart.seats)
    if not apart.running:
        restored(s, apart.base)
        s.apart = apart.decided() if last else apart.next_seat()
        if last and not any(one[1] != NOTHING for own in apart.chosen for one in own):
            s.told = apart.base.told  # nobody was asked, so nobody has been told it yet
    elif apart.next_choice() is not None:
        raise _impossible(machine, s, "has chosen something that is not asked for any more", joint.together.span)
    elif apart.alone:
        s.apart = None
        return LEFT
    elif last:
        s.apart = None
        s.frames[-1][1] = joint.after
        return CALLED
    else:
        s.apart = apart.next_seat()
    _enter(machine, s)
    return CALLED


def _enter(machine: Runner, s: State) -> None:
    """The block runs for the seat whose turn it is."""
    f = s.frames[-1]
    joint = _joint(machine, s)
    f[joint.seat] = s.apart.seat
    f[1] = joint.entry


def _joint(machine: Runner, s: State) -> Joint:
    """The block in which players decide together."""
    f = s.apart.base.frames[-1]
    joint = machine.code.flows[f[0]].stops[f[1]]
    assert isinstance(joint, Joint)
    return joint


def seen(machine: Runner, s: State, seat: int) -> State:
    """The copy that a seat may see."""
    apart = s.apart
    if apart is None or seat == apart.seat:
        return s
    base: State = apart.base
    if seat not in apart.seats[: apart.at]:
        return base
    own = base.fresh()
    own.apart = Apart(base, (seat,), running=True, chosen=(apart.chosen[apart.seats.index(seat)],), alone=True)
    _enter(machine, own)
    machine.advance(own)
    own.apart = None
    own.halt = IDLE
    return own


# ---- deciding ----


def asked(s: State, ask: Ask, chooser: int, moves: list[Any]) -> None:
    """A seat that decides apart comes to a decision."""
    _alone(s.apart, chooser, ask.decide.span)
    if not moves:
        s.apart = s.apart.with_choice((ask.decision.index, NOTHING, (), ()))


def keep(s: State, identity: tuple[int, tuple[Any, ...]]) -> None:
    """The choice at the stop of a state is kept."""
    ask = s.halt.where
    alternative, values = identity
    kinds = kinds_of_key(ask.decision.generator, alternative) if alternative >= 0 else ""
    key = encoded(kinds, values, s.apart.moved)
    s.apart = s.apart.with_choice((ask.decision.index, alternative, key, ()))


def keep_way(s: State, path: tuple[Act, ...]) -> None:
    """The way through a compound stop is kept, with its steps as they are."""
    s.apart = s.apart.with_choice((_WAY, 0, (), tuple((act.alternative, act.key) for act in path)))


@lru_cache(maxsize=1024)
def kinds_of_key(generator: ir.Routine, alternative: int) -> str:
    """How references in the key of a move are followed."""
    kinds = ""
    for stmt in walk.statements(generator.body):
        if isinstance(stmt, ir.Yield) and stmt.alternative == alternative:
            kinds = "".join(following(type_of(part)) for part in stmt.key)
            if kinds.strip("-"):
                break
    return kinds


def _alone(apart: Apart, chooser: int, span: Span | None) -> None:
    if chooser != apart.seat:
        message = "Another player is to decide while players decide together, each for themselves."
        raise PlayError(errors.OTHER_INSIDE, message, span)


# ---- carrying out what was decided ----


def do_again(machine: Runner, s: State, ask: Ask, args: tuple[Any, ...]) -> int:
    """Do what the seat whose block runs chose at this decision: the sign for the block, 0 if nothing was legal then."""
    span = ask.decide.span
    choice = s.apart.next_choice()
    if choice is None or choice[0] != ask.decision.index:
        raise _impossible(machine, s, "is to decide something that was not asked while all decided", span)
    s.apart = s.apart.without_choice()
    _, alternative, key, _ = choice
    if alternative == NOTHING:
        return 0
    picks: Any = ()
    if alternative >= 0:
        picks = dict(ask.moves(s, *args)).get((alternative, decoded(key)))
        if picks is None:
            raise _impossible(machine, s, "has chosen something here that is impossible now", span)
    resume(s.frames[-1], ask, alternative, picks)
    return CALLED


def entered(machine: Runner, s: State, whole: Whole, chooser: int, ways: Ways) -> Ways | State:
    """A compound stop is reached: its ways if the seat decides, else the end of the way that it has chosen."""
    if not s.apart.running:
        _alone(s.apart, chooser, whole.compound.span)
        return ways
    choice = s.apart.next_choice()
    end = None if choice is None else ways.end(tuple(Act(*act) for act in choice[3]))
    if end is None:
        raise _impossible(machine, s, "has chosen something here that is impossible now", whole.compound.span)
    after = end.state
    after.told = s.told + after.told
    after.apart = after.apart.without_choice()
    return after


def _impossible(machine: Runner, s: State, what: str, span: Span | None) -> PlayError:
    together = _joint(machine, s).together
    return PlayError(errors.IMPOSSIBLE, f"{shown(s.apart.seat, together.names)} {what}.", span or together.span)

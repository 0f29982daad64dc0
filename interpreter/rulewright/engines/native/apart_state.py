"""What a state holds while players decide together, as addresses: see `apart.py`."""

from __future__ import annotations

from rulewright.engines.native.memory import ACTIVE, CHOICES, MADE, SEAT, ApartPlaces
from rulewright.engines.native.routine import Emitter, Linker
from rulewright.program import ir

DECIDING, RUNNING = 1, 2
"""What ACTIVE is while seats decide on copies, and while the blocks run on the one state."""


def number_of(decide: ir.Decide, linker: Linker) -> int:
    """What a choice tells its decision by. States that stand still are read by others, who know the decision's own."""
    assert linker.together is not None
    return linker.together.asked.index(decide) if linker.rolling else decide.decision.index


def asked(decide: ir.Decide, linker: Linker) -> bool:
    """Whether a decision may be one of players who decide together."""
    return linker.together is not None and decide in linker.together.asked


def places(w: Emitter) -> ApartPlaces:
    assert w.linker.memory.apart is not None
    return w.linker.memory.apart


def header(w: Emitter, at: int) -> str:
    return w.at("%s", places(w).start + at)


def active(w: Emitter) -> str:
    return w.load("i32", header(w, ACTIVE))


def of_seat(w: Emitter, place: int, seat: str, stride: int = 4) -> str:
    return w.at(w.at("%s", place), w.scaled(w.wide(seat), stride))


def last_choice(w: Emitter) -> str:
    """The address of the choice that the seat made last."""
    seat = w.load("i32", header(w, SEAT))
    made = w.load("i32", of_seat(w, places(w).start + MADE, seat))
    number = w.new(f"add i32 {w.new(f'mul i32 {seat}, {CHOICES}')}, {w.new(f'sub i32 {made}, 1')}")
    return of_seat(w, places(w).choices, number, places(w).choice)

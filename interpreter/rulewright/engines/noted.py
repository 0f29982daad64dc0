"""What is noted of a random game, the same in all engines: one record of a fixed form for each."""

from __future__ import annotations

import struct

CUT_OFF, OVER = 1, 3
"""How a game stands at last: at a decision, because it was long enough, or at its end."""


def form(seats: int) -> struct.Struct:
    """How it stands, the decisions made, the sum of the numbers of moves there were to choose from, and what each seat
    has won, in parts of `Program.scale`; then what fills up eight bytes."""
    return struct.Struct(f"<iiq{seats}i{4 * (seats % 2)}x")

"""How a game ended, told from the returns: who wins, who loses, a tie."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def expected_outcome(returns: Sequence[Fraction], verb: str, seat: int) -> bool:
    """Whether `wins`, `loses` or `tie` is true of the seat (-1: of everyone) at the end of a game.

    Who wins has the greatest return and who loses the least; if all have the same it must be above or below zero.
    """
    seats = range(len(returns)) if seat < 0 else [seat]
    alike = min(returns) == max(returns)
    match verb:
        case "wins":
            return all(returns[s] == max(returns) and (not alike or returns[s] > 0) for s in seats)
        case "loses":
            return all(returns[s] == min(returns) and (not alike or returns[s] < 0) for s in seats)
        case _:
            return alike and returns[0] == 0


def told_outcome(players: Sequence[str], returns: Sequence[Fraction]) -> str:
    """The outcome in words: `White wins`, `a tie`, or who has how much."""
    if all(value == 0 for value in returns):
        return "a tie"
    if all(value < 0 for value in returns) and len(set(returns)) == 1:
        return "everyone loses" if len(players) > 1 else f"{players[0]} loses"
    best = [name for name, value in zip(players, returns, strict=True) if value == max(returns)]
    if set(returns) <= {Fraction(1), Fraction(-1)}:
        return f"{' and '.join(best)} {'wins' if len(best) == 1 else 'win'}"
    return ", ".join(f"{name} {_number(value)}" for name, value in zip(players, returns, strict=True))


def _number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):.3g}"

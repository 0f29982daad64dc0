"""The colours of seats, and how a terminal with 256 colours shows a colour."""

import pytest

from rulewright.drawing.palette import NOBODY, SEATS, nearest_of_256, seat_colour
from rulewright.semantics.colours import COLOURS, colour_of


def test_every_seat_has_a_colour_of_its_own() -> None:
    assert len(set(SEATS)) == 8 and NOBODY not in SEATS
    assert (seat_colour(0), seat_colour(1), seat_colour(-1)) == ("#0072B2", "#D55E00", NOBODY)
    assert set(SEATS) <= set(COLOURS.values())


@pytest.mark.parametrize(
    ("colour", "number"),
    [("#000000", 16), ("#FFFFFF", 231), ("#FF0000", 196), ("#0000D7", 20), ("#808080", 244), ("#5F8700", 64)],
)
def test_colours_of_a_terminal(colour: str, number: int) -> None:
    """16 to 231 are a cube of 0, 95, 135, 175, 215, 255; 232 to 255 are greys from 8 in steps of 10."""
    assert nearest_of_256(colour) == number


def test_colours_by_name_or_number() -> None:
    assert colour_of("sky blue") == colour_of("#56b4e9") == "#56B4E9"
    assert [colour_of(text) for text in ("skyblue", "#56b4e", "56B4E9", "")] == [None] * 4

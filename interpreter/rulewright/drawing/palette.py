"""Colours for players where the rules name none: by seat, from the palette of Okabe and Ito, dark ones first."""

from __future__ import annotations

from rulewright.semantics.colours import COLOURS

SEATS = tuple(
    COLOURS[name] for name in ("blue", "vermillion", "green", "orange", "purple", "sky blue", "yellow", "black")
)
NOBODY = COLOURS["grey"]
BLACK = COLOURS["black"]
CHOSEN = COLOURS["yellow"]
"""Sites that may be chosen."""


def seat_colour(seat: int) -> str:
    """The colour of a seat as `#RRGGBB`; -1 is nobody."""
    return SEATS[seat % len(SEATS)] if seat >= 0 else NOBODY


def nearest_of_256(colour: str) -> int:
    """The colour of a terminal with 256 colours that is nearest to `#RRGGBB`, by its number (16 to 255)."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    levels = (0, 95, 135, 175, 215, 255)
    cube = [min(range(6), key=lambda level, part=part: abs(levels[level] - part)) for part in (red, green, blue)]  # type: ignore[misc]
    grey = min(range(24), key=lambda step: abs(8 + 10 * step - (red + green + blue) / 3))

    def away(r: int, g: int, b: int) -> int:
        return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2

    shade = 8 + 10 * grey
    if away(shade, shade, shade) < away(*(levels[part] for part in cube)):
        return 232 + grey
    return 16 + 36 * cube[0] + 6 * cube[1] + cube[2]

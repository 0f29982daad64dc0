"""Colours that rules may name: the palette of Okabe and Ito, whose colours nobody confuses, with white and grey.

Masataka Okabe and Kei Ito, Color Universal Design, 2008.
"""

from __future__ import annotations

import re

COLOURS = {
    "black": "#000000",
    "orange": "#E69F00",
    "sky blue": "#56B4E9",
    "green": "#009E73",
    "yellow": "#F0E442",
    "blue": "#0072B2",
    "vermillion": "#D55E00",
    "purple": "#CC79A7",
    "white": "#FFFFFF",
    "grey": "#999999",
}
_HEX = re.compile(r"#[0-9A-Fa-f]{6}")


def colour_of(text: str) -> str | None:
    """The colour that a text is, as `#RRGGBB`: so written, or one of the names of `COLOURS`. None for other texts."""
    if _HEX.fullmatch(text):
        return text.upper()
    return COLOURS.get(text)

"""Floor 7: pictures of a board and of what stands on it. Knows nothing of states and terminals."""

from rulewright.boards.pictures import read_picture
from rulewright.drawing.svg import Area, Figure, draw_svg
from rulewright.drawing.svg_cards import CardFigure, CardRow
from rulewright.drawing.text import describe_links, draw_text, text_width

__all__ = [
    "Area",
    "CardFigure",
    "CardRow",
    "Figure",
    "describe_links",
    "draw_svg",
    "draw_text",
    "read_picture",
    "text_width",
]

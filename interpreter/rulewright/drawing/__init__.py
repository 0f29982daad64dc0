"""Floor 7: pictures of a board and of what stands on it. Knows nothing of states and terminals."""

from rulewright.boards.pictures import read_picture
from rulewright.drawing.svg import Area, draw_svg
from rulewright.drawing.svg_cards import CardFigure, CardRow
from rulewright.drawing.svg_shapes import Figure
from rulewright.drawing.svg_tiles import TileFigure, card_shape, card_sides
from rulewright.drawing.text import describe_links, draw_text, text_width
from rulewright.drawing.tiles import Cell, draw_row, draw_tiles, draws_tiles

__all__ = [
    "Area",
    "CardFigure",
    "CardRow",
    "Cell",
    "Figure",
    "TileFigure",
    "card_shape",
    "card_sides",
    "describe_links",
    "draw_row",
    "draw_svg",
    "draw_text",
    "draw_tiles",
    "draws_tiles",
    "read_picture",
    "text_width",
]

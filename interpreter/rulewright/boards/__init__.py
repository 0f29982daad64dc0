"""Floor 3: boards and their geometry. Knows nothing of the language.

`build_board` or a builder makes a `Board`, `with_links` adds links, `read_picture` reads a position drawn as text. All
that is wrong with what they are given is a `BoardError`.
"""

from rulewright.boards.bits import mask, sites_in
from rulewright.boards.board import MAX_SITES, Board
from rulewright.boards.builders import SHAPES, build_board, hex_rhombus, hexagon, points, square
from rulewright.boards.errors import BoardError, What
from rulewright.boards.links import link_errors, with_links
from rulewright.boards.names import column_name, site_name
from rulewright.boards.parts import Exit, Link, RayStep
from rulewright.boards.pictures import read_picture

__all__ = [
    "MAX_SITES",
    "SHAPES",
    "Board",
    "BoardError",
    "Exit",
    "Link",
    "RayStep",
    "What",
    "build_board",
    "column_name",
    "hex_rhombus",
    "hexagon",
    "link_errors",
    "mask",
    "points",
    "read_picture",
    "site_name",
    "sites_in",
    "square",
    "with_links",
]

"""Floor 3: boards and their geometry. Knows nothing of the language.

`build_board` or a builder makes a `Board` of a regular shape, `map_board` one from a picture, `lines_board` one from
lines of sites, `table_board` one from lists; `without` takes sites away, `with_surroundings` adds edges and vertices,
`with_links` adds links. `read_picture` reads a position drawn as text. All that is wrong with what they are given is a
`BoardError`.
"""

from rulewright.boards.bits import mask, sites_in
from rulewright.boards.board import MAX_SITES, Board
from rulewright.boards.builders import SHAPES, build_board, hex_rhombus, hexagon, points, square, triangle
from rulewright.boards.errors import BoardError, What
from rulewright.boards.graphml import Graph, parse_graphml
from rulewright.boards.lines import SiteLine, lines_board
from rulewright.boards.links import link_errors, with_links
from rulewright.boards.maps import MAP_SHAPES, Mark, map_board
from rulewright.boards.names import column_name, site_name
from rulewright.boards.parts import Exit, Link, RayStep
from rulewright.boards.pictures import read_picture
from rulewright.boards.remove import without
from rulewright.boards.surroundings import EXTRAS, with_surroundings
from rulewright.boards.tables import LinkEntry, SiteEntry, table_board

__all__ = [
    "EXTRAS",
    "MAP_SHAPES",
    "MAX_SITES",
    "SHAPES",
    "Board",
    "BoardError",
    "Exit",
    "Graph",
    "Link",
    "LinkEntry",
    "Mark",
    "RayStep",
    "SiteEntry",
    "SiteLine",
    "What",
    "build_board",
    "column_name",
    "hex_rhombus",
    "hexagon",
    "lines_board",
    "link_errors",
    "map_board",
    "mask",
    "parse_graphml",
    "points",
    "read_picture",
    "site_name",
    "sites_in",
    "square",
    "table_board",
    "triangle",
    "with_links",
    "with_surroundings",
    "without",
]

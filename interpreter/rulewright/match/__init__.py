"""Floor 8: games as people and programs play them. Knows nothing of terminals.

`Game`, `State`, `Move` and `View` are the public objects; notation, reasons, pictures, records, knowledge and scenarios
serve them.
"""

from rulewright.engines.choose import EngineMissing
from rulewright.match.errors import AmbiguousMove, IllegalMove, PlayError, PositionError, RecordError
from rulewright.match.game import Game, load, loads
from rulewright.match.knowledge import Worlds
from rulewright.match.playouts import Playouts
from rulewright.match.records import Record, read_record
from rulewright.match.state import Move, State
from rulewright.match.view import View, ViewMove

__all__ = [
    "AmbiguousMove",
    "EngineMissing",
    "Game",
    "IllegalMove",
    "Move",
    "PlayError",
    "Playouts",
    "PositionError",
    "Record",
    "RecordError",
    "State",
    "View",
    "ViewMove",
    "Worlds",
    "load",
    "loads",
    "read_record",
]

"""Floor 8: games as people and programs play them. Knows nothing of terminals.

`Game`, `State` and `Move` are the public objects; notation, reasons, pictures, records and scenarios serve them.
"""

from rulewright.match.errors import AmbiguousMove, IllegalMove, PlayError, PositionError, RecordError
from rulewright.match.game import Game, load, loads
from rulewright.match.records import Record, read_record
from rulewright.match.state import Move, State

__all__ = [
    "AmbiguousMove",
    "Game",
    "IllegalMove",
    "Move",
    "PlayError",
    "PositionError",
    "Record",
    "RecordError",
    "State",
    "load",
    "loads",
    "read_record",
]

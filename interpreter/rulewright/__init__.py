"""Rulewright: the rules of board games, as a language.

    import rulewright as rw

    game = rw.load("breakthrough", options={"size": 6})
    state = game.start(seed=1)
    while not state.over:
        state = state.play(state.moves()[0])
    print(state, state.ranking)

`load` takes the name of a game that comes with Rulewright or a path, `loads` the text of rules; `state.record()` writes
a game down, and `read_record` reads what was written. What is public is
listed in `__all__`; it is imported when it is first used, so that `import rulewright` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from rulewright.version import __version__ as __version__

if TYPE_CHECKING:
    from rulewright.match import (
        AmbiguousMove,
        EngineMissing,
        Game,
        IllegalMove,
        Move,
        PlayError,
        Playouts,
        PositionError,
        Record,
        RecordError,
        State,
        View,
        ViewMove,
        Worlds,
        load,
        loads,
        read_record,
    )
    from rulewright.source import Diagnostic, RulesError, SourceError

__all__ = [
    "AmbiguousMove",
    "Diagnostic",
    "EngineMissing",
    "Game",
    "IllegalMove",
    "Move",
    "PlayError",
    "Playouts",
    "PositionError",
    "Record",
    "RecordError",
    "RulesError",
    "SourceError",
    "State",
    "View",
    "ViewMove",
    "Worlds",
    "load",
    "loads",
    "read_record",
]

_HOMES = {"Diagnostic": "source", "RulesError": "source", "SourceError": "source"}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'rulewright' has no attribute {name!r}")
    value = getattr(import_module(f"rulewright.{_HOMES.get(name, 'match')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])

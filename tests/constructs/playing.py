"""What the tests of constructs share: loading a small game, playing it, reading what came of it.

Every game is verified, and runs on an engine that checks each index. Rules note what they do in a `trail` of numbers,
which `note(k)` lengthens.
"""

from __future__ import annotations

from functools import cache

import rulewright as rw
from rulewright.engines.reference import ReferenceEngine
from rulewright.match.setting import Setting
from rulewright.program.verify import verify

NOTES = """
var noted: int in 0..30 = 0
var trail of each 1..30: int = 0

procedure note(k: int):
    noted += 1
    trail of noted = k
"""


def load(rules: str, **options: object) -> rw.Game:
    """The game of these rules. Rules that call `note` get it; `game` and `players` are added where they are missing."""
    return _load(_completed(rules), tuple(options.items()))


def _completed(rules: str) -> str:
    lines = rules.strip("\n").splitlines()
    if not any(line.startswith("game") for line in lines):
        lines.insert(0, 'game "Test"')
    if not any(line.startswith("players") for line in lines):
        lines.insert(1, "players White, Black")
    text = "\n".join(lines) + "\n"
    return text + NOTES if "note(" in rules else text


@cache
def _load(rules: str, options: tuple[tuple[str, object], ...]) -> rw.Game:
    made = rw.loads(rules, options=dict(options))
    program = made.setting.program
    assert verify(program) == [], verify(program)
    return rw.Game(made.name, Setting(made.setting.declared, program, ReferenceEngine(program, guarded=True)))


def play(rules: str, *moves: str, **options: object) -> rw.State:
    """The state after these moves from the start of a game with seed 1."""
    state = load(rules, **options).start(seed=1)
    for move in moves:
        state = state.play(move)
    return state


def texts(state: rw.State) -> list[str]:
    """The notations of all legal moves in order."""
    return [move.text for move in state.moves()]


def shown(state: rw.State, name: str) -> str:
    """The value of a variable as it is shown."""
    lines = dict(line.split(": ", 1) for line in state.variables())
    return lines[name]


def number(state: rw.State, name: str) -> int:
    """The value of a variable that is a number."""
    return int(shown(state, name))


def trail(state: rw.State) -> list[int]:
    """What was noted, in order."""
    marks = [int(part.split()[-1]) for part in shown(state, "trail").split(", ")]
    return marks[: number(state, "noted")]


def board(state: rw.State) -> dict[str, str]:
    """What stands on each site that is not empty: `Pawn of White`."""
    declared = state.game.setting.declared
    assert declared.board is not None
    found = {}
    for piece in state.standing():
        owner = f" of {declared.players[piece.owner]}" if piece.owner >= 0 else ""
        found[declared.board.sites[piece.site]] = declared.kinds[piece.kind].name + owner
    return found

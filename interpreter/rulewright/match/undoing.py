"""What may be taken back: nothing that chance gave, and nothing from which somebody learned something.

In a game with secrets a player takes back only moves of the own, after which nobody knows more than before: no card was
drawn, shown or turned, what came of it was plain beforehand, and nobody else has decided.
"""

from __future__ import annotations

from rulewright.engines.protocol import PlayError
from rulewright.match.setting import Setting
from rulewright.match.state import State
from rulewright.program import ir, tellings
from rulewright.program.walk import statements


def has_secrets(setting: Setting) -> bool:
    """Whether a player may not know everything that others know, or that lies in the game, with its options."""
    program = setting.program
    if any(cell.name in ("known", "down") and cell.size for cell in program.cells):
        return True
    return any(isinstance(stmt, ir.Together) for routine in program.routines for stmt in statements(routine.body))


def may_take_back(state: State) -> bool:
    """Whether the move that led to `state` may be taken back by whoever made it."""
    before = state.before
    if before is None or before.mover is None or state.fell:
        return False
    if any(_tells(one) for one in state.game.setting.engine.told(state._machine)):
        return False
    return not has_secrets(state.game.setting) or not _answers(before, state)


def _answers(before: State, after: State) -> bool:
    """Whether whoever made the move sees by what came of it more than before, such as a score that counts hidden cards:
    in another world that agreed with what was known it would have come out otherwise."""
    assert before.mover is not None
    try:
        worlds = before.view(before.mover).knowledge.some(_WORLDS, _STEPS)
        key = after.information_key(before.mover)
        return any(world.play(world.moves()[after._index]).information_key(before.mover) != key for world in worlds)
    except PlayError:
        return True  # there it breaks down, and here it did not
    except ValueError:
        return False  # no other world is known


_WORLDS = 12
_STEPS = 2_000
"""How many worlds are looked at, as far as they are found soon, and how many steps are tried to find all."""


def _tells(told: tuple[int, ...]) -> bool:
    """Whether somebody learned something, or chance decided."""
    at = {tellings.MOVED: 8, tellings.FLIPPED: 7}.get(told[0])
    return at is None or bool(told[at + 1] & ~told[at])

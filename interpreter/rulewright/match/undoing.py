"""What may be taken back: nothing that chance gave, and nothing from which somebody learned something.

In a game with secrets a player takes back only moves of the own, after which nobody knows more than before: no card was
drawn, shown or turned, and nobody else has decided.
"""

from __future__ import annotations

from rulewright.match.setting import Setting
from rulewright.match.state import State
from rulewright.program import tellings
from rulewright.semantics import typed
from rulewright.semantics.walk import rules, walk


def has_secrets(setting: Setting) -> bool:
    """Whether some player may not know everything that the others know, or that lies in the game."""
    declared = setting.declared
    if any(zone.visible != "all" for zone in declared.zones):
        return True
    nodes = (node for root in rules(declared) for node in walk(root))
    return any(isinstance(node, typed.Flip | typed.Together) for node in nodes)


def may_take_back(state: State) -> bool:
    """Whether the move that led to `state` may be taken back by whoever made it."""
    before = state.before
    if before is None or before.mover is None or state.fell:
        return False
    return not any(_tells(one) for one in state.game.setting.engine.told(state._machine))


def _tells(told: tuple[int, ...]) -> bool:
    """Whether somebody learned something, or chance decided."""
    at = {tellings.MOVED: 8, tellings.FLIPPED: 7}.get(told[0])
    return at is None or bool(told[at + 1] & ~told[at])

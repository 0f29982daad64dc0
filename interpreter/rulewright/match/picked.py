"""Who stands where a move says: the names of the components that it picks on the board.

Told is only what pictures cannot tell by a letter alone: components whose kinds have fields, such as damage. What is
drawn with big cells is told below them.
"""

from __future__ import annotations

from rulewright.match.naming import kind_name, knows
from rulewright.match.notation import alternative_of
from rulewright.match.state import Move


def names_on_board(move: Move) -> tuple[str, ...]:
    """For each pick of a move the name of the component on the board that it is, as far as the mover knows it; "" for
    everything else."""
    machine, stop, act = move._first
    alternative = alternative_of(stop, act)
    if alternative is None:
        return ()
    setting = move._state.game.setting
    names = []
    for value, shown in zip(act.picks, alternative.shown, strict=True):
        name = ""
        if shown.sort == "component" and isinstance(value, int) and value >= 0:
            standing = setting.view("site_of", machine, value) >= 0 and knows(setting, machine, value, stop.chooser)
            kind = setting.declared.kinds[setting.view("kind_of", machine, value)] if standing else None
            if kind is not None and kind.sides is None and any(one.fields for one in kind.ancestors()):
                name = setting.say(setting.declared.look(kind.name).name) or kind_name(setting, kind)
        names.append(name)
    return tuple(names)

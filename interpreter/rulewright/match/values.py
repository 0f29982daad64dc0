"""Values as people read and write them.

There are two forms. In a notation written by the rules (`say`) a kind is its label and `none` is nothing at all; in
the default notation, where each pick must be told, a kind is its name and `none` is `none`. A component is named by
its site, or by its kind when it stands nowhere; a step of a ray by its site. Where several may stand on a site, the
*exact* name of a component adds the layer, and its number there where that has several: `a1.ground`, `a1.hive.2`.
"""

from __future__ import annotations

from typing import Any

from rulewright.engines.protocol import Value
from rulewright.match.setting import Setting
from rulewright.program.ir import Shown
from rulewright.semantics.types import INT_SET_BIAS

NONE = "none"


def show(setting: Setting, machine: Any, value: Value, shown: Shown, *, say: bool = False, exact: bool = False) -> str:
    """The text of a value on the state `machine`. `say`: the form for notations that the rules write; `exact`: no two
    components have the same."""
    if isinstance(value, tuple):
        return ",".join(show(setting, machine, item, shown.of or shown, say=say, exact=exact) for item in value)
    if shown.sort == "set":
        of = shown.of or shown
        bias = INT_SET_BIAS if of.sort == "int" else 0
        return ",".join(show(setting, machine, item - bias, of, say=say, exact=exact) for item in members(value))
    if shown.sort == "int":
        return str(value)
    if shown.sort == "bool":
        return "true" if value else "false"
    if exact and shown.sort == "component" and value >= 0 and (name := _exact(setting, machine, value)):
        return name
    return _named(setting, machine, value, shown, say) or ("" if say else NONE)


def members(bits: int) -> list[int]:
    """The members of a set, ascending."""
    out = []
    while bits > 0:
        least = bits & -bits
        out.append(least.bit_length() - 1)
        bits ^= least
    return out


def _named(setting: Setting, machine: Any, value: int, shown: Shown, say: bool) -> str:
    """The name of a value of a sort that has names; "" for none."""
    declared = setting.declared
    if value < 0:
        return ""
    match shown.sort:
        case "player":
            return declared.players[value]
        case "site":
            return declared.board.sites[value] if declared.board else str(value)
        case "direction":
            return declared.board.directions[value] if declared.board else str(value)
        case "enum":
            return shown.words[value]
        case "kind":
            kind = declared.kinds[value]
            return kind.label if say and kind.label else kind.name
        case "component":
            site = setting.view("site_of", machine, value)
            if site >= 0 and declared.board:
                return declared.board.sites[site]
            kind_index = setting.view("kind_of", machine, value)
            return declared.kinds[kind_index].name if kind_index >= 0 else ""
        case "step":
            site = setting.step_site(value)
            return declared.board.sites[site] if site >= 0 and declared.board else str(value)
        case _:
            return str(value)


def _exact(setting: Setting, machine: Any, ref: int) -> str:
    """`a1.ground`, `a1.hive.2`: what stands in a layer of a site; "" off the board."""
    declared = setting.declared
    site = setting.view("site_of", machine, ref)
    if site < 0 or declared.board is None:
        return ""
    layer = declared.layer_of(declared.kinds[setting.view("kind_of", machine, ref)])
    if len(declared.layers) == 1 and layer.mode == "one":
        return declared.board.sites[site]
    here = setting.stand_on(machine, site, layer.index)
    number = f".{here.index(ref) + 1}" if len(here) > 1 else ""
    return f"{declared.board.sites[site]}.{layer.name}{number}"


def names_of(setting: Setting, machine: Any, value: Value, shown: Shown) -> list[str]:
    """Everything that a value may be called in a move that names its picks, in small letters."""
    names = [show(setting, machine, value, shown), show(setting, machine, value, shown, say=True)]
    if shown.sort == "component" and isinstance(value, int) and value >= 0:
        kind = setting.view("kind_of", machine, value)
        names.append(show(setting, machine, value, shown, exact=True))
        if kind >= 0:
            names += [ancestor.name for ancestor in setting.declared.kinds[kind].ancestors()]
    if shown.sort == "bool":
        names.append("yes" if value else "no")
    board = setting.declared.board
    if board is not None and board.surroundings is not None and shown.sort in ("site", "component"):
        site = board.index.get(names[0], -1)
        names += [name for name, known in board.surroundings.aliases.items() if known == site]
    return [name.casefold() for name in names]

"""All about what stands on a site: what it is, what its fields hold, and its numbers as they are now.

    Noble of Violet (damage 1): life 2, speed 6, power 4 (printed 3), on level 2

A number that modifiers change is told with the one that is printed. A component that the reader does not know is only
named as it lies there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

from rulewright.match.cards import called, telling, value_text
from rulewright.match.pieces import Marked, Standing, grounds, pieces, standing, title
from rulewright.match.setting import Setting
from rulewright.match.tiled import about_fields
from rulewright.match.values import NONE, show
from rulewright.program.values import shown
from rulewright.semantics.symbols import ConstantFamily, KindDecl


def site_of(setting: Setting, name: str) -> int:
    """The site of a name, with any capitals, as the board or as people call it. Raises KeyError if there is none."""
    board = setting.declared.board
    names = {} if board is None else {**board.index, **board.called_index}
    return {known.casefold(): site for known, site in names.items()}[name.casefold()]


def about(setting: Setting, machine: Any, site: int, seat: int | None = None) -> tuple[str, ...]:
    """A line for each component on a site, the lowest layer first, of a pile from the top down; then the ground."""
    refs = list(_refs(setting, machine, site))
    return _lines(setting, standing(setting, machine, seat), grounds(setting, machine), site, machine, refs)


def about_standing(
    setting: Setting, stands: Iterable[Standing], marked: Iterable[Marked], site: int
) -> tuple[str, ...]:
    """The same where only is known what stands there: numbers that modifiers may change are told as printed."""
    return _lines(setting, stands, marked, site)


def _lines(
    setting: Setting,
    stands: Iterable[Standing],
    marked: Iterable[Marked],
    site: int,
    machine: Any = None,
    refs: Iterable[int] = (),
) -> tuple[str, ...]:
    here = [stand for stand in stands if stand.site == site]
    lines = []
    for stand, piece, ref in zip_longest(here, pieces(setting, here), refs):
        fields = "; ".join(about_fields(setting, stand))
        name = title(setting, piece) + (f" ({fields})" if fields else "")
        facts = _facts(setting, machine, setting.declared.kinds[stand.kind], ref) if stand.kind >= 0 else []
        lines.append(": ".join(filter(None, [name, ", ".join(facts)])))
    ground = ", ".join(one.name for one in marked if one.site == site)
    return (*lines, *([f"on {ground}" if lines else ground] if ground else []))


def _refs(setting: Setting, machine: Any, site: int) -> Iterator[int]:
    for layer in range(max(len(setting.declared.layers), 1)):
        if setting.filled(machine, layer) >> site & 1:
            yield from setting.stand_on(machine, site, layer)


def _facts(setting: Setting, machine: Any, kind: KindDecl, ref: int | None) -> list[str]:
    """What the constants of a component's kind are now, those that are nothing left out."""
    texts = {
        called(setting, family, kind): _now(setting, machine, family, kind, ref)
        for family in telling(setting, kind, whole=True)
    }
    return [f"{name} {text}" for name, text in texts.items() if text not in (setting.say(NONE), "-")]


def _now(setting: Setting, machine: Any, family: ConstantFamily, kind: KindDecl, ref: int | None) -> str:
    """What a constant is for a component, with what is printed if that is something else; for none in particular what
    is printed."""
    printed = value_text(setting, family, kind.index)
    if not family.modifiers or family.sides:
        return printed
    if ref is None:
        return printed if printed in (setting.say(NONE), "-") else f"{printed} (printed)"
    value = setting.engine.evaluate(setting.current(family), machine, (ref,))
    if value == family.values[kind.index]:
        return printed
    now = show(setting, machine, value, shown(setting.declared, family.type))
    return f"{setting.say(now) or '-'} (printed {printed})"

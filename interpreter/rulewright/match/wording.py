"""What a person asks for: a notation, or an action with some of its picks named.

`Capture p = b3, d = W` names the action and two of its picks. Naming some is enough; a pick fits if the value may be
called so (see `values.means`). Without names all picks are told in order, each by any of its names: `play fountain4
c3`. Case and extra blanks do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.engines.protocol import Value
from rulewright.match.setting import Setting
from rulewright.match.values import items_of, means, names_of
from rulewright.program.ir import Alternative, Shown


@dataclass(frozen=True, slots=True)
class Named:
    """`action` None: any (a pick has no action). `picks` are names and texts of values, in small letters."""

    action: str | None
    picks: tuple[tuple[str, str], ...]

    def fits(
        self,
        setting: Setting,
        machine: Any,
        alternative: Alternative,
        picks: tuple[Value, ...],
        seat: int | None = None,
    ) -> bool:
        """Whether an alternative with these values of its picks is what is asked for, by a seat (None: by somebody
        who knows everything)."""
        if self.action is not None and self.action.casefold() != alternative.action.casefold():
            return False
        at = {name.casefold(): i for i, name in enumerate(alternative.names)}
        return all(
            name in at and means(setting, machine, picks[at[name]], alternative.shown[at[name]], text, seat)
            for name, text in self.picks
        )


_ACTION = re.compile(r"[^\W\d]\w*")
_NAMED = re.compile(r"(?:(\w+)\s+)?(\w+\s*=.*)")
_NEXT_PICK = re.compile(r",\s*(?=\w+\s*=)")


def spelled(
    setting: Setting,
    machine: Any,
    alternative: Alternative,
    picks: tuple[Value, ...],
    text: str,
    seat: int | None = None,
) -> bool:
    """Whether a text (folded) is the action with all of its picks in order, each by any of its names."""
    action = alternative.action.casefold()
    if not text.startswith(action):
        return False
    rest = text.removeprefix(action)
    if action and rest and rest[0] != " ":
        return False
    return _spelled(setting, machine, list(zip(picks, alternative.shown, strict=True)), rest.lstrip(), seat)


def _spelled(
    setting: Setting, machine: Any, values: Sequence[tuple[Value, Shown]], text: str, seat: int | None
) -> bool:
    if not values:
        return not text
    (value, shown), *rest = values
    if items_of(value, shown) is None:
        ends = [len(name) for name in names_of(setting, machine, value, shown, seat) if name and text.startswith(name)]
        tried = [(end, "") for end in ends]
    else:
        ends = [at for at, sign in enumerate(text) if sign in " )"] + [0, len(text)] if rest else [len(text)]
        tried = [(end, text[:end].strip("(){} ")) for end in ends]
        tried = [(end, told) for end, told in tried if means(setting, machine, value, shown, told, seat)]
    return any(
        (end in (0, len(text)) or text[end] in " ,)")
        and _spelled(setting, machine, rest, text[end:].lstrip(" ,)"), seat)
        for end, _ in tried
    )


def tidy(text: str) -> str:
    """Without blanks at the ends or doubled ones."""
    return " ".join(text.split())


def folded(text: str) -> str:
    """For comparing: tidy, in small letters."""
    return tidy(text).casefold()


def named_form(text: str) -> Named | None:
    """The text read as `Action name = value, name = value`, or as an action alone; None if it has not that form."""
    if _ACTION.fullmatch(tidy(text)):
        return Named(tidy(text), ())
    match = _NAMED.fullmatch(tidy(text))
    if match is None:
        return None
    picks = []
    for part in _NEXT_PICK.split(match[2]):
        name, _, value = part.partition("=")
        picks.append((folded(name), re.sub(r"\s*,\s*", ",", folded(value.strip(" {}")))))
    return Named(match[1], tuple(picks))

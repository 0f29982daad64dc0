"""What a person asks for: a notation, or an action with some of its picks named.

`Capture p = b3, d = W` names the action and two of its picks. Naming some is enough; a pick fits if the value may be
called so (see `values.names_of`). Case and extra blanks do not matter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from rulewright.engines.protocol import Value
from rulewright.match.setting import Setting
from rulewright.match.values import names_of
from rulewright.program.ir import Alternative


@dataclass(frozen=True, slots=True)
class Named:
    """`action` None: any (a pick has no action). `picks` are names and texts of values, in small letters."""

    action: str | None
    picks: tuple[tuple[str, str], ...]

    def fits(self, setting: Setting, machine: Any, alternative: Alternative, picks: tuple[Value, ...]) -> bool:
        """Whether an alternative with these values of its picks is what is asked for."""
        if self.action is not None and self.action.casefold() != alternative.action.casefold():
            return False
        at = {name.casefold(): i for i, name in enumerate(alternative.names)}
        return all(
            name in at and text in names_of(setting, machine, picks[at[name]], alternative.shown[at[name]])
            for name, text in self.picks
        )


_ACTION = re.compile(r"[^\W\d]\w*")
_NAMED = re.compile(r"(?:(\w+)\s+)?(\w+\s*=.*)")
_NEXT_PICK = re.compile(r",\s*(?=\w+\s*=)")


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

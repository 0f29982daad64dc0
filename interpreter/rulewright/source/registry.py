"""The table of all codes. Each floor registers its own when it is imported; `explain` and the tests read it."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """One code: `name` reads as a sentence after *allow*; `page` is Markdown with a wrong and a right example."""

    code: str
    name: str
    page: str


_CODE = re.compile(r"[EXTWRS][0-9]{3}")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_checks: dict[str, Check] = {}


def register(code: str, name: str, page: str = "") -> str:
    """Add a code to the table and return it, so that modules can write `UNKNOWN_NAME = register("E201", ...)`.

    Raises ValueError when the code is taken by another check, or is not a letter of E, X, T, W, R, S with three
    digits, or the name is not in small letters joined by hyphens.
    """
    if not _CODE.fullmatch(code):
        raise ValueError(f"{code} is not a code: a letter of E, X, T, W, R, S and three digits")
    if not _NAME.fullmatch(name):
        raise ValueError(f"{code}: the name {name!r} is not in small letters joined by hyphens")
    new = Check(code, name, page)
    if _checks.setdefault(code, new) != new:
        raise ValueError(f"{code} is registered twice: {_checks[code].name}, {name}")
    return code


def check(code: str) -> Check:
    """The check with that code; raises KeyError if there is none."""
    return _checks[code]


def checks() -> tuple[Check, ...]:
    """All registered checks by code."""
    return tuple(_checks[code] for code in sorted(_checks))


def name_of(code: str) -> str:
    """The name of a code, or "" if it is not registered: a finding can be shown all the same."""
    return _checks[code].name if code in _checks else ""

"""The table of all codes. Each floor registers its own when it is imported; `explain` and the tests read it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """One code: `name` reads as a sentence after *allow*; `page` is Markdown with a wrong and a right example."""

    code: str
    name: str
    page: str


_checks: dict[str, Check] = {}


def register(code: str, name: str, page: str = "") -> str:
    """Add a code to the table and return it, so that modules can write `UNKNOWN_NAME = register("E201", ...)`."""
    if code in _checks and _checks[code].name != name:
        raise ValueError(f"{code} is registered twice: {_checks[code].name}, {name}")
    _checks[code] = Check(code, name, page)
    return code


def check(code: str) -> Check:
    return _checks[code]


def checks() -> tuple[Check, ...]:
    """All registered checks by code."""
    return tuple(_checks[code] for code in sorted(_checks))

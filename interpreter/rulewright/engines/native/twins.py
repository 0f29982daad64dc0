"""Functions that are written alike are one: programs have many of them, since what stands at several places of the
rules is compiled at each."""

from __future__ import annotations

import re
from collections.abc import Iterable

_FUNCTION = re.compile(r"^define internal [^@]*@([\w.]+)\(.*?^}\n?", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"@([\w.]+)")


def merged(text: str) -> str:
    """The assembly without the internal functions that say the same as one before them; that one is called instead."""
    functions = {found[1]: found for found in _FUNCTION.finditer(text)}
    texts = {name: _NAME.split(found[0]) for name, found in functions.items()}
    instead: dict[str, str] = {}
    while True:
        new: dict[str, str] = {}
        first: dict[tuple[str, ...], str] = {}
        for name, parts in texts.items():
            if name not in instead:
                kept = first.setdefault(_said(name, parts, instead), name)
                if kept != name:
                    new[name] = kept
        if not new:
            return _without(text, [functions[name].span() for name in instead], instead)
        instead = {name: new.get(kept, kept) for name, kept in (instead | new).items()}


def _said(own: str, parts: list[str], instead: dict[str, str]) -> tuple[str, ...]:
    """What a function says, whatever its own name is. Names stand at the odd places."""
    said = parts[:]
    said[1::2] = ["" if name == own else instead.get(name, name) for name in parts[1::2]]
    return tuple(said)


def _without(text: str, gone: Iterable[tuple[int, int]], instead: dict[str, str]) -> str:
    if not instead:
        return text
    kept, at = [], 0
    for start, end in sorted(gone):
        kept.append(text[at:start])
        at = end
    kept.append(text[at:])
    return _NAME.sub(lambda found: f"@{instead.get(found[1], found[1])}", "".join(kept))

"""Where in a long program LLVM takes pains: not in what is long and done seldom.

How often a function is done is guessed by how many loops lie around it: those of its callers, and its own. Of each two
functions the one comes first that is done more often for its length. So many lines of them are compiled with all
passes; what remains is only translated, which takes a fraction of the time (`optnone`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import log

FULL = 16000
"""So many lines of assembly are compiled with all passes, at most."""

LEAST = 9000
"""So many in any case; between the two it is a third of the lines."""

_LABEL = re.compile(r"([\w.]+):")
_TARGET = re.compile(r"label %([\w.]+)")
_CALL = re.compile(r"@([\w.]+)\(")
_DEEPEST = 12
"""Loops within loops, more of which tell nothing: of functions that call themselves there is no end."""


@dataclass(slots=True)
class Written:
    """A function in assembly: which lines it takes. `inner`: how many loops of its own are within each other at most;
    `calls`: whom it calls, and within how many of its loops; `outer`: how many loops of its callers it lies in."""

    first: int
    last: int
    inner: int = 0
    calls: list[tuple[str, int]] = field(default_factory=list)
    outer: int = 0

    @property
    def length(self) -> int:
        return self.last - self.first


def spared(text: str, full: int | None = None) -> str:
    """A module of which at most so many lines (by default: see `FULL`) are to be compiled with all passes."""
    lines = text.split("\n")
    functions = _functions(lines)
    _nest(functions)
    left = min(max(len(lines) // 3, LEAST), FULL) if full is None else full
    for one in sorted(functions.values(), key=_rank):
        left -= one.length
        if left < 0 and "alwaysinline" not in lines[one.first]:
            lines[one.first] = lines[one.first].removesuffix("{") + "noinline optnone {"
    return "\n".join(lines)


def _rank(one: Written) -> tuple[bool, float]:
    """What comes first is worth most. The course of the whole is always worth it."""
    return one.outer > 1, log(one.length, 3) - one.outer - one.inner


def _functions(lines: list[str]) -> dict[str, Written]:
    found = {}
    for i, line in enumerate(lines):
        if line.startswith("define"):
            begun, name = i, _named(line)
        elif line == "}":
            found[name] = Written(begun, i)
    for one in found.values():
        _read(lines, one, found)
    return found


def _named(line: str) -> str:
    found = _CALL.search(line)
    assert found is not None
    return found[1]


def _read(lines: list[str], one: Written, functions: dict[str, Written]) -> None:
    """Its loops and calls: a jump back closes a loop."""
    places: dict[str, int] = {}
    ends: dict[int, int] = {}
    for i in range(one.first + 1, one.last):
        label = _LABEL.match(lines[i])
        if label is not None:
            places[label[1]] = i
        elif "label" in lines[i]:
            for name in _TARGET.findall(lines[i]):
                if name in places:
                    ends[places[name]] = i
    change = [0] * (one.length + 1)
    for begin, end in ends.items():
        change[begin - one.first] += 1
        change[end - one.first + 1] -= 1
    depth = 0
    for i in range(one.first + 1, one.last):
        depth += change[i - one.first]
        one.inner = max(one.inner, depth)
        if "@" in lines[i]:
            one.calls += [(name, depth) for name in _CALL.findall(lines[i]) if name in functions]


def _nest(functions: dict[str, Written]) -> None:
    """`outer` of all, from the callers to the called."""
    later = list(functions)
    while later:
        name = later.pop()
        one = functions[name]
        for called, depth in one.calls:
            outer = min(one.outer + depth, _DEEPEST)
            if called != name and outer > functions[called].outer:
                functions[called].outer = outer
                later.append(called)

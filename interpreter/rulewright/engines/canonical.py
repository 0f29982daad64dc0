"""The one way in which values are written as bytes, for digests and for stored states: the same on every machine.

An int is its hexadecimal digits with a sign (no limit on its size), a tuple its values between parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any

_PART = re.compile(r"[(),]|-?[0-9a-f]+")


def text(value: int | Sequence[Any]) -> str:
    """The canonical text of an int or of nested sequences of ints."""
    if isinstance(value, int):
        return f"{value:x}"
    return "(" + ",".join([f"{item:x}" if isinstance(item, int) else text(item) for item in value]) + ")"


def digest(value: int | Sequence[Any]) -> int:
    """A 64-bit hash of the canonical text."""
    return int.from_bytes(blake2b(text(value).encode(), digest_size=8).digest(), "little")


MIX_START = 0x243F6A8885A308D3
MIX_FACTOR = 0x9E3779B97F4A7C15
_WORD = 2**64 - 1


def mixed(parts: Iterable[int | Sequence[int]]) -> int:
    """A 64-bit mix of ints and of sequences of them, quick to compute in any language: for keys of a game's history.

    Each int is taken as words of 64 bits, the lowest first, as many as it has (at least one; a negative one is one word
    in two's complement); before the items of a sequence comes their number.
    """
    key = MIX_START
    for part in parts:
        if isinstance(part, int):
            key = _mixed_int(key, part)
        else:
            key = _mixed_int(key, len(part))
            for item in part:
                key = _mixed_int(key, item)
    return key ^ key >> 32


def _mixed_int(key: int, value: int) -> int:
    while True:
        key = ((key ^ value & _WORD) * MIX_FACTOR) & _WORD
        key ^= key >> 29
        value >>= 64
        if value in (0, -1):
            return key


def read(written: str) -> Any:
    """The int or nested tuples whose canonical text it is. Raises ValueError for anything else."""
    open_: list[list[Any]] = [[]]
    for part in _PART.findall(written):
        if part == "(":
            open_.append([])
        elif part == ")":
            if len(open_) < 2:
                raise ValueError("a parenthesis closes that none opened")
            done = tuple(open_.pop())
            open_[-1].append(done)
        elif part != ",":
            open_[-1].append(int(part, 16))
    if len(open_) != 1 or len(open_[0]) != 1 or text(open_[0][0]) != written:
        raise ValueError("not the text of a value")
    return open_[0][0]

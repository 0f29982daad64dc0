"""The one way in which values are written as bytes, for digests and for stored states: the same on every machine.

An int is its hexadecimal digits with a sign (no limit on its size), a tuple its values between parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
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

"""Sets of sites as integers: bit i stands for site i."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def mask(sites: Iterable[int]) -> int:
    """The integer whose bit i is set for every site i in `sites`."""
    result = 0
    for site in sites:
        result |= 1 << site
    return result


def sites_in(bits: int) -> Iterator[int]:
    """The sites of a mask, lowest first, which is the canonical order."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low

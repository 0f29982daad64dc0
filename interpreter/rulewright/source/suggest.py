"""*Did you mean*: the nearest of the names that would fit."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulewright.source.span import Span

_MEANT = re.compile(r"did you mean ([^\s?`\"]+)\?")
_WORD = re.compile(r"\w[\w-]*")


def corrected(span: Span, hint: str) -> str:
    """The source line with what the hint says was meant in place of the word at `span`; "" if the hint does not begin
    with `did you mean NAME?`, or the span is not one word."""
    meant = _MEANT.match(hint)
    if meant is None or not _WORD.fullmatch(span.text):
        return ""
    line, start = span.source.line(span.line), span.column - 1
    return (line[:start] + meant[1] + line[start + span.end - span.start :]).rstrip()


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate to suggest for `word`, or None.

    A single candidate is always suggested: `candidates` are only what would fit at that place. Of several, one that
    differs only by case wins; else the one with the least edit distance, if that is at most a third of the word's
    length (at least 1); ties go to the one nearest in length, then to the first in alphabetical order.
    """
    names = sorted(set(candidates))
    if len(names) == 1:
        return names[0]
    for name in names:
        if name.casefold() == word.casefold():
            return name
    limit = max(len(word) // 3, 1)
    slips = ((_distance(word.casefold(), name.casefold(), limit), abs(len(name) - len(word)), name) for name in names)
    best = min(slips, default=None)
    return best[2] if best is not None and best[0] <= limit else None


def _distance(a: str, b: str, limit: int) -> int:
    """Edit distance with transpositions (optimal string alignment), given up beyond `limit`."""
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    rows = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            cost = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, rows[-2][j - 2] + 1)
            row.append(cost)
        rows.append(row)
    return rows[-1][-1]

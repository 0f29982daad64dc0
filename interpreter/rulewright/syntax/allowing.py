"""The comments `# allow CODE: reason`, with which a file silences a finding on their line or the next.

Also what only looks like a code (`w101`, `W1O1`, the name of a check) is taken for one, so that it can be corrected.
"""

from __future__ import annotations

import re
from typing import NamedTuple, cast

from rulewright.source import Source, Span
from rulewright.syntax import grammar

_ALLOWANCE = re.compile(
    r"#[ \t]*allow[ \t]+(?P<code>[A-Za-z]\w?\d\w*|[a-z]+(?:-[a-z]+)+(?=[ \t]*:))[ \t]*(?::[ \t]*(?P<reason>[^\n]*))?"
)


class Allowance(NamedTuple):
    """`line` is the 1-based line of the comment, `reason` may be empty, `span` is the whole comment."""

    line: int
    code: str
    reason: str
    span: Span


def allowances(source: Source) -> list[Allowance]:
    """The allowances of a file, by place."""
    found = list(_ALLOWANCE.finditer(source.text))
    if not found:
        return []
    texts = [
        range(cast(int, token.start_pos), cast(int, token.end_pos))
        for token in grammar.tokens(source.text)
        if token.type == "STRING"
    ]
    return [
        Allowance(
            source.position(match.start())[0],
            match["code"],
            (match["reason"] or "").strip(),
            source.span(match.start(), match.start() + len(match[0].rstrip())),
        )
        for match in found
        if not any(match.start() in text for text in texts)
    ]

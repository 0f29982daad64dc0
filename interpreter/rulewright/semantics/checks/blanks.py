"""
How a file is laid out where nobody sees it: blanks at the ends of lines, and indentation by tabs, which looks different
in every editor. Each is told once a file.

```rules wrong
players White, Black
turn:
\tnothing
end:
\ttie when turn_number > 9
```

```rules right
players White, Black
turn:
    nothing
end:
    tie when turn_number > 9
```
"""

from __future__ import annotations

import re

from rulewright.source import Findings, Source, register

BLANKS = register("S102", "blanks", __doc__)

_TRAILING = re.compile(r"[ \t]+$", re.MULTILINE)
_TABS = re.compile(r"^\t+", re.MULTILINE)


def check_blanks(findings: Findings, source: Source) -> None:
    for pattern, title, hint in (
        (_TRAILING, "blanks at the end of the line", "take them away; editors can do it whenever they save"),
        (_TABS, "this line is indented with tabs", "indent with four spaces; editors can be told to"),
    ):
        found = [match for match in pattern.finditer(source.text) if match[0]]
        if found:
            more = len(found) - 1
            findings.add(
                BLANKS,
                title,
                source.span(*found[0].span()),
                label=f"and of {more} more" if more else "",
                hint=hint,
            )

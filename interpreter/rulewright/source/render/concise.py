"""One line per finding, as compilers and editors know it: `file:line:column: E201 title`."""

from __future__ import annotations

from rulewright.source.diagnostic import Diagnostic
from rulewright.source.render.cells import visible


def concise(found: Diagnostic) -> str:
    """The finding on one line, without a newline at its end."""
    return visible(" ".join(str(found).split("\n")))

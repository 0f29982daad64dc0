"""Findings as workflow commands: on GitHub, a job that prints them shows them beside the lines of a pull request.

```
::error file=x.rules,line=3,col=5,endLine=3,endColumn=9,title=E200 unknown-name::nothing is called Pwan%0Ahint: ...
```

Notices stand for findings about the rulebook and of style. Everything that the format gives a meaning is escaped.
"""

from __future__ import annotations

from rulewright.source.diagnostic import Diagnostic, Severity
from rulewright.source.registry import name_of
from rulewright.source.render.cells import visible

_COMMANDS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.RULEBOOK: "notice",
    Severity.STYLE: "notice",
}


def github(found: Diagnostic) -> str:
    """The finding on one line, without a newline at its end."""
    source = found.span.source
    line, column = source.position(found.span.start)
    end_line, end_column = source.position(found.span.end)
    properties = {
        "file": source.path.as_posix() if source.path else source.name,
        "line": str(line),
        "col": str(column),
        "endLine": str(end_line),
        "endColumn": str(end_column),
        "title": f"{found.code} {name_of(found.code)}".strip(),
    }
    if line != end_line:  # columns of two lines are not understood
        del properties["col"], properties["endColumn"]
    parts = [found.title if not found.label else f"{found.title} ({found.label})"]
    parts += [f"hint: {found.hint}"] if found.hint else []
    parts += [f"fix: {found.fix.strip()}"] if found.fix else []
    message = "\n".join(visible_lines(part) for part in parts)
    listed = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{_COMMANDS[found.severity]} {listed}::{_data(message)}"


def visible_lines(text: str) -> str:
    """A text of several lines, made harmless line by line."""
    return "\n".join(visible(line) for line in text.split("\n"))


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

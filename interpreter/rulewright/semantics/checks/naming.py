"""
Names that tell what they name: kinds, actions, enums, players and teams begin with a capital letter, everything else is
written in small letters with `_` between words.

```rules wrong
players White, Black
define Half(n: int): int = n / 2
turn:
    nothing
end:
    tie when Half(turn_number) > 9
```

```rules right
players White, Black
define half(n: int): int = n / 2
turn:
    nothing
end:
    tie when half(turn_number) > 9
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulewright.semantics.scope import Env
from rulewright.source import register
from rulewright.syntax import ast

NAMING = register("S101", "naming", __doc__)


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    for item in declarations:
        for what, name, capital in _names(item):
            better = _capital(name.text) if capital else _small(name.text)
            if better != name.text:
                rule = "begin with a capital letter" if capital else "are written in small letters"
                env.findings.add(NAMING, f"{what} {rule}", name.span, hint=f"call it {better}")


def _names(item: ast.Declaration) -> Iterator[tuple[str, ast.Name, bool]]:
    """The names that a declaration gives: of what, the name, whether with a capital letter."""
    match item:
        case ast.Kind():
            yield "kinds", item.name, True
            for member in item.members:
                yield from _names(member)
        case ast.Action():
            yield "actions", item.name, True
        case ast.Enum():
            yield "enums", item.name, True
        case ast.Players():
            yield from (("players", name, True) for name in item.names)
        case ast.Team():
            yield "teams", item.name, True
        case ast.Define():
            yield "definitions", item.name, False
        case ast.Procedure():
            yield "procedures", item.name, False
        case ast.Event():
            yield "events", item.name, False
        case ast.Region():
            yield "regions", item.name, False
        case ast.Var():
            yield "vars", item.name, False
        case ast.Field():
            yield "fields", item.name, False
        case ast.Constant():
            yield "constants", item.name, False
        case ast.Zone():
            yield "zones", item.name, False
        case ast.Option():
            yield "options", item.name, False
        case ast.Die():
            yield "dice", item.name, False
        case _:
            pass


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _small(name: str) -> str:
    """`homeRow` as `home_row`, `HOME` as `home`."""
    return re.sub(r"(?<=[^\W_A-Z])(?=[A-Z])", "_", name).lower()

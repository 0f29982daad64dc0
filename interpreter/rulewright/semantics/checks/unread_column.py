"""
A column of a table is a constant of the kinds in its rows, and no rule ever looks at it. Either a rule is missing, or
the column is for people only: then say so in the kind's block, `rarity: text`.

```rules wrong
players White, Black
board square 3 by 3
card Card from "cards.csv"
setup:
    place Ace of White on a1
turn:
    nothing
end:
    tie when turn_number > 9
```

```csv cards.csv
name,rarity
Ace,3
```

```rules right
players White, Black
board square 3 by 3
card Card from "cards.csv":
    rarity: text
setup:
    place Ace of White on a1
turn:
    nothing
end:
    tie when turn_number > 9
```
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import typed
from rulewright.semantics.ast_walk import nodes_in
from rulewright.semantics.scope import Env
from rulewright.semantics.walk import first_values, rules, walk
from rulewright.semantics.wording import listing
from rulewright.source import Label, register
from rulewright.syntax import ast

UNREAD_COLUMN = register("W121", "unread-column", __doc__)


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """The columns of each table that are constants which nothing names."""
    read = _named_in_rules(env)
    for item in declarations:
        table = env.tables.get(item.name.text) if isinstance(item, ast.Kind) else None
        if table is None or not isinstance(item, ast.Kind):
            continue
        unread = [column for column in table.of_role("constant") if column not in table.texts]
        unread = [column for column in unread if column.name not in read]
        if unread:
            names = [column.name for column in unread]
            what = f"the column {names[0]}" if len(names) == 1 else f"the columns {listing(names)}"
            text = f"`{names[0]}: text` in the block of {item.name.text}"
            env.findings.add(
                UNREAD_COLUMN,
                f"no rule reads {what} of {table.file}",
                table.span,
                hint=f"a rule may be missing; if it is for people, write {text}",
                others=tuple(Label(column.header.span, "not read") for column in unread),
            )


def _named_in_rules(env: Env) -> set[str]:
    """The names of all properties that rules write, under any options, and of all constants that rules read."""
    out: set[str] = set()
    for item in env.game.written:
        if not isinstance(item, ast.Scenario):
            out |= {node.name.text for node in nodes_in(item, ast.Property)}
    for root in [*rules(env.game), *first_values(env.game)]:
        out |= {node.family.name for node in walk(root) if isinstance(node, typed.KindConstant)}
    return out

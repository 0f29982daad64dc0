"""
A `var` or field is given values, but nothing ever looks at them. Either a rule that should read it is missing, or it
is not needed.

```rules wrong
players White, Black
var moves_made: int in 0..1000 = 0
turn:
    moves_made += 1
```

```rules right
players White, Black
var moves_made: int in 0..1000 = 0
turn:
    moves_made += 1
end:
    tie when moves_made == 1000
```
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rulewright.semantics import typed
from rulewright.semantics.scope import Env
from rulewright.semantics.symbols import FieldDecl, VarDecl
from rulewright.semantics.walk import first_values, rules, state, walk
from rulewright.source import register
from rulewright.syntax import ast

NEVER_READ = register("W108", "never-read", __doc__)

State = VarDecl | FieldDecl


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Vars and fields that stand only on the left of assignments, or in `place … with`. A notation reads what it
    holds: people do."""
    game = env.game
    named: Counter[State] = Counter()
    assigned: Counter[State] = Counter()
    placed: set[State] = set()
    for root in [*rules(game), *first_values(game), *game.scenarios]:
        for node in walk(root):
            if (read := _state(node)) is not None:
                named[read] += 1
            elif isinstance(node, typed.Assign) and (target := _state(node.target)) is not None:
                assigned[target] += 1
            elif isinstance(node, typed.PlaceOne):
                placed |= {field for field, _ in node.fields}
    for notation in game.notations:
        named.update(part.holder for part in notation.parts if not isinstance(part, str) and part.holder is not None)
    for decl in state(game):
        if isinstance(decl, FieldDecl) and decl.cycle:
            continue  # how something is turned is read with its sides
        if named[decl] == assigned[decl] and (assigned[decl] or decl in placed):
            env.findings.add(
                NEVER_READ,
                f"{decl.name} is written and never read",
                decl.span,
                hint="a rule that reads it may be missing; else take it away",
            )


def _state(node: object) -> State | None:
    """The var or field that a node names."""
    match node:
        case typed.VarRef():
            return node.var
        case typed.FieldRef():
            return node.field
        case _:
            return None

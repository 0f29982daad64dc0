"""
A statement that nothing can reach: it stands behind `return`, `break` or an outcome, which leave the block.

```rules wrong
players White, Black
turn:
    tie
    again
```

```rules right
players White, Black
turn:
    tie
```
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import typed
from rulewright.semantics.scope import Env
from rulewright.semantics.walk import rules, walk
from rulewright.source import Label, register
from rulewright.syntax import ast

UNREACHABLE = register("W105", "unreachable-statement", __doc__)

_OUTCOMES = (
    typed.Win,
    typed.Lose,
    typed.Tie,
    typed.EveryoneLoses,
    typed.RankBy,
    typed.PayOut,
    typed.Return,
    typed.Break,
)


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    for root in rules(env.game):
        for node in walk(root):
            if isinstance(node, typed.Block):
                _block(env, node)


def _block(env: Env, block: typed.Block) -> None:
    for statement, following in zip(block.statements, block.statements[1:], strict=False):
        if leaves(statement):
            env.findings.add(
                UNREACHABLE,
                "nothing reaches this statement",
                following.span,
                hint="take it away, or put it before what leaves the block",
                others=(Label(statement.span, "this leaves the block"),),
            )
            return


def leaves(statement: typed.Statement) -> bool:
    """Whether nothing that follows the statement in its block can be reached."""
    if isinstance(statement, _OUTCOMES):
        return True
    if isinstance(statement, typed.If) and statement.otherwise is not None:
        blocks = [inner for _, inner in statement.branches] + [statement.otherwise]
        return all(any(map(leaves, inner.statements)) for inner in blocks)
    return False

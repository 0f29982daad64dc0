"""
A condition that always holds, or never does, decides nothing: perhaps something else was meant. So does one that
compares a thing with itself, or asks the same twice. Conditions that depend on options are left alone, since they
differ from game to game, and so is `while true`.

```rules wrong
players White, Black
board square 4 by 4
turn:
    if count(rows) > 8:
        tie
```

```rules right
players White, Black
board square 4 by 4
turn:
    if turn_number > 8:
        tie
```
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.semantics import typed
from rulewright.semantics.checks.option_words import OptionWords
from rulewright.semantics.constants import evaluate
from rulewright.semantics.scope import Env
from rulewright.semantics.walk import rules, walk
from rulewright.source import register
from rulewright.syntax import ast

CONSTANT_CONDITION = register("W104", "constant-condition", __doc__)


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    words = OptionWords.of(env, declarations)
    for root in rules(env.game):
        for node in walk(root):
            for condition in _conditions(node):
                value = always(env, condition, words)
                if value is not None:
                    env.findings.add(
                        CONSTANT_CONDITION,
                        f"this is always {'true' if value else 'false'}",
                        condition.span,
                        hint="a condition that decides something was meant here, or none",
                    )
            _twice(env, node)


def always(env: Env, condition: typed.Expr, words: OptionWords) -> bool | None:
    """What a condition always is; None if it may change, or differs from one option's value to another's."""
    if words.depends(condition.span.text):
        return None
    value = evaluate(condition, env)
    return None if value is None else bool(value)


def _twice(env: Env, node: object) -> None:
    """Report a comparison whose sides are the same, and `a and a`."""
    match node:
        case typed.Op(op=op, args=(left, right)) if op in _SAME and _same(left, right):
            if evaluate(left, env) is None:
                always_is = "true" if _SAME[op] else "false"
                env.findings.add(
                    CONSTANT_CONDITION,
                    f"this is always {always_is}",
                    node.span,
                    label="both sides are the same",
                    hint="compare it with something else",
                )
        case typed.Logic(left=left, right=right):
            parts = [left]
            while isinstance(parts[-1], typed.Logic) and parts[-1].op == node.op:
                parts[-1:] = [parts[-1].right, parts[-1].left]
            if any(_same(part, right) for part in parts):
                env.findings.add(
                    CONSTANT_CONDITION,
                    "this is asked twice",
                    right.span,
                    label="it stands before already",
                    hint="ask for something else, or take it away",
                )
        case _:
            pass


_SAME = {"eq": True, "le": True, "ge": True, "ne": False, "lt": False, "gt": False}
"""What a comparison gives if both its sides are the same."""


def _same(left: typed.Expr, right: typed.Expr) -> bool:
    """Whether two expressions at one place are written alike and leave nothing to chance."""
    if left.span.text.split() != right.span.text.split():
        return False
    return not any(isinstance(node, typed.RollDie | typed.AnyOf) for node in walk(left))


def _conditions(node: object) -> Iterator[typed.Expr]:
    match node:
        case typed.If():
            for condition, _ in node.branches:
                yield condition
        case typed.While() if node.condition.span.text.strip() != "true":
            yield node.condition
        case typed.WhereItem():
            yield node.condition
        case typed.Cond():
            yield node.condition
        case typed.Bind():
            if node.filter is not None:
                yield node.filter
            if node.word in ("any", "all", "no", "count", "first", "prefix", "such"):
                yield node.body
        case typed.Logic():
            yield node.left
            yield node.right
        case typed.Trigger(condition=condition) | typed.Modifier(condition=condition) if condition is not None:
            yield condition
        case _:
            pass

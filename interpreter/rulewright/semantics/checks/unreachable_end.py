"""
A line of `end` that can never decide a game: its condition never holds, or a line above it always does.

```rules wrong
players White, Black
turn:
    nothing
end:
    tie when 1 > 2
```

```rules right
players White, Black
turn:
    nothing
end:
    tie when turn_number > 2
```
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import typed
from rulewright.semantics.checks.constant_condition import always
from rulewright.semantics.checks.option_words import OptionWords
from rulewright.semantics.scope import Env
from rulewright.source import Label, register
from rulewright.syntax import ast

UNREACHABLE_END = register("W106", "unreachable-end", __doc__)


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    words = OptionWords.of(env, declarations)
    decided: typed.EndRule | None = None
    for rule in env.game.ends:
        value = always(env, rule.condition, words)
        if decided is not None:
            env.findings.add(
                UNREACHABLE_END,
                "this end is never reached",
                rule.span,
                hint="put it first, or take one of the two away",
                others=(Label(decided.condition.span, "this always holds"),),
            )
        elif value is False:
            env.findings.add(
                UNREACHABLE_END,
                "this end is never reached",
                rule.condition.span,
                label="this is always false",
                hint="write the condition that was meant, or take the line away",
            )
        elif value is True and not rule.between_turns and not isinstance(rule.outcome, typed.Win | typed.Lose):
            decided = rule

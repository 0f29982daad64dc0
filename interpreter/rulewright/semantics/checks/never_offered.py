"""
An action that no `choose` offers can never be played. Name it in a `choose` of the turn or flow, or take it away.

```rules wrong
players White, Black
action Pass
action Resign:
    do:
        mover loses
turn:
    choose Pass
```

```rules right
players White, Black
action Pass
action Resign:
    do:
        mover loses
turn:
    choose Pass | Resign
```
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import typed
from rulewright.semantics.scope import Env
from rulewright.semantics.walk import rules, walk
from rulewright.source import register
from rulewright.syntax import ast

NEVER_OFFERED = register("W110", "never-offered", __doc__)


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    offered: set[str] = set()
    for root in rules(env.game):
        for node in walk(root):
            if isinstance(node, typed.Choose | typed.MayChoose):
                offered |= {offer.action.name for group in node.choice.groups for offer in group}
    reported: set[str] = set()
    for action in env.game.actions:
        if action.name not in offered and action.name not in reported:
            reported.add(action.name)
            env.findings.add(
                NEVER_OFFERED,
                f"no `choose` offers {action.name}",
                env.spans.get(action.name, action.span),
                hint=f"write `choose {action.name}` where it may be played, or take the action away",
            )

"""
A game whose turns go on for ever: it has no `end`, and no statement such as `mover wins` that would end it. (A game
with `flow` ends in a tie when that has run out.)

```rules wrong
players White, Black
turn:
    nothing
```

```rules right
players White, Black
turn:
    nothing
end:
    tie when turn_number > 100
```
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import typed
from rulewright.semantics.declare_game import heading
from rulewright.semantics.scope import Env
from rulewright.semantics.walk import rules, walk
from rulewright.source import register
from rulewright.syntax import ast

NEVER_ENDS = register("W115", "never-ends", __doc__)

_OUTCOMES = typed.Win | typed.Lose | typed.Tie | typed.EveryoneLoses | typed.RankBy | typed.PayOut


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    turn = next((item for item in declarations if isinstance(item, ast.Turn)), None)
    if turn is None or env.game.ends:
        return
    if any(isinstance(node, _OUTCOMES) for root in rules(env.game) for node in walk(root)):
        return
    env.findings.add(
        NEVER_ENDS,
        "this game never ends",
        heading(turn.span),
        hint="add an `end:` with a line such as `player wins when …`, or `tie when no(empty)`",
    )

"""
A zone into which nothing ever comes: no `move`, no `deal` and no `place` leads there. A statement of the set-up may be
missing, or the zone is not needed.

```rules wrong
players White, Black
card Card:
    copies = 9
zone deck: ordered, hidden
zone discard
setup:
    move supply(Card) to deck
turn:
    remove top(deck)
end:
    tie when count(discard) == 9
```

```rules right
players White, Black
card Card:
    copies = 9
zone deck: ordered, hidden
zone discard
setup:
    move supply(Card) to deck
turn:
    deal 1 from deck to discard
end:
    tie when count(discard) == 9
```
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics.scope import Env
from rulewright.semantics.zone_uses import ANY, INTO, zone_uses
from rulewright.source import register
from rulewright.syntax import ast

NEVER_FILLED = register("W117", "never-filled", __doc__)


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Zones that rules name, and none of them puts anything into."""
    uses = list(zone_uses(env.game))
    named = {zone for zone, _ in uses}
    filled = {zone for zone, use in uses if use in (INTO, ANY)}
    for zone in env.game.zones:
        if zone in named and zone not in filled:
            env.findings.add(
                NEVER_FILLED,
                f"nothing ever comes into {zone.name}",
                zone.span,
                hint=f"put something there, as `move supply(…) to {zone.name}` in `setup`; or take it away",
            )

"""
Cards are put into an ordered, hidden zone, such as a deck, and none is ever dealt, moved or looked at there. What goes
in is lost for the game, and nobody will ever know its order. A `deal` may be missing; what is out of the game for good
needs no order, or can be removed.

```rules wrong
players White, Black
card Card:
    copies = 9
zone deck: ordered, hidden
setup:
    move supply(Card) to deck
    shuffle deck
turn:
    nothing
end:
    tie when turn_number > 9
```

```rules right
players White, Black
card Card:
    copies = 9
zone deck: ordered, hidden
zone shown
setup:
    move supply(Card) to deck
    shuffle deck
turn:
    deal 1 from deck to shown
end:
    tie when no(deck)
```
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics.scope import Env
from rulewright.semantics.zone_uses import ANY, FROM, INTO, zone_uses
from rulewright.source import register
from rulewright.syntax import ast

NEVER_EMPTIED = register("W118", "never-dealt-from", __doc__)


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Ordered zones that nobody sees, which are filled and then left alone. What is in play is got at as its kind."""
    uses = list(zone_uses(env.game))
    filled = {zone for zone, use in uses if use == INTO}
    emptied = {zone for zone, use in uses if use in (FROM, ANY)}
    for zone in env.game.zones:
        kept_in_vars = any(kind.held for kind in env.game.kinds if kind.is_a(zone.kind))
        secret = zone.ordered and zone.visible == "none" and not zone.in_play and not kept_in_vars
        if secret and zone in filled and zone not in emptied:
            env.findings.add(
                NEVER_EMPTIED,
                f"nothing is ever dealt or taken from {zone.name}",
                zone.span,
                hint=f"deal from it, as `deal 1 from {zone.name} to …`; or remove what goes there",
            )

"""
The text of a move, or of a position, holds something that may be a secret. The text of a move (`say`) is read before
the move is made, so it must not tell the kind or the fields of a card that the one who chooses may not see: a card of
a hidden zone, or of another player's hand. Name the card itself, `{c}`: who does not know it reads only where it lies.
The text of a position with `{board}` shows the other side of what lies face down.

```rules wrong
players White, Black
card Card:
    copies = 9
    rank = 1
zone deck: ordered, hidden
setup:
    move supply(Card) to deck
action Draw:
    pick c in deck
    do:
        remove c
    say "draw {c.rank}"
turn:
    choose Draw
    else: tie
```

```rules right
players White, Black
card Card:
    copies = 9
    rank = 1
zone deck: ordered, hidden
setup:
    move supply(Card) to deck
action Draw:
    pick c in deck
    do:
        remove c
    say "draw {c}"
turn:
    choose Draw
    else: tie
end:
    tie when sum(c in deck: c.rank) < 3
```
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.semantics import typed
from rulewright.semantics.checks.tells_secret import Search, picks_of
from rulewright.semantics.scope import Env
from rulewright.semantics.walk import rules, walk
from rulewright.source import Label, Span, register
from rulewright.syntax import ast

SECRET_NOTATION = register("W119", "secret-in-notation", __doc__)


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    for span, zone in sorted(_said(env), key=lambda found: found[0].start):
        env.findings.add(
            SECRET_NOTATION,
            f"the text of this move tells what lies in {zone}",
            span,
            label="who chooses may not see this",
            hint="name the card itself: who does not know it reads only where it lies",
        )
    flip = next((node for root in rules(env.game) for node in walk(root) if isinstance(node, typed.Flip)), None)
    for notation in env.game.notations if flip is not None else ():
        for part in notation.parts:
            if not isinstance(part, str) and part.what == "board" and flip is not None:
                env.findings.add(
                    SECRET_NOTATION,
                    f"{notation.name} shows what lies face down",
                    part.span,
                    hint="leave {board} away, or allow it if only finished games are written so",
                    others=(Label(flip.span, "here components are turned over"),),
                )


def _said(env: Env) -> Iterator[tuple[Span, str]]:
    """What the texts of moves read of cards that their choosers may not see, each place once."""
    if not any(zone.visible in ("none", "owner") for zone in env.game.zones):
        return
    search = Search(alone=len(env.game.players) == 1)
    told: set[Span] = set()
    for action in env.game.actions:
        parts = [part for part in action.say.parts if isinstance(part, typed.Expr)] if action.say else []
        for part in parts:
            for span, zone in search.reads(part, picks_of(action), None, 0):
                if span not in told:
                    told.add(span)
                    yield span, zone.name

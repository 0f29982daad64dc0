"""Codes E180 to E189: what can be wrong with zones and the cards in them. Each page is what `explain` shows.

The examples have the parts of a game that they do not write themselves, as those of `codes_typing`.
"""

from __future__ import annotations

from rulewright.source import register

ZONE = register(
    "E180",
    "zone",
    """
What stands behind the colon of a zone says what it is like: `ordered`; who sees what lies there (`hidden`, `visible to
owner`, `visible to White`; all do if nothing is said); `in_play`; and the name of the one kind that it holds. `visible
to owner` needs a zone of each player, or of each component of a kind.

```rules wrong
card Card
zone deck: orderd, hidden
```

```rules right
card Card
zone deck: ordered, hidden
```
""",
)
NOT_A_ZONE = register(
    "E181",
    "not-a-zone",
    """
`shuffle` and `deal` are about zones, and `place … in` and the words `top` and `bottom` need one. Sites of the board
take `place … on`, and have no top and no bottom; so has a zone that is not `ordered`.

```rules wrong
card Card
zone deck
setup:
    place Card in deck
    shuffle deck
```

```rules right
card Card
zone deck: ordered
setup:
    place Card in deck
    shuffle deck
```
""",
)
WRONG_ZONE = register(
    "E182",
    "not-in-this-zone",
    """
A zone holds components of one kind: the one that its declaration names, or what all cards of the game are. Nothing else
can come into it.

```rules wrong
card Spell
piece Stone
zone deck: Spell, ordered
setup:
    place Stone in deck
```

```rules right
card Spell
piece Stone
zone deck: Spell, ordered
setup:
    place Spell in deck
```
""",
)
UNKNOWN_ORDER = register(
    "E183",
    "unknown-order",
    """
A zone that may have been shuffled lies in an order that chance decides when somebody looks: what lies on top, which
comes first, what a loop goes through. So a look at that order is a stop of chance, and cannot stand in definitions and
conditions of actions, nor in a part that may be evaluated several times or not at all. Let the card come out of the
zone, or `reveal` it, before; whether something lies there, and how much, can be asked anywhere.

```rules wrong
card Card:
    copies = 9
    rank = 1
zone deck: ordered, hidden
define next_rank: int = top(deck).rank
setup:
    move supply(Card) to deck
    shuffle deck
```

```rules right
card Card:
    copies = 9
    rank = 1
zone deck: ordered, hidden
zone shown: ordered
define next_rank: int = top(shown).rank
setup:
    move supply(Card) to deck
    shuffle deck
    deal 1 from deck to shown
```
""",
)
SUPPLY = register(
    "E184",
    "supply",
    """
The supply is what has not come into the game yet. It is moved somewhere, or counted: `move supply(Card) to deck`,
`count(supply(Pawn of mover))`. It has no members before.

```rules wrong
card Card:
    copies = 9
zone deck: ordered, hidden
setup:
    for c in supply(Card):
        move c to deck
```

```rules right
card Card:
    copies = 9
zone deck: ordered, hidden
setup:
    move supply(Card) to deck
```
""",
)

"""Codes E252 to E269: what can be wrong with definitions, modifiers, actions, triggers and scenarios.

The examples are parts of a game, as in `codes_typing`.
"""

from __future__ import annotations

from rulewright.source import register

AMBIGUOUS_METHOD = register(
    "E252",
    "ambiguous-override",
    """
Several bodies of one definition or procedure fit equally well. For every component one of them must fit most closely.

```rules wrong
define worth(p: Pawn): int = 1
define worth(q: Pawn): int = 2
```

```rules right
define worth(p: Pawn): int = 1
piece Queen is Pawn:
    define worth(self): int = 2
```
""",
)
METHODS_DIFFER = register(
    "E253",
    "overrides-differ",
    """
All bodies of one definition or procedure take the same number of values, of the same types but for the kinds of
components, and give the same type.

```rules wrong
define worth(p: Pawn): int = 1
piece Queen is Pawn:
    define worth(self, n: int): int = n
```

```rules right
define worth(p: Pawn): int = 1
piece Queen is Pawn:
    define worth(self): int = 2
```
""",
)
NEEDS_SELF = register(
    "E254",
    "needs-self",
    """
Definitions and procedures in a kind's block are about its components: `self` is one of what they take. Outside of a
kind there is no `self`.

```rules wrong
piece Queen:
    define worth(n: int): int = n
```

```rules right
piece Queen:
    define worth(self, n: int): int = n
```
""",
)
MODIFY = register(
    "E255",
    "modify",
    """
`modify` changes what a definition or a kind's constant gives: `modify power(f: Figure) by +1 when …`. `by`, `at most`
and `at least` need a number.

```rules wrong
define bold(p: Pawn): bool = true
modify bold(p: Pawn) by 1
```

```rules right
define power(p: Pawn): int = 1
modify power(p: Pawn) by 1
```
""",
)
SELF_DEPENDENT = register(
    "E256",
    "self-dependent-modifier",
    """
A modifier may not need what it modifies, not even by way of other definitions.

```rules wrong
define power(p: Pawn): int = 1
modify power(p: Pawn) by 1 when power(p) > 0
```

```rules right
define base(p: Pawn): int = 1
define power(p: Pawn): int = base(p)
modify power(p: Pawn) by 1 when base(p) > 0
```
""",
)
UNKNOWN_ACTION = register(
    "E257",
    "unknown-action",
    """
`choose`, `possible` and `moves` name actions.

```rules wrong
turn:
    choose Pas
action Pass
```

```rules right
turn:
    choose Pass
action Pass
```
""",
)
UNKNOWN_PICK = register(
    "E258",
    "unknown-pick",
    """
After `with` stand names of picks and lets of the action, each with the value it must have.

```rules wrong
action Step:
    pick p in mine
turn:
    choose Step with q = a1.piece
```

```rules right
action Step:
    pick p in mine
turn:
    choose Step with p = a1.piece
```
""",
)
FILTER_NAME = register(
    "E259",
    "filter-name",
    """
In a filter of `choose`, the names of the action's picks and lets win. A local one of the same name would be hidden,
so it is renamed.

```rules wrong
action Step:
    pick p in mine
turn:
    let p = a1.piece
    choose Step where p.at == a1
    else: nothing
```

```rules right
action Step:
    pick p in mine
turn:
    let first_one = a1.piece
    choose Step where p == first_one
    else: nothing
```
""",
)
ACTION_FORM = register(
    "E260",
    "action-form",
    """
An action has its picks, lets and conditions, then at most one `do`, one `say`. `self` is picked in a kind's block
only.

```rules wrong
action Step:
    pick p in mine
    do:
        remove p
    do:
        nothing
```

```rules right
action Step:
    pick p in mine
    do:
        remove p
```
""",
)
AFTER_DECIDES = register(
    "E261",
    "after-with-decisions",
    """
`after` looks at the position that `do` would bring about, so `do` must have just one outcome: it may neither decide
nor roll, nor set off a trigger that does.

```rules wrong
action Pass
action Step:
    pick p in mine
    do:
        remove p
        choose Pass
    after any(mine)
```

```rules right
action Step:
    pick p in mine
    do:
        remove p
    after any(mine)
```
""",
)
UNKNOWN_EVENT = register(
    "E262",
    "unknown-event",
    """
`when` and `emit` name an event: one that the game declares, or (for `when`) one of the language, such as `moved(x,
here, there)`.

```rules wrong
when move(x, here, there):
    remove x
```

```rules right
when moved(x, here, there):
    remove x
```
""",
)
EVENT_PARAMS = register(
    "E263",
    "event-values",
    """
A trigger names what its event tells, in order; it may leave out the last ones. `emit` gives a value for each, and a
`var` of its own for those that triggers may change.

```rules wrong
when moved(x, here, there, who):
    remove x
```

```rules right
when moved(x, here):
    remove x
```
""",
)
TEMPLATE = register(
    "E264",
    "template",
    """
A notation (`say`) is a text with expressions in braces, `"{p.at}x{hit.site}"`; each shows a single thing.

```rules wrong
action Step:
    pick p in mine
    say "{mine.at}"
```

```rules right
action Step:
    pick p in mine
    say "{p.at}"
```
""",
)
SCENARIO = register(
    "E267",
    "scenario",
    """
A step of a scenario that cannot be: a move without such a pick, a die without such a face, a player who does not
play.

```rules wrong
action Step:
    pick p in mine
scenario "a step":
    given:
        place Pawn of White on a1
    play Step q = a1
```

```rules right
action Step:
    pick p in mine
scenario "a step":
    given:
        place Pawn of White on a1
    play Step p = a1
```
""",
)
SUBSET = register(
    "E269",
    "subset",
    """
`pick 3 cards in S` and `pick 1..3 cards in S` say how many are picked: a number, or a range of numbers.

```rules wrong
action Take:
    pick 3..1 gone in mine
```

```rules right
action Take:
    pick 1..3 gone in mine
```
""",
)

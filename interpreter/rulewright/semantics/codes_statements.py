"""Codes E240 to E251, E265, E266, E268, E279: what can be wrong with statements.

The examples are parts of a game, as in `codes_typing`.
"""

from __future__ import annotations

from rulewright.source import register

EFFECT_PLACE = register(
    "E240",
    "effect-out-of-place",
    """
A definition only works something out. What changes the game stands in `do`, in procedures, triggers, `setup`, `turn`
and `flow`.

```rules wrong
define take(s: site): bool:
    remove s.piece
    return true
```

```rules right
procedure take(s: site):
    remove s.piece
```
""",
)
DECISION_PLACE = register(
    "E241",
    "decision-out-of-place",
    """
Decisions (`choose`, `pick`, `may`) stand where the game runs: in `turn`, `flow`, `setup`, `do`, procedures and
triggers. A `given` only lays out a position.

```rules wrong
define bold: bool:
    choose Pass
    return true
action Pass
```

```rules right
action Pass
turn:
    choose Pass
```
""",
)
NOT_ASSIGNABLE = register(
    "E242",
    "not-assignable",
    """
`=` changes a `var`, a field, or `x.owner` and `x.kind` of a component. Constants of kinds, regions, properties such
as `x.at` and what is worked out cannot be given another value; components move with `move x to s`.

```rules wrong
procedure jump(p: Pawn):
    p.at = a1
```

```rules right
procedure jump(p: Pawn):
    move p to a1
```
""",
)
ASSIGN_LET = register(
    "E243",
    "let-does-not-change",
    """
`let` names a value that stays. So do picks, parameters and the names of loops. What changes is declared with `var`.

```rules wrong
define total: int:
    let n = 0
    for p in mine:
        n += p.at.row
    return n
```

```rules right
define total: int:
    var n = 0
    for p in mine:
        n += p.at.row
    return n
```
""",
)
MOVER_PLACE = register(
    "E244",
    "mover-out-of-place",
    """
`mover` is who decides. It follows turns and choices by itself and is set only in `setup`, in `flow` outside of turns,
and in a scenario's `given`.

```rules wrong
turn:
    mover = Black
    choose Pass
action Pass
```

```rules right
setup:
    mover = Black
turn:
    choose Pass
action Pass
```
""",
)
AGAIN_PLACE = register(
    "E245",
    "again-out-of-place",
    """
`again` gives whoever's turn it is another turn, so it stands inside a turn.

```rules wrong
setup:
    again
```

```rules right
turn:
    choose Pass
    again
action Pass
```
""",
)
TURN_PLACE = register(
    "E246",
    "turn-out-of-place",
    """
`turn of P:` marks a turn in a `flow`. Turns do not nest, and a game with `turn:` has its turns already.

```rules wrong
turn:
    turn of White:
        choose Pass
action Pass
```

```rules right
flow:
    turn of White:
        choose Pass
action Pass
```
""",
)
LOOP_PLACE = register(
    "E247",
    "break-outside-loop",
    """
`break` leaves the loop around it: a `for`, `while` or `repeat`.

```rules wrong
procedure stop():
    break
```

```rules right
procedure stop():
    for p in mine:
        remove p
        break
```
""",
)
RETURN = register(
    "E248",
    "return",
    """
A definition gives a value on every way through its block. Elsewhere `return` only leaves the block, and has no value.

```rules wrong
define sign(n: int): int:
    if n > 0:
        return 1
```

```rules right
define sign(n: int): int:
    if n > 0:
        return 1
    return 0
```
""",
)
NO_EFFECT = register(
    "E249",
    "no-effect",
    """
This line does nothing: what it works out is not used. A procedure changes something; a value is kept with `let`.

```rules wrong
procedure look():
    count(mine)
```

```rules right
procedure look():
    let n = count(mine)
    repeat n times:
        nothing
```
""",
)
UNKNOWN_STATEMENT = register(
    "E250",
    "unknown-statement",
    """
A line that is neither a call of a procedure, nor `again`, `tie`, `nothing`, `P wins`, `P loses`.

```rules wrong
setup:
    agian
```

```rules right
setup:
    nothing
```
""",
)
OUTCOME = register(
    "E251",
    "outcome",
    """
The game ends with `P wins`, `P loses`, `tie`, `everyone loses`, `rank by …`, `rank teams by …` or `pay …`. A rank
needs at least two teams.

```rules wrong
end:
    player lost when no(Pawn of player)
```

```rules right
end:
    player loses when no(Pawn of player)
```
""",
)
PICTURE = register(
    "E265",
    "picture",
    """
A picture of a position has a row of marks for each row of the board. A mark is the label or name of a kind: upper
case for the first player, lower case for the second, or with the number of the seat behind it (`P3`); `.` is an empty
site.

```rules wrong
board square 2 by 2
piece Rook "R"
setup:
    board \"\"\"
        R z
        . .
        \"\"\"
```

```rules right
board square 2 by 2
piece Rook "R"
setup:
    board \"\"\"
        R r
        . .
        \"\"\"
```
""",
)
CROWDED = register(
    "E266",
    "crowded",
    """
A site holds one component, of each layer if layers are declared. Several things are placed on several sites, each with
a line of its own; `place Pawn of White on c3, d4` puts one on each. Where sites are to hold more, a layer says so:
`layer stack: pile Pawn`.

```rules wrong
piece Rook
setup:
    place Pawn, Rook of White on a1
```

```rules right
piece Rook
setup:
    place Pawn of White on a1
    place Rook of White on b1
```
""",
)
ONE_MOVE = register(
    "E268",
    "one-move",
    """
A `one move` block is a single move of one player: another player cannot decide in it, nothing in it may be left to
chance, and no turn begins in it.

```rules wrong
action Pass
turn:
    one move:
        choose by opponent Pass
```

```rules right
action Pass
turn:
    one move:
        choose Pass
```
""",
)
TOGETHER = register(
    "E279",
    "together",
    """
In a `together` block players choose at the same time, without knowing what the others choose: each player of the block
decides alone, nothing is left to chance, the game neither ends nor goes on to another turn, and no such block lies in
another one or in `one move`. Put these behind the block: by then all have chosen, and what they chose is done.

```rules wrong
players White, Black
var bid of each player: int in 0..5 = 0
turn:
    together by each p in players:
        pick n in {1, 2, 3}
        bid of p = n
        if n == 3:
            p wins
```

```rules right
players White, Black
var bid of each player: int in 0..5 = 0
turn:
    together by each p in players:
        pick n in {1, 2, 3}
        bid of p = n
    if bid of White != bid of Black:
        rank by bid of player
```
""",
)

"""Codes E200 to E239: what can be wrong with names, types and expressions. Each page is what `explain` shows.

The examples are parts of a game with two players, White and Black, a square board and a piece Pawn; the parts that an
example has itself replace those.
"""

from __future__ import annotations

from rulewright.source import register

UNKNOWN_NAME = register(
    "E200",
    "unknown-name",
    """
A name that nothing bears: no declaration, no local name, no word of the language, no site or direction of the board.
Names are told apart by capitals: `white` is not `White`.

```rules wrong
define first_home: set of site = rows(1) & minee.at
```

```rules right
define first_home: set of site = rows(1) & mine.at
```
""",
)
AMBIGUOUS_NAME = register(
    "E201",
    "ambiguous-name",
    """
Two enums or options have a word of this name, and the place does not tell which of them is meant. It does where the
word is compared with something, or given to something.

```rules wrong
enum Land: water, road
enum Drink: water, milk
define wet: bool = any(x in {water}: true)
```

```rules right
enum Land: water, road
enum Drink: water, milk
var under: Land = road
define wet: bool = under == water
```
""",
)
REMOVED_NAME = register(
    "E202",
    "removed-name",
    """
What stands under an `if` around declarations is part of the game only with the options that the `if` asks for. Only
`choose` may name actions that are not there; any other use must stand under the same `if`.

```rules wrong
option long: off | on = off
if long == on:
    region middle = {b2, b3}
define far: bool = any(middle & empty)
```

```rules right
option long: off | on = off
if long == on:
    region middle = {b2, b3}
    define far: bool = any(middle & empty)
```
""",
)
NOT_A_VALUE = register(
    "E203",
    "not-a-value",
    """
Actions, events and dice have no value that could be compared or stored. An action is offered with `choose`, an event
happens with `emit`, a die is thrown with `roll`. Texts are for people: a definition of type `text` gives one, `say`
shows it in braces, and no rule depends on it.

```rules wrong
die d6: 1..6
define lucky: bool = d6 == 6
```

```rules right
die d6: 1..6
procedure throw():
    let n = roll d6
    if n == 6:
        again
```
""",
)
UNKNOWN_PROPERTY = register(
    "E204",
    "unknown-property",
    """
What stands after a dot belongs to what stands before it: `s.row`, `s.piece` and declared fields to a site; `x.at`,
`x.owner`, `x.kind`, and what its kind declares, to a component. What each player has is read with `of`: `score of p`.

```rules wrong
define arrived: bool = any(p in mine: p.row == 8)
```

```rules right
define arrived: bool = any(p in mine: p.at.row == 8)
```
""",
)
UNKNOWN_TYPE = register(
    "E205",
    "unknown-type",
    """
A type is `int`, `bool`, `player`, `site`, `direction`, `kind`, `step`, the name of an enum or of a kind, or `set of`
and `list of` one of these.

```rules wrong
define near(s: square): bool = s.row < 3
```

```rules right
define near(s: site): bool = s.row < 3
```
""",
)
DOUBLED_LOCAL = register(
    "E206",
    "doubled-local-name",
    """
A block may introduce a name only once. What changes is a `var`, and is changed without `let` or `var`.

```rules wrong
define twice(n: int): int:
    let m = n + n
    let m = m + 1
    return m
```

```rules right
define twice(n: int): int:
    var m = n + n
    m = m + 1
    return m
```
""",
)
WRONG_PLACE = register(
    "E207",
    "word-out-of-place",
    """
Some words have a meaning only at certain places: `player` in `end`, `rank by` and `pay`, `repetitions` in `end` and in
`where` and `after` of actions, `placement` in `position is`, `self` in a kind's block.

```rules wrong
define ahead: bool = count(Pawn of player) > 3
```

```rules right
define ahead: bool = count(Pawn of mover) > 3
```
""",
)
NO_FACING = register(
    "E208",
    "no-facing",
    """
`forward`, `left` and the like depend on where a player looks: `facing White N, Black S` says so. Boards of hexes know
forward and backward, each also to the left and to the right.

```rules wrong
board hex 5 by 5
facing White NE, Black SW
define goals(p: Pawn): set of site = steps(p.at, {left})
```

```rules right
board hex 5 by 5
facing White NE, Black SW
define goals(p: Pawn): set of site = steps(p.at, {forward_left})
```
""",
)
NO_POSITION = register(
    "E209",
    "no-position",
    """
`repetitions` counts how often a position has occurred; `position is` says what makes two positions the same.

```rules wrong
end:
    tie when repetitions >= 3
```

```rules right
position is placement, mover
end:
    tie when repetitions >= 3
```
""",
)
WRONG_TYPE = register(
    "E210",
    "wrong-type",
    """
Something of one type stands where another is needed: a site for a component, a set for a condition, a number for a
player.

```rules wrong
define free: bool = empty
```

```rules right
define free: bool = any(empty)
```
""",
)
UNLIKE = register(
    "E211",
    "unlike-values",
    """
Two values of different types can never be equal, and a set has members of one type only. Often a property is missing:
`p.at == s`, `s.owner == White`.

```rules wrong
define home_alone: bool = any(p in mine: p == a1)
```

```rules right
define home_alone: bool = any(p in mine: p.at == a1)
```
""",
)
OUT_OF_RANGE = register(
    "E212",
    "out-of-range",
    """
A number that is known now and that the declared range does not hold: `int in 0..6` takes the numbers from 0 to 6.

```rules wrong
var level: int in 0..6 = 0
setup:
    level = 7
```

```rules right
var level: int in 0..6 = 0
setup:
    level = 6
```
""",
)
IMPOSSIBLE_NUMBER = register(
    "E213",
    "impossible-number",
    """
Numbers have 32 bits (from -2,147,483,648 to 2,147,483,647), sets of numbers hold -256 to 1023, and nothing is divided
by 0.

```rules wrong
define share(n: int): int = n / 0
```

```rules right
define share(n: int): int = n / 2
```
""",
)
MAYBE_OTHER_KIND = register(
    "E214",
    "maybe-another-kind",
    """
`mine`, `s.piece` and the like may be of any kind. What only some kinds have can be asked of them after a test (`x is
Pawn and …`), or of components that are taken from that kind.

```rules wrong
piece Tower:
    height: int in 0..5 = 0
define high: int = sum(p in mine: p.height)
```

```rules right
piece Tower:
    height: int in 0..5 = 0
define high: int = sum(p in Tower of mover: p.height)
```
""",
)
OF_WHOM = register(
    "E215",
    "of-whom",
    """
`X of P` names what belongs to a player, site or number: `Pawn of p`, `home of p`, `score of p`. What is declared `of
each` always says whose is meant; what is not, never does. `the` picks the one member of a set.

```rules wrong
var score of each player: int = 0
define ahead: bool = score > 3
```

```rules right
var score of each player: int = 0
define ahead: bool = score of mover > 3
```
""",
)
UNKNOWN_FUNCTION = register(
    "E216",
    "unknown-function",
    """
There is no definition and no built-in function of this name. Properties are written with a dot: `s.row`.

```rules wrong
define near(s: site): set of site = neighbours(s)
```

```rules right
define near(s: site): set of site = neighbors(s)
```
""",
)
ARGUMENTS = register(
    "E217",
    "wrong-arguments",
    """
Functions, procedures, actions and events take as many values in parentheses as they are declared with. A definition
that is declared without parentheses is used without them.

```rules wrong
define ahead(s: site): site = step(s)
```

```rules right
define ahead(s: site): site = step(s, N)
```
""",
)
PROCEDURE_AS_VALUE = register(
    "E218",
    "procedure-as-value",
    """
A procedure changes the game and gives no value. What gives a value is a `define`.

```rules wrong
procedure clear():
    remove mine
define n: int = clear()
```

```rules right
procedure clear():
    remove mine
define n: int = count(mine)
```
""",
)
BINDER_FORM = register(
    "E219",
    "binder-without-set",
    """
`any`, `all`, `no`, `count`, `sum`, `min`, `max`, `best`, `first`, `prefix` and `union` go through a set: `sum(x in S
where c: e)`. `reach(x from S: f(x))` repeats, `any_of(x in S by w)` draws.

```rules wrong
define most: int = max(mine.at.row)
```

```rules right
define most: int = max(p in mine: p.at.row)
```
""",
)
REACHES_ITSELF = register(
    "E220",
    "reaches-itself",
    """
No definition, procedure or action may reach itself by calls: a game must come to an end. Loops, `reach(...)` and
triggers do what is needed.

```rules wrong
define far(s: site): int = far(step(s, N)) + 1
```

```rules right
define far(s: site): int = count(slide(s, N)) + 1
```
""",
)
CHANCE_PLACE = register(
    "E221",
    "chance-out-of-place",
    """
Chance (`roll`, `any_of`) is a stop of its own in the course of the game. It cannot stand in definitions and
conditions of actions, nor in a part that may be evaluated several times or not at all: a branch of `and`, `or`, `if …
else`, a binder.

```rules wrong
die d6: 1..6
define lucky: bool = (roll d6) == 6
```

```rules right
die d6: 1..6
procedure try_luck():
    let n = roll d6
    if n == 6:
        again
```
""",
)
NEEDS_TYPE = register(
    "E222",
    "needs-a-type",
    """
Parameters, definitions with a block, and locals that begin with `none` or `{}` say what they are: `p: Pawn`, `define
f(s: site): int:`, `var best: site = none`.

```rules wrong
define last(s):
    return s
```

```rules right
define last(s: site): site:
    return s
```
""",
)
HIDES = register(
    "W120",
    "hidden-name",
    """
A local name is also the name of something else that could be meant there: a local name of a block around it, or a
declaration. From here on it means the local one. Choose another name.

```rules wrong
region camp = {a1, a2}
define reachable(camp: set of site): bool = any(camp & empty)
end:
    tie when not reachable(camp)
```

```rules right
region camp = {a1, a2}
define reachable(goals: set of site): bool = any(goals & empty)
end:
    tie when not reachable(camp)
```
""",
)

"""Codes E100 to E149: what can be wrong with declarations, options, includes and guards. Each page is what `explain`
shows."""

from __future__ import annotations

from rulewright.source import register

DOUBLED_NAME = register(
    "E100",
    "doubled-name",
    """
One name stands for one thing. Two declarations of a rule file may not share a name, and a kind may not have two
members of one name; give one of them another.

```rules wrong
players White, Black
board square 4 by 4
region goal = rows(4)
var goal: int = 0
```

```rules right
players White, Black
board square 4 by 4
region goal = rows(4)
var goals: int = 0
```
""",
)
UNKNOWN_OPTION = register(
    "E101",
    "unknown-option",
    """
Options and presets that are asked for on the command line, in a preset or in a scenario's `with` must be declared.

```rules wrong
players White, Black
option size: 4..8 = 6
preset "Small": sise = 4
```

```rules right
players White, Black
option size: 4..8 = 6
preset "Small": size = 4
```
""",
)
OPTION_VALUE = register(
    "E102",
    "option-value",
    """
An option takes one of its words, or a number of its range; its default too.

```rules wrong
players White, Black
option size: 4..8 = 9
```

```rules right
players White, Black
option size: 4..9 = 9
```
""",
)
OPTION_FORM = register(
    "E103",
    "option-form",
    """
An option lists its words (`off | on`) or gives one range of numbers (`4..8`), and has a default.

```rules wrong
players White, Black
option size: 4 | 8 = 4
```

```rules right
players White, Black
option size: small | large = small
option width: 4..8 = 4
```
""",
)
NOT_AT_LOADING = register(
    "E104",
    "not-while-loading",
    """
Defaults of options, conditions around declarations, the number of players and the sizes of the board are worked out
before the game exists. They may use numbers, options declared earlier, arithmetic, comparisons, `and or not`,
`a if c else b`, and definitions that are made of these; nothing that belongs to a position.

```rules wrong
players White, Black
board square 4 by 4
option long: off | on = off
if count(sites) > 9:
    region middle = {b2, b3}
```

```rules right
players White, Black
option long: off | on = off
board square 4 by 4
if long == on:
    region middle = {b2, b3}
```
""",
)
OPTION_PLACE = register(
    "E105",
    "option-inside-if",
    """
What stands under an `if` around declarations depends on options; so options, presets and a number of players that
may be chosen stand outside of any `if`.

```rules wrong
players White, Black
option long: off | on = off
if long == on:
    option size: 4..8 = 4
```

```rules right
players White, Black
option long: off | on = off
option size: 4..8 = 8 if long == on else 4
```
""",
)
INCLUDE = register(
    "E106",
    "include",
    """
`include "cards.rules"` names a file in the ruleset's own folder or a folder below it. Each file is included once,
and no file may include itself by way of others.

```rules wrong
include "../elsewhere/cards.rules"
```

```rules right
players White, Black
```
""",
)
EDITION = register(
    "E107",
    "unknown-edition",
    """
`language 1`, as the first line, says for which edition of the rules language a file was written. This version of
Rulewright knows edition 1.

```rules wrong
language 7
players White, Black
```

```rules right
language 1
players White, Black
```
""",
)
ONLY_ONE = register(
    "E108",
    "only-one",
    """
A game has one `game`, one `players` line, one board, one `facing` line, one `turn` or `flow`, one `position`, one
`rulebook`.

```rules wrong
players White, Black
board square 4 by 4
board square 5 by 5
```

```rules right
players White, Black
board square 5 by 5
```
""",
)
PLAYERS = register(
    "E109",
    "players",
    """
A game names its players, one to eight, in the order of their turns. `players 2 to 4:` needs a name for each of four.

```rules wrong
players 2 to 4: Red, Blue, Green
```

```rules right
players 2 to 3: Red, Blue, Green
```
""",
)
UNKNOWN_PLAYER = register(
    "E110",
    "unknown-player",
    """
A team, a region's owner or a `facing` names a player that the game does not have.

```rules wrong
players White, Black
board square 4 by 4
region home of Blak = rows(4)
region home of White = rows(1)
```

```rules right
players White, Black
board square 4 by 4
region home of Black = rows(4)
region home of White = rows(1)
```
""",
)
TEAM = register(
    "E111",
    "team",
    """
A player belongs to one team.

```rules wrong
players North, East, South, West
team First: North, South
team Second: East, North
```

```rules right
players North, East, South, West
team First: North, South
team Second: East, West
```
""",
)
BOARD = register(
    "E112",
    "board",
    """
A board that cannot be built as it is written: an unknown shape, a size that is no number or too large, a link whose
sites or directions the board does not have.

```rules wrong
players White, Black
board square 0 by 8
```

```rules right
players White, Black
board square 8 by 8
```
""",
)
FACING = register(
    "E113",
    "facing",
    """
`facing` gives every player one direction of the board; `forward`, `left` and the like then follow the player.

```rules wrong
players White, Black
board square 8 by 8
facing White N
```

```rules right
players White, Black
board square 8 by 8
facing White N, Black S
```
""",
)
REGION = register(
    "E114",
    "region",
    """
A region is a fixed set of sites: it may be made of sites, rows, columns, other regions and whatever else is known
before the game begins. A region that belongs to players has a part for every one of them (`{}` if it is empty).

```rules wrong
players White, Black
board square 8 by 8
region home of White = rows(1)
```

```rules right
players White, Black
board square 8 by 8
region home of White = rows(1)
region home of Black = {}
```
""",
)
NO_BOARD = register(
    "E115",
    "no-board",
    """
Regions, facings and state of each site, row, column or direction need a board.

```rules wrong
players White, Black
region goal = rows(8)
```

```rules right
players White, Black
board square 8 by 8
region goal = rows(8)
```
""",
)
KIND = register(
    "E116",
    "kind",
    """
The kind behind `is` must be declared, and no kind may be below itself.

```rules wrong
players White, Black
piece King is Mann
piece Man
piece Stone
```

```rules right
players White, Black
piece King is Man
piece Man
piece Stone
```
""",
)
CONSTANT = register(
    "E117",
    "kind-constant",
    """
A kind's constant (`strength = 6`) is known before the game begins, and is of the same type in the kinds below.

```rules wrong
players White, Black
piece Man:
    strength = 6
piece King is Man:
    strength = true
```

```rules right
players White, Black
piece Man:
    strength = 6
piece King is Man:
    strength = 7
```
""",
)
MEMBER = register(
    "E118",
    "kind-member",
    """
A kind's block holds constants (`strength = 6`), fields (`damage: int = 0`), `copies`, `distinct`, and rules.

```rules wrong
players White, Black
piece Man:
    distnct
```

```rules right
players White, Black
piece Man:
    distinct
```
""",
)
COPIES = register(
    "E119",
    "copies",
    """
`copies = 9` or `copies of each player = 9` says how many of a kind there are: a number from 0 to 65,535.

```rules wrong
players White, Black
piece Man:
    copies = -1
```

```rules right
players White, Black
piece Man:
    copies of each player = 9
```
""",
)
DOMAIN = register(
    "E120",
    "of-each",
    """
`of each` is followed by player, site, direction, row, column, kind, a kind, an enum, or a range of numbers.

```rules wrong
players White, Black
var score of each team: int = 0
```

```rules right
players White, Black
var score of each player: int = 0
```
""",
)
SIDES = register(
    "E132",
    "sides",
    """
`open of each direction = [1, 0, 1, 0]` gives a kind sides, which turn with its components: one value for each of the
directions, clockwise from north. They may be those of a set: `of each orthogonal`. All that a kind has of each side is
of the same sides.

```rules wrong
players White, Black
board square 3 by 3
tile Road:
    open of each orthogonal = [1, 0, 1]
```

```rules right
players White, Black
board square 3 by 3
tile Road:
    open of each orthogonal = [1, 0, 1, 0]
```
""",
)
RANGE = register(
    "E121",
    "range",
    """
`int in 0..20` bounds a number; both ends are known before the game begins, the first is not above the second, and
the first value lies between them. Only an int, or a set of int, has a range.

```rules wrong
players White, Black
var score: int in 20..0 = 0
```

```rules right
players White, Black
var score: int in 0..20 = 0
```
""",
)
STATE_TYPE = register(
    "E122",
    "state-type",
    """
A `var` or field holds an int, a bool, a player, a site, a direction, a value of an enum, a kind, a component, or a
set of these.

```rules wrong
players White, Black
var last: step = none
```

```rules right
players White, Black
var last: player = none
```
""",
)
UNTIL = register(
    "E123",
    "until",
    """
`until turn_end` resets a value at the end of every turn, `until turn_start` at the beginning, `until turn_start of
owner` (in a kind) at the beginning of its owner's turn.

```rules wrong
players White, Black
var has_moved: bool = false until turn_over
```

```rules right
players White, Black
var has_moved: bool = false until turn_end
```
""",
)
DIE = register(
    "E124",
    "die",
    """
A die has numbers (`1..6` or `0, 1, 1, 2`), or words: values of one enum, or words of its own.

```rules wrong
players White, Black
die d: 1, sword
```

```rules right
players White, Black
die d: blank, sword
```
""",
)
CONSTANT_INT = register(
    "E125",
    "integer-overflow",
    """
Numbers have 32 bits, from -2,147,483,648 to 2,147,483,647, also while the game is loaded; nothing is divided by 0.

```rules wrong
players White, Black
option size: 4..8 = 8 / 0
```

```rules right
players White, Black
option size: 4..8 = 8 / 2
```
""",
)
NOTHING_TO_PLAY = register(
    "E126",
    "nothing-to-play",
    """
A game needs `turn:` (what a player does in a turn) or `flow:` (the whole course of the game), and only one of them.

```rules wrong
players White, Black
board square 3 by 3
```

```rules right
players White, Black
board square 3 by 3
piece Mark
action Mark_site:
    pick there in empty
    do:
        place Mark of mover on there
turn:
    choose Mark_site
    else: tie
```
""",
)
FIRST_VALUE = register(
    "E127",
    "first-value",
    """
State begins with a value: `var score: int = 0`. It may be left out where there is a plain first value: 0 if the range
holds it, false, none, or the empty set.

```rules wrong
players White, Black
var level: int in 1..6
```

```rules right
players White, Black
var level: int in 1..6 = 1
```
""",
)
LIMIT = register(
    "E128",
    "limit",
    """
A game has at most 8 players, 64 options, 65,535 sites and 65,535 components, and a `var` or field at most 65,535
values. These limits are meant never to be met by a game for people.
""",
)
NO_VALUE = register(
    "E129",
    "constant-without-value",
    """
A constant that only the kinds below have cannot be read from a component of the kind above; that kind may not be
placed itself.

```rules wrong
players White, Black
board square 3 by 3
piece Man
piece Pawn is Man:
    strength = 1
piece King is Man:
    strength = 2
setup:
    place Man of White on a1
```

```rules right
players White, Black
board square 3 by 3
piece Man:
    strength = 0
piece Pawn is Man:
    strength = 1
piece King is Man:
    strength = 2
setup:
    place Man of White on a1
```
""",
)
NOT_WORKED_OUT = register(
    "E130",
    "type-not-worked-out",
    """
What this is could not be worked out, though nothing else is wrong: definitions, regions and constants ask for each
other in a circle. Write down what the definition gives (`define f(s: site): bool = …`), or break the circle.
""",
)
LAYER = register(
    "E131",
    "layer",
    """
A layer names kinds that share a slot of every site: `layer tile: Tile`; with `many` a site holds a set of them, with
`pile` one upon the other. Every kind, with all kinds below it, stands in one layer.

```rules wrong
players White, Black
board square 3 by 3
layer ground: Tile
layer tokens: many Tokn
tile Tile
token Token
```

```rules right
players White, Black
board square 3 by 3
layer ground: Tile
layer tokens: many Token
tile Tile
token Token
```
""",
)

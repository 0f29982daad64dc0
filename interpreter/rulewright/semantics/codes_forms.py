"""Codes E160 to E169: what can be wrong with `display`, notations, labels and measures."""

from __future__ import annotations

from rulewright.source import register

DISPLAY = register(
    "E160",
    "display",
    """
A line of `display:` names a kind, the components of one player, a player, a region, a value of an enum or a variable,
and gives texts for it: for kinds a letter, a sign for drawings and a name, in this order; for variables that are
numbers with a range the mark for each of what they have, that for each of what they lack, and a name; for all others
a letter and a name. A text that is a colour, such as `"orange"` or `"#0072B2"`, is the colour wherever it stands. A
letter means one thing. The line `sites:` gives a number, made of `site`, that is how people call each site;
`origin:` names the site from which they are called by columns and rows.

```rules wrong
players White, Black
board square 4 by 4
piece King
piece Knight
display:
    King: "K"
    Night: "N"
```

```rules right
players White, Black
board square 4 by 4
piece King
piece Knight
display:
    King: "K", "♔"
    Knight: "N", "♘"
    Black: "vermillion"
```
""",
)
NOTATION = register(
    "E161",
    "notation",
    """
A notation is a text in which `{board}`, `{mover}`, `{turn_number}`, `{round_number}`, variables, fields of sites and
a player's components of a kind, `{Man of White}`, stand for what they are in a position. It must be possible to read
it back: so between two of them stands a text that cannot be part of either, best a blank, and each is named once.

```rules wrong
players White, Black
board square 4 by 4
notation fen = "{board}{mover} {count(empty)}"
```

```rules right
players White, Black
board square 4 by 4
var passes: int in 0..2 = 0
notation fen = "{board} {mover} {passes}"
```
""",
)
POSITION_TEXT = register(
    "E162",
    "position-text",
    """
A text that should be a position in one of the game's notations cannot be read. `{board}` is written row by row, the
last row first, with `/` between rows: the letter of what stands on a site, a number for that many empty sites; a mark
of several characters, or several components on one site, stand in parentheses, as in `2(K1)(A+B)`.

```rules wrong
players White, Black
board square 4 by 4
piece Man "M"
notation fen = "{board} {mover}"
turn:
    nothing
scenario "White's men stand below":
    given:
        fen "mm/4/4/MMMM White"
    expect count(Man of White) == 4
```

```rules right
players White, Black
board square 4 by 4
piece Man "M"
notation fen = "{board} {mover}"
turn:
    nothing
scenario "White's men stand below":
    given:
        fen "mm2/4/4/MMMM White"
    expect count(Man of White) == 4
```
""",
)
LABELS = register(
    "E163",
    "labels",
    """
`labels "labels.csv"` names a table in the ruleset's folder. Its first row is `name` and the codes of languages, such
as `es` or `pt-BR`; every other row is a name or a text of the rules and how it is called in each of these languages. An
empty cell is not translated. Cells are separated by commas, semicolons or tabs; a cell that holds one of these stands
in quotation marks.

```rules wrong
players White, Black
labels "labels.csv"
```

```rules right
players White, Black
```
""",
)
MEASURE = register(
    "E164",
    "measure",
    """
A measure is a number, or something that is true or false, that simulations collect: `at turn_end`, `at round_end` or
`at end`. With `of each player` it has a value for every player, who is called `player` in it.

```rules wrong
players White, Black
board square 4 by 4
piece Man
measure lead = mine at sunset
```

```rules right
players White, Black
board square 4 by 4
piece Man
measure men of each player = count(Man of player) at turn_end
```
""",
)

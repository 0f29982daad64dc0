"""The codes of tables of kinds, and of tables in an old form."""

from rulewright.source import register

KIND_TABLE = register(
    "E172",
    "kind-table",
    """
`card Card from "cards.csv"` makes a kind of every row of a table in the ruleset's folder. The first row names the
columns. The column `name`, or else the first one, has the names of the kinds; any other is a constant that all of them
have: numbers, yes or no, words of one enum, kinds. `count` says how many copies there are. Columns of text are for
people.

What a cell cannot be shows in the kind's block: `rank: int` says that the column `rank` holds numbers, and
`cost = 0` what an empty cell of the column `cost` stands for.

```rules wrong
players White, Black
card Card from "cards.csv"
turn:
    nothing
```

```rules right
players White, Black
board square 3 by 3
card Card:
    rank = 0
card Ace is Card:
    rank = 14
setup:
    place Ace of White on a1
turn:
    nothing
end:
    tie when turn_number > 9
```
""",
)
OLD_FORM = register(
    "W116",
    "old-text-form",
    """
A table beside the rules is not in UTF-8, the usual form of text today, so it was read as Windows-1252, in which older
spreadsheets write. Accents and signs may come out wrong. Save the table anew: spreadsheets call the form "CSV UTF-8",
or ask for the character set when they export.
""",
)

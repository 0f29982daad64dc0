"""The codes of maps, legends and tables of boards."""

from rulewright.source import register

TABLE = register(
    "E170",
    "table",
    """
`board from "sites.csv", "links.csv"` reads two tables of the ruleset's folder, `board from "graph.graphml"` one graph.

The table of sites has a column `site`; it may have `row` and `column`, `x` and `y`. A further column that is called
like a `field ... of each site` holds its first values. Any other is a region: its cells say `yes`, or name the players
whose region holds the site. The table of links has `from`, `direction` and `to`, and may have `heading`, `name` and
`rays` (`yes`). Links lead both ways.

A table has one row for each line; cells are separated by commas, semicolons or tabs, and the first row names the
columns.

```rules wrong
players White, Black
board from "sites.csv", "links.csv"
```

```rules right
players White, Black
board lines:
    a1 b1 c1
```
""",
)
LEGEND = register(
    "E171",
    "legend",
    """
The legend of a map says what its marks mean: first values of fields of sites (`"W": terrain = water`), the regions
that hold a site (`"D": in home of White`), what stands there at the start (`"C": place Rock`). A point is a plain site;
every other mark has a line in the legend.

```rules wrong
players White, Black
board map square:
    \"\"\"
    . W .
    . . .
    \"\"\"
```

```rules right
players White, Black
board map square:
    \"\"\"
    . W .
    . . .
    \"\"\"
    legend:
        "W": in water
```
""",
)

"""Codes E006 to E042, first part: indentation, brackets, quotation marks and other signs."""

from __future__ import annotations

from rulewright.source import register

MISSING_COLON = register(
    "E006",
    "missing-colon",
    """
A line that begins a block ends with a colon; what belongs to it stands on the lines below, indented.

```rules wrong
setup
    place Pawn of White on a1
```

```rules right
setup:
    place Pawn of White on a1
```
""",
)
EMPTY_BLOCK = register(
    "E007",
    "empty-block",
    """
A line that ends with a colon begins a block, and a block has at least one line. `nothing` is a statement that does
nothing.

```rules wrong
setup:
turn:
    nothing
```

```rules right
setup:
    place Pawn of White on a1
turn:
    nothing
```
""",
)
UNEXPECTED_INDENTATION = register(
    "E008",
    "unexpected-indentation",
    """
A line lies deeper than the one above it only where that one begins a block, that is, ends with a colon.

```rules wrong
setup:
    place Pawn of White on a1
        place Pawn of Black on a8
```

```rules right
setup:
    place Pawn of White on a1
    place Pawn of Black on a8
```
""",
)
BAD_DEDENT = register(
    "E009",
    "uneven-indentation",
    """
All lines of a block begin in the same column. A line that lies less deep ends one block or more, and has to begin in
the column of a block around it.

```rules wrong
setup:
    place Pawn of White on a1
  place Pawn of Black on a8
```

```rules right
setup:
    place Pawn of White on a1
    place Pawn of Black on a8
```
""",
)
MIXED_INDENTATION = register(
    "E010",
    "tabs-and-spaces",
    """
Lines are indented with spaces or with tabs, but not with both in one file: they look alike on the screen and are not.
Editors can show which is which, and turn the one into the other. In the wrong example the second line of the block
begins with a tab.

```rules wrong
setup:
    place Pawn of White on a1
\tplace Pawn of Black on a8
```

```rules right
setup:
    place Pawn of White on a1
    place Pawn of Black on a8
```
""",
)
UNCLOSED_BRACKET = register(
    "E011",
    "unclosed-bracket",
    """
Every bracket that is opened has to be closed. Inside brackets an expression may go on over several lines.

```rules wrong
region corner = {a1, a8
region middle = {d4}
```

```rules right
region corner = {a1, a8}
region middle = {d4}
```
""",
)
BRACKET_MISMATCH = register(
    "E012",
    "unmatched-bracket",
    """
A closing bracket belongs to the last one that is open, and is of the same sort: `(` and `)`, `[` and `]`, `{` and `}`.

```rules wrong
region corner = {a1, a8)
```

```rules right
region corner = {a1, a8}
```
""",
)
UNCLOSED_TEXT = register(
    "E013",
    "unclosed-text",
    """
A text stands between two quotation marks on one line. A text of several lines, such as the picture of a board, stands
between three and three.

```rules wrong
game "Duel:
    year 1999
```

```rules right
game "Duel":
    year 1999
```
""",
)
STRAY_CHARACTER = register(
    "E014",
    "stray-character",
    """
A sign that the language does not use. Inside of texts every sign is allowed.

```rules wrong
region corner = {a1, a8} $
```

```rules right
region corner = {a1, a8}
```
""",
)
TOO_DEEP = register(
    "E015",
    "nested-too-deep",
    """
Blocks, and brackets in an expression, may be nested 64 deep, and one expression may join 100 parts. Long before that,
rules can no longer be read. Give the parts names: `let` in a block, `define` outside.
""",
)
CURLY_QUOTES = register(
    "E016",
    "curly-quotes",
    """
Texts stand between straight quotation marks. Word processors like to turn them into curly ones; editors for plain text
do not.

```rules wrong
game “Duel”
```

```rules right
game "Duel"
```
""",
)
UNKNOWN_SIGN = register(
    "E017",
    "unknown-sign",
    """
Comparisons and arithmetic are written with signs that are on every keyboard: `==`, `!=`, `<=`, `>=`, `*`, `/`, `-`,
`..`.

```rules wrong
define many(p: player): bool = count(Pawn of p) ≥ 10
```

```rules right
define many(p: player): bool = count(Pawn of p) >= 10
```
""",
)
LOGIC_SIGNS = register(
    "E020",
    "logic-signs",
    """
Conditions are joined with words: `and`, `or`, `not`.

```rules wrong
define free(s: site): bool = s.row > 1 && !s.occupied
```

```rules right
define free(s: site): bool = s.row > 1 and not s.occupied
```
""",
)
OTHER_COMMENTS = register(
    "E021",
    "other-comments",
    """
A comment begins with `#` and goes to the end of its line. `##` begins one that describes the declaration under it.

```rules wrong
region corner = {a1, a8} // where towers stand
```

```rules right
region corner = {a1, a8}  # where towers stand
```
""",
)
SEMICOLON = register(
    "E022",
    "semicolon",
    """
A statement ends with its line. Nothing else is needed, and two statements stand on two lines.

```rules wrong
setup:
    place Pawn of White on a1;
```

```rules right
setup:
    place Pawn of White on a1
```
""",
)
SINGLE_QUOTES = register(
    "E029",
    "single-quotes",
    """
Texts stand between double quotation marks.

```rules wrong
game 'Duel'
```

```rules right
game "Duel"
```
""",
)
BRACES = register(
    "E033",
    "braces",
    """
A block is marked by a colon and by indentation, not by braces. Braces make sets: `{a1, a8}`.

```rules wrong
setup {
    place Pawn of White on a1
}
```

```rules right
setup:
    place Pawn of White on a1
```
""",
)
FRACTION = register(
    "E035",
    "fraction",
    """
All numbers are whole. Count in smaller units: half points, hundredths.

```rules wrong
define share: int = 1.5
```

```rules right
define half_shares: int = 3
```
""",
)
ARROWS = register(
    "E042",
    "arrow-for-colon",
    """
The type of a result stands behind a colon, like every other type.

```rules wrong
define twice(n: int) -> int = 2 * n
```

```rules right
define twice(n: int): int = 2 * n
```
""",
)

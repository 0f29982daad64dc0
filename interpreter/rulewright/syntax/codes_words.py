"""Codes E004 to E047, second part: words, and what lines are made of."""

from __future__ import annotations

from rulewright.source import register

COMPONENT_WORDS = ("piece", "card", "tile", "token")
"""The words that declare a kind. They differ only in how it is drawn and listed, so the grammar takes any name."""

UNEXPECTED = register(
    "E004",
    "unexpected-word",
    """
A word or sign stands where it cannot stand. The label under the line says what could stand there instead.

```rules wrong
players White, Black
board square 8 by 8
facing White N Black S E
```

```rules right
players White, Black
board square 8 by 8
facing White N, Black S
```
""",
)
UNKNOWN_WORD = register(
    "E005",
    "unknown-word",
    """
The language has no such word at this place. Often it is a slip of the pen, or a word of another language for the same
thing.

```rules wrong
peice Pawn "P"
```

```rules right
piece Pawn "P"
```
""",
)
ASSIGN_FOR_EQUAL = register(
    "E018",
    "assign-for-equal",
    """
`=` gives a value to something: `score of p = 3`. Whether two values are equal is asked with `==`.

```rules wrong
end:
    player wins when count(Pawn of player) = 10
```

```rules right
end:
    player wins when count(Pawn of player) == 10
```
""",
)
ELSE_IF = register(
    "E019",
    "else-if",
    """
A further condition after `if` is one word: `elif`.

```rules wrong
turn:
    if no(mine):
        tie
    else if turn_number > 9:
        again
```

```rules right
turn:
    if no(mine):
        tie
    elif turn_number > 9:
        again
```
""",
)
LONE_ELSE = register(
    "E023",
    "lone-else",
    """
`elif` and `else` belong to the `if` above them that begins in the same column, and `else` also to a decision such as
`choose`. Nothing else may stand between.

```rules wrong
turn:
    nothing
    else:
        tie
```

```rules right
turn:
    if any(mine):
        nothing
    else:
        tie
```
""",
)
OWNER_FIRST = register(
    "E024",
    "owner-first",
    """
What belongs to a player is written with `of`: the kind first, then the owner.

```rules wrong
setup:
    place White Pawn on a1
```

```rules right
setup:
    place Pawn of White on a1
```
""",
)
KEYWORD_AS_NAME = register(
    "E025",
    "keyword-as-name",
    """
Some words belong to the language everywhere and cannot be names: `and because break by choose each elif else for from
if illegal in is legal let may not of or pick return roll the to var when where while with`.

```rules wrong
define f: int:
    let pick = 3
    return pick
```

```rules right
define f: int:
    let picked = 3
    return picked
```
""",
)
NUMBER_TOO_LARGE = register(
    "E026",
    "number-too-large",
    """
Numbers go from -2147483648 to 2147483647.

```rules wrong
define most: int = 9999999999
```

```rules right
define most: int = 999999999
```
""",
)
DIGIT_FIRST = register(
    "E027",
    "digit-first",
    """
A name begins with a letter or `_`; digits may follow.

```rules wrong
var 2nd: int = 0
```

```rules right
var second: int = 0
```
""",
)
CHAINED_COMPARISON = register(
    "E028",
    "chained-comparison",
    """
A comparison has two sides. What mathematics writes as a chain is two comparisons, joined with `and`.

```rules wrong
define few(n: int): bool = 1 < n < 5
```

```rules right
define few(n: int): bool = 1 < n and n < 5
```
""",
)
MISPLACED = register(
    "E030",
    "misplaced-line",
    """
The line is right in itself, but does not belong into this sort of block. Declarations stand at the left margin, picks
and conditions in an `action`, effects under its `do:`.

```rules wrong
action Move:
    pick p in mine
    pick there in empty
    move p to there
```

```rules right
action Move:
    pick p in mine
    pick there in empty
    do:
        move p to there
```
""",
)
EQUAL_FOR_ASSIGN = register(
    "E031",
    "equal-for-assign",
    """
`==` asks whether two values are equal. To give a value to something, write `=`.

```rules wrong
var strength: int = 0
turn:
    strength == 3
```

```rules right
var strength: int = 0
turn:
    strength = 3
```
""",
)
ONE_LINE_BLOCK = register(
    "E032",
    "one-line-block",
    """
What belongs to a line that ends with a colon stands below it, on lines of its own, indented. Only a simple statement
after the `else:` of a decision may stay on its line.

```rules wrong
turn:
    if no(mine): tie
```

```rules right
turn:
    if no(mine):
        tie
```
""",
)
BINDER_FORM = register(
    "E034",
    "binder-form",
    """
`any`, `all`, `no`, `count`, `sum`, `min`, `max`, `best`, `first`, `prefix`, `union` and sets go through the members of
something. Before the colon stand a name for the member, `in`, and where it comes from.

```rules wrong
define ready: bool = all(p: p.at in corners)
```

```rules right
define ready: bool = all(p in mine: p.at in corners)
```
""",
)
COUNTING_SIGNS = register(
    "E036",
    "counting-signs",
    """
Values change with `=`, `+=` and `-=`; there is no `++`, `--` or `*=`.

```rules wrong
var strength: int = 0
turn:
    strength++
```

```rules right
var strength: int = 0
turn:
    strength += 1
```
""",
)
IS_FOR_EQUAL = register(
    "E037",
    "is-for-equal",
    """
`x is Pawn` asks of what kind a component is. Values are compared with `==` and `!=`, and `in` asks whether something
is among others.

```rules wrong
define three(n: int): bool = n is 3
```

```rules right
define three(n: int): bool = n == 3
```
""",
)
THEN_WORD = register(
    "E038",
    "then-word",
    """
A condition ends with a colon. What is done when it holds stands below, indented.

```rules wrong
turn:
    if no(mine) then
        tie
```

```rules right
turn:
    if no(mine):
        tie
```
""",
)
FOR_EACH = register(
    "E039",
    "for-each",
    """
The loop is written `for x in …:`. `each` stands in declarations: `var score of each player`.

```rules wrong
region home of White = rows(1)
region home of Black = rows(8)
setup:
    for each p in players:
        place Pawn of p on home of p
```

```rules right
region home of White = rows(1)
region home of Black = rows(8)
setup:
    for p in players:
        place Pawn of p on home of p
```
""",
)
WRONG_CASE = register(
    "E040",
    "wrong-case-keyword",
    """
All words of the language are written in small letters.

```rules wrong
Setup:
    place Pawn of White on a1
```

```rules right
setup:
    place Pawn of White on a1
```
""",
)
MISSING = register(
    "E041",
    "missing-word",
    """
One word, sign or value is missing. With it the line could be read.

```rules wrong
action Move:
    pick p mine
```

```rules right
action Move:
    pick p in mine
```
""",
)
CHOICES_FORM = register(
    "E043",
    "choices-form",
    """
`possible` and `moves` speak of actions: their names, joined with `|`, and fixed picks after `with`.

```rules wrong
action Move:
    pick p in mine
action Capture:
    pick p in theirs
define stuck: bool = not possible(Move | 3)
```

```rules right
action Move:
    pick p in mine
action Capture:
    pick p in theirs
define stuck: bool = not possible(Move | Capture)
```
""",
)
PLAIN_VALUES = register(
    "E044",
    "plain-values",
    """
A procedure that is called, and an event that is emitted, take plain values. A count or a question about all members
of a set gives a value: name it first.

```rules wrong
event counted(n: int)
turn:
    emit counted(p in mine: p.at in corners)
```

```rules right
event counted(n: int)
turn:
    let n = count(p in mine: p.at in corners)
    emit counted(n)
```
""",
)
TEMPLATE = register(
    "E045",
    "open-template",
    """
In the text of `say` and of a notation, `{` and `}` stand around an expression, which is written out in its place. Every
`{` needs its `}`, and something between.

```rules wrong
action Move:
    pick p in mine
    say "{p.at"
```

```rules right
action Move:
    pick p in mine
    say "{p.at}"
```
""",
)

QUESTION_IN_ACTION = register(
    "E047",
    "question-in-action",
    """
The picks of an action make up one move, and nobody is asked for each of them: only a `pick` in a `do`, a procedure, a
`turn` or a `flow` may say what is asked. What an action is about is said where it is offered.

```rules wrong
action Move:
    pick "Who moves?": p in mine
    do:
        remove p
```

```rules right
action Move:
    pick p in mine
    do:
        remove p

turn:
    choose "Who moves?": Move
```
""",
)

LEGAL_APART = register(
    "E046",
    "legal-apart",
    """
Whether a move is legal is expected on a line of its own: `expect legal`, `expect illegal`. It is no condition that
could be joined with others.

```rules wrong
scenario "White begins":
    expect mover == White and legal "c2c3"
```

```rules right
scenario "White begins":
    expect mover == White
    expect legal "c2c3"
```
""",
)

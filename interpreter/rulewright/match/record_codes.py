"""The codes of what may be wrong with a record."""

from __future__ import annotations

from rulewright.source import register

NO_RECORD = register(
    "T101",
    "not-a-record",
    """
The file is not the record of a game. A record is a text whose first line is `record 1`; `save FILE` while playing
writes one.
""",
)
NEWER = register(
    "T102",
    "newer-record",
    """
The first line of the record names a form that this Rulewright does not know: it was written by a newer one. Install the
newest Rulewright to read it.
""",
)
UNREADABLE = register(
    "T103",
    "unreadable-record-line",
    """
A line of the record is none of those that records consist of. First comes what the game was played with:

    record 1
    ruleset pig
    title Pig
    hash 53c1ad08e6b2f749
    option goal = 100
    players Ann, Ben
    seed 7
    generator pcg32

then the moves, numbered without a gap, under each what chance gave, and the result. Comments may stand anywhere; they
belong to the move above them.

    1. Ann: roll
       d6: 4
    # Lucky.
    2. Ann: hold
    result unfinished
""",
)
NO_GAME = register(
    "T104",
    "record-of-an-unknown-game",
    """
The rules that the record names were not found: no game of that name comes with Rulewright, and no rule file of that
name lies beside the record. Tell where they are: `rulewright replay FILE --rules my_game.rules`.
""",
)
OTHER_RULES = register(
    "T105",
    "record-of-other-rules",
    """
The rules have changed since the record was written, so its moves may mean something else. The message says which parts
of the rules differ. With `--force` the record is replayed all the same, as far as its moves are legal.

Comments, titles, help, clauses, reasons, labels, display, measures and scenarios may change freely.
""",
)
BAD_OPTION = register(
    "T106",
    "record-option",
    """
The record was made with an option that the rules do not have, or with a value that the option does not take.
""",
)
NOT_LEGAL = register(
    "T107",
    "record-move-not-legal",
    """
The move may not be made there: the record was changed by hand, or it was made with other rules. The message gives the
reason as a player would be told it. Moves are written as the game writes them; where several moves of a position have
the same text, a number in braces tells which is meant: `pass {2}`.
""",
)
OTHER_MOVER = register(
    "T108",
    "record-other-mover",
    """
It is somebody else's move there. A line is missing above, or a name was changed.
""",
)
OTHER_FALL = register(
    "T109",
    "record-other-fall",
    """
What the record says about dice, cards or another draw cannot be: nothing is rolled or drawn there, the result is none
of the possible ones, such a card does not lie there any more, a line is missing, or the seed gives something else.

If the dice were rolled by hand, take the lines `seed` and `generator` out of the record; then any possible result is
accepted.
""",
)
CUT = register(
    "T110",
    "record-cut",
    """
The record ends without its last line, `result ...`, so something at its end may be missing. A game that was not played
to its end has the line `result unfinished`. With `--force` what is there is replayed.
""",
)
OTHER_RESULT = register(
    "T111",
    "record-other-result",
    """
The game does not end as the record says: it goes on, or it ends with another result.
""",
)
BROKEN = register(
    "T112",
    "record-breaks-rules",
    """
The rules broke down in this move: a full site, an empty supply, a number out of its range. Correct the rules; the
message tells what happened.
""",
)
BAD_SETUP = register(
    "T114",
    "record-setup",
    """
The game began with a position of its own, and the line `setup` that tells it cannot be read: the rules have no notation
of that name, or the text does not fit it. `rulewright show GAME --setup TEXT` tells where.
""",
)
NO_ANSWER = register(
    "T113",
    "answer-in-a-file-of-moves",
    """
A line in the file of moves that was given to `play --moves` is no move there, and nobody is there to be asked again.
The message gives the reason. The file has one move a line, as the game writes it; the commands that `help` lists while
playing may stand there too (`undo`, `save FILE`). Lines that begin with `#` are skipped.
""",
)

OF_A_VIEW = register(
    "T115",
    "record-of-a-view",
    """
The record was written by somebody who played with `--as`, or with `View.record`, before the game was over: its line
`view` says who. It tells what this player saw, and not which cards the others have, so it can be read and cannot be
replayed. The whole game is written down by `save` after its end, or by whoever may know everything.
""",
)

"""The help page of `play`, no wider than the terminal."""

from __future__ import annotations

import textwrap

_ANSWERS = (
    "Answer with a number from the list, with a word of it (a piece's site, say), or with a whole move as the game"
    " writes it.",
    "A site may be told by a site or a piece beside it and the direction: c3 E, King NW.",
)

_COMMANDS = (
    ("moves", "list all moves"),
    ("board", "draw the board again, [sites] that may be chosen"),
    ("key", "tell what the marks on the board mean"),
    ("hand", "show your own cards again, with what they say"),
    ("?f12", "tell about what stands on the site f12, with its numbers as they are now"),
    ("?NAME, card NAME", "tell what a kind of card or piece says, or where the ground of that name is"),
    ("zone NAME", "tell all that lies in a zone"),
    ("back", "give up a started move"),
    ("undo, redo", "take back your last move, make it again"),
    ("why MOVE", "tell why a move may not be made"),
    ("log", "what was played"),
    ("note TEXT", "write something down about the last move"),
    ("save FILE", "write the game down"),
    ("load FILE", "go on with one that was written down"),
    ("help", "this page"),
    ("quit", "leave"),
)

_INDENT = 20


def help_lines(width: int) -> list[str]:
    """How to answer, and the commands, one a line."""
    lines = [line for text in _ANSWERS for line in textwrap.wrap(text, width)]
    for command, does in _COMMANDS:
        head = f"  {command:<{_INDENT - 2}}"
        lines += textwrap.wrap(head + does, width, subsequent_indent=" " * min(_INDENT, width // 2))
    return lines

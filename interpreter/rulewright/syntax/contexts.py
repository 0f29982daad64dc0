"""The sorts of blocks, what may stand in each, and lines to go on with where one could not be read.

A sort is known by the parser's state alone: by the terminals with which a line may begin there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rulewright.syntax.automaton import Stack, automaton

DECLARATION = "declaration"
STATEMENT = "statement"
ACTION = "action"
MEMBER = "member"
END = "end"
SCENARIO = "scenario"
BOARD = "board"
LEGEND = "legend"
DISPLAY = "display"
RULEBOOK = "rulebook"
GAME = "game"


@dataclass(frozen=True, slots=True)
class Context:
    """`where` is the block, `what` a line of it, `home` where a line of this sort belongs; `before` leads into it."""

    name: str
    where: str
    what: str
    home: str
    before: tuple[str, ...]


CONTEXTS = (
    Context(DECLARATION, "outside all blocks", "a declaration", "at the left margin, outside all blocks", ()),
    Context(
        STATEMENT,
        "among statements",
        "a statement",
        "in a block under `do:`, `setup:`, `turn:` or `procedure`",
        ("SETUP", "COLON", "_NL", "_INDENT"),
    ),
    Context(
        ACTION,
        "in an action",
        "part of an action",
        "in the block of an `action`",
        ("ACTION", "NAME", "COLON", "_NL", "_INDENT"),
    ),
    Context(
        SCENARIO,
        "in a scenario",
        "part of a scenario",
        "in the block of a `scenario`",
        ("SCENARIO", "STRING", "COLON", "_NL", "_INDENT"),
    ),
    Context(
        MEMBER,
        "in a kind's block",
        "a member of a kind",
        "in the block of a `piece`, `card`, `tile` or `token`",
        ("NAME", "NAME", "COLON", "_NL", "_INDENT"),
    ),
    Context(
        END,
        "in an `end` block",
        "a line of `end`",
        "in an `end:` block, as `player wins when …`",
        ("END", "COLON", "_NL", "_INDENT"),
    ),
    Context(
        GAME,
        "in the `game` block",
        "a line about the game",
        "in the `game` block",
        ("GAME", "STRING", "COLON", "_NL", "_INDENT"),
    ),
    Context(
        RULEBOOK,
        "in a rulebook",
        "a clause",
        "in the block of a `rulebook`",
        ("RULEBOOK", "STRING", "COLON", "_NL", "_INDENT"),
    ),
    Context(
        LEGEND,
        "in a legend",
        "a line of a legend",
        "in a `legend:` block of a board",
        ("BOARD", "NAME", "COLON", "_NL", "_INDENT", "LEGEND", "COLON", "_NL", "_INDENT"),
    ),
    Context(
        BOARD,
        "in a board's block",
        "part of a board",
        "in the block of a `board`",
        ("BOARD", "NAME", "COLON", "_NL", "_INDENT"),
    ),
    Context(
        DISPLAY,
        "in a `display` block",
        "a line of `display`",
        "in a `display:` block",
        ("DISPLAY", "COLON", "_NL", "_INDENT"),
    ),
)
"""In the order in which a misplaced line is tried."""

_CONTINUING = frozenset(("ELIF", "ELSE", "_DEDENT", "_INDENT", "$END"))


@cache
def stack_in(context: Context) -> Stack:
    """The parser's stack at the first line of a block."""
    return automaton().after(context.before)


@cache
def _signatures() -> dict[frozenset[str], str]:
    return {frozenset(automaton().expected(stack_in(context))) - _CONTINUING: context.name for context in CONTEXTS}


def context_of(stack: Stack) -> str:
    """The sort of the block in which the next line stands; "" where none is known."""
    return _signatures().get(frozenset(automaton().expected(stack)) - _CONTINUING, "")


def context_named(name: str) -> Context | None:
    return next((context for context in CONTEXTS if context.name == name), None)


# ---- stand-ins ----

_BLOCKS = {
    STATEMENT: {
        "IF": "IF BAD COLON",
        "ELIF": "ELIF BAD COLON",
        "ELSE": "ELSE COLON",
        "FOR": "FOR NAME IN BAD COLON",
        "WHILE": "WHILE BAD COLON",
        "REPEAT": "REPEAT BAD TIMES COLON",
        "ONE": "ONE MOVE COLON",
        "TOGETHER": "TOGETHER BY EACH NAME IN BAD COLON",
        "TURN": "TURN OF BAD COLON",
        "MAY": "MAY STRING COLON",
    },
    ACTION: {"DO": "DO COLON"},
    SCENARIO: {"GIVEN": "GIVEN COLON", "DO": "DO COLON"},
    BOARD: {"LEGEND": "LEGEND COLON"},
    MEMBER: {
        "DEFINE": "DEFINE NAME COLON",
        "ACTION": "ACTION NAME COLON",
        "PROCEDURE": "PROCEDURE NAME LPAR RPAR COLON",
        "WHEN": "WHEN NAME COLON",
        "IF": "IF BAD COLON",
        "ELIF": "ELIF BAD COLON",
        "ELSE": "ELSE COLON",
    },
}
_BLOCKS[DECLARATION] = {
    **_BLOCKS[MEMBER],
    "GAME": "GAME STRING COLON",
    "BOARD": "BOARD NAME COLON",
    "NAME": "NAME NAME COLON",
    "SETUP": "SETUP COLON",
    "TURN": "TURN COLON",
    "FLOW": "FLOW COLON",
    "END": "END COLON",
    "DISPLAY": "DISPLAY COLON",
    "RULEBOOK": "RULEBOOK STRING COLON",
    "SCENARIO": "SCENARIO STRING COLON",
}
_LINES = {
    STATEMENT: {
        "LET": "LET NAME EQUAL BAD",
        "VAR": "VAR NAME EQUAL BAD",
        "PICK": "PICK NAME IN BAD",
        "CHOOSE": "CHOOSE NAME",
        "MAY": "MAY CHOOSE NAME",
    },
    ACTION: {"LET": "LET NAME EQUAL BAD", "PICK": "PICK NAME IN BAD"},
    MEMBER: {
        "DEFINE": "DEFINE NAME EQUAL BAD",
        "ACTION": "ACTION NAME",
        "NAME": "NAME EQUAL BAD",
        "MODIFY": "MODIFY NAME LPAR RPAR BY BAD",
    },
    DECLARATION: {
        "DEFINE": "DEFINE NAME EQUAL BAD",
        "ACTION": "ACTION NAME",
        "NAME": "NAME NAME",
        "ENUM": "ENUM NAME COLON NAME",
        "OPTION": "OPTION NAME COLON BAD EQUAL BAD",
        "VAR": "VAR NAME COLON NAME",
        "FIELD": "FIELD NAME COLON NAME",
        "ZONE": "ZONE NAME",
        "REGION": "REGION NAME EQUAL BAD",
        "DIE": "DIE NAME COLON BAD",
        "LAYER": "LAYER NAME COLON NAME",
        "EVENT": "EVENT NAME LPAR RPAR",
        "MEASURE": "MEASURE NAME EQUAL BAD",
        "NOTATION": "NOTATION NAME EQUAL STRING",
        "TEAM": "TEAM NAME COLON NAME",
        "GAME": "GAME STRING",
        "PLAYERS": "PLAYERS NAME",
        "BOARD": "BOARD NAME",
    },
}


def stand_ins(context: str, first: str, *, deeper: bool) -> list[list[str]]:
    """Terminals of lines that may stand for one that could not be read, the best first."""
    table = _BLOCKS if deeper else _LINES
    found = table.get(context, {}).get(first)
    return [found.split(), ["BAD"]] if found else [["BAD"]]

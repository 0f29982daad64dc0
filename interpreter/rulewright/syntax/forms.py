"""How lines about zones are written, for messages about lines that are written otherwise."""

from __future__ import annotations

from rulewright.syntax.look import Look

_DEAL = "write `deal 2 from deck to hand of p`; to all: `for p in players:`, and that under it"
_MOVE = "write `move c to discard`; to the bottom of an ordered zone: `move c to deck bottom`"
_FORMS = {
    "deal": _DEAL,
    "draw": _DEAL,
    "move": f"{_MOVE}; the first of a deck: `move top(deck) to discard`, or `deal 2 from deck to discard`",
    "place": "`place Ace in hand of p` brings new ones from the supply; what is in the game already is moved: "
    "`move c to discard`",
    "shuffle": "write `shuffle deck`; to put other cards in first: `move discard to deck` on the line before",
    "reveal": "write `reveal c to p`, or `reveal c` to all; the first of a deck: `reveal top(deck) to p`",
    "flip": "write `flip c`; the first of a deck: `flip top(deck)`",
    "together": "write `together by each p in players:`, and under it what each of them does",
}


def form(look: Look) -> str:
    """How a line is written that begins as this one does; "" if that cannot be told."""
    return _FORMS.get(look.word(0), "") if look.context == "statement" else ""

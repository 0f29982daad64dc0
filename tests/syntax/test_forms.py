"""Lines about zones that are written otherwise than the language writes them: the message shows the form."""

import pytest

from rulewright.source import Source
from rulewright.syntax import parse

CASES = [
    ("deal 1 card from deck to discard", "`card` cannot stand here", "`deal 2 from deck to hand of p`"),
    ("deal 3 to discard", "`to` cannot stand here", "`deal 2 from deck to hand of p`"),
    ("deal 1 from deck", "this line ends too early", "`deal 2 from deck to hand of p`"),
    ("deal 1 from deck to each player", "`each` cannot stand here", "to all: `for p in players:`"),
    ("draw 1 from deck", "`1` cannot stand here", "`deal 2 from deck to hand of p`"),
    ("move 2 deck to discard", "`deck` cannot stand here", "`deal 2 from deck to discard`"),
    ("place top(deck) in discard", "`(` cannot stand here", "what is in the game already is moved"),
    ("shuffle discard into deck", "`into` cannot stand here", "`move discard to deck` on the line before"),
    ("shuffle", "`shuffle` does not stand alone", "write `shuffle deck`"),
    ("reveal", "`reveal` does not stand alone", "`reveal c to p`"),
    ("flip deck top", "`top` cannot stand here", "`flip top(deck)`"),
]


def found(text: str) -> tuple[str, str]:
    (diagnostic,) = parse(Source("game.rules", text))[1]
    return diagnostic.title, diagnostic.hint


@pytest.mark.parametrize(("line", "title", "form"), CASES)
def test_a_line_of_another_form_is_told_the_form(line: str, title: str, form: str) -> None:
    said, hint = found(f"turn:\n    {line}\n    nothing\n")
    assert said == title and form in hint


@pytest.mark.parametrize("line", ["together:", "together by each p:"])
def test_together_is_told_its_form(line: str) -> None:
    title, hint = found(f"turn:\n    {line}\n        nothing\n")
    assert title == "`:` cannot stand here" and "`together by each p in players:`" in hint

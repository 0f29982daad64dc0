"""What a person asks for."""

import pytest

from rulewright.match.wording import Named, folded, named_form, tidy


def test_blanks_and_case() -> None:
    assert tidy("  c2   c3 ") == "c2 c3"
    assert folded(" C2  c3") == "c2 c3"


@pytest.mark.parametrize(
    ("text", "action", "picks"),
    [
        ("Capture p = b3, d = W", "Capture", (("p", "b3"), ("d", "w"))),
        ("Capture p=b3,d=W", "Capture", (("p", "b3"), ("d", "w"))),
        ("p = b3", None, (("p", "b3"),)),
        ("Capture", "Capture", ()),
        ("Pay cards = {a1, b2}, n = 2", "Pay", (("cards", "a1,b2"), ("n", "2"))),
    ],
)
def test_picks_by_name(text: str, action: str | None, picks: tuple[tuple[str, str], ...]) -> None:
    assert named_form(text) == Named(action, picks)


@pytest.mark.parametrize("text", ["c2-c3", "Capture b3 W", ""])
def test_other_texts_are_no_picks_by_name(text: str) -> None:
    assert named_form(text) is None

"""Who wins and who loses, told from the returns."""

from fractions import Fraction

import pytest

from rulewright.match.outcomes import expected_outcome, told_outcome

ONE, ZERO = Fraction(1), Fraction(0)


@pytest.mark.parametrize(
    ("returns", "verb", "seat", "true"),
    [
        ((ONE, -ONE), "wins", 0, True),
        ((ONE, -ONE), "wins", 1, False),
        ((ONE, -ONE), "loses", 1, True),
        ((ONE, -ONE), "tie", -1, False),
        ((ZERO, ZERO), "tie", -1, True),
        ((ZERO, ZERO), "wins", 0, False),
        ((-ONE, -ONE), "loses", -1, True),
        ((-ONE, -ONE), "tie", -1, False),
        ((ONE,), "wins", 0, True),
        ((-ONE,), "loses", 0, True),
        ((ONE, ZERO, -ONE), "wins", 1, False),
        ((ONE, ZERO, -ONE), "loses", 1, False),
        ((ONE, ONE, -ONE), "wins", 1, True),
    ],
)
def test_outcomes(returns: tuple[Fraction, ...], verb: str, seat: int, true: bool) -> None:
    assert expected_outcome(returns, verb, seat) is true


@pytest.mark.parametrize(
    ("returns", "text"),
    [
        ((ONE, -ONE), "White wins"),
        ((ZERO, ZERO), "a tie"),
        ((-ONE, -ONE), "everyone loses"),
        ((Fraction(3, 2), Fraction(-2)), "White 1.5, Black -2"),
    ],
)
def test_in_words(returns: tuple[Fraction, ...], text: str) -> None:
    assert told_outcome(("White", "Black"), returns) == text


def test_several_winners() -> None:
    assert told_outcome(("Red", "Blue", "Green"), (ONE, ONE, -ONE)) == "Red and Blue win"

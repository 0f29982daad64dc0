"""What lies in a zone stays of the kind that the zone holds."""

import pytest

from program.zoned import after
from rulewright.engines.protocol import PlayError

RULES = """
board square 2 by 1
card Card
card Ace is Card
piece Stone
zone deck: Card, ordered
zone bag: Stone
"""


def test_what_lies_in_a_zone_becomes_nothing_that_it_does_not_hold() -> None:
    with pytest.raises(PlayError, match="Stone cannot come into deck"):
        after(RULES, "place Ace in deck", "top(deck).kind = Stone")
    t, s = after(RULES, "place Card in deck", "top(deck).kind = Ace")
    assert t.lies(s, "deck") == "Ace"


def test_elsewhere_it_may() -> None:
    t, s = after(RULES, "place Ace on a1", "a1.piece.kind = Stone", "move Stone to bag")
    assert t.lies(s, "bag") == "Stone"

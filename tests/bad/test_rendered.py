"""How findings look in full: a handful of bad programs, read by eye. `pytest --snapshot-update` writes them anew."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bad.test_programs import ALL, whole
from rulewright.semantics import check_text
from rulewright.source.render import full

SHOWN = [
    "three slips of the pen in one action",
    "two: a colon that is missing, and an unknown site",
    "two: a doubled name, and an option without a value",
    "two modifiers, both wrong",
    "four errors, each of another sort",
    "a site to pick where the board fills up",
    "two reactions in a circle",
    "an allowance of an unknown code",
    "is with a player",
    "tabs after spaces",
]


@pytest.mark.parametrize("title", SHOWN)
def test_in_full(title: str, snapshot: SnapshotAssertion) -> None:
    (program,) = [one for one in ALL if one.title == title]
    findings = check_text(whole(program), name="duel.rules")[1].sorted()
    assert "\n\n".join([program.rules, *map(full, findings)]) == snapshot

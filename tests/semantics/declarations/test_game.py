"""The heading, clauses, what is missing, and that one error causes no other."""

import pytest

from rulewright.semantics import check_text
from rulewright.semantics.symbols import Look
from semantics.reading import errors, game, warnings


def test_the_heading() -> None:
    checked = game('## Two lines\n## of text.\ngame "Breakthrough":\n    author "Dan Troyka"\n    year 2000\n'
                   "    minutes 20 to 40\n")  # fmt: skip
    assert checked.title == "Breakthrough"
    assert checked.doc == "Two lines\nof text."
    assert checked.fields == {"author": "Dan Troyka", "year": 2000, "minutes": (20, 40)}


def test_there_is_one_of_each() -> None:
    assert errors('game "A"\ngame "B"\n') == [("E108", 'game "B"')]


def test_nothing_to_play() -> None:
    assert [found.code for found in check_text("players White, Black\n")[1].errors] == ["E126"]
    both = "players White, Black\nturn:\n    nothing\nflow:\n    nothing\n"
    assert [found.code for found in check_text(both)[1].errors] == ["E126"]


RULEBOOK = 'rulebook "Rules":\n    clause CAP-1 "text"\n    clause CAP-9 "text" not played "only for two tables"\n'


def test_clauses() -> None:
    covered = RULEBOOK + 'piece Man [CAP-1]\nscenario "s" covers CAP-1:\n    expect true\n'
    assert not [code for code, _ in warnings(covered) if code.startswith("R")]
    assert [c.name for c in game(covered).clauses] == ["CAP-1", "CAP-9"]
    assert warnings(RULEBOOK) == [("R102", "CAP-1")]
    ruled = [found for found in warnings(RULEBOOK + "piece Man [CAP-1]\n") if found[0].startswith("R")]
    assert ruled == [("R103", "CAP-1")]
    unknown = [found for found in warnings(RULEBOOK + "piece Man [CAP-1, CAP-2]\n") if found[0] == "R101"]
    assert unknown == [("R101", "CAP-2")]
    # The rule that implements it may belong to other options.
    other = RULEBOOK + "option captures: off | on = off\nif captures == on:\n    piece Man [CAP-1]\n"
    assert [found for found in warnings(other) if found[0].startswith("R")] == [("R103", "CAP-1")]


def test_tags_without_a_rulebook_are_free() -> None:
    assert not [code for code, _ in warnings("piece Man [CAP-1]\n") if code.startswith("R")]


CASCADES = [
    "board square 3 by 3\nregion goal = roows(1)\nregion other = goal + {a1}\n",
    "board square 3 by 3\npiece King is Mann\npiece Pawn is King\nsetup:\n    place Pawn of White on a1\n",
    "board square 3 by 3\npiece Man:\n    strength 6\ndefine f(m: Man): int = m.strength\n",
    "board square 3 by 3\ndefine f(s: site) set of site = {s}\nregion goal = f(a1)\n",
    "board square 3 by 3\nenum Terrain land, water\nfield terrain of each site: Terrain = land\n",
    "option size: 4..8 = 9\nboard square size by size\n",
    "option size: 4..8 = siz\nboard square size by size\nregion goal = rows(size)\n",
    'board square 3 by 3\npiece Man from "men.csv"\nsetup:\n    place Man of White on a1\n',
    "board square 3 by 3\nlayer tile: Mann\npiece Man\ndefine f(s: site): bool = s.tile == none\n",
    "board hexagon 3 by 3\nregion goal = {a1, c7}\nsetup:\n    nothing\n",
    "players 2 to 3: Red, Blue\nboard square 3 by 3\nregion home of Red = rows(1)\nregion home of Blue = rows(3)\n",
    "var x: itn = 0\nturn:\n    x += 1\n",
    "var x of each plyer: int = 0\nturn:\n    x of mover += 1\n",
    "die d: 1, sword\nturn:\n    let n = roll d\n",
]


@pytest.mark.parametrize("rules", CASCADES, ids=range(len(CASCADES)))
def test_one_mistake_is_one_error(rules: str) -> None:
    assert len(errors(rules)) == 1, errors(rules)


def test_display_gives_letters() -> None:
    assert game('piece Man\ndisplay:\n    Man: "o"\n').display == {"Man": Look("o")}

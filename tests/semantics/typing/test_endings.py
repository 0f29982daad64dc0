"""`end`, `position is`, pictures of positions."""

import pytest

from rulewright.semantics import typed as t
from semantics.typing.parts import errors, found, game

ENDS = """
position is placement, mover, count(mine)
end [WIN-1]:
    player wins when any(p in Pawn of player: p.at.row == 8)
    tie when repetitions >= 3
    rank by count(Pawn of player), -(score of player) when no(empty)
    pay score of player when White == mover
    everyone loses when turn_number > 100
    player loses when true
    mover wins when no(Pawn of opponent)
var score of each player: int = 0
"""


def test_ends() -> None:
    checked = game(ENDS)
    win, tie, rank, pay, all_lose, lose, mover = checked.ends
    assert isinstance(win.outcome, t.Win) and win.player is not None and win.tags == ("WIN-1",)
    assert isinstance(win.outcome.player, t.LocalRef) and win.outcome.player.var is win.player
    assert tie.between_turns and not win.between_turns
    assert isinstance(rank.outcome, t.RankBy) and len(rank.outcome.keys) == 2 and rank.player is None
    assert isinstance(pay.outcome, t.PayOut) and pay.player is None
    assert isinstance(all_lose.outcome, t.EveryoneLoses)
    assert isinstance(lose.outcome, t.Lose) and lose.player is not None
    assert mover.player is None
    assert checked.position is not None and len(checked.position) == 3


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("end:\n    player won when true\n", ["2 E251 won"]),
        ("end:\n    tie when repetitions >= 3\n", ["2 E209 repetitions"]),
        ("end:\n    draw when true\n", ["2 E251 draw"]),
        ("end:\n    mine wins when true\n", ["2 E210 mine"]),
        ("end:\n    rank by mine when true\n", ["2 E210 mine"]),
        ("end:\n    rank best by 1 when true\n", ["2 E251 best"]),
        ("end:\n    tie when empty\n", ["2 E210 empty"]),
        ("position is placement, movr\n", ["1 E200 movr"]),
        ("define same: bool = placement == 1\n", ["1 E207 placement"]),
        ("position is placement\naction Go:\n    pick p in mine\n    after repetitions == 0\n", []),
        ("position is placement\naction Go:\n    pick p in mine\n    where repetitions < 3\n", []),
        ("position is placement\naction Go:\n    pick p in mine when repetitions < 3\n", ["3 E207 repetitions"]),
    ],
)
def test_wrong_ends(rules: str, expected: list[str]) -> None:
    assert errors(rules) == expected


# ---- pictures ----

PICTURE = '''board square 3 by 2
piece Rook "R"
piece Wall "#"
setup:
    board """
        R r #
        . P2 .
        """
'''


def test_a_picture() -> None:
    checked = game(PICTURE)
    placed = checked.setup[0].statements
    assert [
        (one.kind.value, one.owner.value if isinstance(one.owner, t.Constant) else None, one.site.value)
        for one in placed
        if isinstance(one, t.PlaceOne) and isinstance(one.kind, t.Constant) and isinstance(one.site, t.Constant)
    ] == [(0, 0, 3), (0, 1, 4), (1, None, 5), (2, 1, 1)]


@pytest.mark.parametrize(
    ("old", "new", "caret", "title"),
    [
        ("R r #", "R z #", "z", "no kind has the mark z"),
        ("P2", "P3", "P3", "there is no player 3"),
        ("R r #", "R r", "R r", "Row 2 of this picture has 2 marks, the board has 3 sites there"),
        ("        R r #\n", "", ". P2 .", "This picture has 1 row, the board has 2"),
        ('piece Wall "#"', 'piece Wall "r"', "R", "R may be Rook or Wall"),
    ],
)
def test_wrong_pictures(old: str, new: str, caret: str, title: str) -> None:
    wrong = [one for one in found(PICTURE.replace(old, new)) if one.code == "E265"]
    assert (wrong[0].span.text, wrong[0].title) == (caret, title)


def test_pictures_stand_in_setup_and_given() -> None:
    assert errors(PICTURE.replace("setup:", "procedure lay():")) == ['5 E265 board """']

"""`together by each`: the players of a block, who decides in it, and what may not stand there."""

import textwrap

import pytest

from rulewright.semantics import typed as t
from rulewright.semantics.types import PLAYER
from semantics.typing.parts import errors, found, game, only, warnings

BEFORE = """
var bid of each player: int in 0..9 = 0
die d6: 1..6
action Move:
    pick p in mine
    do:
        remove p
action Throw:
    do:
        bid of mover = roll d6
procedure auction(those: set of player):
    together by each p in those:
        pick n in {1, 2}
        bid of p = n
"""


def flow(lines: str) -> str:
    """Rules whose turn has these lines."""
    return f"{BEFORE}turn:\n{textwrap.indent(lines, '    ')}\n"


@pytest.mark.parametrize(
    "source", ["players", "enemies(White)", "{White}", "[Black, White]", "{q in players: q != mover}"]
)
def test_sets_and_lists_of_players(source: str) -> None:
    checked = game(flow(f"together by each p in {source}:\n    pick n in {{1, 2}}\n    bid of p = n\n"))
    assert checked.turn is not None
    (block,) = checked.turn.statements
    assert isinstance(block, t.Together) and block.var.type == PLAYER and block.var.name == "p"
    assert [type(one).__name__ for one in block.body.statements] == ["PickOne", "Assign"]


def test_what_may_stand_in_it() -> None:
    lines = """
    together by each p in players:
        choose Move
        else: nothing
        may choose Move at most 2 times
        pick m in mine by p
        else: nothing
        may mover "more?":
            remove m
        for x in mine by choice:
            nothing
        one move:
            let j = choose Move
            while possible(Move):
                choose Move
        while bid of p < 3:
            bid of p += 1
            if count(mine) == 0:
                break
    auction(players)
    """
    assert found(flow(textwrap.dedent(lines))) == []


def test_the_player_may_stay_unused() -> None:
    used = warnings(flow("for p in players:\n    may choose Move\n"))
    assert warnings(flow("together by each p in players:\n    may choose Move\n")) == used


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("together by each p in 3:\n    nothing", ["16 E210 3"]),
        ("together by each p in mine:\n    nothing", ["16 E210 mine"]),
        ("together by each p in plyers:\n    nothing", ["16 E200 plyers"]),
        ("together by each p in {roll d6}:\n    nothing", ["16 E221 roll d6"]),
        ("together by each p in players:\n    choose by opponent Move", ["17 E279 opponent"]),
        ('together by each p in players:\n    may next(p) "x":\n        nothing', ["17 E279 next(p)"]),
        ("together by each p in players:\n    bid of p = roll d6", ["17 E221 roll d6"]),
        ("together by each p in players:\n    choose Throw", ["17 E279 choose Throw"]),
        ("together by each p in players:\n    auction(players)", ["17 E279 auction(players)"]),
        ("one move:\n    auction(players)", ["17 E268 auction(players)"]),
        ("together by each p in players:\n    p wins\n    tie", ["17 E279 p wins"]),
        ("together by each p in players:\n    mover = p", ["17 E244 mover = p"]),
        ("together by each p in players:\n    nothing\nbid of p = 3", ["18 E200 p"]),
    ],
)
def test_mistakes(lines: str, expected: list[str]) -> None:
    assert errors(flow(lines)) == expected


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        ("define f(): int:\n    together by each p in players:\n        nothing\n    return 3\n", "a definition"),
        ('scenario "x":\n    given:\n        together by each p in players:\n            nothing\n', "a `given`"),
    ],
)
def test_only_where_somebody_may_decide(rules: str, place: str) -> None:
    one = found(rules + "turn:\n    may choose Move\n" + BEFORE)[0]
    assert one.code == "E241" and one.title == f"`together` is a decision, and {place} has none"
    assert one.span.text == "together by each p in players"


def test_an_action_with_after_may_not_decide_together() -> None:
    rules = "action Bid:\n    do:\n        auction(players)\n    after bid of White > 1\n"
    one = only(BEFORE + rules + "turn:\n    choose Bid\n")
    assert one.code == "E261" and "leads to a decision" in one.title


def test_what_it_leads_to_is_shown() -> None:
    one = only(flow("together by each p in players:\n    choose Throw\n"))
    assert one.title == "a `together` block leads to a roll of chance"
    assert [(label.text, label.span.text) for label in one.others] == [("a roll of chance here", "roll d6")]

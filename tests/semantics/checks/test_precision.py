"""Where the warnings that reason about play stay silent: better few and right than many and wrong."""

import pytest

from bad.test_pages import completed
from rulewright.semantics import check_text

PUT = "action Put:\n    pick there in empty\n    do:\n        place Pawn of mover on there\n"
TAKE = (
    "action Take:\n    pick p in mine\n    pick there in neighbors(p.at)\n"
    "    do:\n        remove there.piece\n        move p to there\n"
)
LINE = "end:\n    player wins when in_line(4, (Pawn of player).at)\n"


def found(rules: str) -> list[tuple[str, str]]:
    return [(one.code, one.span.text) for one in check_text(completed(rules, ""))[1].sorted()]


# ---- W103: a choose that can be empty ----


@pytest.mark.parametrize(
    "rules",
    [
        PUT + "turn:\n    choose Put\n" + LINE + "    tie when no(empty)\n",
        PUT + "turn:\n    choose Put\n" + LINE + "    tie when count(Pawn) == 64\n",
        PUT + "turn:\n    choose Put\n" + LINE + "    tie when not any(empty)\n",
        PUT + "define full: bool = no(empty)\nturn:\n    choose Put\n" + LINE + "    tie when full\n",
        PUT + "turn:\n    choose Put\n" + LINE + "    tie when turn_number > 64\n",
        PUT + "turn:\n    choose Put\n" + LINE + "    tie when not possible(Put)\n",
        PUT + "turn:\n    choose Put\n    else: tie\n" + LINE,
        PUT + "turn:\n    choose Put\n    if no(empty):\n        tie\n" + LINE,
        PUT + "turn:\n    may choose Put\n" + LINE,
        PUT + "action Pass\nturn:\n    choose Put | Pass\n" + LINE,
        PUT + "action Pass\nturn:\n    choose Put else Pass\n" + LINE,
        PUT + "turn:\n    if any(empty):\n        choose Put\n" + LINE,
        PUT + "turn:\n    choose Put\n    remove a1.piece\n" + LINE,
        # one of the two always has joined its sides when the board is full, as in Hex
        PUT + "turn:\n    choose Put\nend:\n    White wins when connected((Pawn of White).at, rows(1), rows(8))\n",
        TAKE + "turn:\n    choose Take\nend:\n    player loses when no(Pawn of player)\n",
        TAKE + "turn:\n    choose Take\nend:\n    player wins when count(Pawn of player) > 3\n",
        # pieces only move here: they can be blocked, but who knows
        "action Go:\n    pick p in mine\n    pick there in neighbors(p.at) & empty\n    do:\n        move p to there\n"
        "turn:\n    choose Go\nend:\n    player wins when any(p in Pawn of player: p.at.row == 8)\n",
    ],
)
def test_a_choose_that_may_be_looked_after(rules: str) -> None:
    assert found(rules) == []


def test_a_pick_as_a_statement() -> None:
    flow = "var last: site = none\nflow:\n    while true:\n        turn of White:\n            pick there in empty\n"
    assert found(flow + "            place Pawn of White on there\n            last = there\n" + LINE) == [
        ("W108", "last"),
        ("W103", "pick there in empty"),
    ]
    assert found(flow + "            last = there\n" + LINE) == [("W108", "last")]
    shown = 'notation short = "{board} {mover} {last}"\n'
    assert found(shown + flow + "            last = there\n" + LINE) == []


def test_pieces_that_can_run_out() -> None:
    rules = TAKE + "turn:\n    choose Take\nend:\n    player wins when any(p in Pawn of player: p.at.row == 8)\n"
    assert found(rules) == [("W103", "choose Take")]


# ---- W104: always so ----


@pytest.mark.parametrize(
    "condition",
    [
        "a1.owner == b1.owner",
        "count(mine) >= count(theirs)",
        "mover == White or mover == Black",
        "a1.empty and b1.empty",
        "any(p in mine: p.at == a1) and any(q in mine: q.at == a2)",
    ],
)
def test_a_condition_that_may_change(condition: str) -> None:
    assert found(f"turn:\n    if {condition}:\n        again\n") == []


def test_two_rolls_are_not_the_same() -> None:
    rules = "die d6: 1..6\nturn:\n    let a = roll d6\n    let b = roll d6\n    if a == b:\n        again\n"
    assert found(rules) == []


@pytest.mark.parametrize(
    ("condition", "shown"),
    [
        ("a1.owner == a1.owner", "a1.owner == a1.owner"),
        ("count(mine) < count(mine)", "count(mine) < count(mine)"),
        ("a1.empty or b1.empty or a1.empty", "a1.empty"),
        ("any(p in mine: p.at != p.at)", "p.at != p.at"),
        ("no(p in mine: 1 > 2)", "1 > 2"),
    ],
)
def test_a_condition_that_says_nothing(condition: str, shown: str) -> None:
    assert found(f"turn:\n    if {condition}:\n        again\n") == [("W104", shown)]


# ---- W111: triggers that set themselves off ----


@pytest.mark.parametrize(
    "rules",
    [
        "when moved(x, here, there) if there.row < 8:\n    move x to here\n",
        "when moved(x, here, there):\n    if there.row < 8:\n        move x to here\n",
        "when moved(x, here, there):\n    move x to step(there, N)\n",  # the edge ends it
        "when removed(x, here):\n    remove neighbors(here).piece\n",  # what there is ends it
        "when owner_changed(x, was):\n    x.owner = White\n",
        "event ping(n: int)\nwhen ping(n) if n > 0:\n    emit ping(n - 1)\nturn:\n    emit ping(3)\n",
        "event ping(n: int)\nevent pong(n: int)\nwhen ping(n):\n    emit pong(n)\n"
        "when pong(n) if n > 2:\n    emit ping(n)\nturn:\n    emit ping(3)\n",
        "event ping(n: int)\nwhen ping(n):\n    tie\n    emit ping(n)  # allow W105: for now\n"
        "turn:\n    emit ping(3)\n",
    ],
)  # fmt: skip
def test_a_trigger_that_comes_to_an_end(rules: str) -> None:
    assert found(rules) == []


def test_a_trigger_that_sets_itself_off_by_way_of_a_procedure() -> None:
    rules = "event ping(n: int)\nprocedure shout(n: int):\n    emit ping(n)\nwhen ping(n):\n    shout(n)\n"
    assert found(rules + "turn:\n    shout(1)\n") == [("W111", "shout(n)")]


# ---- W113: kinds ----


@pytest.mark.parametrize(
    "condition",
    [
        "any(p in Pawn: p is Queen)",
        "any(p in Queen: p is Pawn)",
        "any(p in mine: p is Queen)",
        "any(Pawn & Queen)",
        "any(p in Pawn: p.kind == Queen)",
        "any(p in mine: p.kind == Queen)",
    ],
)
def test_kinds_of_which_one_is_below_the_other(condition: str) -> None:
    rules = "piece Queen is Pawn\nsetup:\n    place Pawn of White on a1\n    place Queen of White on a2\n"
    assert found(rules + f"turn:\n    if {condition}:\n        again\n") == []


# ---- W114: locals ----


@pytest.mark.parametrize(
    "rules",
    [
        "turn:\n    for p in mine:\n        again\n",
        "when moved(x, here, there):\n    remove there.piece\n",
        "define first_of(a: int, b: int): int = a\nend:\n    tie when first_of(turn_number, 1) > 9\n",
        "action Go:\n    pick p in mine\nturn:\n    let j = choose Go\n    else: tie\n    remove j.p\n",
        "action Go:\n    pick p in mine\n    say \"{p.at}\"\nturn:\n    may choose Go\n",
        "action Go:\n    pick p in mine\nturn:\n    may choose Go where p.at.row > 1\n",
        "action Go:\n    pick p in mine\nturn:\n    may choose Go with p = a1.piece\n",
        "event struck(s: site, var n: int)\nwhen struck(s, n):\n    n = s.row\n"
        "turn:\n    var n = 1\n    emit struck(a1, n)\n    if n > 2:\n        again\n",
        "turn:\n    var seen of each site = 0\n    seen of a1 = 3\n    if seen of a2 == 0:\n        again\n",
    ],
)  # fmt: skip
def test_names_that_are_part_of_a_form_or_read_elsewhere(rules: str) -> None:
    assert found(rules) == []


@pytest.mark.parametrize(
    ("rules", "shown"),
    [
        ("turn:\n    var n = 1\n    n = 2\n", "n"),
        ("turn:\n    place Pawn of White on b2 as hero\n", "hero"),
        ("define half(n: int): int:\n    let m = n\n    return n / 2\nend:\n    tie when half(turn_number) > 9\n", "m"),
    ],
)  # fmt: skip
def test_names_that_nothing_reads(rules: str, shown: str) -> None:
    assert found(rules) == [("W114", shown)]


# ---- allowances ----


def test_beside_errors_an_allowance_silences_but_is_not_asked_for() -> None:
    rules = "region corners = {a1}  # allow W102: as in the rulebook\nregion middle = {z9}  # allow W101: for later\n"
    assert found(rules) == [("E200", "z9")]


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("W1O1", "did you mean W101?"),
        ("w101", "did you mean W101?"),
        ("never-used", "did you mean W101?"),
        ("W1001", "did you mean W101?"),
        ("Q77777", "the code stands in brackets in the report, as in warning[W101]"),
    ],
)
def test_codes_that_there_are_not(code: str, hint: str) -> None:
    rules = completed(f"# allow {code}: for later\nturn:\n    nothing\n", "")
    (one,) = check_text(rules)[1]
    assert (one.code, one.span.text, one.hint) == ("W112", f"# allow {code}: for later", hint)


@pytest.mark.parametrize(
    "comment", ["# allow castling: see rule 3", "# we allow W101 here", "# allow for 12: players", "# allowed"]
)
def test_comments_that_are_no_allowances(comment: str) -> None:
    assert found(f"{comment}\nturn:\n    nothing\n") == []


# ---- layout ----


def test_blanks_are_told_once_a_file() -> None:
    rules = completed("turn:  \n    nothing \n    nothing\t\n", "")
    (one,) = check_text(rules)[1]
    assert (one.code, one.span.line, one.label) == ("S102", 1, "and of 2 more")

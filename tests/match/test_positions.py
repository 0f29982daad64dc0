"""Positions as texts in the notations of a game: written, read, and what is told of a text that is none."""

import pytest

import rulewright as rw
from constructs.playing import load

RULES = """
board square 4 by 3
piece Man "M"
piece King "K"

notation fen = "{board} {mover}"

setup:
    place Man of White on a1, b1
    place Man of Black on d3
    place King of Black on a3

action Step:
    pick m in mine
    pick there in neighbors(m.at)
    where there.empty
    do:
        move m to there
    say "{m.at}{there}"

turn:
    choose Step
end:
    mover loses when no(mine)
"""

FIELDS = """
enum Weather: sun, rain
board square 2 by 2
option long: off | on = off
piece Man "M"
piece King "K" is Man

var sum: int in -5..20 = 0
var wet: bool = false
var sky: Weather = sun
var leader: player = none
var goal: site = none
var way: direction = none
var wanted: kind = none
var chosen: Man = none
var marked: set of site = {}
var seen: set of int in 0..9 = {}
var score of each player: int = 0
field depth of each site: int in 0..9 = 0

notation all = "{board} {mover} {turn_number}; {sum} {wet} {sky} {leader} {goal} {way} {wanted} {marked} {seen}"
notation rest = "{score} <{depth}> {score of Black}"
notation who = "{board} {mover} {chosen}"

setup:
    place Man of White on a1
    place King of Black on b2

action Mark:
    pick s in sites - marked
    do:
        sum += 7
        wet = not wet
        sky = rain
        leader = mover
        goal = s
        way = NE
        wanted = King
        chosen = a1.piece
        marked = marked + {s}
        seen = seen + {count(marked)}
        score of mover += 2
        depth of s = 9
    say "{s}"

turn:
    choose Mark
"""


def wrong(game: rw.Game, text: str) -> list[tuple[str, str, int]]:
    """Title, words and column of everything that is wrong with a text."""
    with pytest.raises(rw.PositionError) as caught:
        game.start(setup=text)
    assert {found.code for found in caught.value.diagnostics} == {"E162"}
    return [(found.title, found.span.text, found.span.column) for found in caught.value.diagnostics]


# ---- the board and the mover ----


def test_rows_from_the_top_with_numbers_of_empty_sites() -> None:
    state = load(RULES).start(seed=1)
    assert state.notation() == state.notation("fen") == "k2m/4/MM2 White"
    assert state.play("a1a2").notation() == "k2m/M3/1M2 Black"


def test_what_is_written_is_read_back() -> None:
    game = load(RULES)
    state = game.start(seed=1)
    for move in ("a1a2", "d3d2", "b1c1", "a3b3"):
        state = state.play(move)
        again = game.start(seed=1, setup=state.notation())
        assert again == state and again.hash == state.hash
        assert [move.text for move in again.moves()] == [move.text for move in state.moves()]


def test_what_people_may_write() -> None:
    game = load(RULES)
    wanted = game.start(setup="k2m/4/MM2 White")
    for text in ("k2m/4/MM2 white", "  k2m/4/MM2    White ", "k..m/..../MM.. White", "(k)2m/4/MM2 White"):
        assert game.start(setup=text) == wanted, text
    assert game.start(setup="fen: k2m/4/MM2 White") == wanted
    assert game.notations == ("fen",)


def test_a_position_replaces_the_setup_and_takes_the_first_mover_if_none_is_told() -> None:
    game = load(RULES.replace('"{board} {mover}"', '"{board}"'))
    state = game.start(setup="4/1K2/4")
    assert state.mover == state.active == "White" and len(state.moves()) == 8


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("k2m/4 White", [("the board has 3 rows, and here are 2", "k2m/4", 1)]),
        ("k2m/5/MM2 White", [("this row has 4 sites on the board, and 5 here", "5", 5)]),
        ("k2m//MM2 White", [("this row has 4 sites on the board, and 0 here", "/", 4)]),
        ("k2q/4/MM2 White", [("no component has the mark q", "q", 3)]),
        ("k2m/4/MM2 Whit", [("Whit is no player", "Whit", 11)]),
        ("k2m/4/MM2 -", [("somebody is to move", "-", 11)]),
        ("k2m/4/MM2", [("mover is missing", "", 10)]),
        ("k2m/4/MM2 White again", [("White again is no player", "White again", 11)]),
        ("k2m/4/(MM2 White", [("this ( is never closed", "(MM2", 7)]),
        ("k2m/4/()M2 White", [("here is no mark", "()", 7)]),
        (
            "x3/4/4x Red",
            [
                ("no component has the mark x", "x", 1),
                ("no component has the mark x", "x", 7),
                ("Red is no player", "Red", 9),
            ],
        ),
        ("", [("board is missing", "", 1)]),
    ],
)
def test_mistakes_are_told_with_their_places(text: str, expected: list[tuple[str, str, int]]) -> None:
    assert wrong(load(RULES), text) == expected


def test_an_impossible_position_breaks_the_rules_at_its_place() -> None:
    rules = RULES.replace('piece King "K"', 'piece King "K":\n    copies of each player = 1')
    with pytest.raises(rw.PlayError) as caught:
        load(rules).start(setup="k2k/4/4 White")
    assert caught.value.span is not None and caught.value.span.column == 3


def test_a_game_without_notation_says_so() -> None:
    game = load(RULES.replace('notation fen = "{board} {mover}"', ""))
    with pytest.raises(LookupError, match="has no notation for positions"):
        game.start(setup="4/4/4 White")
    with pytest.raises(LookupError, match="has no notation"):
        game.start().notation()
    with pytest.raises(LookupError, match="has no notation san; it has fen"):
        load(RULES).start().notation("san")


def test_dice_fall_after_a_position() -> None:
    rules = """
    notation fen = "{mover} {left}"
    die d3: 1..3
    var left: int in 0..9 = 9
    action Roll
    turn:
        choose Roll
        left = max(0, left - roll d3)
    end:
        mover loses when left == 0
    """
    game = load("\n".join(line[4:] for line in rules.strip("\n").splitlines()))
    state = game.start(chance="explicit", setup="Black 2").play("Roll")
    assert [str(chance) for _, chance in state.chance()] == ["1/3"] * 3
    after = state.play("1")
    assert after.notation() == "White 1"
    assert game.start(seed=5, setup="Black 9").play("Roll") == game.start(seed=5, setup="Black 9").play("Roll")


# ---- marks ----


def test_marks_of_several_characters_stand_in_parentheses() -> None:
    rules = """
    players Red, Green, Blue
    board square 3 by 1
    piece Man "M"
    notation fen = "{board} {mover}"
    setup:
        place Man of Blue on a1
        place Man on c1
    action Stay
    turn:
        choose Stay
    """
    game = load("\n".join(line[4:] for line in rules.strip("\n").splitlines()))
    state = game.start(seed=1)
    assert state.notation() == "(M3)1(M0) Red"
    assert game.start(seed=1, setup="(M3)1(M0) Red") == state
    assert game.start(setup="(M1)2 Green").mover == "Green"


def test_display_gives_the_letters_of_components_and_players() -> None:
    display = 'display:\n    Man of White: "o"\n    Man of Black: "x"\n    White: "w"\n    Black: "b"\n'
    game = load(RULES + display)
    state = game.start(seed=1)
    assert state.notation() == "k2x/4/oo2 w"
    assert game.start(seed=1, setup="k2x/4/oo2 White") == game.start(seed=1, setup="k2x/4/oo2 W") == state
    assert wrong(game, "k2m/4/oo2 w") == [("no component has the mark m", "m", 3)]


def test_layers_and_piles() -> None:
    rules = """
    board square 2 by 1
    piece Floor "F"
    piece Man "M":
        copies of each player = 9
    piece King "K"
    layer ground: Floor
    layer men: pile Man, King
    notation fen = "{board} {mover}"
    setup:
        place Floor on a1, b1
        place Man of White on a1
        place King of Black on a1
    action Stay
    turn:
        choose Stay
    """
    game = load("\n".join(line[4:] for line in rules.strip("\n").splitlines()))
    state = game.start(seed=1)
    assert state.notation() == "(F0+M+k)(F0) White"
    assert game.start(seed=1, setup="(F0+M+k)(F0) White") == state
    assert game.start(seed=1, setup="(F0+k+M)(F0) White") != state
    high = game.start(seed=1, setup="(F0+M*3+k*2+M)(F0) White")
    assert high.notation() == "(F0+M*3+k*2+M)(F0) White"
    assert high == game.start(seed=1, setup="(F0+M+M*2+k+k+M)(F0) White")
    assert wrong(game, "(F0+M*0)(F0) White") == [("no component has the mark M*0", "(F0+M*0)", 1)]


# ---- vars and fields ----


def test_all_sorts_of_values() -> None:
    game = load(FIELDS)
    state = game.start(seed=1)
    assert state.notation() == "1k/M1 White 1; 0 false sun - - - - - -"
    state = state.play("b1")
    assert state.notation("all") == "1k/M1 Black 2; 7 true rain White b1 NE K b1 1"
    state = state.play("a2")
    assert state.notation("all") == "1k/M1 White 3; 14 false rain Black a2 NE K b1+a2 1+2"
    assert state.notation("rest") == "2,2 <0,9,9,0> 2"
    assert state.notation("who") == "1k/M1 White a1"


def test_values_are_read() -> None:
    game = load(FIELDS)
    state = game.start(setup="all: 1k/M1 Black 7; -5 TRUE rain white b1 ne king b1+a2 -")
    told = dict(line.split(": ") for line in state.variables())
    assert told == {
        "sum": "-5", "wet": "true", "sky": "rain", "leader": "White", "goal": "b1", "way": "NE", "wanted": "King",
        "chosen": "none", "marked": "b1,a2", "seen": "nothing", "score": "White 0, Black 0",
    }  # fmt: skip
    assert state.notation() == "1k/M1 Black 7; -5 true rain White b1 NE K b1+a2 -"
    state = game.start(setup="rest: 4,5 <0,0,3,0> 6")
    assert "score: White 4, Black 6" in state.variables()
    assert state.notation("rest") == "4,6 <0,0,3,0> 6"


def test_a_component_is_read_by_its_site() -> None:
    game = load(FIELDS)
    state = game.start(setup="who: 1k/M1 Black b2")
    assert "chosen: b2" in state.variables()
    assert "chosen: none" in game.start(setup="who: 1k/M1 Black a2").variables()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("all: 1k/M1 White 1; 21 false sun - - - - - -", [("21 is not in -5..20", "21", 21)]),
        (
            "all: 1k/M1 White x; 1 maybe fog - - - - - -",
            [
                ("x is no number", "x", 18),
                ("maybe is no truth value", "maybe", 23),
                ("fog is no Weather", "fog", 29),
            ],
        ),
        (
            "all: 1k/M1 White 1; 0 false sun Red c1 up Q z9 12",
            [
                ("Red is no player", "Red", 33),
                ("c1 is no site", "c1", 37),
                ("up is no direction", "up", 40),
                ("Q is no kind", "Q", 43),
                ("z9 is no site", "z9", 45),
                ("12 is not in 0..9", "12", 48),
            ],
        ),
        ("rest: 1 <0,0,0,0> 1", [("score has 2 values, and here is 1", "1", 7)]),
        ("rest: 1,2 0,0,0,0 1", [('here "<" is missing', "", 20)]),
    ],
)
def test_values_that_are_none(text: str, expected: list[tuple[str, str, int]]) -> None:
    assert wrong(load(FIELDS), text) == expected


# ---- in scenarios and in the set-up ----


def test_a_position_in_setup_sets_the_first_mover() -> None:
    rules = RULES.partition("setup:")[0] + 'setup:\n    fen "4/1k2/4 Black"\n' + "action" + RULES.partition("action")[2]
    state = load(rules).start(seed=1)
    assert state.mover == "Black" and state.notation() == "4/1k2/4 Black"

"""Players, seats, teams, facing."""

import pytest

from semantics.reading import diagnostics, errors, game

SEATS = "players 2 to 4: Red, Blue, Green, Yellow\n"


def test_players_sit_in_the_order_of_their_names() -> None:
    assert game("players South, North\n").players == ("South", "North")


def test_the_number_of_players_is_the_option_seats() -> None:
    assert game(SEATS).players == ("Red", "Blue")
    assert game(SEATS, {"seats": "3"}).players == ("Red", "Blue", "Green")
    seats = game(SEATS).options["seats"]
    assert (seats.lo, seats.hi, seats.default) == (2, 4, 2)


def test_seats_may_be_asked_for_in_guards() -> None:
    rules = SEATS + "if seats == 4:\n    enum E: a\n"
    assert not game(rules).enums
    assert list(game(rules, {"seats": "4"}).enums) == ["E"]


def test_who_does_not_play_has_no_region_and_no_facing() -> None:
    rules = SEATS + (
        "board square 4 by 4\nfacing Red N, Blue E, Green S, Yellow W\n"
        "region home of Red = rows(1)\nregion home of Blue = rows(2)\n"
        "region home of Green = rows(3)\nregion home of Yellow = rows(4)\n"
    )
    checked = game(rules)
    assert checked.facing == (0, 2)
    assert checked.regions["home"].values == (0xF, 0xF0)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("players 2 to 4: Red, Blue, Green\n", [("E109", "Red, Blue, Green")]),
        ("players 4 to 2: Red, Blue, Green, Yellow\n", [("E109", "4 to 2")]),
        ("players A, B, C, D, E, F, G, H, I\n", [("E109", "A, B, C, D, E, F, G, H, I")]),
        ("players White, White\n", [("E100", "White")]),
        ("players White, Black\nplayers Red\n", [("E108", "players Red")]),
    ],
)
def test_wrong_players(rules: str, expected: list[tuple[str, str]]) -> None:
    assert errors(rules) == expected


def test_nine_players_are_one_error_only() -> None:
    rules = "players A, B, C, D, E, F, G, H, I\nboard square 2 by 2\nvar x of each player: int = 0\n"
    assert [code for code, _ in errors(rules)] == ["E109"]


def test_a_game_needs_players() -> None:
    from rulewright.semantics import check_text

    errors_found = [found.code for found in check_text("turn:\n    nothing\n")[1].errors]
    assert errors_found == ["E109"]


def test_teams() -> None:
    rules = "players North, East, South, West\nteam First: North, South\nteam Second: East, West\n"
    checked = game(rules)
    assert checked.teams == (("First", (0, 2)), ("Second", (1, 3)))
    assert [checked.team_of(seat) for seat in range(4)] == [0, 1, 0, 1]


def test_wrong_teams() -> None:
    rules = "players North, East, South, West\n"
    assert errors(rules + "team A: North\nteam B: North, East\n") == [("E111", "North")]
    assert errors(rules + "team A: Nroth\n") == [("E110", "Nroth")]
    assert errors(rules + "team A: North\nteam A: East\n") == [("E100", "A")]


def test_facing() -> None:
    board = "board square 8 by 8\n"
    assert game(board + "facing White N, Black S\n").facing == (0, 4)
    assert errors(board + "facing White N\n") == [("E113", "facing White N")]
    assert errors(board + "facing White N, Black U\n") == [("E113", "U")]
    assert errors(board + "facing White N, White S, Black S\n") == [("E113", "White")]
    assert errors("facing White N, Black S\n") == [("E115", "facing White N, Black S")]


def test_an_unknown_player_is_mended() -> None:
    (found,) = diagnostics("board square 8 by 8\nfacing White N, Blak S, Black S\n")
    assert (found.code, found.hint) == ("E110", "did you mean Black?")

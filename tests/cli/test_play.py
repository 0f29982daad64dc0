"""Playing at the terminal, through a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.group import root

RULES = Path(__file__).parents[1] / "match" / "rules"


def play(name: str, lines: str, *arguments: str) -> Result:
    return CliRunner().invoke(root, ["play", str(RULES / f"{name}.rules"), *arguments], input=lines)


def test_a_game_by_numbers_and_by_notation() -> None:
    # The moves are "Take 1", "Take 2": the list is numbered.
    result = play("nim", "2\nTake 1\ntake n = 2\n", "--players", "human")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[:2] == ["Nim (heap 5)", "Ann: human, Bob: human"]
    assert "left: 5" in lines and "left: 3" in lines and "left: 2" in lines
    assert "Ann to move: 2 moves." in lines
    assert lines[-1] == "The game is over: Ann wins."
    assert ">" not in result.output


def test_against_random_players_a_seed_repeats_everything() -> None:
    first, second = (play("race", "go\n" * 9, "--seed", "5").output for _ in range(2))
    assert first == second
    assert "Red: human, Blue: random" in first and "d3: " in first and "Blue: go" in first
    assert "The game is over: " in first.splitlines()[-1]


def test_random_players_play_alone() -> None:
    result = play("lines", "", "--players", "random", "--seed", "1")
    assert result.exit_code == 0 and "The game is over: " in result.output


def test_wrong_answers_are_answered_with_the_reason() -> None:
    result = play("lines", "Put b2\nPut b2\nPut z9\n99\nPut a1\nquit\n", "--players", "human")
    assert "Put b2: that site is taken.\n" in result.output
    assert "Put z9: there is no such move here" in result.output
    assert "There is no number 99 in the list." in result.output
    assert result.output.count("3 | . . .") == 3  # three positions, each drawn once
    assert "m . ." in result.output


def test_undo() -> None:
    result = play("lines", "undo\nPut b2\nundo\nPut a1\nquit\n", "--players", "human")
    assert "There is nothing to take back" in result.output
    boards = result.output.split("to move")
    assert "2 | . M ." in boards[1] and "2 | . . ." in boards[2] and "1 | M . ." in boards[3]


def test_undo_takes_back_the_answers_of_random_players_too() -> None:
    result = play("lines", "Put b2\nundo\nmoves\nquit\n")
    assert result.output.rstrip().endswith("Put c3")
    assert result.output.count("9 moves") == 2


def test_undo_never_passes_chance() -> None:
    result = play("race", "go\nundo\nquit\n", "--players", "human", "--seed", "1")
    assert "There is nothing to take back" in result.output


def test_commands() -> None:
    result = play("lines", "help\nmoves\nboard\nback\n\nquit\n", "--players", "human")
    assert "take back your last move" in result.output
    assert result.output.count("1 | . . .") == 1 and result.output.count("1 |[.][.][.]") == 1


@pytest.mark.parametrize("lines", ["", "Put b2\n", "Put b2"])
def test_the_end_of_the_input_ends_quietly(lines: str) -> None:
    result = play("lines", lines, "--players", "human")
    assert result.exit_code == 0 and "Error" not in result.output and "Traceback" not in result.output


WIDE = """
game "Wide"
players White, Black
board square 4 by 4
piece Man "m"
setup:
    place Man of White on a1, b1, c1
action Leap:
    pick p in mine
    pick there in empty
    do:
        move p to there
turn:
    choose Leap
end:
    White wins when a4.piece in mine
"""


def test_many_moves_are_picked_one_after_the_other(tmp_path: Path) -> None:
    file = tmp_path / "wide.rules"
    file.write_text(WIDE)
    # 3 men, 13 empty sites: 39 moves
    arguments = ["play", str(file), "--players", "human"]
    result = CliRunner().invoke(root, arguments, input="b1\nback\nc1\na4\n")
    assert "White to move: 39 moves; first the p." in result.output
    assert "White to move (b1): 13 moves" in result.output
    assert "White to move (c1): 13 moves" in result.output
    assert result.output.splitlines()[-1] == "The game is over: White wins."
    assert "from" not in result.output
    direct = CliRunner().invoke(root, arguments, input="Leap c1 a4\n")
    assert direct.output.splitlines()[-1] == "The game is over: White wins."


def test_what_is_possible_is_what_is_left(tmp_path: Path) -> None:
    """Moves of three men to 13 empty sites; of those that are left eight are told, as the list has them."""
    file = tmp_path / "wide.rules"
    file.write_text(WIDE)
    arguments = ["play", str(file), "--players", "human"]
    lines = CliRunner().invoke(root, arguments, input="zz\n7\nb1\nzz\nLeap b1 a44\n99\nquit\n").output.splitlines()
    assert "zz: there is no such move here; possible: a1, b1, c1." in lines
    assert "There is no number 7 in the list." in lines
    eight = ", ".join(f"Leap b1 {site}" for site in ("d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3"))
    assert f"zz: there is no such move here; possible: {eight}, …" in " ".join(" ".join(lines).split())
    assert "Leap b1 a44: there is no such move here; did you mean Leap b1 a4?" in lines
    assert "There is no number 99 in the list." in lines


def test_a_question_needs_no_colon(tmp_path: Path) -> None:
    file = tmp_path / "asks.rules"
    file.write_text("""
players Red, Blue
turn:
    may "Go on?":
        nothing
    may "Go farther":
        nothing
end:
    tie when turn_number > 2
""")
    lines = CliRunner().invoke(root, ["play", str(file)], input="1\nquit\n").output.splitlines()
    assert "Red to move: Go on? 2 moves." in lines and "Red to move: Go farther: 2 moves." in lines


def test_a_list_that_nobody_would_read_is_not_shown(tmp_path: Path) -> None:
    file = tmp_path / "field.rules"
    file.write_text((RULES / "lines.rules").read_text().split("scenario")[0].replace("3 by 3", "9 by 9"))
    arguments = ["play", str(file), "--players", "human"]
    result = CliRunner().invoke(root, arguments, input="5\nmoves\ni9\nquit\n")
    lines = result.output.splitlines()
    assert "X to move: 81 moves." in lines and "  from Put a1 to Put i9; write one of them. `moves` lists all." in lines
    assert "  `board` marks the sites that may be chosen." in lines
    assert "There is no number 5 in the list; write one of them, as Put a1." in lines
    assert "Put e5" in result.output and "X: Put i9" in lines


def test_sentences() -> None:
    result = play("lines", "Put b2\nPut a1\nquit\n", "--players", "human", "--plain")
    assert "The board is empty." in result.output
    assert "X: Mark on b2.\nO: Mark on a1.\n" in result.output
    assert "|" not in result.output


def test_wrong_players() -> None:
    result = play("nim", "", "--players", "human,robot")
    assert result.exit_code == 2 and "robot is no sort of player; there are human and random." in result.output
    result = play("nim", "", "--players", "human,human,human")
    assert result.exit_code == 2 and "Nim has 2 players, and --players names 3." in result.output


def test_rules_that_break_down_are_shown_with_their_place(tmp_path: Path) -> None:
    file = tmp_path / "broken.rules"
    file.write_text((RULES / "nim.rules").read_text().replace("    where n <= left", "    where n <= 9"))
    result = CliRunner().invoke(root, ["play", str(file), "--players", "human"], input="2\n2\n2\n")
    assert result.exit_code == 1
    assert "error[X" in result.output and "left -= n" in result.output and "Take 2" in result.output


def test_many_moves_of_several_steps_are_made_step_by_step(tmp_path: Path) -> None:
    file = tmp_path / "stones.rules"
    file.write_text(
        """
game "Stones"
players White, Black
board square 4 by 4
piece Stone "s"
action Put:
    pick there in empty
    do:
        place Stone of mover on there
    say "{there}"
turn:
    one move:
        choose Put
        choose Put
end:
    White wins when b2.owner == White and c3.owner == White
"""
    )
    # 16 * 15 / 2 = 120 pairs; each may be put in either order.
    result = CliRunner().invoke(root, ["play", str(file), "--players", "human"], input="c3\nc3\nback\nc3\nb2\n")
    assert "White to move: 120 moves; first the step." in result.output
    assert result.output.count("White to move (c3): a move; next the step.") == 2
    assert "c3: there is no such move here; did you mean a3?" in result.output
    assert "White: c3 b2" in result.output
    assert result.output.splitlines()[-1] == "The game is over: White wins."


GARDEN = """
game "Garden"
players Ann, Bob
board square 8 by 8
piece Well "W"
piece Hedge "H"
setup:
    place Well on c3
action Grow:
    pick s in empty
    pick d in {N, E}
    where step(s, d).empty
    do:
        place Hedge of mover on s, step(s, d)
turn:
    choose Grow
end:
    tie when turn_number > 9
"""


def test_sites_are_told_by_what_lies_beside_them_and_directions_by_name(tmp_path: Path) -> None:
    """East of the well is d3, east of that e3; the hedge goes on north, to e4."""
    file = tmp_path / "garden.rules"
    file.write_text(GARDEN, encoding="utf-8")
    answers = "Well E E\nN\nGrow well s E\nundo\nWell N W\nSouth W\nc3\nquit\n"
    result = CliRunner().invoke(root, ["play", str(file), "--players", "human"], input=answers)
    assert result.exit_code == 0, result.output
    assert "Grow e3 N" in result.output and "Ann: Grow e3 N\n" in result.output
    assert "Bob: Grow c2 E\n" in result.output
    assert "Bob to move (b4): 2 moves.\n  1 Grow b4 N   2 Grow b4 E\n" in result.output
    assert "South W: there is no such move here" in result.output


def test_what_the_rules_measure_is_told_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "picking.rules"
    rules = """language 1
players Ann, Bob
var picked of each player: int in 0..9 = 0
action Take:
    pick n in 1..3
    do:
        picked of mover += n
turn:
    choose Take
end:
    rank by picked of player when turn_number > 2
measure together = sum(p in players: picked of p)
measure apples of each player = picked of player at turn_end
"""
    file.write_text(rules, encoding="utf-8")
    lines = "Take 3\nTake 2\n"
    asked = ["play", str(file), "--players", "human", "--save", str(tmp_path / "picking.record")]
    told = CliRunner().invoke(root, asked, input=lines).output.splitlines()
    ending = ["together: 5", "apples: Ann 3, Bob 2", "The game is over: Ann wins."]
    assert told[told.index(ending[0]) :][:3] == ending
    assert CliRunner().invoke(root, ["replay", str(tmp_path / "picking.record")]).output.splitlines()[-3:] == ending


POND = """
language 1
game "Pond"
players Red, Blue
enum Terrain: land, water
field terrain of each site: Terrain = land
board map square:
    \"\"\"
    . ~ ~
    \"\"\"
    legend:
        "~": terrain = water
piece Wader "W"
display:
    water: "~"
setup:
    place Wader of Red on a1
action Walk:
    pick w in mine
    pick there in neighbors(w.at)
    where there.empty
    do:
        move w to there
turn:
    choose Walk
end:
    tie when turn_number > 4
"""


def test_the_key_tells_what_the_marks_mean(tmp_path: Path) -> None:
    file = tmp_path / "pond.rules"
    file.write_text(POND)
    result = CliRunner().invoke(root, ["play", str(file)], input="key\n?water\n?w\n?~\n?b1\nquit\n")
    assert "`key` tells what the marks mean.\n" in result.output
    assert result.output.endswith(
        "  ~ water   W Wader\n"
        "  Upper case: Red; lower case: Blue.\n"
        "water (~): b1, c1\n"
        "Wader (W)\n  1 on a1\n"
        "water (~): b1, c1\n"
        "water\n"
    )
    plain = CliRunner().invoke(root, ["play", str(file), "--plain"], input="quit\n")
    assert "`key`" not in plain.output
    shown = CliRunner().invoke(root, ["show", str(file), "--key"])
    assert "    a b c\n\n~ water   W Wader\nUpper case: Red; lower case: Blue.\n\nRed to move" in shown.output


@pytest.mark.parametrize("width", [40, 80, 140])
def test_the_help_page_is_no_wider_than_the_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = play("lines", "help\nquit\n").output.splitlines()
    page = lines[next(at for at, line in enumerate(lines) if line.startswith("Answer with a number from")) :]
    assert max(map(len, page)) <= width
    assert "zone NAME" in " ".join(page) and "?f12" in " ".join(page)

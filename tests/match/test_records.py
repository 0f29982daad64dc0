"""Records: their text, replaying, what is refused. Numbers are worked out by hand from the rules in `rules/`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import rulewright as rw

RULES = Path(__file__).parent / "rules"


def a_race(load) -> rw.State:
    """Explicit dice: Red 3, Blue 2, Red 1 - and Red is at 4."""
    state = load("race").start(chance="explicit")
    for text in ("go", "3", "go", "2", "go", "1"):
        state = state.play(text)
    return state


def heading(game: rw.Game, *more: str) -> str:
    """The first lines of a record of a game, with these."""
    lines = ["record 1", f"ruleset {game.name}", f"title {game.title}", f"hash {game.hash}", *more]
    return "".join(f"{line}\n" for line in lines)


def refused(text: str, game: rw.Game | str | Path | None, force: bool = False) -> rw.Diagnostic:
    """The one finding about a record that is read and replayed."""
    with pytest.raises(rw.RecordError) as caught:
        _ = rw.read_record(text, game, force).state
    (found,) = caught.value.diagnostics
    return found


# ---- writing ----


def test_a_record_in_full(load) -> None:
    state = a_race(load)
    assert state.outcome == "Red wins"
    text = state.record({0: "Before the start.", 1: "A three!\n\nWhat luck."})
    first, rest = text.split("\n\n", 1)
    lines = first.splitlines()
    assert lines[:4] == ["record 1", "ruleset race", "title Race", f"hash {state.game.hash}"]
    assert lines[4].startswith("parts players ") and lines[5:] == ["players Red, Blue"]
    assert rest == (
        "# Before the start.\n"
        "1. Red: go\n   d3: 3\n# A three!\n#\n# What luck.\n"
        "2. Blue: go\n   d3: 2\n"
        "3. Red: go\n   d3: 1\n"
        "result Red wins\n"
    )


def test_options_seed_and_an_unfinished_game(load) -> None:
    text = load("nim", heap=7).start(seed=12).play("Take 2").record()
    assert (
        "\noption heap = 7\nplayers Ann, Bob\nseed 12\ngenerator pcg32\n\n1. Ann: Take 2\nresult unfinished\n" in text
    )


def test_what_fell_in_a_game_with_a_seed_is_written(load) -> None:
    state = load("race").start(seed=5)
    falls = []
    while not state.over:
        state = state.play("go")
        falls.append(state.fell)
    # Red moves first, and adds up what he rolls.
    own = [int(fell[0][1]) for fell in falls]
    total = {0: sum(own[::2]), 1: sum(own[1::2])}
    assert state.variables() == (f"far: Red {total[0]}, Blue {total[1]}",)
    assert all(len(fell) == 1 and fell[0][0] == "d3" for fell in falls)
    assert [line.strip() for line in state.record().splitlines() if "d3:" in line] == [f"d3: {n}" for n in own]


def test_dice_of_the_set_up() -> None:
    text = """
game "Early"
players Ann, Bob
die coin: 0..1
var first: int in 0..1 = 0
setup:
    first = roll coin
action Wait:
    say "wait"
turn:
    choose Wait
end:
    tie when turn_number == 3
"""
    game = rw.loads(text)
    state = game.start(seed=4)
    ((name, face),) = state.fell
    assert name == "coin" and state.variables() == (f"first: {face}",)
    record = state.play("wait").record()
    assert f"\n\n   coin: {face}\n1. Ann: wait\n" in record
    assert rw.read_record(record, game).state == state.play("wait")


def test_a_state_whose_beginning_is_unknown_has_no_record(load) -> None:
    game = load("nim")
    state = game.unserialize(game.start(1).play("Take 1").serialize())
    with pytest.raises(ValueError, match="not known"):
        state.play("Take 1").record()


def test_moves_with_the_same_text_are_told_apart(load) -> None:
    game = load("twins")
    start = game.start(seed=1)
    texts = [move.text for move in start.moves()]
    assert len(texts) == 4
    for move in start.moves():
        after = start.play(move)
        record = after.record()
        assert rw.read_record(record, game).state == after, record
        assert rw.read_record(record, game).text == record


def test_moves_of_several_steps(load) -> None:
    game = load("jumps")
    state = game.start(seed=1).play("a1xc1 c1xe1")
    assert "1. White: a1xc1xe1\nresult White wins\n" in state.record()
    assert rw.read_record(state.record(), game).state == state


# ---- reading ----


def test_replaying_gives_the_states(load) -> None:
    game, end = load("race"), a_race(load)
    record = rw.read_record(end.record({2: "two"}), game)
    states = list(record.replay())
    assert states == [end.line[0], end.line[2], end.line[4], end.line[6]]
    assert record.state == end and record.state.log == end.log
    assert (record.seed, record.result, record.comments, record.differs) == (None, "Red wins", {2: "two"}, ())
    assert record.game is game


def test_with_a_seed_the_game_goes_on_as_it_would_have(load) -> None:
    game = load("race")
    state = game.start(seed=7).play("go")
    again = rw.read_record(state.record(), game).state
    assert again == state and again.seed == 7 and again.fell == state.fell
    assert again.play("go") == state.play("go")


def test_from_a_file_beside_its_rules(tmp_path: Path) -> None:
    (tmp_path / "nim.rules").write_text((RULES / "nim.rules").read_text())
    state = rw.load(tmp_path / "nim.rules", {"heap": 6}).start(seed=3).play("Take 1")
    file = tmp_path / "a game.record"
    file.write_bytes(b"\xef\xbb\xbf" + state.record().replace("\n", "\r\n").encode())
    for source in (file, str(file)):
        record = rw.read_record(source)
        assert record.state == state and record.game.options == {"heap": "6"}


def test_a_bundled_game_is_found_by_its_name(tmp_path: Path) -> None:
    state = rw.load("breakthrough", {"size": 5}).start(seed=1).play("a2a3")
    assert rw.read_record(state.record()).state == state


def test_what_people_write_by_hand_is_read(load) -> None:
    game = load("nim")
    text = (
        heading(game) + "\n\n  1.   Ann:  take n = 2  \n\t2. Bob: TAKE 1\n#comment\n\n3. Ann: Take 2\nresult Ann wins"
    )
    record = rw.read_record(text, game)
    assert record.state.outcome == "Ann wins" and record.comments == {2: "comment"}


def test_words_of_the_heading_may_be_names_of_dice() -> None:
    rules = """
game "Words"
players Ann, Bob
die seed: 1..6
die result: 1..6
var sum: int in 0..99 = 0
action Go:
    do:
        sum += roll seed
        sum += roll result
    say "result: seed # 3. x"
turn:
    choose Go
end:
    tie when turn_number == 4
"""
    game = rw.loads(rules)
    for chance in ("sampled", "explicit"):
        state = game.start(seed=2 if chance == "sampled" else None, chance=chance)
        while not state.over:
            state = state.play(state.moves()[0] if state.moves() else state.chance()[3][0])
        assert rw.read_record(state.record(), game).state == state


# ---- what is refused ----


def test_several_lines_that_cannot_be_read_are_told_together(load) -> None:
    text = (
        "record 1\nruleset nim\nruleset nim\nseed twelve\noption heap\n"
        "1. Take 1\n3. Bob: Take 1\nnonsense\n5. Bob: Take 1\nresult unfinished\n6. Ann: Take 1\n"
    )
    with pytest.raises(rw.RecordError) as caught:
        rw.read_record(text, load("nim"))
    found = [(one.code, one.span.line) for one in caught.value.diagnostics]
    assert found == [("T103", line) for line in (3, 4, 5, 6, 7, 8, 11)]
    assert caught.value.diagnostics[4].title == "this is move 2, not move 3"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("\n", "T101"),
        ("hello\nworld\n", "T101"),
        ("record\n", "T101"),
        ("record one\n", "T101"),
        ("record 0\n", "T101"),
        ("\n\nrecord 2\nfuture words\n", "T102"),
        ("record 99999999999999999999999999\n", "T102"),
        ("record 1\nresult unfinished\n", "T103"),
        ("record 1\nruleset nim\n", "T110"),
        ("record 1\nruleset nin\nresult unfinished\n", "T104"),
        ("record 1\nruleset ../nim\nresult unfinished\n", "T104"),
        ("record 1\nruleset /etc/passwd\nresult unfinished\n", "T104"),
        ("record 1\nruleset ..\nresult unfinished\n", "T104"),
        ("record 1\nruleset hex\noption sise = 5\nresult unfinished\n", "T106"),
        ("record 1\nruleset hex\noption size = 50\nresult unfinished\n", "T106"),
        ("record 1\nruleset hex\nresult unfinished\n", "T105"),
        ("record 1\nruleset hex\nhash 0123456789abcdef\nresult unfinished\n", "T105"),
    ],
)
def test_bad_records(text: str, code: str) -> None:
    assert refused(text, None).code == code


@pytest.mark.parametrize(
    ("moves", "code", "line", "words"),
    [
        ("1. Ann: Take 3\nresult unfinished", "T107", 5, "Take 3 may not be played here"),
        ("1. Ann: Take\nresult unfinished", "T107", 5, "Take may mean 2 moves"),
        ("1. Ann:\nresult unfinished", "T107", 5, "the move itself is missing"),
        ("1. Bob: Take 2\nresult unfinished", "T108", 5, "it is Ann's move here"),
        ("1. Ann: Take 2\n   d3: 1\nresult unfinished", "T109", 6, "nothing is drawn here"),
        ("   d3: 1\n1. Ann: Take 2\nresult unfinished", "T109", 5, "nothing is drawn here"),
        ("1. Ann: Take 2\n2. Bob: Take 2\n3. Ann: Take 2\nresult unfinished", "T107", 7, "Take 2 may not be played"),
        ("1. Ann: Take 2\nresult Ann wins", "T111", 6, "the game does not end like this"),
        ("1. Ann: Take 2\n2. Bob: Take 2\n3. Ann: Take 1\nresult Bob wins", "T111", 8, "the game does not end like"),
        ("1. Ann: Take 2\n2. Bob: Take 2\n3. Ann: Take 1\n4. Bob: Take 1\nresult x", "T107", 8, "the game is over"),
        ("1. Ann: Take 2", "T110", 5, "the record ends without its result"),
    ],
)
def test_moves_that_are_wrong(load, moves: str, code: str, line: int, words: str) -> None:
    found = refused(heading(load("nim")) + moves + "\n", load("nim"))
    assert (found.code, found.span.line) == (code, line)
    assert words in found.title


def test_an_illegal_move_is_refused_with_its_reason_and_the_rule(load) -> None:
    text = heading(load("nim")) + "1. Ann: Take 2\n2. Bob: Take 2\n3. Ann: Take 2\nresult unfinished\n"
    found = refused(text, load("nim"))
    assert found.label == "so many are not left"
    assert found.others[0].span.text.startswith("left") or "n <= left" in found.others[0].span.text


@pytest.mark.parametrize(
    ("falls", "line", "words"),
    [
        ("   d6: 1\n", 6, "here d3 is drawn, not d6"),
        ("   d3: 4\n", 6, "4 is no result of d3"),
        ("   d3:\n", 6, "nothing is no result of d3"),
        ("   d3: 1\n   d3: 1\n", 7, "nothing is drawn here, and d3 is no part of it"),
        ("", 6, "the record does not say what d3 gave before this move"),
    ],
)
def test_dice_that_cannot_be(load, falls: str, line: int, words: str) -> None:
    text = f"{heading(load('race'))}1. Red: go\n{falls}2. Blue: go\n   d3: 1\nresult unfinished\n"
    found = refused(text, load("race"))
    assert (found.code, found.span.line, found.title) == ("T109", line, words)


def test_dice_that_the_seed_does_not_give(load) -> None:
    game = load("race")
    state = game.start(seed=5).play("go").play("go")
    text = state.record()
    face = state.before.fell[0][1]
    other = "1" if face != "1" else "2"
    edited = text.replace(f"d3: {face}", f"d3: {other}", 1)
    found = refused(edited, game)
    assert (found.code, found.label) == ("T109", f"the seed 5 gives d3: {face}")
    assert refused(text.replace(f"   d3: {face}\n", "", 1), game).code == "T109"
    more = text.replace("result", "   d3: 1\nresult")
    assert (refused(more, game).code, refused(more, game).label) == ("T109", "nothing is drawn here")
    # Without the seed the dice count as they are written; with force they do, too.
    by_hand = edited.replace("seed 5\ngenerator pcg32\n", "")
    assert rw.read_record(by_hand, game).state.seed is None
    assert rw.read_record(edited, game, force=True).state == rw.read_record(by_hand, game).state


def test_dice_of_a_generator_that_is_not_known_count_as_they_are_written(load) -> None:
    text = a_race(load).record().replace("\nplayers", "\nseed 1\ngenerator other9\nplayers")
    record = rw.read_record(text, load("race"))
    assert record.seed is None and record.state == a_race(load)


def test_a_record_of_other_rules_is_refused_with_what_differs(load, tmp_path: Path) -> None:
    text = load("nim").start(1).play("Take 2").record()
    file = tmp_path / "nim.rules"
    file.write_text((RULES / "nim.rules").read_text().replace("1..2", "1..3").replace("active wins", "active loses"))
    found = refused(text, file)
    assert (found.code, found.span.line) == ("T105", 4)
    assert found.label == "what differs: the actions; how the game ends"
    record = rw.read_record(text, file, force=True)
    assert record.differs == ("the actions", "how the game ends")
    assert record.state.log == ("Take 2",) and len(record.state.moves()) == 3
    file.write_text((RULES / "nim.rules").read_text().split("scenario")[0].replace("Ann, Bob", "Eve, Bob"))
    assert refused(text, file).label == "what differs: the players were Ann, Bob, and are Eve, Bob"
    assert rw.read_record(text, file, force=True).state.mover == "Bob"


def test_force_does_not_make_moves_legal(load) -> None:
    text = heading(load("nim")) + "1. Bob: Take 2\n2. Bob: Take 5\nresult unfinished\n"
    record = rw.read_record(text, load("nim"), force=True)
    states = record.replay()
    assert [next(states).mover, next(states).mover] == ["Ann", "Bob"]
    with pytest.raises(rw.RecordError, match="Take 5"):
        next(states)


def test_a_cut_record_is_replayed_with_force(load) -> None:
    text = load("nim").start(1).play("Take 2").play("Take 1").record()
    cut = text[: text.index("result")]
    assert rw.read_record(cut, load("nim"), force=True).state.log == ("Take 2", "Take 1")
    with pytest.raises(rw.RecordError):
        rw.read_record(cut, load("nim"))


def test_a_game_that_is_given_must_have_the_options(load) -> None:
    text = load("nim", heap=7).start(1).record()
    found = refused(text, load("nim"))
    assert (found.code, found.label) == ("T106", "the game that is given has 5")
    assert rw.read_record(text, RULES / "nim.rules").state.variables() == ("left: 7",)


def test_options_that_are_unknown_are_left_out_with_force(tmp_path: Path, load) -> None:
    text = load("nim", heap=7).start(1).record()
    file = tmp_path / "nim.rules"
    rules = (RULES / "nim.rules").read_text()
    file.write_text(rules.replace("heap: 1..9", "pile: 1..9").replace("= heap", "= pile").split("scenario")[0])
    assert refused(text, file).title == "the rules have no option heap"
    assert rw.read_record(text, file, force=True).game.options == {"pile": "5"}


def test_rules_that_break_down_are_told_with_the_line(tmp_path: Path) -> None:
    file = tmp_path / "nim.rules"
    file.write_text((RULES / "nim.rules").read_text().replace("    where n <= left", "    where n <= 9"))
    game = rw.load(file)
    text = heading(game) + "1. Ann: Take 2\n2. Bob: Take 2\n3. Ann: Take 2\nresult unfinished\n"
    found = refused(text, game)
    assert (found.code, found.span.line) == ("T112", 7)
    assert "left -= n" in found.others[0].span.source.line(found.others[0].span.line)


def _missing(path: Path) -> None:
    pass


def _folder(path: Path) -> None:
    path.mkdir()


def _binary(path: Path) -> None:
    path.write_bytes(b"\x00\xff\xfe")


def _large(path: Path) -> None:
    path.write_bytes(b"# " + b"x" * (5 * 1024 * 1024))


@pytest.mark.parametrize(("make", "code"), [(_missing, "E001"), (_folder, "E001"), (_binary, "E002"), (_large, "E003")])
def test_files_that_are_no_records(tmp_path: Path, make: Callable[[Path], None], code: str) -> None:
    path = tmp_path / "game.record"
    make(path)
    with pytest.raises(rw.RecordError) as caught:
        rw.read_record(path)
    (found,) = caught.value.diagnostics
    assert found.code == code and ".rules" not in found.hint and "include" not in found.hint


def test_a_long_game_is_read_in_time(load) -> None:
    text = heading(load("nim")) + "".join(f"{n}. Ann: Take 1\n" for n in range(1, 20001))
    with pytest.raises(rw.RecordError) as caught:
        _ = rw.read_record(text + "result unfinished\n", load("nim")).state
    assert caught.value.diagnostics[0].code == "T108"


# ---- positions of their own ----

NOTED = """
game "Noted"
players White, Black
board square 3 by 1
piece Man "m"
die d2: 1..2
notation fen = "{board} {mover}"
setup:
    place Man of White on a1
action Step:
    pick p in mine
    pick there in neighbors(p.at)
    where there.empty
    do:
        if roll d2 == 2:
            move p to there
    say "{p.at}{there}"
action Wait:
    say "wait"
turn:
    choose Step | Wait
end:
    tie when turn_number == 4
"""


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_a_game_that_began_with_a_position(chance: str) -> None:
    game = rw.loads(NOTED)
    setup = game.start(1).notation().replace("White", "Black").replace("M", "m")
    state = game.start(seed=3 if chance == "sampled" else None, chance=chance, setup=setup)
    assert state.mover == "Black"
    while not state.over:
        state = state.play(state.moves()[0] if state.moves() else state.chance()[1][0])
    text = state.record()
    assert f"\nsetup {setup}\n" in text
    record = rw.read_record(text, game)
    assert record.state == state and record.state.setup == setup and record.text == text
    found = refused(text.replace(f"setup {setup}", "setup nothing of the kind"), game)
    assert (found.code, found.span.text) == ("T114", "setup nothing of the kind")


def test_dice_after_a_move_of_several_steps() -> None:
    game = rw.loads("""
game "Steps"
players Ann, Bob
die d6: 1..6
var sum: int in 0..999 = 0
action Add:
    pick n in 1..3
    do:
        sum += n
    say "+{n}"
turn:
    one move:
        choose Add
        choose Add
    sum += roll d6
    sum += roll d6
end:
    tie when turn_number == 5
""")
    state = game.start(seed=8)
    while not state.over:
        before = int(state.variables()[0].split()[1])
        state = state.play(state.moves()[0])
        fell = [int(face) for _, face in state.fell]
        assert int(state.variables()[0].split()[1]) == before + 2 + sum(fell) and len(fell) == 2
    record = rw.read_record(state.record(), game)
    assert record.state == state and record.text == state.record()
    by_hand = rw.read_record(state.record().replace("seed 8\ngenerator pcg32\n", ""), game)
    assert by_hand.seed is None and by_hand.state == state


def test_what_any_of_draws_is_called_as_what_it_becomes() -> None:
    game = rw.loads("""
game "Lots"
players Ann
var lot: int in 0..3 = 0
action Draw:
    do:
        lot = any_of({1, 2, 3})
        let other = any_of({1, 2})
        if any_of({1, 2}) == other:
            lot = 0
turn:
    choose Draw
end:
    tie when turn_number > 1
""")
    state = game.start(chance="explicit").play("Draw").play("3")
    assert (state.drawn, state.status) == ("other", "chance: other")
    text = state.play("1").play("2").record()
    assert "   lot: 3\n   other: 1\n   any_of: 2\n" in text
    assert rw.read_record(text, game).state.over

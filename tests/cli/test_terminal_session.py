"""Sessions at a terminal: a person plays, takes back, asks why, writes down, loads, goes on, leaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulewright as rw

pexpect = pytest.importorskip("pexpect", reason="there are no pseudo-terminals here")
if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals here", allow_module_level=True)

ENVIRONMENT = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}


class Session:
    """A command on a pseudo-terminal of 100 by 40."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "rulewright", *arguments],
            cwd=str(folder),
            env=ENVIRONMENT,
            encoding="utf-8",
            timeout=20,
            dimensions=(40, 100),
        )

    def sees(self, *words: str) -> None:
        """Wait for each of these, one after the other."""
        for word in words:
            self.child.expect_exact(word)

    def types(self, text: str) -> None:
        self.sees("> ")
        self.child.sendline(text)

    def presses(self, keys: str) -> None:
        self.child.send(keys)

    def ends(self) -> int:
        """The exit code; nothing that looks like a fault was written."""
        self.child.expect(pexpect.EOF)
        assert "Traceback" not in self.child.before and "went wrong" not in self.child.before
        self.child.close()
        return int(self.child.exitstatus if self.child.exitstatus is not None else -self.child.signalstatus)


@pytest.fixture
def sessions(tmp_path: Path) -> Iterator[list[Session]]:
    """All sessions of a test, which are ended with it."""
    opened: list[Session] = []
    yield opened
    for session in opened:
        session.child.close(force=True)


def test_playing_taking_back_asking_saving_loading(tmp_path: Path, sessions: list[Session]) -> None:
    one = Session(tmp_path, "play", "breakthrough", "--players", "human", "--option", "size=5")
    sessions.append(one)
    one.sees("Breakthrough (size 5)", "White to move: 13 moves.")
    one.types("b2b3")
    one.sees("White: b2b3", "Black to move")
    one.types("undo")
    one.sees("White to move: 13 moves.")
    one.types("redo")
    one.sees("Black to move")
    one.types("why b4b3")
    one.sees("b4b3: a pawn takes diagonally only.")
    one.types("a4b3")
    one.sees("Black: a4b3", "White to move")
    one.types("why b2b3")
    one.sees("b2b3: ")
    one.types("note that was quick")
    one.sees("Noted.")
    one.types("save game")
    one.sees("The game is written to game.record.")
    one.types("a2b3")
    one.sees("White: a2b3")
    one.types("load game")
    one.sees("game goes on after 2 moves.", "White to move")
    one.types("quit")
    assert one.ends() == 0
    record = rw.read_record(tmp_path / "game.record")
    assert record.state.log == ("b2b3", "a4b3") and record.comments == {2: "that was quick"}

    two = Session(tmp_path, "play", "--load", "game", "--players", "human", "--plain", "--save", "game")
    sessions.append(two)
    two.sees("game goes on after 2 moves.", "White: Pawn on", "White to move")
    two.types("c2b3")
    two.sees("White: c2b3")
    two.sees("> ")
    two.child.sendeof()
    assert two.ends() == 0
    again = rw.read_record(tmp_path / "game.record")
    assert again.state.log == ("b2b3", "a4b3", "c2b3") and again.comments == {2: "that was quick"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.record"]


def test_dice_are_told_and_not_taken_back(tmp_path: Path, sessions: list[Session]) -> None:
    one = Session(tmp_path, "play", "pig", "--players", "human", "--seed", "3")
    sessions.append(one)
    one.types("roll")
    one.sees("Ann: roll", "d6: 6", "Ann to move")
    one.types("undo")
    one.sees("There is nothing to take back")
    one.types("hold")
    one.sees("Ben to move")
    one.types("undo")
    one.sees("Ann to move")
    one.types("quit")
    assert one.ends() == 0


def test_when_the_game_is_over(tmp_path: Path, sessions: list[Session]) -> None:
    one = Session(tmp_path, "play", "tic_tac_toe", "--players", "human")
    sessions.append(one)
    for move in ("a1", "a2", "b1", "b2", "c1"):
        one.types(move)
    one.sees("The game is over: X wins.", "Enter leaves.")
    one.types("c3")
    one.sees("The game is over; `help` tells")
    one.types("save won")
    one.sees("The game is written to won.record.")
    one.types("undo")
    one.sees("X to move")
    one.types("c3")
    one.types("c2")
    one.sees("The game is over: O wins.")
    one.types("save lost")
    one.types("")
    assert one.ends() == 0
    assert rw.read_record(tmp_path / "won.record").result == "X wins"
    assert rw.read_record(tmp_path / "lost.record").result == "O wins"


def test_ctrl_c_leaves_no_half_written_file(tmp_path: Path, sessions: list[Session]) -> None:
    one = Session(tmp_path, "play", "breakthrough", "--players", "human", "--save", "game")
    sessions.append(one)
    one.types("a2a3")
    one.sees("Black to move")
    one.sees("> ")
    one.child.sendintr()
    assert one.ends() == 130
    assert list(tmp_path.iterdir()) == []


def test_stepping_through_a_record(tmp_path: Path, sessions: list[Session]) -> None:
    state = rw.load("breakthrough", {"size": 5}).start(seed=1)
    for text in ("b2b3", "a4b3", "a2b3"):
        state = state.play(text)
    (tmp_path / "game.record").write_text(state.record({1: "Quick."}))
    one = Session(tmp_path, "replay", "game")
    sessions.append(one)
    one.sees("Breakthrough (size 5)", "[0/3] White to move")
    one.presses("\r")
    one.sees("1. White: b2b3", "# Quick.", "[1/3] Black to move")
    one.presses("\x1b[C")
    one.sees("2. Black: a4b3", "[2/3]")
    one.presses("\x1b[D")
    one.sees("1. White: b2b3", "[1/3]")
    one.presses("3")
    one.presses("\r")
    one.sees("3. White: a2b3", "[3/3] Black to move")
    one.presses("n")
    one.sees("This is the end.", "[3/3]")
    one.presses("0\r")
    one.sees("[0/3]")
    one.presses("b")
    one.sees("This is the start.", "[0/3]")
    one.presses("q")
    assert one.ends() == 0
    two = Session(tmp_path, "replay", "game", "--to", "2", "--plain")
    sessions.append(two)
    two.sees("2. Black: a4b3", "White: Pawn on", "[2/2] White to move")
    two.presses("\x03")
    assert two.ends() == 130


def test_a_pipe_that_breaks_off_leaves_the_last_whole_record(tmp_path: Path) -> None:
    """Saved again and again, and killed in the midst: there is a whole record or none."""
    lines = "".join(f"{move}\nsave game\n" for move in ("a2a3", "a7a6", "b2b3", "b7b6")) + "save game\n" * 400
    child = subprocess.Popen(
        [sys.executable, "-m", "rulewright", "play", "breakthrough", "--players", "human"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=tmp_path,
        text=True,
    )
    assert child.stdin is not None
    child.stdin.write(lines)
    child.stdin.flush()
    limit = time.monotonic() + 20
    while not (tmp_path / "game.record").exists() and time.monotonic() < limit:
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.wait(timeout=20)
    child.stdin.close()
    record = rw.read_record(tmp_path / "game.record")
    assert record.state.log[:1] == ("a2a3",)


def test_a_pipe_ends_with_the_right_code(tmp_path: Path) -> None:
    def played(text: str, *arguments: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-m", "rulewright", "play", "breakthrough", *arguments],
            input=text,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            timeout=60,
        )
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout + done.stderr

    assert played("a2a3\nsave one\n", "--players", "human")[0] == 0
    assert played("a2a3\na2a3\n", "--moves", "-", "--save", "two")[0] == 1
    assert played("a2a3\na7a6\n", "--moves", "-", "--save", "three")[0] == 0
    assert played("", "--load", "four")[0] == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.record", "three.record"]


def test_people_at_one_screen_do_not_see_each_others_cards(tmp_path: Path, sessions: list[Session]) -> None:
    one = Session(tmp_path, "play", "kuhn_poker", "--players", "human", "--seed", "3")
    sessions.append(one)
    ann, bob = (zone.cards[0] for zone in rw.load("kuhn_poker").start(3).zones() if zone.declared == "hand")
    one.sees("Ann decides. Nobody else looks now: press Enter.")
    assert str(ann) not in one.child.before and str(bob) not in one.child.before
    one.types("")
    one.sees("Ann to move: 2 moves.")
    assert f"hand of Ann (1): {ann}" in one.child.before and str(bob) not in one.child.before
    one.types("bet")
    one.sees("Ann: bet", "Press Enter to hide this, and let Bob look.")
    one.types("")
    # The screen and what can be scrolled back to are emptied before Bob may look.
    one.sees("\x1b[2J", "\x1b[3J", "Bob decides. Nobody else looks now: press Enter.")
    one.types("")
    one.sees("Ann: bet", "Bob to move: 2 moves.")
    assert f"hand of Bob (1): {bob}" in one.child.before and str(ann) not in one.child.before
    one.types("pass")
    one.sees("The game is over: Ann wins.")
    one.types("")
    assert one.ends() == 0


def test_one_may_leave_instead_of_looking(tmp_path: Path, sessions: list[Session]) -> None:
    one = Session(tmp_path, "play", "kuhn_poker", "--players", "human", "--seed", "3")
    sessions.append(one)
    one.sees("press Enter.")
    one.types("quit")
    assert one.ends() == 0


def test_nobody_is_asked_to_look_away_where_nothing_is_hidden(tmp_path: Path, sessions: list[Session]) -> None:
    one = Session(tmp_path, "play", "tic_tac_toe", "--players", "human")
    sessions.append(one)
    one.types("b2")
    one.sees("O to move")
    assert "Enter" not in one.child.before
    one.types("quit")
    assert one.ends() == 0

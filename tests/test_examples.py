"""What stands in examples/ works: records are replayed with every move checked, scripts are run."""

import subprocess
import sys
from pathlib import Path

import pytest

import rulewright as rw

EXAMPLES = Path(__file__).parent.parent / "examples"
RECORDS = sorted(EXAMPLES.glob("*.record"))


def run(script: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / script), *arguments], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_records_are_there() -> None:
    wanted = {"arena", "breakthrough", "hearts", "hex", "liars_dice"}
    wanted |= {"mistwings", "misty_valley", "pig", "reversi", "sylvion"}
    assert {path.stem for path in RECORDS} >= wanted


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_are_replayed(path: Path) -> None:
    record = rw.read_record(path)
    state = record.state
    assert state.over and state.outcome == record.result and record.differs == ()
    assert len(record.comments) >= 5
    assert record.text == state.record(record.comments) == path.read_text(encoding="utf-8")


def test_random_games() -> None:
    out = run("random_games.py", "connect_four", "5")
    assert out.startswith("Connect Four: 5 games, ")
    counts = [int(line.split()[0]) for line in out.split("\n\n")[0].splitlines()[1:]]
    assert sum(counts) == 5
    assert out == run("random_games.py", "connect_four", "5")


def test_solving() -> None:
    # Tic-tac-toe has 5478 positions, and is a tie after every first move.
    lines = run("solve.py").splitlines()
    assert lines[0] == "Tic-Tac-Toe: a tie. 5478 positions were looked at. The first moves:"
    assert [line.strip() for line in lines[1:]] == [f"{column}{row}: a tie" for row in "123" for column in "abc"]


def test_solving_with_an_option() -> None:
    # Take 1 or 2, the last one wins: who meets a multiple of 3 loses.
    rules = str(Path(__file__).parent / "match" / "rules" / "nim.rules")
    assert run("solve.py", rules, "heap=6").startswith("Nim: Bob wins.")
    lines = run("solve.py", rules, "heap=7").splitlines()
    assert lines[0].startswith("Nim: Ann wins.") and lines[1:] == ["  Take 1: Ann wins", "  Take 2: Bob wins"]

"""`lint --watch`: what counts as a change, and that it ends quietly."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli import lint
from rulewright.cli.group import root
from rulewright.cli.watching import Stamps, follow, looks, stamps

A, B = Path("a.rules"), Path("b.rules")


def draws(*seen: Stamps) -> int:
    drawn: list[None] = []
    follow(seen, lambda: drawn.append(None))
    return len(drawn)


def test_it_draws_at_first_and_at_every_change() -> None:
    assert draws() == 0
    assert draws({}) == 1
    assert draws({A: (1, 5)}, {A: (1, 5)}, {A: (1, 5)}) == 1
    assert draws({A: (1, 5)}, {A: (2, 5)}, {A: (2, 5)}, {A: (2, 6)}) == 3
    assert draws({A: (1, 5)}, {A: (1, 5), B: (1, 1)}, {A: (1, 5)}, {}) == 4


def test_what_belongs_to_a_ruleset_is_looked_at(tmp_path: Path) -> None:
    folder = tmp_path / "go"
    (folder / "cards").mkdir(parents=True)
    for name in ("go.rules", "cards/red.rules", "cards/red.csv", "notes.txt"):
        (folder / name).write_text("x")
    seen = {path.relative_to(folder).as_posix() for path in stamps([folder / "go.rules"])}
    assert seen == {"go.rules", "cards/red.rules", "cards/red.csv"}


def test_beside_a_lone_rule_file_only_its_own_folder_is_looked_at(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    for name in ("draft.rules", "other.rules", "deep/far.rules"):
        (tmp_path / name).write_text("x")
    assert {path.name for path in stamps([tmp_path / "draft.rules"])} == {"draft.rules", "other.rules"}


def test_a_file_that_is_gone_is_no_error(tmp_path: Path) -> None:
    assert stamps([tmp_path / "none.rules"]) == {}
    assert stamps([tmp_path / "no" / "none.rules"]) == {}


def test_looks_wait_between_and_see_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    path.write_text("x")
    waited: list[float] = []

    def wait(seconds: float) -> None:
        waited.append(seconds)
        path.write_text("x" * (1 + len(waited)))

    sizes = [seen[path][1] for seen in islice(looks([path], wait), 3)]
    assert sizes == [1, 2, 3]
    assert len(waited) == 2 and all(0.1 <= seconds <= 2 for seconds in waited)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "small.rules"
    path.write_text("players White, Black\nturn:\n    nothin\n")
    yield path


def test_it_checks_again_until_ctrl_c(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds: list[None] = []

    def pause(seconds: float) -> None:
        rounds.append(None)
        if len(rounds) == 1:
            game.write_text("players White, Black\nturn:\n    tie\n")
        if len(rounds) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(lint, "sleep", pause)
    result = CliRunner().invoke(root, ["lint", "--watch", str(game)])
    assert result.exit_code == 0, result.output
    first, second, rest = result.stdout.split("Watching for changes. Ctrl-C ends it.\n")
    assert "error[E250]" in first and first.count("error[") == 1
    assert second == f"{game}: no findings\n"
    assert rest == "\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_in_a_real_process(game: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "rulewright", "lint", "--watch", str(game)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # shells let background jobs ignore it
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        for line in process.stdout:
            if line.startswith("Watching"):
                break
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        assert process.stderr.read() == ""

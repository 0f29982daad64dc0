"""Running scenarios from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from rulewright.cli.group import root

RULES = Path(__file__).parents[1] / "match" / "rules"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(root, ["test", *arguments])


def path(name: str) -> str:
    return str(RULES / f"{name}.rules")


def test_all_pass() -> None:
    result = run(path("nim"), path("lines"))
    assert result.exit_code == 0, result.output
    assert result.output == "nim ..\nlines .\n3 passed\n"


def test_failures_are_shown_with_line_and_board() -> None:
    result = run(path("nim_wrong"), "--scenario", "wrong count")
    assert result.exit_code == 1
    assert result.output.startswith('nim_wrong F\n\nscenario "wrong count"\nerror[T006]: this does not hold\n')
    assert "expect left == 3" in result.output and "   left: 4\n" in result.output
    assert result.output.endswith("\n1 failed\n")


def test_concise() -> None:
    result = run(path("nim_wrong"), "--format", "concise")
    lines = result.output.splitlines()
    assert lines[-1] == "1 passed, 10 failed" and len(lines) == 12
    assert all(": T0" in line and "nim_wrong.rules:" in line for line in lines[:-1])


def test_json() -> None:
    result = run(path("nim_wrong"), "--format", "json")
    told = json.loads(result.output)
    assert told["schema"] == 1 and told["summary"] == {"passed": 1, "failed": 10}
    first, second = told["scenarios"][:2]
    assert (first["game"], first["title"], first["passed"], first["failures"]) == ("nim_wrong", "fine", True, [])
    assert [found["code"] for found in second["failures"]] == ["T006", "T006"]


def test_wrong_usage() -> None:
    assert run().exit_code == 2
    result = run(path("nim"), "--scenario", "no such thing")
    assert result.exit_code == 2 and "No scenario has no such thing in its title." in result.output


def test_a_broken_file_does_not_stop_the_others(tmp_path: Path) -> None:
    broken = tmp_path / "broken.rules"
    broken.write_text('game "Broken"\nplayers A, B\nturn:\n    choose Nothing\n')
    result = run(str(broken), path("lines"))
    assert result.exit_code == 1
    assert "error[E" in result.output and result.output.endswith("lines .\n1 passed, 1 game not playable\n")

"""`rulewright explain`: every code has a page, slips are corrected."""

import pytest
from click.testing import CliRunner

from rulewright.cli.explain import all_checks
from rulewright.cli.group import root


@pytest.mark.parametrize("word", ["E001", "e001", "unreadable-file", "Unreadable-File"])
def test_by_code_or_name(word: str) -> None:
    result = CliRunner().invoke(root, ["explain", word])
    assert result.exit_code == 0, result.output
    assert result.output.startswith("error[E001] unreadable-file\n\nA rule file, or a file that it includes,")


def test_every_code() -> None:
    for check in all_checks():
        result = CliRunner().invoke(root, ["explain", check.code])
        assert result.exit_code == 0
        assert check.page.strip() in result.output


@pytest.mark.parametrize(
    ("word", "near"), [("E0001", "E001"), ("unreadable-fil", "unreadable-file"), ("UNREADABLE-FIL", "unreadable-file")]
)
def test_slips(word: str, near: str) -> None:
    result = CliRunner().invoke(root, ["explain", word])
    assert result.exit_code == 2
    assert f"There is no code {word}. Did you mean {near}?" in result.stderr


def test_without_a_code_all_are_listed() -> None:
    result = CliRunner().invoke(root, ["explain"])
    assert result.exit_code == 0
    assert result.output.splitlines() == [f"{check.code} {check.name}" for check in all_checks()]


def test_nothing_near() -> None:
    result = CliRunner().invoke(root, ["explain", "what-is-this-about"])
    assert result.exit_code == 2
    assert result.stderr.endswith("There is no code what-is-this-about.\n")

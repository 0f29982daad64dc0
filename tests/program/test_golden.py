"""The program of each bundled game, printed, must be the one that was read and approved.

To take over a change after reading its diff: `UPDATE_GOLDEN=1 pytest tests/program/test_golden.py`.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright import resources
from rulewright.program import compile_game
from rulewright.program.printer import print_program
from rulewright.program.verify import verify
from rulewright.semantics import check_file

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", resources.bundled())
def test_program_reads_as_approved(name: str) -> None:
    game, _ = check_file(resources.ruleset(name))
    assert game is not None
    program = compile_game(game)
    assert verify(program) == []
    text = print_program(program)
    golden = GOLDEN / f"{name}.ir"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert golden.read_text(encoding="utf-8") == text


def test_no_golden_file_is_left_over() -> None:
    assert sorted(path.stem for path in GOLDEN.glob("*.ir")) == sorted(resources.bundled())

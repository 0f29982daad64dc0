"""Broken rules never break the parser, and a single slip gives few errors, near the slip."""

import pytest

from rulewright.syntax import ast, parse
from syntax.mutants import deletions, mutants
from syntax.walking import below

NEAR, FEW = 0.90, 0.95


def check_mutants(number: int, seed: int) -> None:
    """Always a tree, findings inside the file, and a finding wherever the tree has a hole."""
    for mutant in mutants(number, seed):
        file, wrong = parse(mutant.source)
        assert isinstance(file, ast.RulesFile)
        for finding in wrong:
            assert 0 <= finding.span.start <= finding.span.end <= len(mutant.source.text)
            assert finding.title and finding.code[0] == "E"
        holes = [node for node in below(file) if type(node).__name__.startswith("Bad")]
        assert not holes or wrong, mutant.source.text


def check_deletions(number: int, seed: int) -> str:
    """How near and how few the errors are when one token is missing; returns the figures in words."""
    broken = near = few = 0
    for mutant in deletions(number, seed):
        _, wrong = parse(mutant.source)
        if wrong:
            broken += 1
            near += mutant.line <= wrong[0].span.line <= mutant.line + 1
            few += len(wrong) <= 2
    figures = f"{number} deletions, {broken} errors: {near / broken:.1%} near, {few / broken:.1%} at most two"
    assert near / broken >= NEAR and few / broken >= FEW, figures
    return figures


def test_mutants() -> None:
    check_mutants(1500, seed=1)


def test_deletions(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\n{check_deletions(500, seed=1)}")


@pytest.mark.slow
def test_many_mutants() -> None:
    check_mutants(15_000, seed=2)


@pytest.mark.slow
def test_many_deletions(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\n{check_deletions(5_000, seed=2)}")

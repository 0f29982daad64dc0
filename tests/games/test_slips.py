"""Of all slips of one token in the bundled rules, `lint` and `test` notice at least three in four."""

import pytest

from games import slips
from rulewright import resources

ENOUGH = 0.75


def check(title: str, chosen: list[slips.Slip], capsys: pytest.CaptureFixture[str]) -> None:
    found = slips.judged(chosen)
    with capsys.disabled():
        print(f"\n{title}\n{slips.report(found)}")
    assert sum(bool(who) for _, who in found) / len(found) >= ENOUGH


def test_any_fifty_slips(capsys: pytest.CaptureFixture[str]) -> None:
    check("50 of all slips", slips.sample(50, seed=1), capsys)


def test_as_many_slips_of_each_kind(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = slips.even_sample(7, seed=1)
    assert {slip.kind for slip in chosen} == set(slips.KINDS)
    check("up to 7 slips of each kind", chosen, capsys)


@pytest.mark.slow
def test_a_thousand_slips(capsys: pytest.CaptureFixture[str]) -> None:
    check("1000 of all slips", slips.sample(1000, seed=2), capsys)
    check("up to 200 slips of each kind", slips.even_sample(200, seed=2), capsys)


def test_each_slip_changes_one_stretch_of_the_rules() -> None:
    found = slips.slips()
    assert len({(slip.game, slip.span, slip.becomes) for slip in found}) == len(found)
    assert {slip.game for slip in found} == set(resources.bundled())
    for slip in found[::50]:
        before, after = slip.span.source.text, slip.applied()
        there = slice(slip.span.start, slip.span.start + len(slip.becomes))
        assert before != after and after[there] == slip.becomes
        assert before[: there.start] + before[slip.span.end :] == after[: there.start] + after[there.stop :]


def test_scenarios_and_clauses_are_left_alone() -> None:
    lines = {slip.span.source.text.splitlines()[slip.span.line - 1].split()[0] for slip in slips.slips()}
    assert lines & {"scenario", "expect", "play", "given:", "clause", "author"} == set()
    assert lines > {"pick", "where", "let", "choose", "player"}

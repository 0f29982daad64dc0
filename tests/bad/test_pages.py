"""The pages of `explain`: the wrong example of each code has that finding and no other, the right one none; and each
finding that is no error can be silenced.

Examples without `players` are parts of a game: two players, a board, a piece Pawn that stands on it. Tables that a page
shows lie beside its examples.
"""

import re
from pathlib import Path

import pytest

from rulewright.cli.explain import all_checks
from rulewright.semantics import check_source
from rulewright.source import Check, Findings, Source
from rulewright.syntax import parse

TABLE = re.compile(r"```csv (\S+)\n(.*?)```", re.DOTALL)
EXAMPLE = re.compile(r"```rules (wrong|right)\n(.*?)```", re.DOTALL)
CHECKS = [check for check in all_checks() if EXAMPLE.search(check.page)]
ALLOWABLE = [check for check in CHECKS if check.code[0] in "WRS"]

PARTS = {
    "players": "players White, Black\n",
    "board": "board square 8 by 8\n",
    "facing": "facing White N, Black S\n",
    "piece Pawn": "piece Pawn\n",
    "setup": "setup:\n    place Pawn of White on a1\n",
}
TURN = "turn:\n    nothing\n"
END = "end:\n    tie when turn_number > 999\n"

WITHOUT_EXAMPLES = {
    "E001", "E002", "E003",  # about files
    "E015", "E128",  # limits: the example would be longer than all pages together
    "E130",  # a safety net that no rules are known to meet
    "W116",  # about tables in an old form
}  # fmt: skip

UNFINISHED = {"W101", "W108", "W109", "W110", "W114", "W117", "W118", "R102", "R103"}
"""What parts of a game lack: something is not used yet, or not placed. Not counted on the pages of errors."""


def completed(example: str, code: str) -> str:
    """The example as a game, so that its own lines come first."""
    starts = tuple(line for line in example.splitlines() if line and not line[0].isspace())
    parts = PARTS if not any(line.startswith("players") for line in starts) else {}
    for start, part in parts.items():
        if not any(line.lower().startswith(start.lower()) for line in starts):
            example += part
    if code != "E126" and not any(line.startswith(("turn", "flow")) for line in starts):
        example += TURN
    if code not in ("E126", "W115") and not any(line.startswith(("end", "flow")) for line in starts):
        example += END
    return example


def examples(check: Check) -> dict[str, str]:
    return {str(kind): completed(str(text), check.code) for kind, text in EXAMPLE.findall(check.page)}


def codes(rules: str, check: Check, folder: Path) -> list[str]:
    return [found.code for found in findings(rules, check, folder)]


def findings(rules: str, check: Check, folder: Path) -> Findings:
    tables = TABLE.findall(check.page)
    for name, text in tables:
        (folder / name).write_text(text, encoding="utf-8")
    source = Source.of(rules)
    return check_source(source, folder=folder if tables else None)[1]


def test_every_page_has_both_examples() -> None:
    for check in all_checks():
        assert len(check.page.strip()) > 60, check.code
        if check.code[0] in "EWRS":
            assert (set(examples(check)) == {"wrong", "right"}) != (check.code in WITHOUT_EXAMPLES), check.code


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.code)
def test_the_wrong_example_has_that_finding_and_no_other(check: Check, tmp_path: Path) -> None:
    assert set(codes(examples(check)["wrong"], check, tmp_path)) == {check.code}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.code)
def test_the_right_example_has_none(check: Check, tmp_path: Path) -> None:
    found = set(codes(examples(check)["right"], check, tmp_path))
    assert found - (UNFINISHED if check.code[0] == "E" else set()) == set()


@pytest.mark.parametrize("check", [check for check in CHECKS if check.code < "E100"], ids=lambda check: check.code)
def test_one_slip_of_syntax_is_one_error(check: Check) -> None:
    """As it stands, without anything around it."""
    text = dict(EXAMPLE.findall(check.page))["wrong"]
    assert len(parse(Source.of(text))[1]) == 1 or check.code == "E045"  # the texts of `say` are read later


@pytest.mark.parametrize("check", ALLOWABLE, ids=lambda check: check.code)
def test_it_can_be_silenced_on_its_line_or_above(check: Check, tmp_path: Path) -> None:
    wrong = examples(check)["wrong"]
    lines = wrong.splitlines()
    places = sorted({found.span.line for found in findings(wrong, check, tmp_path)}, reverse=True)
    above, beside = list(lines), list(lines)
    for line in places:
        text = lines[line - 1]
        indentation = text[: len(text) - len(text.lstrip())]
        above.insert(line - 1, f"{indentation}# allow {check.code}: it is meant so")
        beside[line - 1] += f"  # allow {check.code}: it is meant so"
    assert codes("\n".join(above), check, tmp_path) == []
    if not lines[places[0] - 1].lstrip().startswith("#"):  # behind a comment there is no other
        assert codes("\n".join(beside), check, tmp_path) == []

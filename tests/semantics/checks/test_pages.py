"""The pages of `explain`: the wrong example of each has exactly that finding, the right one has it not."""

import re

import pytest

import rulewright.semantics  # noqa: F401  (registers the codes)
from rulewright.semantics import check_text
from rulewright.source import Check, checks

EXAMPLE = re.compile(r"```rules (wrong|right)\n(.*?)```", re.DOTALL)
OWN = [check for check in checks() if re.match(r"E1|W10|W110|R1", check.code)]
WITHOUT_EXAMPLES = {"E128", "E130"}
"""Limits, whose example would be longer than all pages together, and a safety net that no rules are known to meet."""


def examples(check: Check) -> dict[str, str]:
    return {str(kind): str(text) for kind, text in EXAMPLE.findall(check.page)}


def codes(rules: str) -> set[str]:
    return {found.code for found in check_text(rules)[1]}


@pytest.mark.parametrize("check", OWN, ids=lambda check: check.code)
def test_every_page_has_both_examples(check: Check) -> None:
    assert (set(examples(check)) == {"wrong", "right"}) != (check.code in WITHOUT_EXAMPLES)
    assert len(check.page.strip()) > 80


@pytest.mark.parametrize("check", [check for check in OWN if examples(check)], ids=lambda check: check.code)
def test_the_wrong_example_is_wrong_and_the_right_one_is_right(check: Check) -> None:
    both = examples(check)
    wrong = codes(both["wrong"])
    assert check.code in wrong
    assert {code for code in wrong if code[0] == "E"} - {check.code, "E126"} == set()
    right = codes(both["right"])
    assert check.code not in right
    assert {code for code in right if code[0] == "E"} - {"E126"} == set()

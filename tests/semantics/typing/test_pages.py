"""The pages of `explain` for typing: the wrong example has exactly that error, the right one has none."""

import re

import pytest

from rulewright.semantics import check_text
from rulewright.source import Check, checks
from semantics.typing.parts import program

EXAMPLE = re.compile(r"```rules (wrong|right)\n(.*?)```", re.DOTALL)
OWN = [check for check in checks() if re.match(r"E2|W120", check.code)]


def codes(rules: str, letter: str) -> list[str]:
    return sorted({found.code for found in check_text(program(rules))[1] if found.code[0] == letter})


@pytest.mark.parametrize("check", OWN, ids=lambda check: check.code)
def test_examples(check: Check) -> None:
    examples = dict(EXAMPLE.findall(check.page))
    assert set(examples) == {"wrong", "right"}
    if check.code[0] == "W":
        assert check.code in codes(examples["wrong"], "W")
        assert check.code not in codes(examples["right"], "W")
    else:
        assert codes(examples["wrong"], "E") == [check.code]
    assert codes(examples["right"], "E") == []

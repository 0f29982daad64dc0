"""The pages of `explain`: the wrong example of each code has that finding only, the right one has none."""

import re

import pytest

from rulewright.source import Source, checks
from rulewright.source.registry import Check
from rulewright.syntax import ast, parse, parse_template
from rulewright.syntax.codes_signs import TOO_DEEP
from syntax.walking import below

OWN = [check for check in checks() if "E004" <= check.code <= "E099"]
EXAMPLE = re.compile(r"```rules (wrong|right)\n(.*?)```", re.DOTALL)


def codes(text: str) -> list[str]:
    """The codes found in a text, those of its templates included."""
    file, wrong = parse(Source.of(text))
    found = list(wrong)
    for node in below(file):
        if isinstance(node, ast.SayItem) and node.text_span is not None:
            found += parse_template(node.text_span)[1]
    return [finding.code for finding in found]


@pytest.mark.parametrize("check", OWN, ids=lambda check: check.name)
def test_page(check: Check) -> None:
    examples = dict(EXAMPLE.findall(check.page))
    if check.code == TOO_DEEP:
        assert examples == {}
        return
    assert codes(examples["wrong"]) == [check.code]
    assert codes(examples["right"]) == []


def test_every_code_has_a_page() -> None:
    assert len(OWN) == 42

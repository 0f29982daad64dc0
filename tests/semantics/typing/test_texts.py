"""Texts: what definitions of type `text` give, and where no text may stand."""

import pytest

from rulewright.semantics.types import TEXT
from semantics.typing.parts import errors, game

SIGNS = """
define sign(s: site): text = "" if s.row == 1 else "!" if s.empty else "?"
define file(s: site): text = ["a", "b", "c", "d", "e"][s.column]
define both(s: site): text:
    if s.row > 2:
        return sign(s)
    var found: text = "x"
    if s.empty:
        found = "y"
    return found
define louder(t: text): text = "!" if any(empty) else t
action Say:
    pick s in empty
    let shown = louder("x")
    say "{sign(s)}{file(s)}{both(s)}" then "{shown}"
"""


def test_definitions_give_texts() -> None:
    checked = game(SIGNS)
    assert {generic.name: generic.result for generic in checked.definitions} == {
        "sign": TEXT, "file": TEXT, "both": TEXT, "louder": TEXT,
    }  # fmt: skip
    assert set(checked.texts) == {"", "!", "?", "a", "b", "c", "d", "e", "x", "y"}


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ('define f: int = "a"\n', ['1 E203 "a"']),
        ('define f = "a"\n', ['1 E203 "a"']),
        ('define f: text = 3\n', ["1 E210 3"]),
        ('define f: text = "{mover}"\n', ['1 E203 "{mover}"']),
        ('define f: text = "a"\ndefine g: bool = f == f\n', ["2 E203 f == f"]),
        ('define f: text = "a"\ndefine g: bool = f == "a"\n', ['2 E203 f == "a"']),
        ('define f: text = "a"\ndefine g: bool = any({f})\n', ["2 E203 f"]),
        ('define f: text = "a"\nposition is placement, f\n', ["2 E203 f"]),
        ('define f: text = "a"\nmeasure m = f\n', ["2 E164 f"]),
        ("var name: text\n", ["1 E122 text"]),
        ('define f: text = "a" if any(empty) else none\n', ["1 E211 \"a\" if any(empty) else none"]),
    ],
)  # fmt: skip
def test_no_rule_depends_on_texts(rules: str, expected: list[str]) -> None:
    assert errors(rules) == expected

"""The page about cards: what it adds to Arena are a row and five lines, and they work there."""

import shutil
from pathlib import Path

from pages.blocks import REPOSITORY, of
from rulewright.match.suite import suite
from rulewright.semantics import check_file

PAGE = REPOSITORY / "docs" / "cards.md"

SCENARIO = """
scenario "sparks leap to one more figure":
    given:
        place Nahiri of Amber on n4
        place Noble of Violet on n6
        place Sorin of Violet on n7
        place Cultist of Violet on p7
        place ChainOfSparks of Amber in hand of Amber
        mover = Amber
    do:
        choose Cast
    expect illegal Cast self = ChainOfSparks, t = p7
    play "Chain of Sparks n7"
    play "n6"
    expect (the Noble of Violet).damage == 1 and (the Sorin of Violet).damage == 1
"""


def test_arena_takes_the_card(tmp_path: Path) -> None:
    row, lines = (block.text for block in of(PAGE, "text"))
    assert row.count("\n") == 1 and lines.count("\n") == 5
    shutil.copytree(REPOSITORY / "rulesets" / "arena", tmp_path / "arena")
    for name, text in (("spells.csv", row), ("red.rules", f"\n{lines}\n{SCENARIO}")):
        with (tmp_path / "arena" / name).open("a", encoding="utf-8") as file:
            file.write(text)
    rules = tmp_path / "arena" / "arena.rules"
    assert check_file(rules)[1].items == []
    (result,) = suite(rules, {}, title="sparks").run()
    assert result.passed, result.failures

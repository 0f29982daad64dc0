"""The language reference is whole: every reserved word, every page, every built-in name."""

import re

from pages.blocks import REPOSITORY
from rulewright.semantics import builtins

FOLDER = REPOSITORY / "docs" / "language"
INDEX = (FOLDER / "README.md").read_text(encoding="utf-8")
PAGES = {page.name: page.read_text(encoding="utf-8") for page in sorted(FOLDER.glob("*.md"))}


def test_the_index_lists_the_reserved_words() -> None:
    words = (REPOSITORY / "grammar" / "reserved.txt").read_text(encoding="utf-8").split()
    section = INDEX.partition("## Reserved words")[2].partition("##")[0]
    assert re.findall(r"`(\w+)`", section) == sorted(words)


def test_the_index_links_every_page() -> None:
    linked = re.findall(r"^\| \[[^]]+\]\((\w+\.md)\)", INDEX, re.MULTILINE)
    assert sorted(linked) == sorted(set(PAGES) - {"README.md"})


def test_every_built_in_name_is_described() -> None:
    shown = "\n".join(re.findall(r"`([^`\n]+)`", "\n".join(PAGES.values())))
    words = set(re.findall(r"\w+", shown))
    names = {*builtins.FUNCTION_NAMES, *builtins.WORD_NAMES, *builtins.EVENTS, *builtins.TYPE_NAMES}
    assert names <= words, names - words


def test_every_property_is_described() -> None:
    text = "\n".join(PAGES.values())
    for table in (builtins.SITE_PROPERTIES, builtins.COMPONENT_PROPERTIES, builtins.STEP_PROPERTIES):
        for name in table:
            assert f".{name}" in text, name

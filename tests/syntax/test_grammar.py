"""The grammar itself: strict LALR, its reserved words, and its tables in the cache."""

import time
from pathlib import Path

import pytest
from lark import UnexpectedToken

from rulewright.resources import grammar_folder
from rulewright.source import Source
from rulewright.syntax import grammar, parse

TEXT = (grammar_folder() / "rules.lark").read_text(encoding="utf-8")


def test_strict() -> None:
    """Lark raises on conflicts between rules and on texts that two terminals match alike."""
    grammar.make(TEXT, strict=True)


def test_reserved_words() -> None:
    listed = (grammar_folder() / "reserved.txt").read_text(encoding="utf-8").split()
    assert listed == sorted(grammar.reserved_words())
    assert len(listed) == 30


@pytest.mark.parametrize("word", sorted(grammar.reserved_words()))
def test_reserved_words_are_no_names(word: str) -> None:
    assert parse(Source.of(f"define f({word}: int): int = 1\n"))[1] != []


@pytest.mark.parametrize("word", sorted(grammar.soft_words()))
def test_soft_words_are_names(word: str) -> None:
    text = (
        f"var {word}: int = {word}\ndefine f({word}: int): int = {word} + {word}({word}).{word}[{word}] of {word}\n"
        f"piece {word}:\n    {word} = 1\n    {word}: int = 1\n"
        f"action {word}({word}: int):\n    pick {word} in {word}\n    let {word} = {word}\n"
    )
    assert parse(Source.of(text))[1] == []


@pytest.mark.parametrize("word", sorted(grammar.soft_words() - {"turn", "on"}))
def test_soft_words_begin_statements(word: str) -> None:
    text = f"setup:\n    {word} = 1\n    {word} += 1\n    {word}.x -= 1\n    {word} of p = 1\n"
    assert parse(Source.of(text))[1] == []


@pytest.mark.parametrize("word", sorted(grammar.reserved_words() | {"turn", "on"}))
def test_every_word_is_a_name_after_a_dot(word: str) -> None:
    assert parse(Source.of(f"define f: int = a.{word} + b.{word}(1)\n"))[1] == []


# ---- the cache ----


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables."""
    folder = tmp_path_factory.mktemp("cache")
    grammar.load(TEXT, folder)
    return folder


def reads(folder: Path) -> bool:
    """Whether the parser from a folder reads what is of the language, and nothing else."""
    parser = grammar.load(TEXT, folder)
    assert parser.parse("", start="start").children == []
    with pytest.raises(UnexpectedToken):
        parser.parse("var", start="start")
    return {t.name for t in parser.terminals} == {t.name for t in grammar.parser().terminals}


def test_tables_are_kept(filled: Path) -> None:
    (file,) = filled.iterdir()
    before = file.stat().st_mtime_ns
    assert reads(filled)
    assert file.stat().st_mtime_ns == before


@pytest.mark.parametrize("damage", ["empty", "cut", "changed"])
def test_damaged_tables_are_made_again(filled: Path, tmp_path: Path, damage: str) -> None:
    (file,) = filled.iterdir()
    good = file.read_bytes()
    wrong = {"empty": b"", "cut": good[:-1], "changed": good[:5000] + b"x" + good[5001:]}[damage]
    damaged = tmp_path / file.name
    damaged.write_bytes(wrong)
    assert reads(tmp_path)
    assert damaged.read_bytes() != wrong
    assert list(tmp_path.iterdir()) == [damaged]


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert reads(blocked / "cache")


def test_kept_tables_are_fast(filled: Path) -> None:
    """Within 100 ms of the processor's time."""
    times = []
    for _ in range(3):
        start = time.process_time()
        grammar.load(TEXT, filled)
        times.append(time.process_time() - start)
    assert min(times) < 0.1

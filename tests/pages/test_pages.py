"""Every snippet in README, CONTRIBUTING and docs/ is run. What the fences may say stands in blocks.py."""

import doctest
import random
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import rulewright as rw
from pages.blocks import ALL, PAGES, REPOSITORY, UPDATE, Block, after, name, of, pages_with, rewrite
from pages.snippets import changed, completed
from rulewright.cli.group import COMMANDS, root
from rulewright.match.suite import suite
from rulewright.semantics import check_file
from rulewright.source import Diagnostic, Findings, Source
from rulewright.source.render import concise, full
from rulewright.syntax import parse

LANGUAGES = ("python", "rules", "console", "csv", "sh", "text")
INSTALLS = {"pipx install rulewright"}
MOVES = 12
INCOMPLETE = {"W101", "W108", "W109", "W110", "W117", "W118", "W121"}
"""Never used, never read, never placed, never offered, never filled, never dealt from, a column that is never read: a
piece of a game cannot help that."""


@pytest.mark.parametrize("block", ALL, ids=str)
def test_each_block_says_what_it_is(block: Block) -> None:
    assert block.language in LANGUAGES


@pytest.mark.parametrize("page", pages_with("python"), ids=name)
def test_python(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {}
    for block in of(page, "rules", "python"):
        if block.language == "rules":
            write_file(block)
            continue
        exec(compile("\n" * (block.line - 1) + block.text, str(page), "exec"), namespace)


# ---- rules ----


RULES = [block for block in ALL if block.language == "rules" and "change" not in block.words]


def whole(block: Block) -> str | None:
    """The game that a block is or is completed to; None if nothing completes it."""
    if re.search(r'^game "', block.text, re.MULTILINE):
        return block.text
    bases = [one for one in of(block.page, "rules") if "base" in one.words and one.index < block.index]
    return completed(block.text, bases[-1].text) if bases else None


def findings_of(block: Block, folder: Path) -> list[Diagnostic]:
    text = whole(block)
    if text is None:
        return Findings(parse(Source.of(block.text, str(block)))[1]).sorted()
    file = folder / "page.rules"
    for beside in of(block.page, "csv", "rules"):
        other = next((word for word in beside.words if "." in word), None)
        if other and "/" not in other and "change" not in beside.words:
            (folder / other).write_text(beside.text, encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    found = check_file(file)[1].sorted()
    serious = [one for one in found if one.code not in INCOMPLETE]
    return (
        found
        if (text == block.text and "base" not in block.words) or ("wrong" in block.words and not serious)
        else serious
    )


@pytest.mark.parametrize("block", [one for one in RULES if "wrong" not in one.words], ids=str)
def test_rules_that_are_right(block: Block, tmp_path: Path) -> None:
    assert [concise(one) for one in findings_of(block, tmp_path)] == []
    if whole(block) is None or "broken" in block.words:
        return
    for result in suite(tmp_path / "page.rules", {}).run():
        assert result.passed, [concise(one) for one in result.failures]
    state = rw.load(tmp_path / "page.rules").start(seed=1)
    draw = random.Random(1)
    for _ in range(MOVES):
        if not state.over:
            state = state.play(draw.choice(state.moves()))


@pytest.mark.parametrize("block", [one for one in RULES if "wrong" in one.words], ids=str)
def test_rules_that_are_wrong(block: Block, tmp_path: Path) -> None:
    found = findings_of(block, tmp_path)
    assert found
    shown = after(block)
    if shown is None or shown.language != "text":
        return
    lines = "\n".join((full if "full" in shown.words else concise)(one) for one in found)
    lines = re.sub(r"[^\s]*/page\.rules", "game.rules", lines).replace(f"{tmp_path}/", "") + "\n"
    if UPDATE and shown.text != lines:
        rewrite(shown, lines)
    else:
        assert shown.text == lines


# ---- the command line ----


@pytest.mark.parametrize("page", pages_with("console"), ids=name)
def test_console(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    for block in of(page, "csv", "rules", "console"):
        if block.language != "console":
            write_file(block)
            continue
        shown = "".join(transcript(block))
        if shown == block.text:
            continue
        if UPDATE and "..." not in block.text:
            rewrite(block, shown)
        else:
            pytest.fail(f"{block}\nexpected:\n{block.text}\ngot:\n{shown}")


def write_file(block: Block) -> None:
    for word in block.words:
        if word.endswith((".rules", ".csv")):
            file = Path(word)
            before = file.read_text(encoding="utf-8") if "change" in block.words else ""
            text = changed(before, block.text) if before else block.text
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")


def transcript(block: Block) -> Iterator[str]:
    """The block as it comes out: each command with what it prints, or with what is written if that is the same."""
    for line, expected in commands(block):
        program, *arguments = shlex.split(line)
        assert program == "rulewright"
        typed = "".join(f"{text}\n" for text in block.typed)
        result = CliRunner().invoke(root, arguments, input=typed)
        assert result.exit_code in (0, 1), result.output
        output = "\n".join(row.rstrip() for row in result.output.splitlines()) + "\n" if result.output else ""
        same = doctest.OutputChecker().check_output(expected, output, doctest.ELLIPSIS)
        yield f"$ {line}\n{expected if same else output}"


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """Each command of a console block with what should follow."""
    _, *parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert parts, f"{block} has no line that begins with $"
    for part in parts:
        line, _, expected = part.partition("\n")
        yield line, expected


@pytest.mark.parametrize("block", [one for one in ALL if one.language == "sh"], ids=str)
def test_sh(block: Block) -> None:
    targets = re.findall(r"^([a-z]+):", (REPOSITORY / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for line in block.text.splitlines():
        command = line.partition("#")[0].strip()
        words = command.split()
        if words[0] == "make":
            assert set(words[1:]) <= set(targets), line
        elif words[0] == "rulewright":
            assert words[1] in COMMANDS, line
        else:
            assert command in INSTALLS, line


# ---- links ----


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), target

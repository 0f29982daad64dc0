"""Every snippet in README, CONTRIBUTING and docs/ is run.

- `python` blocks run in order, those of one page in one namespace.
- `rules` blocks are parsed; those that hold a whole game are checked as well and must be without findings, unless the
  word `wrong` follows: then there must be some. A file name after `rules` puts the block into the folder in which the
  page's `console` blocks run.
- `console` blocks: each `$ rulewright ...` line is run, and what follows it is what it prints (`...` stands for
  anything, as in doctest).
- `sh` blocks: each line is a `make` target that exists, or installs the package.
"""

import doctest
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.group import COMMANDS, root
from rulewright.semantics import check_file
from rulewright.source import Findings, Source
from rulewright.syntax import parse

REPOSITORY = Path(__file__).parent.parent
PAGES = [REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]
LANGUAGES = ("python", "rules", "console", "sh", "text")
INSTALLS = {"pipx install rulewright"}


@dataclass(frozen=True)
class Block:
    page: Path
    line: int
    language: str
    words: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.page.name}-{self.line}-{self.language}"


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page; an indented fence, as in a list, loses its indentation."""
    fence = re.compile(r"^( *)```([^\n]*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
    text = page.read_text(encoding="utf-8")
    for found in fence.finditer(text):
        indent, info, body = found.groups()
        language, *words = info.split() or ["text"]
        lines = [line.removeprefix(indent) for line in body.splitlines()]
        yield Block(page, text.count("\n", 0, found.start()) + 2, language, tuple(words), "\n".join(lines) + "\n")


ALL = [block for page in PAGES for block in blocks(page)]


def of(*languages: str) -> list[Block]:
    return [block for block in ALL if block.language in languages]


def pages_with(language: str) -> list[Path]:
    return [page for page in PAGES if any(block.page == page for block in of(language))]


@pytest.mark.parametrize("block", ALL, ids=str)
def test_each_block_says_what_it_is(block: Block) -> None:
    assert block.language in LANGUAGES


@pytest.mark.parametrize("page", pages_with("python"), ids=lambda page: page.name)
def test_python(page: Path) -> None:
    namespace: dict[str, object] = {}
    for block in of("python"):
        if block.page == page:
            exec(compile("\n" * (block.line - 1) + block.text, str(page), "exec"), namespace)


@pytest.mark.parametrize("block", of("rules"), ids=str)
def test_rules(block: Block, tmp_path: Path) -> None:
    findings = Findings(parse(Source.of(block.text, str(block)))[1])
    if 'game "' in block.text:
        file = tmp_path / "page.rules"
        file.write_text(block.text, encoding="utf-8")
        findings.extend(check_file(file)[1])
    if "wrong" in block.words:
        assert findings.items
    else:
        assert findings.items == []


@pytest.mark.parametrize("page", pages_with("console"), ids=lambda page: page.name)
def test_console(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    for block in of("rules", "console"):
        if block.page != page:
            continue
        if block.language == "rules":
            for name in block.words:
                if name.endswith(".rules"):
                    Path(name).write_text(block.text, encoding="utf-8")
            continue
        for line, expected in commands(block):
            program, *arguments = shlex.split(line)
            assert program == "rulewright"
            result = CliRunner().invoke(root, arguments)
            assert result.exit_code in (0, 1), result.output
            same = doctest.OutputChecker().check_output(expected, result.output, doctest.ELLIPSIS)
            assert same, f"{block}: $ {line}\nexpected:\n{expected}\ngot:\n{result.output}"


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """Each command of a console block with what should follow."""
    _, *parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert parts, f"{block} has no line that begins with $"
    for part in parts:
        line, _, expected = part.partition("\n")
        yield line, expected.rstrip("\n") + "\n" if expected.strip() else ""


@pytest.mark.parametrize("block", of("sh"), ids=str)
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

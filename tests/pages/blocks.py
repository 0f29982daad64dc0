"""The fenced blocks of README, CONTRIBUTING and docs/, and what may be done with them.

What stands behind the name of the language in a fence is read by the tests only; it is not shown:

- `rules`: a whole game (it has a line `game "..."`), or a piece of one. The pieces of a page are completed by the
  page's last block `rules base`: what the piece declares takes the place of what the base declares by that name. Both
  are without findings, their scenarios pass, and they are played for some moves.
- `rules broken`: rules that break down in play, or scenarios that fail; they are not run.
- `rules wrong`: has findings. A `text` block behind it shows them as `lint` does, concise; `text full` in full.
- `rules NAME.rules`: also a file in the folder in which the page's `console` blocks run. `rules NAME.rules change`
  changes that file: declarations take the place of those of the same name, others are added.
- `csv NAME.csv`: a table that lies beside the rules of the page; a later one of the name takes its place.
- `python`: run in order, those of a page in one namespace.
- `console`: each `$ rulewright ...` line is run; what follows is what it prints (`...` stands for anything, as in
  doctest). `console type=a;b` types the lines a and b.
- `sh`: `make` targets that exist, commands of rulewright, or an installation.
- `text` that stands elsewhere is only shown.

`UPDATE_DOCS=1 pytest tests/pages` writes what comes out into the `text` and `console` blocks (not into those
with `...`); then read the diff.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
PAGES = [REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]
UPDATE = os.environ.get("UPDATE_DOCS") == "1"
_FENCE = re.compile(r"^( *)```([^\n]*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block. `index` counts the blocks of its page, `line` is that of its first line of text."""

    page: Path
    index: int
    line: int
    language: str
    words: tuple[str, ...]
    typed: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(REPOSITORY).as_posix()}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page; an indented fence, as in a list, loses its indentation."""
    text = page.read_text(encoding="utf-8")
    for index, found in enumerate(_FENCE.finditer(text)):
        indent, info, body = found.groups()
        head, _, typed = info.partition("type=")
        language, *words = head.split() or ["text"]
        lines = [line.removeprefix(indent) for line in body.splitlines()]
        line = text.count("\n", 0, found.start()) + 2
        inputs = tuple(typed.split(";")) if typed else ()
        yield Block(page, index, line, language, tuple(words), inputs, "\n".join([*lines, ""]))


ALL = [block for page in PAGES for block in blocks(page)]


def of(page: Path, *languages: str) -> list[Block]:
    """The blocks of a page in these languages."""
    return [block for block in ALL if block.page == page and block.language in languages]


def pages_with(language: str) -> list[Path]:
    return [page for page in PAGES if of(page, language)]


def after(block: Block) -> Block | None:
    """The block that follows it on its page."""
    return next((other for other in ALL if other.page == block.page and other.index == block.index + 1), None)


def name(page: Path) -> str:
    return page.relative_to(REPOSITORY).as_posix()


def rewrite(block: Block, text: str) -> None:
    """Put another text into a block of its page (not into an indented one)."""
    whole = block.page.read_text(encoding="utf-8")
    found = list(_FENCE.finditer(whole))[block.index]
    block.page.write_text(whole[: found.start(3)] + text + whole[found.end(3) :], encoding="utf-8")

"""`rulewright new NAME`: the folder of a new game, from scratch or from another game.

The folder is made beside its place and then put there at one stroke, so that there is never half of it.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from rulewright import resources
from rulewright.cli.common import GAME

_NAME = re.compile(r"[^\W\d]\w*")
_TITLE = re.compile(r'"[^"\n]*"')


@click.command()
@click.argument("name")
@click.option("--from", "origin", type=GAME, metavar="GAME", help="Begin with a copy of this game's rules.")
def command(name: str, origin: Path | None) -> None:
    """Make the folder of a new game.

    NAME/NAME.rules is a small game, ready to be played and changed; with --from it is a copy of another game with the
    files that belong to it. What is there already is never overwritten.
    """
    target = Path(name)
    _see_to_it(target)
    rules = origin or resources.new_rules()
    files = _files(rules) if origin else {}
    title = target.name.replace("_", " ").title()
    aside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        aside.mkdir(parents=True)
        for inside, path in files.items():
            (aside / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, aside / inside)
        main = aside / f"{target.name}.rules"
        main.write_text(_titled(rules, title), encoding="utf-8", newline="\n")
        _forget_title(main)
        (aside / "README.md").write_text(_readme(target.name, title, origin), encoding="utf-8", newline="\n")
        aside.rename(target)
    except OSError as error:
        raise click.ClickException(f"{target} cannot be made: {error.strerror or error}.") from error
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    click.echo(f"Made {target / main.name}. What comes next:")
    for word in ("play", "lint", "test"):
        click.echo(f"  rulewright {word} {target}")


def _see_to_it(target: Path) -> None:
    """Refuse names that are no good, and what is there already."""
    if not _NAME.fullmatch(target.name):
        better = re.sub(r"\W+", "_", target.name.strip().lower()).strip("_")
        hint = f" Take {better}." if _NAME.fullmatch(better) else ""
        raise click.UsageError(f"A game's name consists of letters, digits and underscores.{hint}")
    if target.exists() or target.is_symlink():
        raise click.UsageError(f"There is already something called {target}; it is left as it is.")
    if str(target) in resources.bundled():
        raise click.UsageError(
            f"A game that comes with Rulewright is called {target}, and would be meant by that name. "
            f"Take another one, as in: rulewright new my_{target} --from {target}"
        )


def _titled(rules: Path, title: str) -> str:
    """The text of the rules with another title."""
    from rulewright.source import read_source
    from rulewright.syntax import ast, parse

    source = read_source(rules)
    for item in parse(source)[0].items:
        if isinstance(item, ast.Game):
            found = _TITLE.search(source.text, item.span.start, item.span.end)
            if found:
                return source.text[: found.start()] + f'"{title}"' + source.text[found.end() :]
    return source.text


def _forget_title(main: Path) -> None:
    """Take the rows out of tables of labels that are about what the game was called before."""
    from rulewright.semantics import check_file
    from rulewright.semantics.codes_forms import LABELS
    from rulewright.source import write_text

    rows = [found.span for found in check_file(main)[1].errors if found.code == LABELS]
    for span in sorted(rows, key=lambda span: -span.start):
        path = span.source.path
        if path is not None and path != main:
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            del lines[span.line - 1]
            write_text(path, "".join(lines))


def _files(rules: Path) -> dict[str, Path]:
    """What the rules read besides themselves: included files and tables, by their paths in the folder."""
    from rulewright.semantics.load import load
    from rulewright.source import Findings, read_source

    folder = rules.parent.resolve()
    loaded = load(read_source(rules), Findings(), rules.parent)
    paths = [source.path for source in loaded.sources[1:] if source.path]
    paths += [folder / name for item in loaded.declarations for name in _tables(item)]
    found: dict[str, Path] = {}
    for path in paths:
        inside = path.resolve()
        if inside.is_file() and inside.is_relative_to(folder):
            found[str(inside.relative_to(folder))] = inside
    return found


def _tables(node: Any) -> Iterator[str]:
    """The names of files in a declaration."""
    from rulewright.syntax import ast

    match node:
        case ast.Kind(table=table, members=members):
            yield from [table] if table else []
            yield from (name for member in members for name in _tables(member))
        case ast.BoardFrom(files=files):
            yield from files
        case ast.Labels(path=path):
            yield path
        case ast.Guard(branches=branches, otherwise=otherwise):
            for items in (*(items for _, items in branches), otherwise or ()):
                yield from (name for item in items for name in _tables(item))
        case _:
            pass


def _readme(name: str, title: str, origin: Path | None) -> str:
    made = f"Made from {origin.stem}; its makers are named there.\n\n" if origin else ""
    return f"""# {title}

{made}Say here who designed the game, which rules you follow, and what its options are for.

    rulewright play {name}
    rulewright lint {name}
    rulewright test {name}
"""

"""Where the files are that are no Python: the grammar and the bundled rulesets; which rule file a name means.

An installed package carries them as `_grammar` and `_rulesets` beside this module; in a working copy they are the
repository's own folders.
"""

from __future__ import annotations

from pathlib import Path

from rulewright.source import did_you_mean

_PACKAGE = Path(__file__).resolve().parent
_REPOSITORY = _PACKAGE.parent.parent


def _folder(name: str) -> Path:
    packaged = _PACKAGE / f"_{name}"
    return packaged if packaged.is_dir() else _REPOSITORY / name


def grammar_folder() -> Path:
    """The folder of `rules.lark` and `reserved.txt`."""
    return _folder("grammar")


def rulesets_folder() -> Path:
    """The folder with one folder for each bundled game."""
    return _folder("rulesets")


def bundled() -> tuple[str, ...]:
    """The names of the bundled games in alphabetical order."""
    found = (path for path in rulesets_folder().glob("*/*.rules") if path.stem == path.parent.name)
    return tuple(sorted(path.stem for path in found))


def ruleset(name: str) -> Path:
    """Where the rule file of a bundled game of that name lies; it need not exist."""
    return rulesets_folder() / name / f"{name}.rules"


def new_rules() -> Path:
    """The rules with which a new game begins."""
    return rulesets_folder() / "_new" / "start.rules"


def find_rules(name: str | Path) -> Path:
    """The rule file of a bundled game of that name, or the file at a path, or the one of the folder at a path.

    A plain word is looked for among the bundled games first; write `./chess` for a folder of that name. In a folder it
    is NAME.rules, or its only rule file. Raises LookupError with a sentence for people.
    """
    if isinstance(name, str) and Path(name).name == name and name in bundled():
        return ruleset(name)
    path = Path(name)
    if path.is_dir():
        inside = path / f"{path.resolve().name}.rules"
        if inside.is_file():
            return inside
        others = sorted(path.glob("*.rules"))
        if len(others) == 1:
            return others[0]
        raise LookupError(f"The folder {name} holds no {inside.name}.")
    if path.exists() or path.suffix == ".rules":
        return path
    near = did_you_mean(str(name), bundled())
    advice = f"Did you mean {near}?" if near else "`rulewright games` lists the games."
    raise LookupError(f"There is no game {name}. {advice}")

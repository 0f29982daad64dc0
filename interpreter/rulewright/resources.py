"""Where the files are that are no Python: the grammar and the bundled rulesets.

An installed package carries them as `_grammar` and `_rulesets` beside this module; in a working copy they are the
repository's own folders.
"""

from __future__ import annotations

from pathlib import Path

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

"""Which rule file a name means."""

from __future__ import annotations

from pathlib import Path

from rulewright import resources
from rulewright.source import did_you_mean


def find_rules(name: str | Path) -> Path:
    """The rule file of a bundled game of that name, or the file at a path, or NAME.rules in the folder at a path.

    A plain word is looked for among the bundled games first. Raises LookupError with a sentence for people.
    """
    if isinstance(name, str) and Path(name).name == name and name in resources.bundled():
        return resources.ruleset(name)
    path = Path(name)
    if path.is_dir():
        inside = path / f"{path.resolve().name}.rules"
        if not inside.is_file():
            raise LookupError(f"the folder {name} holds no {inside.name}")
        return inside
    if path.exists() or path.suffix == ".rules":
        return path
    near = did_you_mean(str(name), resources.bundled())
    advice = f"did you mean {near}?" if near else "the bundled games are " + ", ".join(resources.bundled())
    raise LookupError(f"there is no game {name}; {advice}")

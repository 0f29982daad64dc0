"""Pieces of rule files, completed by a base or put into a file."""

import re

_ONLY_ONE = (
    "language",
    "game",
    "players",
    "board",
    "facing",
    "turn",
    "flow",
    "setup",
    "end",
    "position",
    "display",
)
_UNNAMED = ("when", "modify", "if", "link", "include", "covers")


def declarations(text: str) -> list[str]:
    """The declarations of a rule file, each with its block, the comments above it and the blank lines behind it."""
    found: list[str] = []
    open_comment = False
    for line in text.splitlines(keepends=True):
        opens = line[:1] not in (" ", "\t", "\n", "") and not line.startswith(("else", "elif", ")", "]", "}", '"'))
        if not found or (opens and not open_comment):
            found.append(line)
        else:
            found[-1] += line
        open_comment = line.startswith("#") or (open_comment and not opens)
    return found


def key(declaration: str) -> str:
    """What a declaration is replaced by: another one with the same key; "" if never."""
    lines = [line for line in declaration.splitlines() if line.strip() and not line.startswith("#")]
    if not lines:
        return ""
    words = re.findall(r'"[^"]*"|\w+', lines[0])
    if words[0] in _UNNAMED:
        return ""
    if words[0] in _ONLY_ONE:
        return "turn" if words[0] == "flow" else words[0]
    if words[0] == "region" and "of" in words[2:3]:
        return " ".join(words[1:4])
    return " ".join(words[:2]) if words[0] in ("scenario", "preset") else words[1] if len(words) > 1 else words[0]


def completed(piece: str, base: str) -> str:
    """The piece, so that its lines keep their numbers, and what of the base it does not replace."""
    own = {key(one) for one in declarations(piece)} | {"language"}
    rest = [one for one in declarations(base) if not key(one) or key(one) not in own]
    return piece + "\n" + "".join(rest)


def changed(file: str, change: str) -> str:
    """The file with the declarations of the change in it: in place of those they replace, else before the scenarios, or
    scenarios at the end."""
    parts = declarations(file)
    for new in declarations(change):
        places = [i for i, one in enumerate(parts) if key(new) and key(one) == key(new)]
        new = new.rstrip("\n") + "\n\n"
        if places:
            parts[places[0]] = new
            parts = [one for i, one in enumerate(parts) if i not in places[1:] or key(one) != key(new)]
            continue
        first = next((i for i, one in enumerate(parts) if one.startswith("scenario")), len(parts))
        place = len(parts) if new.startswith("scenario") else first
        parts[place - 1] = parts[place - 1].rstrip("\n") + "\n\n"
        parts.insert(place, new)
    return "".join(parts).rstrip("\n") + "\n"

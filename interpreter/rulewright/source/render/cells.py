"""Text as a terminal shows it: made harmless, and measured in cells."""

from __future__ import annotations

import unicodedata

TAB = "    "


def visible(text: str) -> str:
    """Tabs as blanks, and a replacement for every character that would move the cursor or change direction."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(TAB if char == "\t" else "\N{REPLACEMENT CHARACTER}" if _steers(char) else char for char in text)


def _steers(char: str) -> bool:
    """Controls and the marks that turn the direction of writing; joiners and variation selectors are harmless."""
    category = unicodedata.category(char)
    return category in ("Cc", "Cs", "Zl", "Zp") or unicodedata.bidirectional(char) in (
        "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI",
    )  # fmt: skip


def cells(text: str) -> int:
    """How many terminal cells the text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # only here: most rule files are ASCII, and rich takes its time to load

    return cell_len(text)

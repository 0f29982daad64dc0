"""A board as text.

`picture_lines` says what stands in which line and how far from the left, so that hex rows come out shifted as they
lie. Row numbers stand left of a bar, the letters of columns below the rows (on a hexagon some stand behind them). On a
board whose names tell no columns the names stand behind a second bar. Of a torus only the part around what is occupied
is drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from unicodedata import combining, east_asian_width

from rulewright.boards import Board
from rulewright.boards.picture_lines import PictureLine, empty_mark, picture_lines, window_around


def draw_text(
    board: Board,
    marks: Mapping[int, str],
    *,
    highlight: Collection[int] = (),
    notes: Sequence[str] = (),
    around: Collection[int] | None = None,
    tight: bool = False,
) -> str:
    """The board as lines of plain text, without colour and without a newline at the end.

    `marks` gives what to write on a site, any text (usually one or two characters); other sites show `.`, empty edges
    `'` and empty vertices `+`. Sites of `highlight` stand in brackets. `notes` are lines written under the picture.
    With `tight` brackets share the room between sites that lie side by side: `[a[b]`. Of a torus the part around the
    sites `around` is shown, by default around those with marks.
    """
    marks = {site: mark for site, mark in marks.items() if mark}
    shown = picture_lines(board, window_around(board, {*(marks if around is None else around), *highlight}))
    letters = [text for line in shown for _, text in line.letters]
    width = max(map(text_width, [*letters, *marks.values(), "."]))
    pitch = _pitch(board, shown, width + (2 if highlight and not tight else 1))
    left = min(at for line in shown for at, _ in (*line.sites, *line.letters))

    digits = max(len(line.label) for line in shown)
    lines = []
    for line in shown:
        items = [(round((at - left) * pitch) + 1, text) for at, text in line.letters]
        for distance, site in line.sites:
            at = round((distance - left) * pitch) + 1
            mark = marks.get(site, empty_mark(board, site))
            items.append((at - 1, f"[{mark}]") if site in highlight else (at, mark))
        if tight:
            items = _without_room(items)
        bar = "|" if line.label else " " if line.sites and digits else ""
        lines.append(f"{line.label:>{digits}} {bar or ' '}{spread(items)}")
    if not board.lettered or board.called:
        lines = _with_names(board, shown, lines)
    return "\n".join([*(line.rstrip() if not line.strip() else line for line in lines), *notes])


def _without_room(items: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """The texts without brackets that close where the next one begins."""
    items = sorted(items)
    begins = [*(at for at, _ in items[1:]), 1_000_000]
    return [
        (at, text[:-1] if text.endswith("]") and at + text_width(text) > begin else text)
        for (at, text), begin in zip(items, begins, strict=True)
    ]


def _pitch(board: Board, shown: Sequence[PictureLine], room: int) -> int:
    """How many characters a step to the right is long, so that every site has `room` for its mark."""
    if board.surroundings is not None:
        return 2 * room + 2 * room % 4
    halves = any(round(2 * at) % 2 for line in shown for at, _ in (*line.sites, *line.letters))
    return room + room % 2 if halves else room


def _with_names(board: Board, shown: Sequence[PictureLine], lines: Sequence[str]) -> list[str]:
    """The lines with the names of their cells behind a second bar."""
    width = max(map(text_width, lines))
    out = []
    for one, line in zip(shown, lines, strict=True):
        names = [board.names[site] for _, site in one.sites if site < board.cell_count]
        out.append(f"{line}{' ' * (width - text_width(line))} | {' '.join(names)}" if names else line)
    return out


def describe_links(board: Board) -> tuple[str, ...]:
    """One sentence for each link of the board, to be written under a picture that cannot show it."""
    return tuple(
        f"{link.name or 'link'}: leaving {link.start} to {link.leaving} arrives at {link.end} heading {link.heading},"
        " and back"
        for link in board.declared_links
    )


def text_width(text: str) -> int:
    """How many columns of a terminal `text` takes: wide characters count twice, combining ones not at all."""
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def spread(items: Iterable[tuple[int, str]]) -> str:
    """The texts at their distances from the left."""
    line, end = "", 0
    for at, text in sorted(items):
        line += " " * (at - end) + text
        end = max(at, end) + text_width(text)
    return line

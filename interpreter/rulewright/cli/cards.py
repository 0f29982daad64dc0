"""Cards at the terminal: the own hand as a table of what its cards cost and do, and all about one card or zone; what
the marks in the picture mean."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.cli.menu import in_columns
from rulewright.drawing import draw_row, text_width

if TYPE_CHECKING:
    from rulewright.match import Game, State, View
    from rulewright.match.cards import Face
    from rulewright.match.zones import Zone

_LEAST = 12
"""With less room for it the text of a card is left out."""
_READABLE = 40
"""With less room beside the table texts stand below its rows. Of a table that is too wide even so those columns are
left out in which most cards have nothing, of these first those with the longest words."""
NOTHING = frozenset({"", "0", "-", "no"})
"""Values of constants that need not be told."""
_HIGH = 17
"""A hand takes no more lines than these, if its texts have to be cut for it."""
_INDENT = 5
_MOST = 6
"""So many kinds are told at once."""


def hands(seen: State | View, seat: int) -> list[Zone]:
    """The zones that the rules show to this seat and not to everybody; none for nobody (-1)."""
    found = seen.zones() if seat >= 0 else ()
    return [zone for zone in found if zone.private and zone.viewers >> seat & 1 and zone.count]


def shown_hand(game: Game, zone: Zone, width: int) -> list[str]:
    """Such a zone: as a table if its cards have texts to be read, side by side if they have sides, else in lines."""
    from rulewright.match.cards import held_in, text_of
    from rulewright.match.laying import in_zone
    from rulewright.match.zones import zone_line

    board, tiles = game.setting.declared.board, in_zone(game.setting, zone)
    if board is not None and tiles:
        return [f"{zone.name} ({zone.count}):", *draw_row(board, tiles, width)]
    if any(text_of(game.setting, kind) for kind in held_in(game.setting, zone)):
        return ["", *hand_lines(game, zone, width)]
    return _wrapped(zone_line(zone, 1_000_000), width)


def hand_lines(game: Game, zone: Zone, width: int) -> list[str]:
    """A zone as a table: each card once, with its number, its constants, and its text beside or below; with the letters
    of pictures where these tell the kinds apart that stand there. Its columns go by what the zone may hold."""
    from rulewright.match.cards import face, held_in, on_board
    from rulewright.match.zones import UNKNOWN

    often = Counter(zip(zone.kinds, (card or UNKNOWN for card in zone.cards), strict=True))
    rows = sorted(often, key=lambda row: (row[0] < 0, row[0]))
    faces = [face(game.setting, kind) if kind >= 0 else None for kind, _ in rows]
    held = held_in(game.setting, zone)
    every = {kind.index: face(game.setting, kind.index) for kind in held}
    signs = [one.letter for one in every.values()]
    lettered = len(set(signs)) == len(signs) and any(on_board(game.setting, kind) for kind in held)
    columns = list(dict.fromkeys(name for one in every.values() for name in one.constants))
    values = {name: [one.constants.get(name, "") for one in every.values()] for name in columns}
    least = {
        name: (sum(text in NOTHING for text in texts), max(map(text_width, texts))) for name, texts in values.items()
    }
    whole = [(kind, one.name) for kind, one in every.items()]
    while columns and _wide(_table(zone, whole, [*every.values()], often, columns, lettered)) > width:
        columns.remove(max(columns, key=least.__getitem__))
    lines = _table(zone, rows, faces, often, columns, lettered)
    texts = ["", *(one.text if one else "" for one in faces)]
    if width - _wide(lines) - 2 >= _READABLE:
        return _with_texts(lines, beside(texts, width - _wide(lines) - 2))
    below = beside(texts, width - _INDENT)
    return [
        line
        for row, text in zip(lines, below, strict=True)
        for line in (row, *(" " * _INDENT + part for part in text if part))
    ]


def _table(
    zone: Zone,
    rows: Sequence[tuple[int, str]],
    faces: Sequence[Face | None],
    often: Counter[tuple[int, str]],
    columns: Sequence[str],
    letters: bool,
) -> list[str]:
    """The rows of a hand, each card once, with these of its constants; first the headings."""
    head = ["", f"{zone.name} ({zone.count})", *columns]
    table = [head]
    for (kind, name), one in zip(rows, faces, strict=True):
        number = f" x{often[kind, name]}" if often[kind, name] > 1 else ""
        cells = [one.constants.get(column, "") if one else "" for column in columns]
        table.append([one.letter if one else "", name + number, *cells])
    return _aligned(table if letters else [row[1:] for row in table], 2 if letters else 1)


def _wide(lines: Sequence[str]) -> int:
    return max(map(text_width, lines))


def _with_texts(lines: Sequence[str], texts: Sequence[Sequence[str]]) -> list[str]:
    """The rows with their texts at the right."""
    wide = _wide(lines)
    return [
        f"{first}{' ' * (wide - text_width(first))}  {text}".rstrip()
        for line, told in zip(lines, texts, strict=True)
        for first, text in zip([line, *[""] * len(told)], told or [""], strict=False)
    ]


def beside(texts: Sequence[str], room: int) -> list[list[str]]:
    """The texts in lines beside the table: as a whole if that makes it not too high, else the beginning of each."""
    if room < _LEAST:
        return [[] for _ in texts]
    whole = [textwrap.wrap(text, room) for text in texts]
    if sum(max(len(text), 1) for text in whole) <= _HIGH:
        return whole
    return [[textwrap.shorten(text, room, placeholder=" …")] for text in texts]


def _aligned(table: Sequence[Sequence[str]], left: int) -> list[str]:
    """The rows of a table with its first columns to the left and the others, numbers, to the right."""
    widths = [max(text_width(row[at]) for row in table) for at in range(len(table[0]))]
    lines = []
    for row in table:
        cells = []
        for at, cell in enumerate(row):
            blank = " " * (widths[at] - text_width(cell))
            cells.append(cell + blank if at < left else blank + cell)
        lines.append("  ".join(cells).rstrip())
    return lines


# ---- all about one ----


def about_cards(seen: State | View, name: str, width: int) -> list[str]:
    """All about the kinds that a name may mean, and where the ground is that is called so; or about what stands on the
    site that it names; [] if it is nothing."""
    from rulewright.match.cards import face, found

    setting = seen.game.setting
    ground = _ground(seen, name, width)
    kinds = found(setting, name, exactly=bool(ground))
    if not kinds:
        return ground or _on_site(seen, name, width)
    if len(kinds) > _MOST:
        names = [face(setting, kind).name for kind in kinds]
        return _wrapped(f"{name} may be {', '.join(names[:-1])} or {names[-1]}.", width)
    faces = [(face(setting, kind, whole=True), _where(seen, kind)) for kind in kinds]
    told = [line for one, where in faces for line in _about(one, where, len(setting.declared.players), width)]
    return [*told, *ground]


def _ground(seen: State | View, name: str, width: int) -> list[str]:
    """Where the ground of a name or a mark is: `water (~): c3, c4`."""
    from rulewright.match.key import ground_called

    board = seen.game.setting.declared.board
    found = ground_called(seen.game.setting, seen.grounds(), name) if board else []
    lines = []
    for told, mark, sites in found:
        where = ", ".join(board.names[site] for site in sites) if board else ""
        lines += _wrapped(
            f"{told}{f' ({mark})' if mark and not told.endswith(mark) else ''}: {where or 'nowhere now'}", width
        )
    return lines


def key_lines(seen: State | View, width: int) -> list[str]:
    """The key to the marks of the picture, in columns, and what stands beside them."""
    from rulewright.match.key import key

    shown = key(seen.game.setting, seen.standing(), seen.grounds())
    wide = max((text_width(mark) for mark, _ in shown.entries), default=0)
    texts = [f"{mark}{' ' * (wide - text_width(mark))} {name}" for mark, name in shown.entries]
    return [*in_columns(texts, width), *(line for note in shown.notes for line in _wrapped(note, width))]


def _about(one: Face, where: str, players: int, width: int) -> list[str]:
    above = f", a kind of {', '.join(one.above)}" if one.above else ""
    letter = f" ({one.letter})" if one.letter and one.letter != one.name else ""
    constants = ", ".join(f"{name} {value}" for name, value in one.constants.items())
    each = one.each_player and players > 1
    copies = f"{one.copies} {'for each player' if each else 'in the game'}" if one.copies is not None else ""
    facts = "; ".join(filter(None, [constants, copies, where]))
    lines = [one.name + letter + above]
    for text in (one.text, facts):
        lines += _wrapped(text, width, "  ")
    return lines


def _on_site(seen: State | View, name: str, width: int) -> list[str]:
    try:
        lines = seen.about(name)
    except KeyError:
        return []
    return [line for one in lines or (f"There is nothing on {name}.",) for line in _wrapped(one, width)]


def _where(seen: State | View, kind: int) -> str:
    """Where components of a kind are seen: `1 in hand of South, 1 on c3`."""
    board = seen.game.setting.declared.board
    found = [(f"in {zone.name}", zone.kinds.count(kind)) for zone in seen.zones()]
    on = [board.names[piece.site] for piece in seen.standing() if piece.kind == kind] if board else []
    told = [f"{number} {place}" for place, number in found if number]
    return ", ".join([*told, *([f"{len(on)} on {', '.join(on)}"] if on else [])])


def about_zones(seen: State | View, name: str, width: int) -> list[str]:
    """All that is known of the zones that a name may mean; [] if there are none."""
    from rulewright.match.zones import zone_line

    wanted = name.casefold()
    zones = seen.zones()
    exact = [zone for zone in zones if wanted in (zone.name.casefold(), zone.declared.casefold())]
    some = exact or [zone for zone in zones if zone.name.casefold().startswith(wanted)]
    return [line for zone in some for line in _wrapped(_whole(zone, zone_line(zone, 1_000_000)), width)]


def _whole(zone: Zone, line: str) -> str:
    return line if zone.seen else f"{zone.name} ({zone.count})"


def nearest(seen: State | View, word: str, name: str) -> str | None:
    """What may have been meant by the name of a kind (word `card`) or of a zone."""
    from rulewright.match.naming import kind_name
    from rulewright.source import did_you_mean

    setting = seen.game.setting
    kinds = [kind_name(setting, kind) for kind in setting.declared.kinds]
    return did_you_mean(name, kinds if word == "card" else [zone.name for zone in seen.zones()])


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent or "  ")

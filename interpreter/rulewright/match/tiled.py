"""Pictures of boards with components that have sides: what is written in the cells, and the list below them.

At a side stands what faces that way: numbers (`1`, `1+2` for two members), letters of other values, the first letter of
what is just true. In the middle stand the marks of all that is there, of every layer. The list tells it in full words:
`u22 Water Trail of Blue (walled E); Captain of Blue`. The first member of numbers that a kind has is not told there,
since the picture shows it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Collection, Iterable, Sequence

from rulewright.drawing import Cell, describe_links, draw_tiles, draws_tiles, text_width
from rulewright.match.pieces import Marked, Piece, Standing, from_above, ground_marks, pieces, title
from rulewright.match.setting import Setting
from rulewright.match.sides import Side, told_fields
from rulewright.semantics.types import IntType

_COLUMN, _WIDTH = 33, 99

Paint = Callable[[str, str], str]
"""From a text and its colour ("" for none) to what is written for it, as wide as the text."""


def plain(text: str, colour: str) -> str:
    """Without colours."""
    return text


def shows_tiles(setting: Setting) -> bool:
    """Whether a game is drawn with big cells: it has kinds with sides, and a board of squares or hexes."""
    return any(kind.sides for kind in setting.declared.kinds) and draws_tiles(setting.declared.board)


def tiled(
    setting: Setting,
    stands: Iterable[Standing],
    marked: Iterable[Marked],
    paint: Paint = plain,
    width: int = _WIDTH,
) -> str:
    """The board with all that stands on it, and the list of it in lines of this width."""
    board = setting.declared.board
    assert board is not None
    stands = tuple(stands)
    here = by_site(setting, stands)
    cells = {
        site: Cell(
            " ".join(paint(piece.mark, piece.colour if piece.owner >= 0 else "") for piece in shown),
            side_texts(setting, stands, site),
        )
        for site, shown in here.items()
    }
    empty = {site: paint(ground.mark, ground.colour) for site, ground in ground_marks(marked).items()}
    told = [f"{board.names[site]} {words}" for site, words in described(setting, stands).items()]
    return draw_tiles(board, cells, empty=empty, notes=[*describe_links(board), *_flowing(told, width)])


def by_site(setting: Setting, stands: Iterable[Standing]) -> dict[int, list[Piece]]:
    """What is to be seen of all layers, the lowest first, as `from_above` shows each of them."""
    all_pieces = pieces(setting, stands)
    found: dict[int, list[Piece]] = {}
    for layer in setting.declared.layers:
        for piece in from_above(setting, [one for one in all_pieces if one.layer == layer.name]):
            found.setdefault(piece.site, []).append(piece)
    return {site: found[site] for site in sorted(found)}


def side_texts(setting: Setting, stands: Iterable[Standing], site: int) -> dict[int, str]:
    """What is written at the sides of a site, by direction: numbers first."""
    numbers: dict[int, list[str]] = {}
    letters: dict[int, str] = {}
    for stand in stands:
        for side in stand.sides if stand.site == site else ():
            if side.text.lstrip("-").isdecimal():
                numbers.setdefault(side.direction, []).append(side.text)
            else:
                letters[side.direction] = letters.get(side.direction, "") + _letter(setting, side)
    return {
        direction: "+".join(numbers.get(direction, ())) + letters.get(direction, "")
        for direction in sorted({*numbers, *letters})
    }


def _letter(setting: Setting, side: Side) -> str:
    return setting.declared.look(side.text).letter or (side.text or side.name)[:1]


def listed(
    setting: Setting,
    stands: Iterable[Standing],
    marked: Iterable[Marked],
    width: int = _WIDTH,
    crowded: Collection[int] = (),
) -> list[str]:
    """What a picture of marks does not tell, in lines below: `a2 Man of Red (damage 2), on road`. It is about sites
    where something has fields that have changed, where several layers are taken, or where a number of the ground is
    hidden; and about those that are too `crowded` to be shown."""
    board = setting.declared.board
    assert board is not None
    stands = tuple(stands)
    below: dict[int, list[str]] = {}
    telling = set(crowded)
    for one in marked:
        below.setdefault(one.site, []).append(one.name)
        if one.number:
            telling.add(one.site)
    layers: dict[int, set[int]] = {}
    for stand in stands:
        layers.setdefault(stand.site, set()).add(stand.layer)
        if told_fields(setting, stand.kind, stand.fields):
            telling.add(stand.site)
    telling |= {site for site, found in layers.items() if len(found) > 1}
    return _flowing(
        [
            f"{board.names[site]} {words}" + (f", on {', '.join(below[site])}" if site in below else "")
            for site, words in described(setting, stands).items()
            if site in telling
        ],
        width,
    )


def described(setting: Setting, stands: Iterable[Standing], *, whole: bool = False) -> dict[int, str]:
    """What stands on each site, in words. `whole`: with everything that a picture shows at the sides."""
    found: dict[int, list[tuple[str, int]]] = {}
    stands = tuple(stands)
    for stand, piece in zip(stands, pieces(setting, stands), strict=True):
        about = "; ".join(about_fields(setting, stand, whole=whole))
        text = title(setting, piece) + (f" ({about})" if about else "")
        here = found.setdefault(piece.site, [])
        same = next((at for at, (known, _) in enumerate(here) if known == text), None)
        if same is None:
            here.append((text, 1))
        else:
            here[same] = (text, here[same][1] + 1)
    return {
        site: "; ".join(text + (f" x{number}" if number > 1 else "") for text, number in here)
        for site, here in found.items()
    }


def about_fields(setting: Setting, stand: Standing, *, whole: bool = True) -> list[str]:
    """Fields, and what the sides have, of each member by direction: `damage 2`, `walled E`, `more NE 2, E 2`."""
    board = setting.declared.board
    assert board is not None
    fields = told_fields(setting, stand.kind, stand.fields)
    members: dict[str, list[str]] = {}
    for side in stand.sides if stand.kind >= 0 else ():
        if whole or side.name != _drawn_alone(setting, stand.kind):
            members.setdefault(side.name, []).append(f"{board.directions[side.direction]} {side.text}".rstrip())
    return [*fields, *(f"{setting.say(name)} {', '.join(texts)}" for name, texts in members.items())]


def _drawn_alone(setting: Setting, kind: int) -> str:
    """The first member of numbers that a kind's sides have; "" for none."""
    for above in reversed(setting.declared.kinds[kind].ancestors()):
        for family in above.constants.values():
            if family.sides and isinstance(family.type, IntType):
                return family.name
    return ""


def _flowing(texts: Sequence[str], width: int) -> list[str]:
    """The texts in a row, each from the next column on; a text wider than a line has lines of its own."""
    lines = [""]
    for text in texts:
        start = -(-(text_width(lines[-1]) + 2) // _COLUMN) * _COLUMN if lines[-1] else 0
        if text_width(text) > width:
            lines += [*textwrap.wrap(text, width, subsequent_indent="  ", break_on_hyphens=False), ""]
        elif start + text_width(text) > width:
            lines.append(text)
        else:
            lines[-1] += " " * (start - text_width(lines[-1])) + text
    return [line for line in lines if line]

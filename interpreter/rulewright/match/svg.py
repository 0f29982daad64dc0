"""A position as SVG: the board, what stands on it, what `display:` marks on it, the zones as rows of cards, how the
game stands, and a legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from rulewright.drawing import Area, CardFigure, CardRow, Figure, TileFigure, card_shape, card_sides, draw_svg
from rulewright.drawing.palette import CHOSEN
from rulewright.match.naming import ANYONE
from rulewright.match.picture import variables
from rulewright.match.pieces import (
    Marked,
    Piece,
    Standing,
    grounds,
    kind_colour,
    pieces,
    player_colour,
    standing,
    title,
)
from rulewright.match.setting import Setting
from rulewright.match.sides import Looks, fields_of, printed, told_fields
from rulewright.match.tiled import by_site, described, shows_tiles, side_texts
from rulewright.match.zones import UNKNOWN, Zone, zones


def svg(setting: Setting, machine: Any, status: str, chosen: Collection[int] = (), seat: int | None = ANYONE) -> str:
    """The position as an SVG document, as a seat sees it (see `naming.knows`). `status` says in words how the game
    stands; sites that may be `chosen` are marked. Raises ValueError where there is neither a board nor a zone."""
    stands, marked = standing(setting, machine, seat), grounds(setting, machine)
    told = variables(setting, machine, seat)
    return svg_of(setting, stands, marked, zones(setting, machine, seat), told, status, chosen)


def svg_of(
    setting: Setting,
    stands: Iterable[Standing],
    marked: Sequence[Marked],
    found: Sequence[Zone],
    told_variables: Sequence[str],
    status: str,
    chosen: Collection[int] = (),
) -> str:
    """The same, made of what stands on the board, what is marked there, what lies in zones, and the variables in
    lines."""
    declared = setting.declared
    if declared.board is None and not found:
        raise ValueError(f"{declared.title} has no board to draw")
    stands = tuple(stands)
    shown = pieces(setting, stands)
    sites = declared.board.names if declared.board else ()
    told = [f"{title(setting, piece)} on {sites[piece.site]}" for piece in shown]
    tiles = None
    if shows_tiles(setting):
        words = described(setting, stands)
        tiles = {
            site: _tile(setting, site, here, stands, words[site]) for site, here in by_site(setting, stands).items()
        }
        told = [f"{text} on {sites[site]}" for site, text in words.items()]
    return draw_svg(
        declared.board,
        _figures(setting, stands) if shown else _numbers(setting, marked),
        title=f"{declared.title}: {status}",
        description=", ".join(told) or ("an empty board" if declared.board else ""),
        areas=[*(_areas(marked) if setting.declared.grounds else ()), *_chosen(chosen)],
        players=[(setting.say(name), player_colour(setting, seat)) for seat, name in enumerate(declared.players)],
        rows=[_row(setting, zone) for zone in found if zone.count or _told_empty(setting, zone, found)],
        tiles=tiles,
        signs=_signs(setting, shown),
        lines=[status, *told_variables],
    )


def _tile(setting: Setting, site: int, here: Sequence[Piece], stands: Sequence[Standing], words: str) -> TileFigure:
    """All that stands on a site; every part of it tells the whole in words."""
    figures = tuple(Figure(site, piece.sign, piece.owner, words, piece.colour) for piece in here)
    fields = [text for one in stands if one.site == site for text in told_fields(setting, one.kind, one.fields)]
    return TileFigure(figures, side_texts(setting, stands, site), ", ".join(fields))


def _told_empty(setting: Setting, zone: Zone, found: Sequence[Zone]) -> bool:
    """Whether a zone is drawn though it is empty: not all may look into it, and of those of each player and the like
    one is not empty."""
    same = [other for other in found if other.declared == zone.declared]
    for_all = (1 << len(setting.declared.players)) - 1
    return zone.viewers != for_all and (len(same) == 1 or any(other.count for other in same))


def _signs(setting: Setting, shown: Iterable[Piece]) -> list[tuple[str, str]]:
    """The signs of what stands on the board with what they are called, by kind; of several that are called alike
    together. A sign that is the name itself is left out."""
    order = {kind.name: number for number, kind in enumerate(setting.declared.kinds)}
    found: dict[str, dict[str, None]] = {}
    for piece in sorted(shown, key=lambda piece: (order.get(piece.kind, len(order)), piece.owner)):
        known = bool(piece.kind)
        name = piece.name.removesuffix(" (face down)") if known else piece.name
        found.setdefault(name, {})[piece.sign.removesuffix(UNKNOWN) if known else piece.sign] = None
    return [(" ".join(signs), name) for name, signs in found.items() if list(signs) != [name]]


def _row(setting: Setting, zone: Zone) -> CardRow:
    """A zone as a row: what is known of it, each card once with its number, then how many are not known."""
    often = Counter(zip(zone.kinds, zone.cards, strict=True))
    order = often if zone.ordered else sorted(often, key=lambda one: (one[0] < 0, one[0]))
    kinds = setting.declared.kinds
    cards = []
    for kind, card in order:
        colour = "" if card is None else kind_colour(setting, kinds[kind], zone.owner)
        figure = CardFigure(card or "", often[kind, card], zone.owner, colour)
        cards.append(_with_sides(setting, figure, kind) if kind >= 0 else figure)
    return CardRow(f"{zone.name} ({zone.count})", tuple(cards))


def _with_sides(setting: Setting, card: CardFigure, kind: int) -> CardFigure:
    """A card with what its kind has at its sides, where cells are drawn large."""
    board, sides = setting.declared.board, printed(setting, setting.declared.kinds[kind])
    if board is None or not sides or not shows_tiles(setting):
        return card
    texts = side_texts(setting, [Standing(0, 0, kind, -1, looks=Looks(sides=sides))], 0)
    return replace(card, shape=card_shape(board), sides=card_sides(board, texts))


def _figures(setting: Setting, stands: Sequence[Standing]) -> list[Figure]:
    """A figure for each sort of what is seen on a site, by layers from below, with the lasting fields that have
    changed."""
    words = described(setting, stands)
    order = [layer.name for layer in setting.declared.layers]
    sorts: dict[tuple[int, str], dict[tuple[str, str], list[str]]] = {}
    for stand, piece in zip(stands, pieces(setting, stands), strict=True):
        lasting = {field.name for field in fields_of(setting.declared.kinds[stand.kind]) if field.until is None}
        told = told_fields(setting, stand.kind, (one for one in stand.fields if one[0] in lasting))
        sorts.setdefault((piece.site, piece.layer), {}).setdefault((piece.mark, piece.sign), []).extend(told)
    notes = {place: iter(own.values()) for place, own in sorts.items()}
    found = []
    for piece in (piece for here in by_site(setting, stands).values() for piece in here):
        note, level = ", ".join(next(notes[piece.site, piece.layer])), order.index(piece.layer)
        found.append(Figure(piece.site, piece.sign, piece.owner, words[piece.site], piece.colour, note, level))
    return found


def _numbers(setting: Setting, marked: Sequence[Marked]) -> list[Figure]:
    """In a game without components the numbers that sites hold: see `pieces.numbers`."""
    if setting.declared.kinds or setting.declared.grounds:
        return []
    return [Figure(one.site, one.mark, -1, f"{one.name} {one.mark}") for one in marked]


def _chosen(sites: Collection[int]) -> list[Area]:
    return [Area("may be chosen", tuple(sorted(sites)), "", CHOSEN)] if sites else []


def _areas(marked: Sequence[Marked]) -> list[Area]:
    found: dict[str, Area] = {}
    for ground in marked:
        known = found.get(ground.name, Area(ground.name, (), ground.mark, ground.colour, ground.number))
        found[ground.name] = replace(known, sites=(*known.sites, ground.site))
    return list(found.values())

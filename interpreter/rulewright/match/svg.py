"""A position as SVG: the board, what stands on it, what `display:` marks on it, the zones as rows of cards, and a
legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from rulewright.drawing import Area, CardFigure, CardRow, Figure, TileFigure, card_shape, card_sides, draw_svg
from rulewright.drawing.palette import CHOSEN
from rulewright.match.naming import ANYONE
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
from rulewright.match.zones import Zone, zones


def svg(setting: Setting, machine: Any, status: str, chosen: Collection[int] = (), seat: int | None = ANYONE) -> str:
    """The position as an SVG document, as a seat sees it (see `naming.knows`). `status` says in words how the game
    stands; sites that may be `chosen` are marked. Raises ValueError where there is neither a board nor a zone."""
    stands, marked = standing(setting, machine, seat), grounds(setting, machine)
    return svg_of(setting, stands, marked, zones(setting, machine, seat), status, chosen)


def svg_of(
    setting: Setting,
    stands: Iterable[Standing],
    marked: Sequence[Marked],
    found: Sequence[Zone],
    status: str,
    chosen: Collection[int] = (),
) -> str:
    """The same, made of what stands on the board, what is marked there, and what lies in zones."""
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
        rows=[_row(setting, zone) for zone in found if zone.count or _told_empty(zone, found)],
        tiles=tiles,
    )


def _tile(setting: Setting, site: int, here: Sequence[Piece], stands: Sequence[Standing], words: str) -> TileFigure:
    """All that stands on a site; every part of it tells the whole in words."""
    figures = tuple(Figure(site, piece.sign, piece.owner, words, piece.colour) for piece in here)
    fields = [text for one in stands if one.site == site for text in told_fields(setting, one.fields)]
    return TileFigure(figures, side_texts(setting, stands, site), ", ".join(fields))


def _told_empty(zone: Zone, found: Sequence[Zone]) -> bool:
    """Whether a zone is drawn though it is empty: those of each player and the like if one of them is not."""
    same = [other for other in found if other.declared == zone.declared]
    return len(same) == 1 or any(other.count for other in same)


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
    """One figure for each layer of a site, from below, with the signs of all that is seen there; the lowest one with
    the lasting fields that have changed."""
    found: dict[tuple[int, str], Figure] = {}
    words = described(setting, stands)
    notes: dict[int, list[str]] = {}
    for stand in stands:
        lasting = {field.name for field in fields_of(setting.declared.kinds[stand.kind]) if field.until is None}
        told = told_fields(setting, (one for one in stand.fields if one[0] in lasting))
        notes.setdefault(stand.site, []).extend(told)
    for piece in (piece for here in by_site(setting, stands).values() for piece in here):
        layer = piece.site, piece.layer
        known = found.get(layer)
        text = known.text + piece.sign if known else piece.sign
        seat, colour = (known.seat, known.colour) if known else (piece.owner, piece.colour)
        note = known.note if known else ", ".join(notes.pop(piece.site, ()))
        found[layer] = Figure(piece.site, text, seat, words[piece.site], colour, note)
    return list(found.values())


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

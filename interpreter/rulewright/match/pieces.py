"""What stands where, as plain values: what every picture of a position is made of.

`pieces` lists the components on the board, `grounds` the sites that `display:` shows while they are empty. Marks are
what text pictures write; signs, names and colours are for drawings. The letters always tell kind and owner, so that a
drawing never depends on its colours. What lies face down is marked `?`, for those who know it with its letter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from rulewright.drawing.palette import NOBODY, seat_colour
from rulewright.match.naming import ANYONE, kind_name, knows
from rulewright.match.setting import Setting
from rulewright.match.sides import PLAIN, Looks, Side, looks
from rulewright.match.values import members
from rulewright.match.zones import UNKNOWN
from rulewright.semantics.marks import letters, mark
from rulewright.semantics.symbols import FieldDecl, Ground, KindDecl
from rulewright.semantics.types import INT


@dataclass(frozen=True, slots=True)
class Standing:
    """One component on the board: its site, its layer, the index of its kind (-1: not known), the seat of its owner
    (-1: nobody), whether it lies face down, what else is to be seen of it (see `sides.Looks`)."""

    site: int
    layer: int
    kind: int
    owner: int
    down: bool = False
    looks: Looks = PLAIN

    @property
    def rotation(self) -> int:
        return self.looks.rotation

    @property
    def sides(self) -> tuple[Side, ...]:
        return self.looks.sides

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        return self.looks.fields


@dataclass(frozen=True, slots=True)
class Piece:
    """A component as pictures show it: `mark` as text, `sign` where a drawing has any character (else the kind's
    letter), `name` in words, `colour` as `#RRGGBB`. `site` is an index, `owner` a seat (-1: nobody), `kind` "" if it is
    not known."""

    site: int
    layer: str
    kind: str
    owner: int
    mark: str
    sign: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Marked:
    """A site that is marked while it is empty: what it is called there, its mark ("" for none) and its colour (""
    for none); whether it is for a number that the site holds."""

    site: int
    name: str
    mark: str
    colour: str
    number: bool = False


def standing(setting: Setting, machine: Any, seat: int | None = ANYONE) -> tuple[Standing, ...]:
    """All components on the board by site and layer, those of a pile from the top down, as a seat knows them: see
    `naming.knows`."""
    board = setting.declared.board
    if board is None or not setting.declared.kinds:
        return ()
    found = []
    layers = range(max(len(setting.declared.layers), 1))
    filled = [set(members(setting.filled(machine, layer))) for layer in layers]
    for site in sorted(set().union(*filled)):
        for layer in layers:
            for ref in setting.stand_on(machine, site, layer) if site in filled[layer] else ():
                kind = setting.view("kind_of", machine, ref) if knows(setting, machine, ref, seat) else -1
                down = setting.view("face_down", machine, ref) > 0
                seen = looks(setting, machine, ref, setting.declared.kinds[kind]) if kind >= 0 else PLAIN
                found.append(Standing(site, layer, kind, setting.view("owner_of", machine, ref), down, seen))
    return tuple(found)


def pieces(setting: Setting, stands: Iterable[Standing]) -> tuple[Piece, ...]:
    """Components as pictures show them."""
    given = letters(setting.declared)
    stands = tuple(stands)
    owned = any(stand.owner >= 0 for stand in stands)
    return tuple(
        _known(setting, stand, given[stand.kind], owned) if stand.kind >= 0 else _unknown(setting, stand)
        for stand in stands
    )


def _known(setting: Setting, stand: Standing, letter: str, owned: bool) -> Piece:
    declared = setting.declared
    kind = declared.kinds[stand.kind]
    own = declared.look(f"{kind.name} of {declared.players[stand.owner]}" if stand.owner >= 0 else "")
    look = declared.look(kind.name)
    down = UNKNOWN if stand.down else ""
    return Piece(
        stand.site,
        _layer(setting, stand),
        kind.name,
        stand.owner,
        mark(declared, kind, stand.owner, letter, owned=owned) + down,
        (own.sign or look.sign or own.letter or letter) + down,
        (setting.say(own.name or look.name) or kind_name(setting, kind)) + (" (face down)" if down else ""),
        kind_colour(setting, kind, stand.owner),
    )


def _unknown(setting: Setting, stand: Standing) -> Piece:
    """A component that lies face down: its owner is seen, its kind is not."""
    seats = len(setting.declared.players)
    number = str(stand.owner + 1) if stand.owner >= 0 and seats > 1 else ""
    colour = player_colour(setting, stand.owner)
    layer = _layer(setting, stand)
    return Piece(stand.site, layer, "", stand.owner, UNKNOWN + number, UNKNOWN, "face down", colour)


def _layer(setting: Setting, stand: Standing) -> str:
    return setting.declared.layers[stand.layer].name if setting.declared.layers else "piece"


def title(setting: Setting, piece: Piece) -> str:
    """`Pawn of White`, `Wall`"""
    owner = setting.declared.players[piece.owner] if piece.owner >= 0 else ""
    return f"{piece.name} of {setting.say(owner)}" if owner else piece.name


def from_above(setting: Setting, shown: Iterable[Piece]) -> tuple[Piece, ...]:
    """What is seen of the pieces, given as `pieces` lists them: on each site the topmost layer. A pile is its top piece
    with its height behind mark and sign (`w3`; `w1x3` behind a number); of many each sort is one, with its number."""
    modes = {layer.name: layer.mode for layer in setting.declared.layers}
    order = {layer.name: index for index, layer in enumerate(setting.declared.layers)}
    by_site: dict[int, list[Piece]] = {}
    for piece in shown:
        known = by_site.setdefault(piece.site, [])
        if known and order[piece.layer] > order[known[0].layer]:
            known.clear()
        known.append(piece)
    out: list[Piece] = []
    for here in by_site.values():
        sorts = here[:1] if modes[here[0].layer] == "pile" else list({(p.mark, p.sign): p for p in here}.values())
        for piece in sorts:
            number = len(here) if modes[piece.layer] == "pile" else sum(p.mark == piece.mark for p in here)
            out.append(replace(piece, mark=_counted(piece.mark, number), sign=_counted(piece.sign, number)))
    return tuple(out)


def _counted(text: str, number: int) -> str:
    if number == 1:
        return text
    return f"{text}{number}" if text[-1:].isalpha() and text.upper() != text.lower() else f"{text}x{number}"


def kind_colour(setting: Setting, kind: KindDecl, seat: int) -> str:
    """The colour of a kind's components that are a player's, as `#RRGGBB`: what `display:` says of that player's, or of
    the kind, or of the kinds above it in turn; else the player's colour."""
    declared = setting.declared
    for one in kind.ancestors():
        own = declared.look(f"{one.name} of {declared.players[seat]}").colour if seat >= 0 else ""
        if colour := own or declared.look(one.name).colour:
            return colour
    return player_colour(setting, seat)


def player_colour(setting: Setting, seat: int) -> str:
    """The colour of a player as `#RRGGBB`: from `display:`, else that of the seat; grey for nobody (-1)."""
    if seat < 0:
        return NOBODY
    return setting.declared.look(setting.declared.players[seat]).colour or seat_colour(seat)


def grounds(setting: Setting, machine: Any) -> tuple[Marked, ...]:
    """The sites that `display:` marks, by site, occupied ones too. Of several lines that fit one the first counts;
    numbers that it holds follow, each one more.

    In a game without components, as of mancala, the numbers that sites hold are the marks.
    """
    board = setting.declared.board
    if board is not None and not setting.declared.grounds:
        return numbers(setting, machine)
    found: dict[int, Marked] = {}
    held: list[Marked] = []
    for ground in setting.declared.grounds if board else ():
        name, look = setting.say(ground.look.name or ground.key), ground.look
        if ground.number is not None:
            values = _numbers_of(setting, machine, ground.number)
            held += [
                Marked(site, f"{name} {value}", f"{look.letter}{value}", look.colour, number=True)
                for site, value in values.items()
            ]
            continue
        for site in _sites_of(setting, machine, ground):
            found.setdefault(site, Marked(site, name, look.letter, look.colour))
    return tuple(sorted([*found.values(), *held], key=lambda one: one.site))


def ground_marks(marked: Iterable[Marked]) -> dict[int, Marked]:
    """What is written on each site that is marked while it is empty: one mark behind the other, the first colour."""
    out: dict[int, Marked] = {}
    for one in marked:
        if one.mark:
            known = out.get(one.site, Marked(one.site, one.name, "", ""))
            out[one.site] = replace(known, mark=known.mark + one.mark, colour=known.colour or one.colour)
    return out


def numbers(setting: Setting, machine: Any) -> tuple[Marked, ...]:
    """The values of the first field of sites that holds numbers, where nothing else can be seen; 0 is not marked."""
    declared = setting.declared
    fields = [
        field
        for field in declared.site_fields
        if field.name in setting.cells and field.each is not None and field.each.name == "site" and field.type == INT
    ]
    if declared.kinds or not fields or declared.board is None:
        return ()
    name = setting.say(fields[0].name)
    values = enumerate(setting.values_of(fields[0], machine))
    return tuple(Marked(site, name, str(value), "") for site, value in values if value)


def _numbers_of(setting: Setting, machine: Any, field: FieldDecl) -> dict[int, int]:
    """The numbers above 0 that sites hold, by site."""
    found = enumerate(setting.values_of(field, machine))
    return {site: value for site, value in found if isinstance(value, int) and value > 0}


def _sites_of(setting: Setting, machine: Any, ground: Ground) -> list[int]:
    """The sites that are such ground now."""
    assert setting.declared.board is not None
    sites = range(len(setting.declared.board.sites))
    if ground.region is not None:
        chosen = ground.region.values if ground.seat < 0 else (ground.region.values[ground.seat],)
        return [site for site in sites if any(value >> site & 1 for value in chosen)]
    fields = [
        field
        for field in setting.declared.site_fields
        if field.each is not None and field.each.name == "site" and getattr(field.type, "enum", None) is ground.enum
    ]
    held = [setting.values_of(field, machine) for field in fields]
    return [site for site in sites for values in held if values[site] == ground.value]

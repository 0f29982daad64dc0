"""Arena of the Planeswalkers as the rules write it, in the referee's words: moves, dice, all that stands and lies
there; and positions of the referee as `given` blocks of the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import rulewright as rw
from games.arena_box import BACKS, CARDS, CRYPTOLITHS, HEIGHT, Cell, ground
from games.arena_game import War
from games.arena_referee import YES, Chosen, Figure

SPELLS = ("Cast", "ReadMind")
"""Actions that the referee knows nothing of."""

_PLACE = re.compile(r"([a-p])(\d+)")
# Actions with two sites, as the referee calls them.
MOVES = {"Step": "step", "Onward": "step", "Scale": "scale", "Fly": "fly", "Attack": "attack", "Batter": "batter"}
MOVES |= {"Sweep": "sweep", "Assault": "assault"}


def cell(site: str) -> Cell:
    """The cell of a site, which is called by its letter and by its row from below."""
    found = _PLACE.fullmatch(site)
    assert found, site
    return ord(found[1]) - ord("a"), HEIGHT - int(found[2])


def site(where: Cell) -> str:
    """The site of a cell."""
    return f"{chr(ord('a') + where[0])}{HEIGHT - where[1]}"


def front(card: str) -> str:
    """The front of an army card."""
    return BACKS.get(card, card)


def choice(move: rw.Move) -> Chosen:
    """A move as the referee writes it."""
    picks = list(move.picks.values())
    match move.action:
        case "ChooseCard":
            return "card", front(picks[0])
        case "Summon":
            return "summon", picks[0]
        case "Transform":
            return ("transform",)
        case "" if move.text == "decline":
            return None
        case "" if not picks:
            return YES
        case "" if _PLACE.fullmatch(picks[0]):
            return "space", cell(picks[0])
        case "":
            return "spell", picks[0]
    # The texts of all other moves are two sites and a sign between them.
    here, there = (cell("".join(found)) for found in _PLACE.findall(move.text))
    return MOVES[move.action], here, there


def offered(state: rw.State) -> dict[Chosen, rw.Move]:
    """What may be chosen, without spells."""
    moves = [move for move in state.moves() if move.action not in SPELLS]
    found = {choice(move): move for move in moves}
    assert len(found) == len(moves), [move.text for move in moves]
    return found


def faces(text: str) -> list[str]:
    """The faces of an outcome of combat dice, `crossed x2, shield`."""
    found = []
    for part in text.split(", "):
        face, _, number = part.partition(" x")
        found += [face] * int(number or 1)
    return found


# ---- all that stands and lies there ----

Lying = dict[tuple[str, object], object]
"""What is where: ("figures", cell) with markers and spaces spent, ("stone", cell), ("glyph", cell), or a zone with its
player."""


def standing_told(table: War) -> Lying:
    """What stands on the referee's battlefield, as plain values."""
    lying: Lying = {("stone", where): damage for where, damage in table.stones.items()}
    lying |= {("glyph", where): glyph for where, glyph in table.glyphs.items()}
    for f in table.standing():
        lying["figures", f.here] = sorted((g.sort.name, g.owner, g.damage, g.spent) for g in table.on(f.here))
    return lying


def standing_seen(state: rw.State) -> Lying:
    """The same of a state of the rules."""
    declared, players = state.game.setting.declared, state.game.players
    board = declared.board
    assert board is not None
    lying: Lying = {}
    figures: dict[Cell, list[tuple[str, str, int, int]]] = {}
    for piece in state.standing():
        where, kind = cell(board.sites[piece.site]), spaced(declared.kinds[piece.kind].name)
        fields = dict(piece.fields)
        damage, spent = int(fields.get("damage", 0)), int(fields.get("spent", 0))
        if kind == "Cryptolith":
            lying["stone", where] = damage
        elif piece.owner < 0:
            lying["glyph", where] = kind
        else:
            figures.setdefault(where, []).append((kind, players[piece.owner], damage, spent))
    return lying | {("figures", where): sorted(there) for where, there in figures.items()}


def zones_told(table: War) -> Lying:
    """What lies in the referee's zones."""
    lying: Lying = {}
    for player in table.players:
        lying["hand", player] = sorted(table.hands[player])
        lying["graveyard", player] = sorted(table.graveyards[player])
        lying["library", player] = table.libraries[player]
        for zone, cards in (("army", table.armies), ("reserve", table.reserves), ("fallen_cards", table.lost)):
            lying[zone, player] = sorted(cards[player])
        lying["fallen", player] = sorted(f.sort.name for f in table.fallen if f.owner == player)
    return lying


def zones_seen(state: rw.State) -> Lying:
    """The same of a state of the rules."""
    lying: Lying = {}
    for zone in state.zones():
        where = (zone.declared, state.game.players[zone.owner])
        if zone.declared in ("hand", "graveyard"):
            lying[where] = sorted(map(str, zone.cards))
        elif zone.declared in ("army", "reserve", "fallen_cards"):
            lying[where] = sorted(front(str(card)) for card in zone.cards)
        elif zone.declared == "fallen":
            lying[where] = sorted(str(f).partition(" (")[0] for f in zone.cards)
        elif zone.declared == "library":
            lying[where] = zone.count
    return lying


def hand_of(state: rw.State, player: str) -> list[str]:
    """The spells in a player's hand."""
    (hand,) = (zone for zone in state.zones() if zone.declared == "hand" and state.game.players[zone.owner] == player)
    return list(map(str, hand.cards))


def spaced(name: str) -> str:
    """`Lantern Geist` of `LanternGeist`."""
    return re.sub(r"([a-z])([A-Z])", r"\1 \2", name)


# ---- positions ----


def joined(name: str) -> str:
    """`NahiriTheLithomancer` of `Nahiri, the Lithomancer`."""
    return "".join(word[0].upper() + word[1:] for word in re.split(r"\W+", name))


def given(table: War, player: str) -> Iterator[str]:
    """The statements that set up a position in which a player's turn begins, one a line."""
    yield f"mover = {player}"
    yield f"turn_number = {table.turn}"
    yield f"round_number = {1 + (table.turn - 1) // len(table.players)}"
    if table.battlefield == CRYPTOLITHS:
        yield f"defender = {table.defender}"
    usual = ground(table.battlefield).level
    yield from (f"{site(where)}.level = {up}" for where, up in table.ground.level.items() if up != usual[where])
    for where, damage in table.stones.items():
        yield f"place Cryptolith on {site(where)}"
        yield f"{site(where)}.stone.damage = {damage}"
    for where, glyph in table.glyphs.items():
        yield f"place {glyph} on {site(where)}"
    for owner, cards in table.armies.items():
        for card in cards:
            yield f"place {joined(card)} of {owner} in army of {owner}"
            other = CARDS[card].other
            if other and any(f.sort.name == other for f in table.squad(owner, card)):
                back = next(one for one, front in BACKS.items() if front == card)
                yield f"for c in army of {owner} where c is {joined(card)}:"
                yield f"    c.kind = {joined(back)}"
    for f in table.fallen:
        yield f"place {joined(f.sort.name)} of {f.owner} in fallen of {f.owner}"
    for f in table.standing():
        card = CARDS[f.sort.card]
        yield f"place {joined(card.figure)} of {f.owner} on {site(f.here)}"
        numbers = {name: value for name, value in fields(f, walking=table.walking is f) if value}
        if f.sort.name == card.other:
            numbers["f.kind"] = joined(card.other)
        if numbers:
            yield f"for f in {site(f.here)}.figures:"
            yield from (f"    {name} = {value}" for name, value in numbers.items())


def fields(f: Figure, *, walking: bool) -> Iterator[tuple[str, object]]:
    """What is to be set, and to what; nothing where that is how a figure begins."""
    yield "f.damage", f.damage
    yield "f.spent", f.spent
    yield "f.power_bonus", f.more_power
    yield "f.toughness_bonus", f.more_toughness
    yield "f.speed_bonus", f.more_move
    yield "f.off_road", "" if f.on_road else "true"
    yield "walking", "f" if walking else ""

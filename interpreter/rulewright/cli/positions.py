"""Positions that commands are asked about: reached by moves in one line of text, told as JSON."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from rulewright.cli.playing import sentence
from rulewright.cli.reading import readings, understood

if TYPE_CHECKING:
    from rulewright.match import Game, State, View
    from rulewright.match.pieces import Standing
    from rulewright.match.zones import Zone


_LONGER, _ROOM = 3, 6
"""With names of picks, and of what lies beside a site, a move has at most so many times the words of its notation, and
some more."""


def after_moves(state: State, text: str) -> State:
    """The state after moves written as people do (see `reading.py`), with blanks or semicolons between them; what
    chance gives is written among them where chance is explicit. A move that may not be made is wrong usage."""
    for words in [part.split() for part in text.split(";")]:
        while words:
            state, words = _longest(state, words)
    return state


def _longest(state: State, words: list[str]) -> tuple[State, list[str]]:
    """The state after the move that the most of the first words mean, and the words that are left."""
    from rulewright.match import AmbiguousMove, IllegalMove

    moves = state.moves() or [outcome for outcome, _ in state.chance()]
    most = _ROOM + _LONGER * max((len(move.text.split()) for move in moves), default=0)
    counts = range(min(len(words), most), 0, -1)
    prefixes = [(" ".join(words[:count]), words[count:]) for count in counts]
    for text, rest in prefixes:
        for told in readings(state, text):
            with suppress(AmbiguousMove):
                move = state.find(told)
                if move is not None:
                    return state.play(move), rest
    refused: list[IllegalMove | AmbiguousMove] = []
    for text, _ in prefixes:
        try:
            understood(state, state, text, state.play)
        except (IllegalMove, AmbiguousMove) as error:
            refused.append(error)
    known = [error for error in refused if isinstance(error, IllegalMove) and error.span]
    raise click.UsageError(sentence(str([*known, refused[-1]][0])))


def position_document(seen: State | View) -> dict[str, object]:
    """What `--format json` tells of a position, or of what a player knows of it."""
    from rulewright.match import State

    game = seen.game
    return {
        "schema": 1,
        "game": game.title,
        "options": game.options,
        "presets": game.presets,
        "players": game.players,
        "over": seen.over,
        "mover": seen.mover,
        "active": seen.active,
        "chance": seen.drawn or None,
        "returns": seen.returns,
        "ranking": seen.ranking,
        "board": [_standing(game, piece) for piece in seen.standing()],
        "zones": [_zone(game, zone) for zone in seen.zones()],
        "variables": seen.variables(),
        "moves": [move.text for move in seen.moves()],
        "log": seen.log,
        "notations": {name: seen.notation(name) for name in game.notations} if isinstance(seen, State) else {},
        "measures": seen.measures() if isinstance(seen, State) else {},
    }


def _standing(game: Game, piece: Standing) -> dict[str, object]:
    declared = game.setting.declared
    told: dict[str, object] = {
        "site": declared.board.sites[piece.site] if declared.board else None,
        "layer": declared.layers[piece.layer].name if declared.layers else "piece",
        "kind": declared.kinds[piece.kind].name if piece.kind >= 0 else None,
        "owner": _player(game, piece.owner),
    }
    return {**told, "face_down": True} if piece.down else told


def _zone(game: Game, zone: Zone) -> dict[str, object]:
    kinds = game.setting.declared.kinds
    return {
        "zone": zone.declared,
        "name": zone.name,
        "owner": _player(game, zone.owner),
        "ordered": zone.ordered,
        "count": zone.count,
        "contents": [kinds[kind].name if kind >= 0 else None for kind in zone.kinds],
    }


def _player(game: Game, seat: int) -> str | None:
    return game.players[seat] if seat >= 0 else None

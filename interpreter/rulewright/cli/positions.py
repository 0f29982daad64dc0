"""Positions that commands are asked about: reached by moves in one line of text, told as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.cli.playing import sentence

if TYPE_CHECKING:
    from rulewright.match import State


def after_moves(state: State, text: str) -> State:
    """The state after moves written as the game does, with blanks or semicolons between them; what chance gives is
    written among them where chance is explicit. A move that may not be made is wrong usage."""
    for words in [part.split() for part in text.split(";")]:
        while words:
            state, words = _longest(state, words)
    return state


def _longest(state: State, words: list[str]) -> tuple[State, list[str]]:
    """The state after the move that the most of the first words mean, and the words that are left."""
    from rulewright.match import AmbiguousMove, IllegalMove

    refused: list[IllegalMove | AmbiguousMove] = []
    for count in range(len(words), 0, -1):
        try:
            return state.play(" ".join(words[:count])), words[count:]
        except (IllegalMove, AmbiguousMove) as error:
            refused.append(error)
    known = [error for error in refused if isinstance(error, IllegalMove) and error.span]
    raise click.UsageError(sentence(str([*known, refused[-1]][0])))


def position_document(state: State) -> dict[str, object]:
    """What `--format json` tells of a position."""
    declared = state.game.setting.declared
    sites = declared.board.sites if declared.board else ()
    return {
        "schema": 1,
        "game": state.game.title,
        "options": state.game.options,
        "presets": state.game.presets,
        "players": state.game.players,
        "over": state.over,
        "mover": state.mover,
        "active": state.active,
        "chance": state.drawn or None,
        "returns": state.returns,
        "ranking": state.ranking,
        "board": [
            {
                "site": sites[piece.site],
                "layer": declared.layers[piece.layer].name if declared.layers else "piece",
                "kind": declared.kinds[piece.kind].name,
                "owner": state.game.players[piece.owner] if piece.owner >= 0 else None,
            }
            for piece in state.standing()
        ],
        "variables": state.variables(),
        "moves": [move.text for move in state.moves()],
        "log": state.log,
        "notations": {name: state.notation(name) for name in state.game.notations},
        "measures": state.measures(),
    }

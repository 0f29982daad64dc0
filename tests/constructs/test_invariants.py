"""What must hold in every state of every game: derived cells agree with what they are derived from, states come back
from their bytes, texts name one move each. The games of the other tests are played at random.
"""

from __future__ import annotations

import random

import pytest

import rulewright as rw
from constructs import (
    test_after,
    test_chance,
    test_choosing,
    test_deciding_out_of_turn,
    test_determinism,
    test_identity,
    test_kinds,
    test_modifiers,
    test_move_identity,
    test_one_move,
    test_references,
    test_subsets,
    test_trigger_order,
)
from constructs.playing import load

GAMES = {
    "answers": test_trigger_order.ASKING,
    "arms": test_determinism.RICH,
    "choosing": test_choosing.TYPES,
    "chance": test_chance.NESTED,
    "counting": test_modifiers.CONSTANTS,
    "fields": test_identity.FIELDS,
    "killing": test_references.LOOP,
    "marking": test_references.SHOVE,
    "one move": test_one_move.LOCALS,
    "nested moves": test_one_move.NESTED,
    "payment": test_subsets.RANGES,
    "plain": test_identity.PLAIN,
    "promotion": test_kinds.ACTIONS,
    "removing": test_trigger_order.ABOUT,
    "stops": test_determinism.STOPS,
    "superko": test_after.SUPERKO,
    "texts": test_move_identity.TEXTS,
    "toll": test_deciding_out_of_turn.TOLL,
}


def cells_agree(state: rw.State) -> None:
    """Sets by owner and by kind, and the taken sites, worked out anew from what each component is and where."""
    program = state.game.setting.program
    cells = {cell.name: cell for cell in program.cells}
    if "kind" not in cells:
        return

    def values(name: str) -> list[int]:
        cell = cells[name]
        return list(state._machine.cells[cell.offset : cell.offset + cell.size])

    kinds, owners = values("kind"), values("owner")
    places = values("place") if "place" in cells else []
    declared = state.game.setting.declared
    assert declared.board is not None
    sites, first_number = len(declared.board.sites), len(kinds) - len(places)
    owned, of_kind, filled = [0] * (program.seats + 1), [0] * len(declared.kinds), 0
    for ref, (kind, owner) in enumerate(zip(kinds, owners, strict=True)):
        site = places[ref - first_number] if ref >= first_number else ref if ref < sites else -1
        if kind >= 0 and site >= 0:
            owned[owner] |= 1 << ref
            of_kind[kind] |= 1 << ref
            assert not filled >> site & 1, "two components stand on one site"
            filled |= 1 << site
    assert (owned, of_kind, [filled]) == (values("owned"), values("of_kind"), values("filled"))


@pytest.mark.parametrize("name", GAMES)
def test_random_games(name: str) -> None:
    game = load(GAMES[name])
    for seed in range(4):
        choices = random.Random(seed)
        state = game.start(seed) if seed % 2 else game.start(chance="explicit")
        for _ in range(25):
            cells_agree(state)
            acts = [move for move, _ in state.chance()] or list(state.moves())
            if not acts:
                assert state.over
                break
            assert len({move.text for move in acts}) == len(acts)
            again = game.unserialize(state.serialize())
            assert again == state and again.hash == state.hash
            move = choices.choice(acts)
            try:
                after = state.play(move)
            except rw.PlayError:  # some of these rules break down sooner or later, as they say
                break
            assert again.play(move.text) == after
            state = after


@pytest.mark.parametrize("name", [name for name in GAMES if name not in ("chance", "arms", "stops", "promotion")])
def test_counting_lines_is_playing_them(name: str) -> None:
    """perft of two moves is the sum over the first ones of the numbers of second ones."""
    game = load(GAMES[name])
    state = game.start(chance="explicit")
    played = sum(len(state.play(move).moves()) for move in state.moves())
    assert game.perft(1) == len(state.moves()) and game.perft(2) == played

"""Games that come with notations: what is written is read back to the same state; labels are complete."""

import random

import pytest

import rulewright as rw
from rulewright import resources
from rulewright.semantics.typed import WhereItem

GAMES = {name: rw.load(name) for name in resources.bundled()}
WRITTEN = [name for name, game in GAMES.items() if game.notations]
LABELLED = [name for name, game in GAMES.items() if game.languages]


def test_some_games_have_them() -> None:
    assert {"breakthrough", "reversi"} <= set(WRITTEN)
    assert "hex" in LABELLED


def test_they_read_as_people_write_them() -> None:
    assert GAMES["breakthrough"].start().notation() == "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP White"
    state = GAMES["reversi"].start().play("d3")
    assert state.notation() == "8/8/8/3BW3/3BB3/3B4/8/8 White"


def remembers_nothing(name: str) -> bool:
    """Whether the board and the mover are the whole state: no history of positions, no counters, no reactions within a
    turn, none of which a notation holds."""
    declared = GAMES[name].setting.declared
    return declared.position is None and not declared.vars and not declared.triggers


@pytest.mark.parametrize("name", WRITTEN)
def test_reading_what_was_written_gives_the_same_state(name: str) -> None:
    draw = random.Random(7)
    for seed in range(3):
        state = GAMES[name].start(seed=seed)
        while not state.over and len(state.log) < 40:
            again = GAMES[name].start(seed=seed, setup=state.notation())
            assert (again.pieces(), again.mover) == (state.pieces(), state.mover), state.notation()
            if remembers_nothing(name):
                assert again == state, state.notation()
                assert [move.text for move in again.moves()] == [move.text for move in state.moves()]
            state = state.play(draw.choice(state.moves()))


@pytest.mark.parametrize("name", LABELLED)
def test_everything_that_people_are_shown_is_labelled(name: str) -> None:
    declared = GAMES[name].setting.declared
    shown = [declared.title, *declared.players, *(kind.name for kind in declared.kinds), *declared.options]
    shown += [value for option in declared.options.values() if option.enum for value in option.enum.values]
    shown += [clause.text for clause in declared.clauses]
    for action in declared.actions:
        conditions = [item for item in (*action.items, *action.after) if isinstance(item, WhereItem)]
        shown += [item.reason for item in conditions if item.reason]
    for labels in (labels for language, labels in declared.labels.items() if language):
        assert [text for text in shown if text not in labels] == []

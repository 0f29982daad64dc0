"""Dots and Boxes on small boards: how many boxes the first player is ahead of the second, if both play their best."""

import pytest

import rulewright as rw

# The margins are those that a program written for this game alone has found.
MARGINS = [(1, 1, -1), (1, 2, 0), (2, 1, 0), (1, 3, -1), (3, 1, -1), (2, 2, 2)]


def ahead(state: rw.State) -> int:
    owners = [piece.owner for piece in state.standing()]
    return owners.count(0) - owners.count(1)


def margin(state: rw.State, known: dict[int, int]) -> int:
    """Red's boxes less Blue's at the end."""
    if state.hash not in known:
        best = max if state.mover == "Red" else min
        known[state.hash] = (
            ahead(state) if state.over else best(margin(state.play(move), known) for move in state.moves())
        )
    return known[state.hash]


@pytest.mark.parametrize(("width", "height", "expected"), MARGINS)
def test_margins(width: int, height: int, expected: int) -> None:
    state = rw.load("dots_and_boxes", {"width": width, "height": height}).start(seed=0)
    assert margin(state, {}) == expected

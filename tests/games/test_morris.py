"""Morris is the same from all sixteen sides: turned, mirrored, and with the inner square outside."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import rulewright as rw

# Where the points lie: ring 0 is the outer square, and along a ring there are eight places clockwise from a corner.
RINGS = {
    "nine": ["a7 d7 g7 g4 g1 d1 a1 a4", "b6 d6 f6 f4 f2 d2 b2 b4", "c5 d5 e5 e4 e3 d3 c3 c4"],
    "six": ["a5 c5 e5 e3 e1 c1 a1 a3", "b4 c4 d4 d3 d2 c2 b2 b3"],
}
RINGS["lasker"] = RINGS["twelve"] = RINGS["nine"]

Place = tuple[int, int]


def symmetries(rings: int) -> list[Callable[[Place], Place]]:
    def symmetry(turn: int, mirrored: bool, inside_out: bool) -> Callable[[Place], Place]:
        def image(place: Place) -> Place:
            ring, along = place
            along = (-along if mirrored else along) + 2 * turn
            return (rings - 1 - ring if inside_out else ring, along % 8)

        return image

    return [
        symmetry(turn, mirrored, inside) for turn in range(4) for mirrored in (False, True) for inside in (False, True)
    ]


def renamings(variant: str) -> list[dict[str, str]]:
    """What each point is called after each of the sixteen symmetries."""
    rings = [ring.split() for ring in RINGS[variant]]
    places = {name: (number, along) for number, ring in enumerate(rings) for along, name in enumerate(ring)}
    found = []
    for image in symmetries(len(rings)):
        moved = {name: image(place) for name, place in places.items()}
        found.append({name: rings[ring][along] for name, (ring, along) in moved.items()})
    return found


def renamed(text: str, names: dict[str, str]) -> str:
    """`xa7` and `d2-d3` with other points."""
    mark, bare = ("x", text[1:]) if text.startswith("x") else ("", text)
    return mark + "-".join(names[point] for point in bare.split("-"))


@pytest.mark.parametrize("variant", list(RINGS))
def test_the_moves_of_all_sixteen_images_are_images_of_the_moves(variant: str) -> None:
    game = rw.load("morris", {"variant": variant})
    random = Random(variant)
    sixteen = renamings(variant)
    assert len({tuple(names.items()) for names in sixteen}) == 16
    for _ in range(2):
        images = [game.start(seed=0) for _ in sixteen]
        first = images[0]
        while not first.over and len(first.log) < 80:
            texts = [move.text for move in first.moves()]
            for state, names in zip(images, sixteen, strict=True):
                assert sorted(move.text for move in state.moves()) == sorted(renamed(text, names) for text in texts)
            text = random.choice(texts)
            images = [state.play(renamed(text, names)) for state, names in zip(images, sixteen, strict=True)]
            first = images[0]
        assert {state.returns for state in images} == {first.returns}


@pytest.mark.parametrize("variant", list(RINGS))
def test_perft_from_all_sixteen_images_of_a_position(variant: str) -> None:
    game = rw.load("morris", {"variant": variant})
    random = Random(variant)
    texts = []
    state = game.start(seed=0)
    for _ in range(14):
        texts.append(random.choice([move.text for move in state.moves()]))
        state = state.play(texts[-1])
    counts = set()
    for names in renamings(variant):
        image = game.start(seed=0)
        for text in texts:
            image = image.play(renamed(text, names))
        counts.add(image.perft(2))
    assert len(counts) == 1 and counts.pop() > 20

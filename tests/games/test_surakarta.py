"""Surakarta: counts of lines of play, and its left and right.

The counts were made with a program written for that: steps in eight directions, captures after at least one loop, the
point where a stone began being free for itself.
"""

from __future__ import annotations

from random import Random

import pytest

import rulewright as rw


@pytest.mark.parametrize(("depth", "count"), [(1, 16), (2, 256), (3, 5382), (4, 111122)])
def test_perft(depth: int, count: int) -> None:
    assert rw.load("surakarta").perft(depth) == count


def mirrored(text: str) -> str:
    """The text with the columns read from the other side: the board is the same, and so are both players."""
    return text.translate(str.maketrans("abcdef", "fedcba"))


def test_left_and_right_are_alike() -> None:
    for seed in range(3):
        random = Random(seed)
        one = two = rw.load("surakarta").start(seed=0)
        captures = 0
        while not one.over and len(one.log) < 120:
            texts = [move.text for move in one.moves()]
            assert sorted(move.text for move in two.moves()) == sorted(map(mirrored, texts))
            text = random.choice([text for text in texts if "x" in text] or texts)
            captures += "x" in text
            one, two = one.play(text), two.play(mirrored(text))
        assert captures > 10

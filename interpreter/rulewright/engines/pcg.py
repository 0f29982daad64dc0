"""PCG32 (XSH RR 64/32), the generator of rules chance: M. O'Neill, "PCG: A Family of Simple Fast Space-Efficient
Statistically Good Algorithms for Random Number Generation" (2014), https://www.pcg-random.org.

A generator is a pair of 64-bit ints, state and increment; drawing gives the new pair. Streams keep chance in the rules
apart from the choices of players. Streams with close numbers begin alike, so theirs lie far apart.
"""

from __future__ import annotations

Generator = tuple[int, int]
"""State and (odd) increment."""

NAME = "pcg32"
RULES_STREAM = 54
POLICY_STREAM = 0x0A02BDBF7BB3C0A7

_MULTIPLIER = 6364136223846793005
_MASK = 2**64 - 1


def seeded(seed: int, stream: int = RULES_STREAM) -> Generator:
    """The generator of a stream (an int below 2**63), started with `seed` (taken modulo 2**64)."""
    increment = (stream << 1 | 1) & _MASK
    state = (increment + seed) & _MASK
    return (state * _MULTIPLIER + increment) & _MASK, increment


def drawn(generator: Generator) -> tuple[int, Generator]:
    """A 32-bit number, and the generator after it."""
    state, increment = generator
    mixed = ((state >> 18 ^ state) >> 27) & 0xFFFFFFFF
    by = state >> 59
    number = (mixed >> by | mixed << (-by & 31)) & 0xFFFFFFFF
    return number, ((state * _MULTIPLIER + increment) & _MASK, increment)


def below(generator: Generator, bound: int) -> tuple[int, Generator]:
    """A number from 0 to `bound` - 1, each equally likely, and the generator after it.

    Takes as many 32-bit numbers as `bound` needs (the first drawn is the highest) and rejects the lowest ones that
    would favour some results. `bound` must be at least 1.
    """
    words = max(1, ((bound - 1).bit_length() + 31) // 32)
    rejected = (1 << 32 * words) % bound
    while True:
        number = 0
        for _ in range(words):
            word, generator = drawn(generator)
            number = number << 32 | word
        if number >= rejected:
            return number % bound, generator


def game_seed(seed: int, number: int) -> int:
    """The seed of one of many games that are played with one seed (SplitMix64 of it and the game's number)."""
    mixed = (seed + (number + 1) * 0x9E3779B97F4A7C15) & _MASK
    mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _MASK
    return mixed ^ mixed >> 31

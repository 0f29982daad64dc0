"""PCG32 against the published demonstration, and drawing below a bound."""

from rulewright.engines import pcg

# pcg32-demo of the PCG C library 0.94: seed 42, stream 54, round 1.
PUBLISHED = (0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E)


def test_published_numbers() -> None:
    generator = pcg.seeded(42, 54)
    numbers = []
    for _ in PUBLISHED:
        number, generator = pcg.drawn(generator)
        numbers.append(number)
    assert tuple(numbers) == PUBLISHED


def test_below_takes_the_remainder_of_what_is_not_rejected() -> None:
    # 2**32 % 6 is 4, so only the numbers 0..3 are rejected
    generator = pcg.seeded(42, 54)
    results = []
    for _ in PUBLISHED:
        number, generator = pcg.below(generator, 6)
        results.append(number)
    assert results == [number % 6 for number in PUBLISHED]


def test_below_rejects_the_lowest_numbers() -> None:
    # 2**32 % (2**31 + 1) is 2**31 - 1: numbers below that are drawn again
    bound = 2**31 + 1
    number, _ = pcg.below(pcg.seeded(42, 54), bound)
    assert number == next(word for word in PUBLISHED if word >= 2**31 - 1) % bound


def test_below_a_large_bound_joins_numbers() -> None:
    number, _ = pcg.below(pcg.seeded(42, 54), 2**64)
    assert number == 0xA15C02B77B47F409


def test_below_one_is_zero_and_every_result_comes() -> None:
    generator = pcg.seeded(7)
    assert pcg.below(generator, 1)[0] == 0
    counts = [0] * 5
    for _ in range(5000):
        number, generator = pcg.below(generator, 5)
        counts[number] += 1
    # 1000 each are expected; 6 standard deviations are 170
    assert all(830 < count < 1170 for count in counts)


def test_streams_and_seeds_differ() -> None:
    streams = (pcg.RULES_STREAM, pcg.POLICY_STREAM)
    firsts = {pcg.drawn(pcg.seeded(seed, stream))[0] for seed in range(200) for stream in streams}
    assert len(firsts) == 400
    assert pcg.seeded(-1) == pcg.seeded(2**64 - 1)

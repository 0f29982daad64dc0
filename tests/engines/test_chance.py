"""Chance: explicit stops with exact probabilities, seeded draws, bags, outcomes that add up."""

from collections import Counter
from fractions import Fraction

import pytest

from engines.programs import Game, b, g, generator, n, var
from rulewright.engines import Act, Engine, PlayError, pcg, reference
from rulewright.engines.reference.runtime import bags, subsets
from rulewright.program import ir

DIE = ir.Shown("int")


def race(outcomes: ir.Routine, goal: int) -> Engine:
    """Draw and add until `goal` is reached; before each draw there is one decision with one move."""
    game = Game()
    total = game.cell("total", ir.INT, (0,))
    go = generator("go", (), [ir.Yield(0, (), ())])
    choice, drawn = var("choice"), var("drawn")
    return reference(
        game.program(
            [
                ir.While(
                    n(1),
                    [
                        ir.Decide(game.decision("Roll", go), ir.Load(game.mover), (), choice, ()),
                        ir.Draw(outcomes, (), drawn, ir.DrawInfo("a die", DIE)),
                        ir.Store(total, None, b("add", ir.Load(total), g(drawn))),
                        ir.If(b("ge", ir.Load(total), n(goal)), game.win()),
                        game.other(),
                    ],
                )
            ]
        )
    )


def die(sides: int) -> ir.Routine:
    x = var("x")
    return generator("die", (), [ir.Count(x, n(1), n(sides), [ir.Yield(0, (g(x),), (g(x),))])])


def weighted(*weights: int) -> ir.Routine:
    return generator(
        "weighted", (), [ir.Yield(0, (n(i % 3),), (n(i),), (), n(weight)) for i, weight in enumerate(weights)]
    )


def win_of_first(engine: Engine, state: object) -> Fraction:
    stop = engine.stopped(state)
    match stop.kind:
        case "over":
            return Fraction(engine.returns(state)[0] == 1)
        case "chance":
            return sum(
                (chance * win_of_first(engine, engine.apply(state, act)) for act, chance in engine.outcomes(state)),
                Fraction(0),
            )
        case _:
            (act,) = engine.moves(state)
            return win_of_first(engine, engine.apply(state, act))


def test_explicit_chance_is_a_stop() -> None:
    engine = race(die(3), 3)
    state = engine.apply(engine.start(), Act(0, ()))
    stop = engine.stopped(state)
    assert (stop.kind, stop.chooser) == ("chance", -1)
    assert stop.draw is not None and stop.draw.name == "a die"
    assert engine.moves(state) == ()
    assert engine.outcomes(state) == tuple((Act(0, (i,)), Fraction(1, 3)) for i in (1, 2, 3))


def test_exact_solution() -> None:
    # With a goal of 3 and a die of 3: the first wins at once with 3 (1/3); after 1 (1/3) the second wins with 2 or 3
    # (2/3) and otherwise the first wins; after 2 the second wins for sure.
    engine = race(die(3), 3)
    assert win_of_first(engine, engine.start(seed=5, explicit=True)) == Fraction(1, 3) + Fraction(1, 9)


def test_perft_follows_chance() -> None:
    engine = race(die(3), 3)
    # one move; then the outcomes 1 and 2 go on, to one move each; then only 1 + 1 goes on
    assert [engine.perft(engine.start(), depth) for depth in range(5)] == [1, 1, 2, 1, 0]


def test_seeded_draws_follow_the_generator() -> None:
    engine = race(die(6), 10**6)
    state = engine.start(seed=42)
    faces, totals = [], [0]
    total = next(cell for cell in engine.program.cells if cell.name == "total")
    for _ in range(6):
        state = engine.apply(state, Act(0, ()))
        assert engine.stopped(state).kind == "decision"
        totals.append(state.cells[total.offset])
        faces.append(totals[-1] - totals[-2])
    # the published numbers of stream 54, which rules chance uses: modulo 6, plus 1
    published = (0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E)
    assert faces == [number % 6 + 1 for number in published]


def test_the_generator_is_no_part_of_the_key() -> None:
    engine = race(die(6), 10**6)
    one, two = engine.start(seed=1), engine.start(seed=2)
    assert engine.key(one) == engine.key(two) == engine.key(engine.start())
    assert engine.digest(one) == engine.digest(two)


def test_weights_add_up_and_zero_is_no_outcome() -> None:
    # keys 0 1 2 0 1: weights 1+4, 0+5, 0; the first yield that counts stands
    engine = race(weighted(1, 0, 0, 4, 5), 99)
    state = engine.apply(engine.start(), Act(0, ()))
    assert [(act.key, act.picks, chance) for act, chance in engine.outcomes(state)] == [
        ((0,), (0,), Fraction(1, 2)),
        ((1,), (4,), Fraction(1, 2)),
    ]


def test_one_outcome_and_none_do_not_stop() -> None:
    for outcomes, drawn in ((weighted(0, 7), 1), (weighted(0, 0), -1)):
        engine = race(outcomes, 99)
        state = engine.apply(engine.start(), Act(0, ()))
        assert engine.stopped(state).kind == "decision"
        total = next(cell for cell in engine.program.cells if cell.name == "total")
        assert state.cells[total.offset] == drawn


def test_no_outcome_of_sets_and_lists_is_empty() -> None:
    game = Game()
    seen = game.cell("seen", ir.INT, (5, 5))
    nothing = generator("nothing", (), [])
    some, listed = var("some", ir.bits(8)), var("listed", ir.LIST)
    engine = reference(
        game.program(
            [
                ir.Draw(nothing, (), some, ir.DrawInfo("", DIE)),
                ir.Draw(nothing, (), listed, ir.DrawInfo("", DIE)),
                ir.Store(seen, n(0), ir.Unary("size", g(some))),
                ir.Store(seen, n(1), ir.Unary("length", g(listed))),
            ]
        )
    )
    assert engine.start().cells[seen.offset : seen.offset + 2] == [0, 0]


def test_negative_weights_are_an_error() -> None:
    engine = race(weighted(3, -2), 99)
    with pytest.raises(PlayError, match="weight -2") as caught:
        engine.apply(engine.start(), Act(0, ()))
    assert caught.value.code == "X006"


def test_bags() -> None:
    # two dice with faces 1, 1, 2: 4 of 9 ways give two ones, 4 one of each, 1 two twos
    assert bags(2, (2, 1)) == ((2, 4), (1 + 256, 4), (2 * 256, 1))
    assert bags(0, (1, 1)) == ((0, 1),)
    # three fair dice: 56 bags, 216 ways
    assert len(bags(3, (1,) * 6)) == 56
    assert sum(weight for _, weight in bags(3, (1,) * 6)) == 216


def test_bags_are_drawn() -> None:
    game = Game()
    bag = var("bag")
    seen = game.cell("seen", ir.INT, (0,))
    two = generator("two", (), [ir.YieldBags(n(2), (1, 1))])
    engine = reference(
        game.program([ir.Draw(two, (), bag, ir.DrawInfo("coins", DIE, (0, 1))), ir.Store(seen, None, g(bag))])
    )
    assert engine.outcomes(engine.start()) == (
        (Act(0, (2,)), Fraction(1, 4)),
        (Act(0, (257,)), Fraction(1, 2)),
        (Act(0, (512,)), Fraction(1, 4)),
    )
    counts = Counter(engine.start(seed=seed).cells[seen.offset] for seed in range(2000))
    # 500, 1000, 500 are expected; 5 standard deviations are 112
    assert set(counts) == {2, 257, 512}
    assert abs(counts[257] - 1000) < 112 and abs(counts[2] - 500) < 97


def test_subsets_are_in_lexicographic_order_of_positions() -> None:
    def sets(items: tuple[int, ...], least: int, most: int) -> list[int]:
        return list(subsets(items, least, most))

    assert sets((5, 2, 9), 1, 2) == [1 << 5, 1 << 5 | 1 << 2, 1 << 5 | 1 << 9, 1 << 2, 1 << 2 | 1 << 9, 1 << 9]
    assert sets((0, 1, 2), 2, 2) == [0b011, 0b101, 0b110]
    assert sets((0, 1), 0, 9) == [0, 0b01, 0b11, 0b10]
    assert sets((0, 1), 3, 3) == []
    assert sets((), 0, 0) == [0]
    assert len(sets(tuple(range(10)), 3, 4)) == 120 + 210


@pytest.mark.parametrize(
    "falls",
    [
        [1, 1, 1, 2, 2, 5],
        [5, 2, 5, 2, 1],
        [4, 4, 4],
        [1, 2, 1],
        [*([1] * 12), *([2] * 9), 3],
        [2, *range(1, 30), 1],
        [*range(30, 0, -1), *range(1, 30)],
    ],
)
def test_equal_outcomes_are_one(falls: list[int]) -> None:
    """They have their probability together, at the place of the first, whether they lie side by side or apart."""
    x = var("x")
    items = ir.MakeList(tuple(map(n, falls)))
    outcomes = generator("falls", (), [ir.EachItem(x, items, [ir.Yield(0, (g(x),), (g(x),))])])
    engine = race(outcomes, 10**6)
    wanted = [(Act(0, (fall,)), Fraction(count, len(falls))) for fall, count in Counter(falls).items()]
    if len(wanted) > 1:
        assert list(engine.outcomes(engine.apply(engine.start(), Act(0, ())))) == wanted
    for seed in range(20):
        state, generated = engine.start(seed), pcg.seeded(seed)
        for _ in range(4):
            before = engine.cells(state)[-1]
            state = engine.apply(state, Act(0, ()))
            drawn = engine.cells(state)[-1] - before
            number = 0
            if len(wanted) > 1:
                number, generated = pcg.below(generated, len(falls))
            assert drawn == [fall for fall, count in Counter(falls).items() for _ in range(count)][number]

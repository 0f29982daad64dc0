"""Thought experiments: altered states, outcomes drawn without a list, moves tested one by one."""

import pytest

from engines.programs import Game, b, flow, function, g, generator, n, u, var
from rulewright.engines import Act, Engine, PlayError
from rulewright.engines.reference import ReferenceEngine
from rulewright.program import ir
from rulewright.program.verify import verify

CARD = ir.Shown("int")


def deal(cards: int = 4, *, weight: ir.Expr | None = None) -> tuple[Engine, Game, ir.Cell]:
    """A deck (a list of cards) from which each seat in turn draws a card and then discards one of its own; the first
    to find its hand at the end of the deck wins nothing: the game is over."""
    game = Game()
    deck = game.cell("deck", ir.REFLIST, (tuple(range(cards)),))
    hand = game.cell("hand", ir.REFLIST, ((), ()))
    x, drawn, choice, pick = var("x", ir.REF), var("drawn", ir.REF), var("choice"), var("pick", ir.REF)
    one = ir.Yield(0, (g(x),), (g(x),), weight=weight)
    draws = generator("draws", (), [ir.EachItem(x, ir.Load(deck), [one])])
    cast = generator("cast", (), [ir.EachItem(x, ir.Load(hand, ir.Load(game.mover)), [ir.Yield(0, (g(x),), (g(x),))])])
    mine = ir.Load(hand, ir.Load(game.mover))
    made = game.program(
        [
            ir.While(
                n(1),
                [
                    ir.Draw(draws, (), drawn, ir.DrawInfo("a card", CARD, secret=True)),
                    ir.If(b("lt", g(drawn), n(0)), game.win()),
                    ir.Store(deck, None, b("leaving", ir.Load(deck), g(drawn))),
                    ir.Store(hand, ir.Load(game.mover), b("joined_lists", ir.MakeList((g(drawn),)), mine)),
                    ir.Decide(game.decision("Discard", cast, True), ir.Load(game.mover), (), choice, (pick,)),
                    ir.If(
                        b("ge", g(choice), n(0)),
                        [ir.Store(hand, ir.Load(game.mover), b("leaving", mine, g(pick)))],
                    ),
                    game.other(),
                ],
            )
        ]
    )
    assert verify(made) == []
    return ReferenceEngine(made, guarded=True), game, deck


def numbers(engine: Engine, state: object) -> list[int]:
    return [act.picks[0] for act, _ in engine.outcomes(state)]  # type: ignore[misc]


def test_lists_in_the_state() -> None:
    engine, _, deck = deal()
    state = engine.draw(engine.start(), (2,))
    assert state.cells[deck.offset] == (0, 1, 3)
    back = engine.unpack(engine.pack(state))
    assert engine.key(back) == engine.key(state) and engine.digest(back) == engine.digest(state)
    assert [act.picks for act in engine.moves(back)] == [(2,), ()]


def test_a_draw_is_the_outcome_with_its_picks() -> None:
    engine, _, _ = deal()
    state = engine.start()
    for act, chance in engine.outcomes(state):
        assert chance * 4 == 1
        assert engine.key(engine.draw(state, act.picks)) == engine.key(engine.apply(state, act))


def test_reaching_chance_lists_no_more_than_it_must() -> None:
    """The fifth card's weight is no more asked for than the third's, until there is a list."""
    game = Game()
    asked = []

    class Counted(tuple):  # type: ignore[type-arg]
        def __getitem__(self, i: object) -> object:
            asked.append(i)
            return tuple.__getitem__(self, i)  # type: ignore[call-overload]

    x, drawn = var("x"), var("drawn")
    table = ir.Table("sides", (6,), (5, 6, 7, 8, 9, -1), ir.INT)
    die = generator("die", (), [ir.Count(x, n(0), n(4), [ir.Yield(0, (g(x),), (ir.Look(table, (g(x),)),))])])
    engine = ReferenceEngine(game.program([ir.Draw(die, (), drawn, ir.DrawInfo("a die", CARD))], (table,)))
    code = engine._code
    code.globals[code.table(table)] = Counted((5, 6, 7, 8, 9, -1))
    state = engine.start()
    assert engine.stopped(state).kind == "chance"
    assert asked == [0, 1]
    assert numbers(engine, state) == [5, 6, 7, 8, 9]
    assert asked == [0, 1, 0, 1, 2, 3, 4]
    assert numbers(engine, state) == [5, 6, 7, 8, 9]
    assert len(asked) == 7


def test_what_may_fail_is_listed_when_it_is_reached() -> None:
    """The weight of the last card is negative: that is known at once."""
    game = Game()
    x, drawn, choice = var("x"), var("drawn"), var("choice")
    one = ir.Yield(0, (g(x),), (g(x),), weight=b("sub", n(3), g(x)))
    die = generator("die", (), [ir.Count(x, n(1), n(4), [one])])
    go = generator("go", (), [ir.Yield(0, (), ())])
    engine = ReferenceEngine(
        game.program(
            [
                ir.Decide(game.decision("Go", go), n(0), (), choice, ()),
                ir.Draw(die, (), drawn, ir.DrawInfo("a die", CARD)),
            ]
        )
    )
    state = engine.start()
    with pytest.raises(PlayError) as error:
        engine.apply(state, engine.moves(state)[0])
    assert error.value.code == "X006"


def test_outcomes_of_one_identity_are_one() -> None:
    """Three alike and nothing else: no stop. A weight of 0 is no outcome."""
    for weights, expected in (((1, 1, 1), "over"), ((1, 0, 0), "over"), ((0, 1, 1), "over")):
        game = Game()
        drawn = var("drawn")
        yields = [ir.Yield(0, (n(7),), (n(7),), weight=n(weight)) for weight in weights]
        die = generator("die", (), [*yields, ir.Yield(0, (n(8),), (n(8),), weight=n(0))])
        stop = [
            ir.Draw(die, (), drawn, ir.DrawInfo("a die", CARD)),
            ir.Store(game.returns, n(0), g(drawn)),
            *game.win(),
        ]
        engine = ReferenceEngine(game.program(stop))
        assert engine.stopped(engine.start()).kind == expected


def test_alike_outcomes_add_up() -> None:
    game = Game()
    drawn = var("drawn")
    die = generator("die", (), [ir.Yield(0, (n(i % 2),), (n(i % 2),)) for i in range(5)])
    engine = ReferenceEngine(game.program([ir.Draw(die, (), drawn, ir.DrawInfo("a die", CARD))]))
    assert [(act.picks, chance * 5) for act, chance in engine.outcomes(engine.start())] == [((0,), 3), ((1,), 2)]


def test_an_altered_state_offers_what_it_would() -> None:
    engine, game, deck = deal()
    swap = var("cards", ir.REFLIST)
    give = function("give", (swap,), [ir.Store(game.cells[5], n(0), g(swap)), ir.Tell((n(1),))])
    take = function("take", (swap,), [ir.Store(deck, None, g(swap))])
    start = engine.start()
    fewer = engine.altered(start, take, ((3, 1),))
    assert engine.stopped(fewer).kind == "chance"
    assert numbers(engine, fewer) == [3, 1]
    assert numbers(engine, start) == [0, 1, 2, 3]
    state = engine.draw(start, (2,))
    other = engine.altered(state, give, ((0, 3),))
    assert [act.picks for act in engine.moves(other)] == [(0,), (3,), ()]
    assert [act.picks for act in engine.moves(state)] == [(2,), ()]
    assert engine.told(other) == ()
    assert engine.stopped(engine.apply(other, engine.moves(other)[1])).kind == "chance"


def test_references_in_the_arguments_of_a_stop_follow() -> None:
    game = Game()
    given, choice, pick = var("given", ir.REF), var("choice"), var("pick", ir.REF)
    only = generator("only", (given,), [ir.Yield(0, (g(given),), (g(given),))])
    engine = ReferenceEngine(
        game.program([ir.Decide(game.decision("Take", only), n(0), (n(4),), choice, (pick,))]), guarded=True
    )
    state = engine.start()
    move = function("move", (), [ir.Rename(n(4), n(6))])
    other = engine.altered(state, move)
    assert [act.picks for act in engine.moves(other)] == [(6,)]
    assert engine.stopped(other).args == (6,)
    assert engine.stopped(state).args == (4,)


def test_an_altered_compound_stop_is_searched_anew() -> None:
    game = Game()
    at = game.cell("at", ir.INT, (2,))
    x, choice, pick = var("x"), var("choice"), var("pick")
    ways = generator("ways", (), [ir.Count(x, n(1), ir.Load(at), [ir.Yield(0, (g(x),), (g(x),))])])
    step = ir.Decide(game.decision("Step", ways), n(0), (), choice, (pick,))
    whole = ir.Compound([step, ir.Store(at, None, g(pick))], n(0), False, ())
    more = var("more")
    become = function("become", (more,), [ir.Store(at, None, g(more))])
    engine = ReferenceEngine(game.program([whole]), guarded=True)
    state = engine.start()
    assert len(engine.moves(state)) == 2
    altered = engine.altered(state, become, (4,))
    assert [move.path[0].picks for move in engine.moves(altered)] == [(1,), (2,), (3,), (4,)]
    assert engine.legal(altered, engine.moves(altered)[3]) and not engine.legal(state, engine.moves(altered)[3])
    nothing = engine.altered(state, become, (0,))
    assert engine.moves(nothing) == () and engine.stopped(nothing).compound


def test_legal_moves_one_by_one() -> None:
    engine, _, _ = deal()
    state = engine.draw(engine.start(), (2,))
    assert engine.legal(state, Act(0, (2,))) and engine.legal(state, Act(-1, ()))
    assert not engine.legal(state, Act(0, (1,))) and not engine.legal(state, Act(1, (2,)))
    assert not engine.legal(engine.start(), Act(0, (2,)))


def test_a_seeded_game_is_one_of_the_explicit_ones() -> None:
    """The draws that `fallen` tells lead, made one by one, to the same state."""
    engine, _, _ = deal(5)
    for seed in range(10):
        sampled, explicit = engine.start(seed), engine.start()
        for one, act in engine.fallen_first(seed):
            assert engine.key(one) == engine.key(explicit)
            explicit = engine.draw(explicit, act.picks)
        while engine.stopped(sampled).kind == "decision":
            assert engine.key(sampled) == engine.key(explicit)
            move = engine.moves(sampled)[0]
            fallen = engine.fallen(sampled, move)
            sampled, explicit = engine.apply(sampled, move), engine.apply(explicit, move)
            for _, act in fallen:
                explicit = engine.draw(explicit, act.picks)
        assert engine.ended(sampled) and engine.key(sampled) == engine.key(explicit)


def test_lists_are_followed() -> None:
    """Where a reference moves, the lists in cells and frames that name it do as well."""
    game = Game()
    held = game.cell("held", ir.REFLIST, ((3, 5), ()))
    kept, choice = var("kept", ir.REFLIST), var("choice")
    go = generator("go", (), [ir.Yield(0, (), ())])
    engine = ReferenceEngine(
        game.program(
            [
                ir.Set(kept, ir.Load(held, n(0))),
                ir.Do(flow("move", (), [ir.Rename(n(5), n(8))]), ()),
                ir.Decide(game.decision("Go", go), n(0), (), choice, ()),
                ir.Store(held, n(1), g(kept)),
                ir.Store(game.returns, n(0), u("length", g(kept))),
            ]
        ),
        guarded=True,
    )
    state = engine.start()
    assert state.cells[held.offset : held.offset + 2] == [(3, 8), ()]
    after = engine.apply(state, engine.moves(state)[0])
    assert after.cells[held.offset : held.offset + 2] == [(3, 8), (3, 8)]

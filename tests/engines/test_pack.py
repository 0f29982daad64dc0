"""States as bytes."""

from hashlib import blake2b

import pytest

from engines.programs import Game, b, flow, function, g, generator, n, tic_tac_toe, var
from rulewright.engines import Act, Engine, canonical, reference
from rulewright.program import ir


def everything() -> ir.Program:
    """A decision in a called flow, chance, a compound stop, a queue, a history and a list in a frame."""
    game = Game()
    total = game.cell("total", ir.INT, (0,))
    game.queue = [(ir.LIST,)]
    x, y, who, choice, pick = var("x"), var("y"), var("who"), var("choice"), var("pick")
    amounts = generator("amounts", (who,), [ir.Count(x, n(1), n(2), [ir.Yield(0, (g(x),), (g(x),))])])
    coin = generator("coin", (), [ir.Count(y, n(0), n(1), [ir.Yield(0, (g(y),), (g(y),))])])
    asked = var("asked")
    take = flow(
        "take",
        (asked,),
        [ir.Decide(game.decision("Take", amounts), g(asked), (g(asked),), choice, (pick,)), ir.Return(g(pick))],
        ir.INT,
    )
    taken, drawn, listed, again, c2, p2 = (
        var("taken"),
        var("drawn"),
        var("listed", ir.LIST),
        var("again"),
        var("choice"),
        var("pick"),
    )
    both: list[ir.Stmt] = [
        ir.Count(
            again,
            n(1),
            n(2),
            [
                ir.Decide(game.decisions[0], n(1), (n(1),), c2, (p2,)),
                ir.Store(total, None, b("add", ir.Load(total), g(p2))),
            ],
        )
    ]
    return game.program(
        [
            ir.Enqueue(0, (ir.MakeList((n(3), n(-4))),)),
            ir.While(
                b("lt", ir.Load(total), n(30)),
                [
                    ir.Do(take, (n(0),), taken),
                    ir.Append(listed, g(taken)),
                    ir.Record((g(taken),)),
                    ir.Draw(coin, (), drawn, ir.DrawInfo("a coin", ir.Shown("bool"))),
                    ir.Store(total, None, b("add", ir.Load(total), b("add", g(taken), g(drawn)))),
                    ir.Compound(both, n(1), False, ()),
                ],
            ),
            ir.Store(total, None, b("add", ir.Load(total), ir.Unary("length", g(listed)))),
            *game.win(),
        ]
    )


def states(engine: Engine, seed: int | None) -> list[object]:
    """Every state of a game in which the first move or outcome is always taken."""
    state = engine.start(seed)
    found = [state]
    while engine.stopped(state).kind in ("decision", "chance"):
        acts = engine.moves(state) or tuple(act for act, _ in engine.outcomes(state))
        state = engine.apply(state, acts[0])
        found.append(state)
    return found


@pytest.mark.parametrize("seed", [None, 7])
def test_every_state_comes_back(seed: int | None) -> None:
    engine, other = reference(everything()), reference(everything())
    found = states(engine, seed)
    kinds = {(engine.stopped(state).kind, engine.stopped(state).compound) for state in found}
    assert kinds == {("decision", False), ("decision", True), ("over", False)} | (
        {("chance", False)} if seed is None else set()
    )
    for state in found:
        data = engine.pack(state)
        again = other.unpack(data)
        assert other.key(again) == engine.key(state)
        assert other.digest(again) == engine.digest(state)
        assert other.moves(again) == engine.moves(state)
        assert other.outcomes(again) == engine.outcomes(state)
        assert other.pack(again) == data
        stop, stop_again = engine.stopped(state), other.stopped(again)
        assert (stop.kind, stop.chooser, stop.args) == (stop_again.kind, stop_again.chooser, stop_again.args)
        if engine.moves(state):
            one = engine.apply(state, engine.moves(state)[-1])
            two = other.apply(again, other.moves(again)[-1])
            # the generator came along: what is drawn next is the same
            assert engine.pack(one) == other.pack(two)


def test_other_bytes_are_refused() -> None:
    engine = reference(everything())
    data = engine.pack(engine.start())
    for wrong in (b"", b"state1", data[:-1], data + b"0", data[:20] + b"9" + data[21:], b"x" * 100):
        with pytest.raises(ValueError):
            engine.unpack(wrong)
    with pytest.raises(ValueError, match="other rules"):
        reference(tic_tac_toe()).unpack(data)


# cells, frames, queue, history, generator, over, chooser, args: each is replaced by what is no such thing
WRONG = (
    *((0, wrong) for wrong in (7, (), (1,), ((1,), 0, 0, 0, 0, 0))),
    *((1, wrong) for wrong in (7, (1,), ((0,),), ((99, 0),), ((0, 99),), ((0, 0),))),
    *((2, wrong) for wrong in (7, (1,), ((),), ((1, ()),), ((0, 3),))),
    *((3, wrong) for wrong in (7, ((1,),))),
    *((4, wrong) for wrong in (7, (1,), ((1,), 1))),
    *((5, wrong) for wrong in (7, ())),
    *((6, wrong) for wrong in ((), (1,))),
    *((7, wrong) for wrong in (7, (), (1, 2))),
)


@pytest.mark.parametrize(("index", "wrong"), WRONG)
def test_bytes_with_a_right_checksum_are_looked_at_too(index: int, wrong: object) -> None:
    engine = reference(everything())
    content = list(canonical.read(engine.pack(engine.start())[14:].decode()))
    content[index + 1] = wrong
    text = canonical.text(content).encode()
    with pytest.raises(ValueError):
        engine.unpack(b"state1" + blake2b(text, digest_size=8).digest() + text)


def test_a_state_in_a_flow_of_its_own_is_refused() -> None:
    program = everything()
    engine = reference(program)
    choice, pick = var("choice"), var("pick")
    probe = flow("probe", (), [ir.Decide(program.decisions[0], n(1), (n(1),), choice, (pick,))])
    state = engine.run(engine.start(), probe)
    assert engine.stopped(state).chooser == 1
    assert engine.stopped(engine.apply(state, Act(0, (1,), (1,)))).kind == "idle"
    with pytest.raises(ValueError, match="not part of the game"):
        engine.pack(state)


def test_a_function_made_later_is_completed() -> None:
    engine = reference(tic_tac_toe())
    p, x = var("p", ir.REF), var("x", ir.REF)
    move = function("move", (), [ir.Rename(n(1), n(2))])
    late = function(
        "late",
        (),
        [
            ir.Set(p, n(1)),
            ir.Each(x, ir.Mask(0b1010, 9), [ir.Do(move, ())]),
            ir.Return(ir.MakeList((g(p), g(x)))),
        ],
        ir.LIST,
    )
    assert engine.evaluate(late, engine.start()) == (2, 3)

"""What is kept through calls, and which locals can be read unset."""

from engines.programs import b, function, g, generator, n, u, var
from rulewright.program import ir
from rulewright.program.finish import complete
from rulewright.program.liveness import unset

REF = ir.REF


def move() -> ir.Routine:
    return function("move", (), [ir.Rename(n(1), n(2))])


def names(variables: tuple[ir.Var, ...]) -> list[str]:
    return [one.name for one in variables]


def completed(*body: ir.Stmt, params: tuple[ir.Var, ...] = ()) -> ir.Routine:
    routine = function("tested", params, list(body))
    complete([routine])
    return routine


def test_only_references_that_are_read_later_are_kept() -> None:
    p, q, x, r = var("p", REF), var("q", REF), var("x"), var("r", REF)
    call = ir.Do(move(), (), r)
    call.routine.result = REF
    completed(ir.Set(x, g(p)), call, ir.Set(x, b("add", g(q), b("add", g(x), g(r)))), params=(p, q))
    # p is not read any more, x is no reference, r receives the result
    assert names(call.keep) == ["q"]


def test_nothing_is_kept_through_what_moves_nothing() -> None:
    p = var("p", REF)
    call = ir.Do(function("still", (), []), ())
    trial = ir.Do(function("trying", (), [ir.Trial([ir.Do(move(), ())], [])]), ())
    routine = completed(call, trial, ir.Set(var("x"), g(p)), params=(p,))
    assert (call.keep, trial.keep) == ((), ())
    assert not routine.renames


def test_a_loop_needs_what_its_next_round_reads() -> None:
    p, q, x = var("p", REF), var("q", REF), var("x")
    call = ir.Do(move(), ())
    routine = completed(
        ir.While(g(x), [ir.Set(x, g(p)), call, ir.If(g(x), [ir.Break()])]),
        ir.Set(x, g(q)),
        params=(p, q, x),
    )
    assert names(call.keep) == ["p", "q"]
    assert routine.renames


def test_loops_that_rename_hold_their_members() -> None:
    x, y = var("x", REF), var("y", REF)
    call, second = ir.Do(move(), ()), ir.Do(move(), ())
    each = ir.Each(x, ir.Mask(7, 3), [call])
    item = ir.EachItem(y, ir.MakeList((n(1),)), [second])
    still = ir.Each(var("z", REF), ir.Mask(7, 3), [])
    completed(each, item, still)
    assert each.rest is not None and str(each.rest.type) == "refs3"
    assert names(call.keep) == ["x.rest"]
    assert item.rest is not None and item.at is not None
    assert names(second.keep) == ["y.rest"]
    assert still.rest is None


def test_completing_twice_changes_nothing() -> None:
    x = var("x", REF)
    each = ir.Each(x, ir.Mask(7, 3), [ir.Do(move(), ())])
    routine = completed(each)
    rest, locals_ = each.rest, routine.locals
    complete([routine])
    assert each.rest is rest and routine.locals == locals_


def test_a_trial_gives_locals_back() -> None:
    p, q, x = var("p", REF), var("q", REF), var("x")
    call = ir.Do(move(), ())
    completed(ir.Trial([call], [ir.Set(x, g(q))]), ir.Set(x, b("add", g(x), g(p))), params=(p, q))
    # q is read inside; p only afterwards, when it is again what it was
    assert names(call.keep) == ["q"]


def test_what_an_error_or_the_end_can_jump_to_is_live() -> None:
    p, failed, x = var("p", REF), var("failed"), var("x")
    inside, trying = ir.Do(move(), ()), ir.Do(move(), ())
    completed(
        ir.Attempt([inside, ir.Set(p, n(5))], failed),
        ir.Set(x, g(p)),
        ir.Trial([trying, ir.Set(p, n(6))], [ir.Set(x, g(p))]),
        params=(p,),
    )
    assert names(inside.keep) == ["p"]
    assert names(trying.keep) == ["p"]


def test_locals_that_may_be_unset() -> None:
    a, c, d, e = var("a"), var("c"), var("d"), var("e")
    routine = completed(
        ir.Set(a, n(1)),
        ir.If(g(a), [ir.Set(c, n(2))]),
        ir.If(g(a), [ir.Set(d, n(2))], [ir.Set(d, n(3))]),
        ir.Each(e, ir.Mask(1, 1), []),
        ir.Return(b("add", b("add", g(a), g(c)), b("add", g(d), g(e)))),
    )
    assert names(unset(routine)) == ["c", "e"]


def test_generators_keep_too() -> None:
    p, x = var("p", REF), var("x")
    call = ir.Do(move(), ())
    routine = generator(
        "moves",
        (),
        [
            ir.Each(
                p,
                ir.Mask(3, 2),
                [ir.Trial([call], [ir.Set(x, u("neg", g(p)))]), ir.Yield(0, (g(p), g(x)), ())],
            )
        ],
    )
    complete([routine])
    assert names(call.keep) == ["p"]
    assert not routine.renames

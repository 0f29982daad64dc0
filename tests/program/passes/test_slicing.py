"""What is left out of trials because nobody looks at it, and what is known on the way through them."""

from __future__ import annotations

from engines.programs import Game, b, function, g, n, u, var
from rulewright.engines import reference
from rulewright.program import copies, ir, walk
from rulewright.program.finish import complete
from rulewright.program.passes import trials

REF = ir.REF
KIND = ir.Cell("kind", ir.INT, 8, (0, 1, 2, 3, 4, 5, 6, 7), guarded=True)
FILLED = ir.Cell("filled", ir.bits(8), 1, (0b10110,))
COUNT = ir.Cell("count", ir.INT, 1, (0,))
CELLS = (KIND, FILLED, COUNT)


def load(cell: ir.Cell, index: ir.Expr | None = None) -> ir.Expr:
    return ir.Load(cell, index)


def stored(cell: ir.Cell, value: ir.Expr, index: ir.Expr | None = None) -> ir.Store:
    return ir.Store(cell, index, value)


def tried(body: list[ir.Stmt], seen: ir.Expr, *params: ir.Var, plain: bool = False) -> ir.Trial:
    """The trial of an effect after which `seen` is asked; what that gives is what it gave before the pass. `plain`: the
    effect is no routine."""
    out = var("out")
    own = {one: var(one.name) for one in (*params, *copies.variables(body))}
    effect = function("effect", tuple(own[param] for param in params), copies.body(body, own))
    trial = ir.Trial(body if plain else [ir.Do(effect, tuple(map(g, params)))], [ir.Set(out, seen)])
    routine = function("tested", params, [ir.Set(out, n(-9)), trial, ir.Return(g(out))], ir.INT)
    program = Game(list(CELLS)).program([])
    engine = reference(program)
    complete([routine])
    arguments = [()] if not params else [(x,) if len(params) == 1 else (x, y) for x in range(8) for y in range(8)]
    before = [engine.evaluate(routine, engine.start(), args) for args in arguments]
    again = reference(program)
    program.routines.append(routine)
    trials.rewrite(program)
    complete([routine])
    assert [again.evaluate(routine, again.start(), args) for args in arguments] == before
    return trial


def stores(trial: ir.Trial) -> list[str]:
    return [stmt.cell.name for stmt in walk.statements([*trial.body, *trial.then]) if isinstance(stmt, ir.Store)]


def test_what_nobody_looks_at() -> None:
    x = var("x")
    body: list[ir.Stmt] = [stored(KIND, n(5), g(x)), stored(COUNT, n(3))]
    assert stores(tried(body, load(COUNT), x)) == ["count"]
    assert stores(tried(body, load(KIND, n(3)), x)) == ["kind"]


def test_an_entry_that_cannot_be_the_one() -> None:
    x, y = var("x"), var("y")
    one = [stored(KIND, n(9), g(x)), ir.If(b("ne", g(x), g(y)), [stored(COUNT, load(KIND, g(y)))])]
    assert stores(tried([*one], load(COUNT), x, y)) == ["count"]
    # it may be the one
    two = [stored(KIND, n(9), g(x)), ir.If(b("ne", g(x), n(3)), [stored(COUNT, load(KIND, g(y)))])]
    assert stores(tried([*two], load(COUNT), x, y)) == ["kind", "count"]
    # the local has changed between the test and the look
    three = [
        stored(KIND, n(9), g(x)),
        ir.If(b("ne", g(x), g(y)), [ir.Set(y, g(x)), stored(COUNT, load(KIND, g(y)))]),
    ]
    assert stores(tried([*three], load(COUNT), x, y)) == ["kind", "count"]


def test_an_entry_that_is_stored_again() -> None:
    x, y = var("x"), var("y")
    body = [stored(KIND, n(9), g(x)), stored(KIND, n(8), g(x)), stored(COUNT, load(KIND, g(x)))]
    assert stores(tried([*body], load(COUNT), x, y)) == ["kind", "count"]
    other = [stored(KIND, n(9), g(x)), stored(KIND, n(8), g(y)), stored(COUNT, load(KIND, g(x)))]
    assert stores(tried([*other], load(COUNT), x, y)) == ["kind", "kind", "count"]


def test_a_loop_looks_at_what_it_stored_before() -> None:
    i, last, x = var("i"), var("last"), var("x")
    looks = ir.If(b("ne", g(last), g(i)), [stored(COUNT, b("add", load(COUNT), load(KIND, g(last))))])
    body = [ir.Set(last, n(0)), ir.Count(i, n(1), n(3), [looks, stored(KIND, n(2), g(i)), ir.Set(last, g(i))])]
    assert stores(tried([*body], load(COUNT), x, plain=True)) == ["count", "kind"]


def out_of(x: ir.Expr) -> ir.Stmt:
    return stored(FILLED, b("without", load(FILLED), u("single", x)))


def into(x: ir.Expr) -> ir.Stmt:
    return stored(FILLED, b("joined", load(FILLED), u("single", x)))


def taken(there: ir.Var, *between: ir.Stmt) -> list[ir.Stmt]:
    """What stands there is taken away; if something stands there still, that is counted."""
    x = var("x")
    found = ir.Select(b("has", load(FILLED), g(there)), g(there), n(-1))
    remove = ir.If(b("ge", g(x), n(0)), [out_of(g(x))])
    still = ir.If(b("has", load(FILLED), g(there)), [stored(COUNT, n(7))])
    return [ir.Set(x, found), remove, *between, still, into(g(there))]


def seen() -> ir.Expr:
    return b("add", load(COUNT), u("size", load(FILLED)))


def test_a_test_that_can_only_fail() -> None:
    there, other = var("there"), var("other")
    assert "count" not in stores(tried(taken(there), seen(), there))
    assert "count" not in stores(tried(taken(there, out_of(g(other))), seen(), there, other))


def test_a_test_that_may_hold() -> None:
    there, other = var("there"), var("other")
    assert "count" in stores(tried(taken(there, into(g(other))), seen(), there, other))
    # another site was looked at; the set has changed since it was asked
    x = var("x")
    found = ir.Set(x, ir.Select(b("has", load(FILLED), g(other)), g(other), n(-1)))
    remove = ir.If(b("ge", g(x), n(0)), [out_of(g(x))])
    still = ir.If(b("has", load(FILLED), g(there)), [stored(COUNT, n(7))])
    assert "count" in stores(tried([found, remove, still], seen(), there, other))
    changed = ir.Set(x, ir.Select(b("has", load(FILLED), g(there)), g(there), n(-1)))
    assert "count" in stores(tried([changed, into(g(there)), remove, still], seen(), there, other))

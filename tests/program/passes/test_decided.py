"""Functions whose conditions are decided by constants are written down for these."""

from engines.programs import b, function, g, n, var
from program.passes.rules import compiled, same_games
from program.passes.walking import Both, program
from rulewright.program import ir
from rulewright.program.passes import decided, fills, unrolling
from rulewright.program.printer import print_routine


def halved(name: str = "half") -> ir.Routine:
    """Half of the first number where the second is above 0, else its double."""
    x, p = var("x"), var("p")
    value = ir.Select(b("gt", g(p), n(0)), b("div", g(x), n(2)), b("mul", g(x), n(2)))
    return function(name, (x, p), [ir.Return(value)], ir.INT)


def asking(*calls: ir.Expr) -> ir.Routine:
    x = var("x")
    total: ir.Expr = n(0)
    for call in calls:
        total = b("add", b("mul", total, n(100)), call)
    return function("ask", (x,), [ir.Return(total)], ir.INT)


def test_reads() -> None:
    half = halved()
    x, p = var("x"), var("p")
    on = function("on", (p, x), [ir.Return(ir.Invoke(half, (b("add", g(x), n(1)), g(p))))], ir.INT)
    y = var("y")
    ask = function(
        "ask", (y,), [ir.Return(b("sub", ir.Invoke(on, (n(1), g(y))), ir.Invoke(half, (g(y), n(-1)))))], ir.INT
    )
    made = program([half, on, ask], [])
    decided.rewrite(made)
    assert [print_routine(routine) for routine in made.routines[-4:]] == [
        "function ask(y) -> int\n    return on_1(y) - half_no1(y)",
        "function on_1(x) -> int\n    return half_1(x + 1)",
        "function half_no1(x) -> int\n    return x * 2",
        "function half_1(x) -> int\n    return x / 2",
    ]
    assert half not in made.routines
    assert Both(made, ask)(ask, 20) == 10 - 40


def test_a_constant_that_decides_nothing_is_handed_on() -> None:
    x, p = var("x"), var("p")
    plus = function("plus", (x, p), [ir.Return(b("add", g(x), g(p)))], ir.INT)
    ask = asking(ir.Invoke(plus, (n(5), n(6))))
    made = program([plus, ask], [])
    decided.rewrite(made)
    assert print_routine(ask).endswith("return 0 * 100 + plus(5, 6)")


def test_a_parameter_that_changes_decides_nothing() -> None:
    half = halved()
    half.body.insert(0, ir.Set(half.params[1], b("sub", g(half.params[1]), n(3))))
    ask = asking(ir.Invoke(half, (n(5), n(1))))
    made = program([half, ask], [])
    decided.rewrite(made)
    assert half in made.routines
    assert Both(made, ask)(ask, 0) == 10


def test_conditions_of_statements_are_decided_too() -> None:
    p, x = var("p"), var("x")
    body: list[ir.Stmt] = [
        ir.If(b("eq", g(p), n(2)), [ir.Return(g(x))], [ir.Set(x, n(7))]),
        ir.Return(b("add", g(x), g(p))),
    ]
    pick = function("pick", (x, p), body, ir.INT)
    ask = asking(ir.Invoke(pick, (n(5), n(2))), ir.Invoke(pick, (n(5), n(3))))
    made = program([pick, ask], [])
    decided.rewrite(made)
    assert pick not in made.routines
    assert Both(made, ask)(ask, 0) == 510


def test_games_stay_the_same() -> None:
    plain, other = compiled("reversi"), compiled("reversi", fills, unrolling, decided)
    assert {"any_0", "any_1"} <= {routine.name for routine in other.routines}
    assert "such" not in {routine.name for routine in other.routines}
    assert same_games(plain, other, 8) > 400

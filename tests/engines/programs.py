"""Small programs that are built by hand, for the tests of the engines and of the program floor."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.program import ir, walk
from rulewright.program.finish import finish

INT = ir.INT


def n(value: int) -> ir.Num:
    return ir.Num(value)


def g(var: ir.Var, index: ir.Expr | None = None) -> ir.Get:
    return ir.Get(var, index)


def b(op: str, a: ir.Expr, c: ir.Expr) -> ir.Binary:
    return ir.Binary(op, a, c)


def u(op: str, a: ir.Expr) -> ir.Unary:
    return ir.Unary(op, a)


def var(name: str, kind: ir.IrType = INT, size: int = 0) -> ir.Var:
    return ir.Var(name, kind, size)


def function(name: str, params: tuple[ir.Var, ...], body: list[ir.Stmt], result: ir.IrType | None = None) -> ir.Routine:
    return ir.Routine(name, params, result, body)


def generator(name: str, params: tuple[ir.Var, ...], body: list[ir.Stmt]) -> ir.Routine:
    return ir.Routine(name, params, None, body, sort="generator")


def flow(name: str, params: tuple[ir.Var, ...], body: list[ir.Stmt], result: ir.IrType | None = None) -> ir.Routine:
    return ir.Routine(name, params, result, body, sort="flow")


@dataclass
class Game:
    """Gathers cells and decisions; `program` completes them. Seats are 0 and 1."""

    cells: list[ir.Cell] = field(default_factory=list)
    decisions: list[ir.Decision] = field(default_factory=list)
    queue: list[tuple[ir.IrType, ...]] = field(default_factory=list)
    position: ir.Routine | None = None

    def __post_init__(self) -> None:
        self.mover = self.cell("mover", INT, (0,))
        self.active = self.cell("active", INT, (0,))
        self.ended = self.cell("ended", INT, (0,))
        self.returns = self.cell("returns", INT, (0, 0))

    def cell(self, name: str, kind: ir.IrType, init: tuple[int, ...], **more: bool) -> ir.Cell:
        self.cells.append(ir.Cell(name, kind, len(init), init, **more))
        return self.cells[-1]

    def decision(self, name: str, moves: ir.Routine, optional: bool = False, *more: str) -> ir.Decision:
        """A decision with an alternative of each name; the numbers of picks are those that the generator yields."""
        counts = {s.alternative: len(s.picks) for s in walk.statements(moves.body) if isinstance(s, ir.Yield)}
        alternatives = tuple(
            ir.Alternative(action, ("there",) * counts.get(i, 0), (ir.Shown("int"),) * counts.get(i, 0))
            for i, action in enumerate((name, *more))
        )
        self.decisions.append(ir.Decision(len(self.decisions), name, moves, alternatives, optional, ""))
        return self.decisions[-1]

    def win(self) -> list[ir.Stmt]:
        """The mover wins."""
        return [
            ir.Store(self.ended, None, n(1)),
            ir.Store(self.returns, ir.Load(self.mover), n(1)),
            ir.Store(self.returns, b("sub", n(1), ir.Load(self.mover)), n(-1)),
            ir.Finish(),
        ]

    def other(self) -> ir.Stmt:
        """The other seat moves."""
        return ir.Store(self.mover, None, b("sub", n(1), ir.Load(self.mover)))

    def program(self, body: list[ir.Stmt], tables: tuple[ir.Table, ...] = ()) -> ir.Program:
        """A program whose main flow is `body`."""
        main = flow("main", (var("start"),), body)
        made = ir.Program(
            title="test",
            seats=2,
            cells=tuple(self.cells),
            tables=tables,
            routines=[],
            decisions=self.decisions,
            main=main,
            mover=self.mover,
            active=self.active,
            ended=self.ended,
            returns=self.returns,
            scale=1,
            queue=tuple(self.queue),
            position=self.position,
            views={},
        )
        finish(made)
        return made


LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


def tic_tac_toe() -> ir.Program:
    """Three in a row; the moves are ints 0..8. A full board ends the game without a winner."""
    game = Game()
    owned = game.cell("owned", ir.bits(9), (0, 0))
    empty = game.cell("empty", ir.bits(9), (511,))
    lines = ir.Table("lines", (8,), LINES, ir.bits(9))
    there, line, choice = var("there"), var("line"), var("choice")
    moves = generator(
        "moves",
        (),
        [ir.Each(there, ir.Load(empty), [ir.Yield(0, (g(there),), (g(there),))])],
    )
    mine = ir.Load(owned, ir.Load(game.mover))
    put = function(
        "put",
        (there,),
        [
            ir.Store(owned, ir.Load(game.mover), b("joined", mine, u("single", g(there)))),
            ir.Store(empty, None, b("without", ir.Load(empty), u("single", g(there)))),
        ],
    )
    won = function(
        "won",
        (),
        [
            ir.Count(
                line,
                n(0),
                n(7),
                [
                    ir.If(
                        b("inside", ir.Look(lines, (g(line),)), ir.Load(owned, ir.Load(game.mover))),
                        [ir.Return(n(1))],
                    )
                ],
            ),
            ir.Return(n(0)),
        ],
        INT,
    )
    pick = var("pick")
    body: list[ir.Stmt] = [
        ir.While(
            n(1),
            [
                ir.Decide(game.decision("Put", moves), ir.Load(game.mover), (), choice, (pick,)),
                ir.Do(put, (g(pick),)),
                ir.If(ir.Invoke(won, ()), game.win()),
                ir.If(u("none_of", ir.Load(empty)), [ir.Store(game.ended, None, n(1)), ir.Finish()]),
                game.other(),
            ],
        )
    ]
    return game.program(body, (lines,))

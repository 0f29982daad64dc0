"""The compiler: from a checked game to a program.

`Compiler` holds what all lowering modules share; `compile_game` runs them. Everything is made on demand, starting from
the main flow, so that a program holds only what its game uses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from rulewright.boards import Board
from rulewright.program import facts as facts_module
from rulewright.program import ir, standing
from rulewright.program.builder import Builder, Level
from rulewright.program.components import Library
from rulewright.program.events import Events
from rulewright.program.expressions import lower
from rulewright.program.finish import complete, finish
from rulewright.program.geometry import Geometry
from rulewright.program.history import History
from rulewright.program.layout import Layout, make_layout, room
from rulewright.program.methods import Methods, none_of
from rulewright.program.moves import Actions
from rulewright.program.outcomes import scale_of
from rulewright.program.passes import optimise
from rulewright.program.players import Players
from rulewright.program.ranges import Ranges
from rulewright.program.scenario import CompiledScenario
from rulewright.program.turns import Turns
from rulewright.program.values import constant, nothing, shown, width_of
from rulewright.program.zone_places import word_of
from rulewright.program.zone_views import zone_views
from rulewright.semantics import typed
from rulewright.semantics import types as t
from rulewright.semantics.symbols import ConstantFamily, FieldDecl, Game, NotationPart, RegionDecl, VarDecl

Named = typed.Local | tuple[typed.ChoiceVar, str]
Capture = list[tuple[ir.Var, Named]]


@dataclass(slots=True)
class Compiler:
    """`captures`: for each generator what its parameters stand for. `outside`: what routines go through that are made
    after the program was finished."""

    game: Game
    facts: facts_module.Facts
    geometry: Geometry
    layout: Layout
    ranges: Ranges
    routines: list[ir.Routine] = field(default_factory=list)
    decisions: list[ir.Decision] = field(default_factory=list)
    draws: list[ir.DrawInfo] = field(default_factory=list)
    tables: dict[str, ir.Table] = field(default_factory=dict)
    captures: dict[ir.Routine, Capture] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    closures: dict[int, tuple[ir.Routine, list[tuple[Named, bool]]]] = field(default_factory=dict)
    shared: dict[tuple[str, tuple[object, ...]], ir.Routine] = field(default_factory=dict)
    outside: Callable[[ir.Routine], None] = field(default=lambda _: None)
    library: Library = field(init=False)
    players: Players = field(init=False)
    events: Events = field(init=False)
    methods: Methods = field(init=False)
    actions: Actions = field(init=False)
    turns: Turns = field(init=False)
    history: History = field(init=False)

    def __post_init__(self) -> None:
        self.library = Library(self)
        self.players = Players(self)
        self.events = Events(self)
        self.methods = Methods(self)
        self.actions = Actions(self)
        self.turns = Turns(self)
        self.history = History(self)

    # ---- names and routines ----

    def fresh(self, name: str) -> str:
        """`name`, with a number if it is taken."""
        number = self.names.get(name, 0) + 1
        self.names[name] = number
        return name if number == 1 else f"{name}_{number}"

    def function(self, name: str) -> Builder:
        """A builder for a function that stands alone."""
        return Builder(self, self.fresh(name), Level.PURE)

    def complete_late(self, make: Callable[[], ir.Routine]) -> ir.Routine:
        """A routine that is made after the program was finished, completed like all others."""
        first = len(self.routines)
        routine = make()
        settle_sorts(self.routines[first:])
        for made in dict.fromkeys((*self.routines[first:], routine)):
            self.outside(made)
        complete([routine])
        return routine

    # ---- tables ----

    def table(
        self,
        name: str,
        shape: tuple[int, ...],
        values: tuple[int, ...] | tuple[tuple[int, ...], ...],
        type: ir.IrType = ir.INT,
    ) -> ir.Table:
        if name not in self.tables:
            self.tables[name] = ir.Table(name, shape, values, type)
        return self.tables[name]

    def region_table(self, region: RegionDecl) -> ir.Table:
        key = f"region {region.name}"  # one of the compiler's own tables may have the name
        if key not in self.tables:
            kind = ir.bits(self.layout.sites)
            self.tables[key] = ir.Table(region.name, (len(region.values) + 1,), (*region.values, 0), kind)
        return self.tables[key]

    def constant_table(self, family: ConstantFamily) -> ir.Table:
        """A kind's constant by kind; kinds that do not have it hold none."""
        type = self.layout.type(family.type)
        default: int | tuple[int, ...] = () if type.name in ("list", "reflist") else nothing(family.type)
        values = tuple(family.values.get(kind.index, default) for kind in self.game.kinds)
        return self.table(f"{family.owner.name}.{family.name}", (len(values) + 1,), (*values, default), type)  # type: ignore[arg-type]

    def definition_table(self, generic: typed.Generic) -> ir.Table:
        """The values of a definition that depends on its one argument alone."""
        assert generic.table is not None and generic.result is not None
        *values, of_none = generic.table
        type = self.layout.type(generic.result)
        default = of_none if of_none is not None else 0 if type.width else -1
        key = f"definition {generic.name}"
        return self.table(key, (len(values) + 1,), (*values, default), type)  # type: ignore[arg-type]

    # ---- values ----

    def width(self, of: t.Type) -> int:
        return width_of(self.game, self.layout.refs, of, self.layout.steps)

    def shown(self, of: t.Type) -> ir.Shown:
        if isinstance(of, t.ZoneType):
            return ir.Shown("zone", tuple(word_of(info) for info in self.layout.zones.infos))
        return shown(self.game, of)

    def kind_shown(self) -> ir.Shown:
        return shown(self.game, t.KIND)

    def site_shown(self) -> ir.Shown:
        return shown(self.game, t.SITE)

    def counter(self, name: str) -> ir.Cell:
        """`turn_number` or `round_number`, which count from 1."""
        return self.layout.once(name, ir.INT, 1, 1)

    def fields(self) -> list[FieldDecl]:
        own = [declared for kind in self.game.kinds for declared in kind.fields.values() if declared.owner is kind]
        return [*self.game.site_fields, *own]

    def initial(self, declared: VarDecl | FieldDecl) -> ir.Expr:
        """The value that a variable or field begins with."""
        if declared.init is None:
            return none_of(self, declared.type)
        if isinstance(declared.init, typed.Constant):
            width = self.width(declared.type.of) if isinstance(declared.type, t.SetType) else 0
            return constant(declared.type, declared.init.value, width)
        h = self.function(f"initial_{declared.name}")
        h.add(ir.Return(lower(h, declared.init)))
        return ir.Invoke(h.done(self.layout.type(declared.type)), ())

    def set_initial_values(self, b: Builder) -> None:
        """Constants go into the cells, what must be computed is stored by `b`. Fields of components begin when they
        are placed."""
        pairs: list[tuple[VarDecl | FieldDecl, ir.Cell]] = [*self.layout.vars.items(), *self.layout.fields.items()]
        for declared, cell in pairs:
            if isinstance(declared, FieldDecl) and declared.owner is not None:
                continue
            value = self.initial(declared)
            if isinstance(value, ir.Num | ir.Mask):
                values = [value.value] * cell.size
                for index, single in (declared.single if isinstance(declared, FieldDecl) else {}).items():
                    assert isinstance(single, int)
                    values[index] = single
                cell.init = tuple(values)
            elif cell.size:
                for i in range(cell.size):
                    b.add(ir.Store(cell, ir.Num(i) if cell.size > 1 else None, value))


def make_compiler(game: Game) -> Compiler:
    board = game.board
    found = facts_module.gather(game)
    geometry = Geometry(board if board is not None else _no_board())
    steps = len(geometry.ray_numbers()) if found.uses_op("ray") else 0
    flips = found.uses(typed.Flip)
    layout = make_layout(game, ghosts=found.ghosts(room(game)), steps=steps, nodes=found.nodes, flips=flips)
    c = Compiler(game, found, geometry, layout, Ranges(game))
    if found.uses(typed.Eliminate):
        c.players.out = layout.once("out", c.players.bits, 1, 0)
    if found.uses(typed.Again):
        layout.once("again", ir.INT)
    parts = [part for notation in game.notations for part in notation.parts]
    for name in ("turn_number", "round_number"):
        set_in_given = any(isinstance(node, typed.SetCounter) and node.counter == name for node in found.nodes)
        told = any(isinstance(part, NotationPart) and part.name == name for part in parts)
        if found.uses_op(name) or set_in_given or told:
            c.counter(name)
    return c


def _no_board() -> Board:
    """Games without a board have one site that nothing names."""
    from rulewright.boards import square

    return square(1, 1)


def settle_sorts(routines: list[ir.Routine]) -> None:
    """Routines that were taken for flows but never stop are functions."""
    from rulewright.program import walk

    stops = {id(r) for r in routines if r.sort == "flow" and _stops_itself(r)}
    changed = True
    while changed:
        changed = False
        for routine in routines:
            if routine.sort == "flow" and id(routine) not in stops:
                calls = (s.routine for s in walk.statements(routine.body) if isinstance(s, ir.Do))
                if any(id(called) in stops or (called.sort == "flow" and called not in routines) for called in calls):
                    stops.add(id(routine))
                    changed = True
    for routine in routines:
        if routine.sort == "flow" and id(routine) not in stops:
            routine.sort = "function"


def _stops_itself(routine: ir.Routine) -> bool:
    from rulewright.program import walk

    return routine.name == "main" or any(
        isinstance(statement, ir.Decide | ir.Draw | ir.Compound | ir.Together)
        for statement in walk.statements(routine.body)
    )


def views(c: Compiler) -> dict[str, ir.Routine]:
    """Functions that the shells need to show components."""
    out: dict[str, ir.Routine] = {}
    if "kind" not in c.layout.named:
        return out
    for name, get in (
        ("site_of", c.library.site_of),
        ("kind_of", lambda x: ir.Load(c.layout.cell("kind"), x)),
        ("owner_of", lambda x: ir.Load(c.layout.cell("owner"), x)),
    ):
        h = c.function(f"view_{name}")
        x = h.param("x", ir.REF)
        h.add(ir.Return(get(ir.Get(x))))
        out[name] = h.done(ir.INT)
    out |= zone_views(c)
    if "filled" not in c.layout.named:
        return out
    h = c.function("view_ref_on")
    s, _ = h.param("s", ir.INT), h.param("layer", ir.INT)
    if c.layout.flat:
        h.add(ir.Return(c.library.on(ir.Get(s), 0)))
        out["ref_on"] = h.done(ir.REF)
    else:
        h.name = c.fresh("view_refs_on")
        h.add(ir.Return(standing.listed(c.library, ir.Get(s), ir.Get(h.params[1]))))
        out["refs_on"] = h.done(ir.REFLIST)
    return out


def build(c: Compiler, further: Callable[[], None]) -> ir.Program:
    """Lower everything from the main flow on, then what else is wanted, and put the program together (unfinished)."""
    main = c.turns.main()
    position = c.history.routine()
    seen = views(c)
    measured = measures(c)
    further()
    while c.facts.on_finish:
        c.facts.on_finish.pop(0)()
    layout = c.layout
    return ir.Program(
        title=c.game.title,
        seats=len(c.game.players),
        cells=tuple(layout.cells),
        tables=(*c.tables.values(), *c.geometry.tables.values(), *c.players.tables.values()),
        routines=c.routines,
        decisions=c.decisions,
        draws=c.draws,
        main=main,
        mover=layout.cell("mover"),
        active=layout.cell("active"),
        ended=layout.cell("ended"),
        returns=layout.cell("returns"),
        scale=scale_of(len(set(c.players.teams))),
        queue=c.events.queue_types(),
        position=position,
        views=seen,
        measures=measured,
        zones=layout.zones.infos,
        first_zone=layout.first_zone,
        given=partial(_given, c),
        asked=partial(_asked, c),
    )


def measures(c: Compiler) -> tuple[ir.Measure, ...]:
    """What simulations collect, as functions."""
    out = []
    for measure in c.game.measures:
        h = c.function(f"measure_{measure.name}")
        if measure.player is not None:
            h.params.append(h.bind(measure.player, never_none=True))
        h.add(ir.Return(lower(h, measure.value)))
        out.append(ir.Measure(measure.name, measure.at, measure.player is not None, h.done(ir.INT)))
    return tuple(out)


def _given(c: Compiler, statements: Sequence[typed.Statement]) -> ir.Routine:
    """A function that replaces the set-up, made when the program is finished."""
    from rulewright.program.scenarios import lower_given

    known = dict(c.closures)
    routine = c.complete_late(lambda: lower_given(c, typed.Block(list(statements))))
    c.closures = known  # it goes by the identity of expressions, and these statements will be gone
    return routine


def compile_game(game: Game) -> ir.Program:
    """The program of a checked game."""
    return compile_with_scenarios(game, wanted=False)[0]


def compile_with_scenarios(game: Game, *, wanted: bool = True) -> tuple[ir.Program, list[CompiledScenario]]:
    """The program of a checked game and its scenarios, whose routines work on that program's states."""
    from rulewright.program.scenarios import lower_scenarios

    c = make_compiler(game)
    scenarios: list[CompiledScenario] = []
    program = build(c, lambda: scenarios.extend(lower_scenarios(c) if wanted else []))
    settle_sorts(c.routines)
    program.routines = _used(c, program, scenarios)
    c.outside = optimise(program)
    finish(program)
    return program, scenarios


def _used(c: Compiler, program: ir.Program, scenarios: list[CompiledScenario]) -> list[ir.Routine]:
    """The routines that something reaches, in the order in which they were made."""
    from rulewright.program import walk

    roots = [program.main, *program.views.values(), *([program.position] if program.position else [])]
    roots += [measure.routine for measure in program.measures]
    for decision in c.decisions:
        roots += walk.decision_routines(decision)
    for step in (step for scenario in scenarios for step in scenario.steps):
        roots += [step.routine] if step.routine else []
        roots += [routine for routine, _ in step.values]
        roots += [routine for _, routine, _ in step.move.picks] if step.move else []
    reached = {id(routine) for routine in walk.reachable(roots)}
    return [routine for routine in c.routines if id(routine) in reached]


def _asked(c: Compiler, local: typed.Local | None, expression: typed.Expr) -> ir.Routine:
    """A function of one value or none, made when the program is finished."""

    def make() -> ir.Routine:
        h = c.function("asked")
        if local is not None:
            h.params.append(h.bind(local, never_none=True))
        h.add(ir.Return(lower(h, expression)))
        return h.done(c.layout.type(expression.type))

    return c.complete_late(make)

"""What is connected with an edge of the board is kept: a new site only adds to it what is connected with that site.

function connected_at(site, s: bits121, start: bits121, goal: bits121) -> int
    seen = reached
    if not (start has site or some(neighbors[site] & seen)):
        return 0
    edge = {site}
    seen += edge
    while some(edge):
        ...
    reached = seen
    return some(seen & goal)
"""

from __future__ import annotations

from rulewright.program import copies, ir
from rulewright.program.passes.sought import Made, Search


def connection(routine: ir.Routine) -> ir.Table | None:
    """The table of neighbors by which a function finds whether a set connects two others."""
    match routine.body:
        case [
            ir.Set(var=seen, value=ir.Binary(op="common", a=ir.Get(var=start), b=ir.Get(var=of))),
            ir.Set(var=edge, value=ir.Get(var=seen_1)),
            ir.While(
                condition=ir.Unary(op="some", a=ir.Get(var=edge_1)),
                body=[
                    ir.Set(var=more, value=ir.Mask(value=0)),
                    ir.Each(
                        var=x,
                        members=ir.Get(var=edge_2),
                        body=[
                            ir.Set(
                                var=more_1,
                                value=ir.Binary(
                                    op="joined",
                                    a=ir.Get(var=more_2),
                                    b=ir.Look(table=table, indices=(ir.Get(var=x_1),)),
                                ),
                            )
                        ],
                    ),
                    ir.Set(
                        var=edge_3,
                        value=ir.Binary(
                            op="without",
                            a=ir.Binary(op="common", a=ir.Get(var=more_3), b=ir.Get(var=of_1)),
                            b=ir.Get(var=seen_2),
                        ),
                    ),
                    ir.Set(var=seen_3, value=ir.Binary(op="joined", a=ir.Get(var=seen_4), b=ir.Get(var=edge_4))),
                ],
            ),
            ir.Return(value=ir.Unary(op="some", a=ir.Binary(op="common", a=ir.Get(var=seen_5), b=ir.Get(var=goal)))),
        ] if routine.params == (of, start, goal):
            alike = (
                (seen, seen_1, seen_2, seen_3, seen_4, seen_5),
                (edge, edge_1, edge_2, edge_3, edge_4),
                (more, more_1, more_2, more_3),
                (x, x_1),
                (of, of_1),
            )
            same = all(one is names[0] for names in alike for one in names)
            return table if same and _mutual(table) else None
    return None


def _mutual(neighbors: ir.Table) -> bool:
    """Whether each is a neighbor of its neighbors."""
    sets = [of for of in neighbors.values if isinstance(of, int)]
    pairs = [(a, b) for a, of in enumerate(sets[:-1]) for b in range(of.bit_length()) if of >> b & 1]
    return all(b < len(sets) - 1 and sets[b] >> a & 1 for a, b in pairs)


def keep_reached(search: Search, made: Made) -> None:
    """Keep what is connected with the first edge."""
    model = search.call.routine
    kind = model.params[0].type
    cell = made.cache("reached", kind, search.seats)
    index = None if search.seat is None else search.first(1)
    search.keeps = True
    look = copies.routine(model, made.fresh("connected_at"))
    s, start, goal = look.params
    head, edges, flood, _ = look.body
    assert isinstance(head, ir.Set) and isinstance(edges, ir.Set)
    seen, edge, x = head.var, edges.var, ir.Var("site", ir.INT)
    own = ir.Var("own", ir.INT)
    here = None if index is None else ir.Get(own)
    table = connection(model)
    assert table is not None
    beside = ir.Unary("some", ir.Binary("common", ir.Look(table, (ir.Get(x),)), ir.Get(seen)))
    begins = ir.Binary("or", ir.Binary("has", ir.Get(start), ir.Get(x)), beside)
    look.params = (x, *(() if index is None else (own,)), s, start, goal)
    look.body = [
        ir.Set(seen, ir.Load(cell, here)),
        ir.If(ir.negated(begins), [ir.Return(ir.Num(0))]),
        ir.Set(edge, ir.Unary("single", ir.Get(x))),
        ir.Set(seen, ir.Binary("joined", ir.Get(seen), ir.Get(edge))),
        flood,
        ir.Store(cell, here, ir.Get(seen)),
        ir.Return(ir.Unary("some", ir.Binary("common", ir.Get(seen), ir.Get(goal)))),
    ]
    spread = copies.routine(model, made.fresh("reached_from"))
    spread.params, spread.result = spread.params[:2], kind
    spread.body[-1] = ir.Return(ir.Get(spread.body[0].var))  # type: ignore[union-attr]
    made.routines += [look, spread]
    numbers = () if index is None else (index,)
    _, from_, to = search.call.args
    search.asking(lambda site: (look, (site, *numbers, search.of, from_, to)))
    search.learn = [ir.Store(cell, index, ir.Invoke(spread, (search.of, from_)))]

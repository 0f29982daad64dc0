"""Each row of a board is kept by itself, so that a line through a site is looked for in its rows only.

On a board of 15 by 15 the sites of a player stand in 15 rows, 15 columns and the diagonals each way. All that are kept
are sets of one word; the rows of each direction have their own part of it, so that those of all directions through a
site are searched at once:

    function in_line_at(first, x) -> int
        come = place_in[x, 0]
        at = first + row_of[x, 0]
        row = rows[at] + come & {0..14}
        rows[at] = row
        all = row
        at = first + row_of[x, 1]
        row = rows[at] + come & {16..30}
        rows[at] = row
        all += row
        ...
        run = all & shift_down(all, 1)
        run &= shift_down(run, 2)
        run &= shift_down(run, 1)
        return some(run)

Between two parts a bit stays free, so that no row goes on in the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulewright.program import ir
from rulewright.program.passes import lines
from rulewright.program.passes.sought import Made, Search

_WORD = 64


@dataclass(frozen=True, slots=True)
class _Direction:
    """The rows in one direction. `word`: which word they are searched in, `low`: where their part of it begins."""

    row: lines.Row
    chains: list[list[int]]
    word: int
    low: int

    @property
    def part(self) -> int:
        """Their part of the word, as bits."""
        return (1 << max(map(len, self.chains))) - 1 << self.low


def keep_rows(search: Search, rows: Sequence[lines.Row], width: int, made: Made) -> bool:
    """Keep the rows of a board of `width` sites in which lines lie; False where that cannot be."""
    directions = _directions(rows)
    if directions is None:
        return False
    where: list[list[tuple[int, int]]] = [[] for _ in range(width)]
    count = 0
    for d in directions:
        place = {x: (count + i, d.low + k) for i, chain in enumerate(d.chains) for k, x in enumerate(chain)}
        count += len(d.chains)
        for site in range(width):
            where[site].append(place.get(site, (-1, -1)))
    nowhere, count = count, count + 1
    words = range(directions[-1].word + 1)
    places = [
        [sum(1 << k for d, (_, k) in zip(directions, at, strict=True) if d.word == w and k >= 0) for w in words]
        for at in where
    ]
    numbers = [[nowhere if row < 0 else row for row, _ in at] for at in where]
    kind = ir.bits(_WORD)
    _write(
        search,
        made,
        directions,
        made.table("row_of", numbers, nowhere, ir.INT),
        made.table("place_in", places, 0, kind),
    )
    return True


def _directions(rows: Sequence[lines.Row]) -> list[_Direction] | None:
    """The directions with their rows, as many of them in a word as there is room for."""
    found: list[_Direction] = []
    word = low = 0
    for row in rows:
        chains = _chains(row)
        longest = 0 if chains is None else max(map(len, chains))
        if chains is None or longest > _WORD:
            return None
        if found and (low + longest > _WORD or found[-1].row.length != row.length):
            word, low = word + 1, 0
        found.append(_Direction(row, chains, word, low))
        low += longest + 1
    return found


def _chains(row: lines.Row) -> list[list[int]] | None:
    """The rows of sites of which all that are long enough are lines; None if some of these are not."""
    starts = [site for site in range(row.starts.bit_length()) if row.starts >> site & 1]
    following = {site + k * row.step for site in starts for k in range(row.length - 1)}
    chains = []
    for site in sorted(following):
        if site - row.step not in following:
            chain = [site]
            while chain[-1] in following:
                chain.append(chain[-1] + row.step)
            chains.append(chain)
            if any(not row.starts >> chain[k] & 1 for k in range(len(chain) - row.length + 1)):
                return None
    return chains


def _write(search: Search, made: Made, directions: list[_Direction], numbers: ir.Table, places: ir.Table) -> None:
    """The routine that looks at a site, and the statements that find out what the rows hold."""
    kind = places.type
    count = 1 + sum(len(d.chains) for d in directions)
    cell = made.cache("rows", kind, search.seats * count)
    first, x, at, y, i = (ir.Var(name, ir.INT) for name in ("first", "x", "at", "y", "i"))
    come, row, every, run, found = (ir.Var(name, kind) for name in ("come", "row", "all", "run", "found"))

    def number(site: ir.Var, d: int, begin: ir.Expr) -> ir.Expr:
        here = ir.Look(numbers, (ir.Get(site), ir.Num(d)))
        return here if isinstance(begin, ir.Num) and not begin.value else ir.Binary("add", begin, here)

    body: list[ir.Stmt] = []
    for d, direction in enumerate(directions):
        begins = d == 0 or directions[d - 1].word != direction.word
        if begins:
            body.append(ir.Set(come, ir.Look(places, (ir.Get(x), ir.Num(direction.word)))))
        part = ir.Binary("common", ir.Get(come), ir.Mask(direction.part, _WORD))
        body += [
            ir.Set(at, number(x, d, ir.Get(first))),
            ir.Set(row, ir.Binary("joined", ir.Load(cell, ir.Get(at)), part)),
            ir.Store(cell, ir.Get(at), ir.Get(row)),
            ir.Set(every, ir.Get(row) if begins else ir.Binary("joined", ir.Get(every), ir.Get(row))),
        ]
        if d == len(directions) - 1 or directions[d + 1].word != direction.word:
            body += lines.in_row(replace(direction.row, step=1), every, run)
            before = ir.Get(run) if direction.word == 0 else ir.Binary("joined", ir.Get(found), ir.Get(run))
            body.append(ir.Set(found, before))
    routine = made.function("in_line_at", (first, x), [*body, ir.Return(ir.Unary("some", ir.Get(found)))])
    start = search.first(count)
    search.asking(lambda site: (routine, (start, site)))
    last = ir.Binary("add", start, ir.Num(count - 1))
    joining: list[ir.Stmt] = []
    for d, direction in enumerate(directions):
        here = number(y, d, start)
        come_here = ir.Look(places, (ir.Get(y), ir.Num(direction.word)))
        part = ir.Binary("common", come_here, ir.Mask(direction.part, _WORD))
        joining.append(ir.Store(cell, here, ir.Binary("joined", ir.Load(cell, here), part)))
    search.learn = [
        ir.Count(i, start, last, [ir.Store(cell, ir.Get(i), ir.Mask(0, _WORD))]),
        ir.Each(y, search.of, joining),
    ]
    search.keeps = True

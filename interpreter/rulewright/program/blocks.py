"""Cutting a flow into basic blocks, so that it can stop anywhere and go on later.

A statement that holds no stop stays structured inside a block; one that does is cut open: `If` becomes a branch, loops
become a block for the head and locals for what remains of the loop (a set that shrinks, a list and an index, a counter
and its bound). Every local of a flow has a slot in its frame.
"""

from __future__ import annotations

from typing import assert_never

from rulewright.program import ir, walk
from rulewright.program.flowgraph import (
    Block,
    Branch,
    CallFlow,
    CompoundEnter,
    CompoundLeave,
    DecideStop,
    DrawStop,
    End,
    Flow,
    Goto,
    Return,
    TogetherEnter,
    TogetherLeave,
    find_resets,
    targets,
)
from rulewright.program.typeof import type_of


def cut(routine: ir.Routine) -> Flow:
    """The basic blocks of a flow that `finish.py` has completed."""
    cutter = _Cutter()
    cutter.body(routine.body)
    blocks = _compact(cutter.blocks)
    variables = (*routine.params, *routine.locals, *cutter.made)
    find_resets(blocks, variables, routine.params)
    slots: dict[ir.Var, int] = {}
    size = 0
    for var in variables:
        slots[var] = size
        size += var.size or 1
    return Flow(routine, blocks, slots, size)


# ---- cutting ----


def _stays(body: list[ir.Stmt], looped: bool = False) -> bool:
    """Whether statements can stay structured: no stops, no return, no break out of them."""
    for stmt in body:
        match stmt:
            case ir.Decide() | ir.Draw() | ir.Compound() | ir.Together() | ir.Return():
                return False
            case ir.Break() if not looped:
                return False
            case ir.Do(routine=routine) if routine.sort == "flow":
                return False
            case _:
                inside = looped or isinstance(stmt, ir.While | ir.Each | ir.EachItem | ir.Count)
                if not all(_stays(inner, inside) for inner in walk.bodies(stmt)):
                    return False
    return True


class _Cutter:
    """Fills blocks in one pass; the last of `blocks` that was opened is the one being filled."""

    def __init__(self) -> None:
        self.blocks: list[Block] = [Block()]
        self.made: list[ir.Var] = []
        self._here = self.blocks[0]
        self._exits: list[int] = []

    def body(self, body: list[ir.Stmt]) -> None:
        for stmt in body:
            if _stays([stmt]):
                self._here.statements.append(stmt)
            else:
                self._cut(stmt)

    def _new(self) -> int:
        self.blocks.append(Block())
        return len(self.blocks) - 1

    def _end(self, end: End, following: int) -> None:
        """End the block being filled and go on filling block `following`."""
        self._here.end = end
        self._here = self.blocks[following]

    def _local(self, name: str, kind: ir.IrType) -> ir.Var:
        var = ir.Var(name, kind)
        self.made.append(var)
        return var

    def _cut(self, stmt: ir.Stmt) -> None:
        match stmt:
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                yes, no, after = self._new(), self._new(), self._new()
                self._end(Branch(condition, yes, no), yes)
                self.body(then)
                self._end(Goto(after), no)
                self.body(otherwise)
                self._end(Goto(after), after)
            case ir.While(condition=condition, body=body):
                self._loop(condition, [], body)
            case ir.Each(var=var, members=members, body=body, rest=rest):
                rest = rest or self._local(
                    f"{var.name}.rest", ir.IrType("refs" if var.type.follows else "bits", type_of(members).width)
                )
                self._here.statements.append(ir.Set(rest, members))
                self._loop(ir.Unary("some", ir.Get(rest)), _next_member(var, rest), body)
            case ir.EachItem(var=var, items=items, body=body, rest=rest, at=at):
                rest = rest or self._local(f"{var.name}.rest", ir.REFLIST if var.type.follows else ir.LIST)
                at = at or self._local(f"{var.name}.next", ir.INT)
                self._here.statements += (ir.Set(rest, items), ir.Set(at, ir.Num(0)))
                left = ir.Binary("lt", ir.Get(at), ir.Unary("length", ir.Get(rest)))
                self._loop(left, _next_item(var, rest, at), body)
            case ir.Count(var=var, lo=lo, hi=hi, body=body):
                coming = self._local(f"{var.name}.next", ir.INT)
                self._here.statements.append(ir.Set(coming, lo))
                bound = hi
                if not isinstance(hi, ir.Num):
                    last = self._local(f"{var.name}.last", ir.INT)
                    self._here.statements.append(ir.Set(last, hi))
                    bound = ir.Get(last)
                step: list[ir.Stmt] = [
                    ir.Set(var, ir.Get(coming)),
                    ir.Set(coming, ir.Binary("add", ir.Get(coming), ir.Num(1))),
                ]
                self._loop(ir.Binary("le", ir.Get(coming), bound), step, body)
            case ir.Break():
                self._end(Goto(self._exits[-1]), self._new())
            case ir.Return(value=value):
                self._end(Return(value), self._new())
            case ir.Do():
                after = self._new()
                self._end(CallFlow(stmt, after), after)
            case ir.Decide():
                after = self._new()
                self._end(DecideStop(stmt, after), after)
            case ir.Draw():
                after = self._new()
                self._end(DrawStop(stmt, after), after)
            case ir.Compound(body=body):
                entry, after = self._new(), self._new()
                self._end(CompoundEnter(stmt, entry, after), entry)
                self.body(body)
                self._end(CompoundLeave(stmt, after), after)
            case ir.Together(body=body):
                entry, after = self._new(), self._new()
                self._end(TogetherEnter(stmt, entry, after), entry)
                self.body(body)
                self._end(TogetherLeave(stmt, entry, after), after)
            case _:
                raise ValueError(f"a {type(stmt).__name__} cannot hold a stop")

    def _loop(self, condition: ir.Expr, step: list[ir.Stmt], body: list[ir.Stmt]) -> None:
        head, inside, after = self._new(), self._new(), self._new()
        self._end(Goto(head), head)
        self._end(Branch(condition, inside, after), inside)
        self._here.statements += step
        self._exits.append(after)
        self.body(body)
        self._exits.pop()
        self._end(Goto(head), after)


def _next_member(var: ir.Var, rest: ir.Var) -> list[ir.Stmt]:
    """The least member of `rest` becomes `var` and leaves it."""
    return [
        ir.Set(var, ir.Unary("least", ir.Get(rest))),
        ir.Set(rest, ir.Binary("without", ir.Get(rest), ir.Unary("single", ir.Get(var)))),
    ]


def _next_item(var: ir.Var, rest: ir.Var, at: ir.Var) -> list[ir.Stmt]:
    """The item `at` of the list `rest` becomes `var`."""
    return [
        ir.Set(var, ir.Binary("nth", ir.Get(rest), ir.Get(at))),
        ir.Set(at, ir.Binary("add", ir.Get(at), ir.Num(1))),
    ]


# ---- tidying ----


def _compact(blocks: list[Block]) -> list[Block]:
    """Leave out blocks that only go on or are never reached, join those that always follow, number them anew."""

    def final(target: int) -> int:
        seen = set()
        while not blocks[target].statements and isinstance(blocks[target].end, Goto) and target not in seen:
            seen.add(target)
            target = targets(blocks[target].end)[0]
        return target

    for block in blocks:
        _retarget(block.end, {target: final(target) for target in targets(block.end)})
    entrances = [0] * len(blocks)
    entrances[0] = 1
    fixed = set()
    for i in _reached(blocks):
        for target in targets(blocks[i].end):
            entrances[target] += 1
            if not isinstance(blocks[i].end, Goto):
                fixed.add(target)
    for i in _reached(blocks):
        block = blocks[i]
        while isinstance(block.end, Goto) and entrances[block.end.target] == 1 and block.end.target not in fixed:
            joined = blocks[block.end.target]
            block.statements += joined.statements
            block.end = joined.end
    order = _reached(blocks)
    numbers = {old: new for new, old in enumerate(order)}
    for i in order:
        _retarget(blocks[i].end, numbers)
    return [blocks[i] for i in order]


def _reached(blocks: list[Block]) -> list[int]:
    """The blocks that can be reached, in the order in which they were opened."""
    found = {0}
    waiting = [0]
    while waiting:
        for target in targets(blocks[waiting.pop()].end):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return sorted(found)


def _retarget(end: End, numbers: dict[int, int]) -> None:
    match end:
        case Goto():
            end.target = numbers[end.target]
        case Branch():
            end.then, end.otherwise = numbers[end.then], numbers[end.otherwise]
        case CompoundEnter() | TogetherEnter() | TogetherLeave():
            end.entry, end.after = numbers[end.entry], numbers[end.after]
        case CallFlow() | DecideStop() | DrawStop() | CompoundLeave():
            end.after = numbers[end.after]
        case Return():
            pass
        case _:
            assert_never(end)

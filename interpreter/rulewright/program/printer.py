"""A program as text, so that people can compare it with the rules it comes from. The text is stable (golden files).

Sets read as in the language (`&`, `+`, `-`, `has`), cells as `name[index]`, tables as `name[a, b]`. Locals that share a
name with another one or with a cell get a number. What `finish.py` fills in is not shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import assert_never

from rulewright.program import ir, walk
from rulewright.program.typeof import family

SMALL_TABLE = 16
"""Tables up to so many entries are shown with their values."""

_OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _ATOM = range(7)
_CONDITIONAL = -1

_INFIX: dict[str, tuple[str, int]] = {
    "or": ("or", _OR),
    "and": ("and", _AND),
    "eq": ("==", _COMPARE),
    "ne": ("!=", _COMPARE),
    "same": ("==", _COMPARE),
    "differs": ("!=", _COMPARE),
    "lt": ("<", _COMPARE),
    "le": ("<=", _COMPARE),
    "gt": (">", _COMPARE),
    "ge": (">=", _COMPARE),
    "inside": ("inside", _COMPARE),
    "has": ("has", _COMPARE),
    "contains": ("contains", _COMPARE),
    "add": ("+", _SUM),
    "sub": ("-", _SUM),
    "joined": ("+", _SUM),
    "joined_lists": ("+", _SUM),
    "without": ("-", _SUM),
    "common": ("&", _PRODUCT),
    "mul": ("*", _PRODUCT),
    "div": ("/", _PRODUCT),
    "mod": ("%", _PRODUCT),
}
_UPDATES = {"add": "+=", "sub": "-=", "joined": "+=", "without": "-=", "common": "&=", "mul": "*="}


def print_program(program: ir.Program) -> str:
    """The whole program: its cells, tables and queue, then every routine."""
    parts = [f'program "{program.title}", {program.seats} seats, returns in 1/{program.scale}']
    parts.append("\n".join(["cells", *(f"    {_cell(cell)}" for cell in program.cells)]))
    if program.tables:
        parts.append("\n".join(["tables", *(f"    {_table(table)}" for table in program.tables)]))
    if program.queue:
        kinds = (", ".join(str(kind) for kind in kinds) or "nothing" for kinds in program.queue)
        parts.append("\n".join(["queue", *(f"    {i}: {text}" for i, text in enumerate(kinds))]))
    names = {cell.name for cell in program.cells} | {table.name for table in program.tables}
    asking = {decision.generator: decision for decision in program.decisions}
    asking |= {one.candidates: one for one in program.decisions if one.candidates is not None}
    asking |= {one.spelled: one for one in program.decisions if one.spelled is not None}
    parts.extend(print_routine(routine, names, asking.get(routine)) for routine in program.routines)
    return "\n\n".join(parts) + "\n"


def print_routine(routine: ir.Routine, taken: Iterable[str] = (), decision: ir.Decision | None = None) -> str:
    """One routine, without a newline at the end. `taken`: names that locals must not have; `decision`: the one whose
    moves a generator yields."""
    printer = _Printer(routine, set(taken), decision)
    params = ", ".join(printer.declared(var) for var in routine.params)
    result = "" if routine.result is None else f" -> {routine.result}"
    printer.lines.append(f"{routine.sort} {routine.name}({params}){result}")
    if routine.about:
        printer.lines.append(f"    # {routine.about}")
    typed = [printer.declared(var) for var in printer.locals if var.type != ir.INT or var.size]
    if typed:
        printer.lines.append(f"    with {', '.join(typed)}")
    printer.body(routine.body)
    return "\n".join(printer.lines)


def print_expression(expr: ir.Expr) -> str:
    """One expression by itself, with the names of its variables as they are."""
    return _Printer(None, set(), None).show(expr)


# ---- layout ----


def show_set(members: int) -> str:
    """A constant set, with runs of three and more as ranges."""
    found = [i for i in range(members.bit_length()) if members >> i & 1]
    parts = []
    for _, run in groupby(enumerate(found), key=lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in run]
        parts += [f"{numbers[0]}..{numbers[-1]}"] if len(numbers) > 2 else [str(number) for number in numbers]
    return "{" + ", ".join(parts) + "}"


def _value(value: int | tuple[int, ...], kind: ir.IrType) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(str(item) for item in value) + "]"
    return show_set(value) if family(kind) == "set" else str(value)


def _values(values: Sequence[int | tuple[int, ...]], kind: ir.IrType) -> str:
    """Values with the number of repetitions after them."""
    parts = []
    for text, run in groupby(_value(value, kind) for value in values):
        count = len(list(run))
        parts.append(text if count == 1 else f"{text} x{count}")
    return ", ".join(parts)


def _cell(cell: ir.Cell) -> str:
    size = f"[{cell.size}]" if cell.size != 1 else ""
    notes = (", none too" if cell.guarded else "") + ("" if cell.kept else ", a cache")
    notes += ", nothing twice" if cell.different else ""
    return f"{cell.name}{size}: {cell.type} = {_values(cell.init, cell.type)}{notes}"


def _table(table: ir.Table) -> str:
    text = f"{table.name}[{', '.join(str(size) for size in table.shape)}]: {table.type}"
    return f"{text} = {_values(table.values, table.type)}" if len(table.values) <= SMALL_TABLE else text


# ---- routines ----


class _Printer:
    def __init__(self, routine: ir.Routine | None, taken: set[str], decision: ir.Decision | None) -> None:
        self.lines: list[str] = []
        self.locals: list[ir.Var] = []
        self._indent = 1
        self._decision = decision
        self._names: dict[ir.Var, str] = {}
        if routine is not None:
            for var in routine.params:
                self._name(var, taken)
            for stmt in walk.statements(routine.body):
                for var in (*self._shown(stmt), *walk.variables(walk.expressions(stmt))):
                    if var not in self._names:
                        self.locals.append(var)
                        self._name(var, taken)

    @staticmethod
    def _shown(stmt: ir.Stmt) -> tuple[ir.Var, ...]:
        return (stmt.var,) if isinstance(stmt, ir.Each | ir.EachItem) else walk.assigned(stmt)

    def _name(self, var: ir.Var, taken: set[str]) -> None:
        name, count = var.name, 1
        while name in taken:
            count += 1
            name = f"{var.name}{count}"
        taken.add(name)
        self._names[var] = name

    def declared(self, var: ir.Var) -> str:
        """A local with its type, if that is not int."""
        size = f"[{var.size}]" if var.size else ""
        return f"{self.name(var)}{size}" + ("" if var.type == ir.INT else f": {var.type}")

    def name(self, var: ir.Var) -> str:
        return self._names.get(var, var.name)

    def line(self, text: str) -> None:
        self.lines.append("    " * self._indent + text)

    def body(self, body: Sequence[ir.Stmt]) -> None:
        for stmt in body:
            self.statement(stmt)
        if not body:
            self.line("nothing")

    def block(self, head: str, body: Sequence[ir.Stmt]) -> None:
        self.line(head)
        self._indent += 1
        self.body(body)
        self._indent -= 1

    # ---- expressions ----

    def show(self, expr: ir.Expr, least: int = _CONDITIONAL) -> str:
        """An expression, in parentheses if it binds more loosely than `least`."""
        text, strength = self._expression(expr)
        return f"({text})" if strength < least else text

    def row(self, exprs: Iterable[ir.Expr]) -> str:
        """Expressions with commas between them."""
        return ", ".join(self.show(expr) for expr in exprs)

    def call(self, routine: ir.Routine, args: Iterable[ir.Expr]) -> str:
        return f"{routine.name}({self.row(args)})"

    def _expression(self, expr: ir.Expr) -> tuple[str, int]:
        match expr:
            case ir.Num(value=value):
                return str(value), _ATOM
            case ir.Mask(value=value):
                return show_set(value), _ATOM
            case ir.Get(var=var, index=index):
                return self.name(var) + ("" if index is None else f"[{self.show(index)}]"), _ATOM
            case ir.Load(cell=cell, index=index):
                return cell.name + ("" if index is None else f"[{self.show(index)}]"), _ATOM
            case ir.Look(table=table, indices=indices):
                return f"{table.name}[{self.row(indices)}]", _ATOM
            case ir.Clear(table=table, index=index, of=of):
                return f"clear({table.name}[{self.show(index)}], {self.show(of)})", _ATOM
            case ir.Unary(op="not", a=a):
                return f"not {self.show(a, _NOT)}", _NOT
            case ir.Unary(op="neg", a=a):
                return f"-{self.show(a, _ATOM)}", _PRODUCT
            case ir.Unary(op="single", a=a):
                return f"{{{self.show(a)}}}", _ATOM
            case ir.Unary(op=op, a=a):
                return f"{op}({self.show(a)})", _ATOM
            case ir.Binary(op="nth", a=a, b=b):
                return f"{self.show(a, _ATOM)}[{self.show(b)}]", _ATOM
            case ir.Binary(op="head", a=a, b=b):
                return f"{self.show(a, _ATOM)}[..{self.show(b)}]", _ATOM
            case ir.Binary(op="tail", a=a, b=b):
                return f"{self.show(a, _ATOM)}[{self.show(b)}..]", _ATOM
            case ir.Binary(op=op, a=a, b=b) if op in _INFIX:
                sign, strength = _INFIX[op]
                left = strength + 1 if strength == _COMPARE else strength
                return f"{self.show(a, left)} {sign} {self.show(b, strength + 1)}", strength
            case ir.Binary(op=op, a=a, b=b):
                return f"{op}({self.show(a)}, {self.show(b)})", _ATOM
            case ir.Select(condition=condition, a=a, b=b):
                return f"{self.show(a, _OR)} if {self.show(condition, _OR)} else {self.show(b)}", _CONDITIONAL
            case ir.Invoke(routine=routine, args=args):
                return self.call(routine, args), _ATOM
            case ir.MakeList(items=items):
                return f"[{self.row(items)}]", _ATOM
            case ir.Sorted(items=items_, keys=keys):
                return f"sorted({self.show(items_)} by {self.row(keys)})", _ATOM
            case ir.SomeYield(routine=routine, args=args):
                return f"any({self.call(routine, args)})", _ATOM
            case ir.CountYields(routine=routine, args=args):
                return f"count({self.call(routine, args)})", _ATOM
            case ir.QueueLength():
                return "length(queue)", _ATOM
            case ir.Occurrences(parts=parts):
                return f"occurrences({self.row(parts)})", _ATOM
            case _:
                assert_never(expr)

    # ---- statements ----

    def statement(self, stmt: ir.Stmt) -> None:
        match stmt:
            case ir.Set(var=var, value=value, index=index, check=check):
                place = self.show(ir.Get(var, index))
                self._assign(place, value, check)
            case ir.Store(cell=cell, value=value, index=index, check=check):
                self._assign(self.show(ir.Load(cell, index)), value, check)
            case ir.Fill(var=var, value=value):
                self.line(f"every {self.name(var)} = {self.show(value)}")
            case ir.Append(var=var, value=value):
                self.line(f"add {self.show(value)} to {self.name(var)}")
            case ir.If():
                self._if("if", stmt)
            case ir.While(condition=condition, body=body):
                self.block(f"while {self.show(condition)}:", body)
            case ir.Each(var=var, members=items, body=body) | ir.EachItem(var=var, items=items, body=body):
                self.block(f"for {self.name(var)} in {self.show(items)}:", body)
            case ir.Count(var=var, lo=lo, hi=hi, body=body):
                self.block(f"for {self.name(var)} from {self.show(lo)} to {self.show(hi)}:", body)
            case ir.EachStep(var=var, to=to, ways=ways, body=body, plain=plain):
                listed = ", ".join(
                    f"{'' if plain else 'by '}{step} from {self.show(members)}" for members, step in ways
                )
                self.block(f"for {self.name(var)} {'along' if plain else 'to'} {self.name(to)} {listed}:", body)
            case ir.Break():
                self.line("break")
            case ir.Return(value=result):
                self.line("return" if result is None else f"return {self.show(result)}")
            case ir.Do(routine=routine, args=args, result=into):
                self.line(("" if into is None else f"{self.name(into)} = ") + self.call(routine, args))
            case ir.Fail(code=code, text=text):
                shown = "".join(piece if isinstance(piece, str) else f"{{{self.show(piece[0])}}}" for piece in text)
                self.line(f'fail {code} "{shown}"')
            case ir.Rename(old=old, new=new):
                self.line(f"rename {self.show(old)} to {self.show(new)}")
            case ir.Enqueue(sort=sort, args=args):
                self.line(f"enqueue {sort}({self.row(args)})")
            case ir.Dequeue(sort=found, vars=values):
                self.line(", ".join(self.name(var) for var in (found, *values)) + " = dequeue")
            case ir.Record(parts=parts):
                self.line(f"record {self.row(parts)}")
            case ir.ForgetRecords():
                self.line("forget records")
            case ir.Tell(parts=parts):
                self.line(f"tell {self.row(parts)}")
            case ir.Finish():
                self.line("finish")
            case ir.Trial(body=body, then=then, cells=cells):
                of = "" if cells is None else f" of {', '.join(cell.name for cell in cells) or 'nothing'}"
                self.block(f"on a copy{of}:", body)
                self.block("then:", then)
            case ir.Attempt(body=body, failed=failed):
                self.block(f"attempt, else {self.name(failed)}:", body)
            case ir.Yield() | ir.YieldSubsets() | ir.YieldBags():
                self._yielding(stmt)
            case ir.Decide() | ir.Draw() | ir.Compound() | ir.Together():
                self._stop(stmt)
            case _:
                assert_never(stmt)

    def _assign(self, place: str, value: ir.Expr, check: ir.Check | None) -> None:
        bound = "" if check is None else f" within {check.lo}..{check.hi}"
        if isinstance(value, ir.Binary) and value.op in _UPDATES and self.show(value.a) == place:
            self.line(f"{place} {_UPDATES[value.op]} {self.show(value.b)}{bound}")
        else:
            self.line(f"{place} = {self.show(value)}{bound}")

    def _if(self, word: str, stmt: ir.If) -> None:
        self.block(f"{word} {self.show(stmt.condition)}:", stmt.then)
        if len(stmt.otherwise) == 1 and isinstance(stmt.otherwise[0], ir.If):
            self._if("elif", stmt.otherwise[0])
        elif stmt.otherwise:
            self.block("else:", stmt.otherwise)

    def _yielding(self, stmt: ir.Yield | ir.YieldSubsets | ir.YieldBags) -> None:
        match stmt:
            case ir.Yield(alternative=alternative, key=key, picks=picks, rank=rank, weight=weight, fresh=fresh):
                text = f"yield {'fresh ' * fresh}{self._alternative(alternative)}({self.row(picks)})"
                if self.row(key) != self.row(picks):
                    text += f" key {self.row(key) or 'nothing'}"
                if rank:
                    text += f" rank {self.row(rank)}"
                self.line(text if weight is None else f"{text} weight {self.show(weight)}")
            case ir.YieldSubsets(var=var, items=items, least=least, most=most, body=body):
                size = f"{self.show(least)} to {self.show(most)}"
                self.block(f"for {self.name(var)} with {size} of {self.show(items)}:", body)
            case ir.YieldBags(count=count, weights=weights):
                self.line(f"yield bags of {self.show(count)} dice with sides {', '.join(map(str, weights))}")
            case _:
                assert_never(stmt)

    def _alternative(self, alternative: int) -> str:
        named = self._decision.alternatives if self._decision is not None else ()
        if alternative < len(named) and named[alternative].action:
            return named[alternative].action
        return str(alternative)

    def _stop(self, stmt: ir.Decide | ir.Draw | ir.Compound | ir.Together) -> None:
        match stmt:
            case ir.Decide(decision=decision, chooser=chooser, args=args, choice=choice, picks=picks):
                into = ", ".join(self.name(var) for var in (choice, *picks))
                may = "may decide" if decision.optional else "decides"
                call = self.call(decision.generator, args)
                self.line(f"{into} = {self.show(chooser, _ATOM)} {may} {decision.index}: {call}")
            case ir.Draw(generator=generator, args=args, result=result, what=what):
                self.line(f"{self.name(result)} = chance, {what.name}: {self.call(generator, args)}")
            case ir.Compound(body=body, chooser=chooser, by_path=by_path, rank=rank):
                path = " by path" if by_path else ""
                most = f" most {self.row(rank)}" if rank else ""
                self.block(f"one move of {self.show(chooser, _ATOM)}{path}{most}:", body)
            case ir.Together(seat=seat, seats=seats, body=body):
                self.block(f"together by each {self.name(seat)} in {self.show(seats)}:", body)
            case _:
                assert_never(stmt)

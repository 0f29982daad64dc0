"""Where the LLVM assembly of one routine is gathered.

Values are named `%1` …, places to go to `b1:` …; locals lie on the stack (`alloca` at the start; LLVM turns them into
registers). What can go wrong leaves by `propagate`: to the handler of an enclosing Trial or Attempt, else out of the
routine with the sign.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulewright.engines.native import context


@dataclass(slots=True)
class Handlers:
    """Where signs go; None: out of the routine. `left`: where all others go, and what they are stored in, before they
    go further."""

    over: str | None = None
    error: str | None = None
    left: tuple[str, str] | None = None


@dataclass(slots=True)
class Loop:
    """Where a `break` goes, and how many clean-ups lie outside the loop."""

    after: str
    cleanups: int


class Lines:
    """Lines of assembly of one function, with fresh names."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.tags: dict[str, str] = {}
        """What lies at an address, where that is known, in LLVM's words: different things are not in one place."""
        self.allocas: list[str] = []
        self.open = True
        self._names = 0
        self._labels = 0

    def line(self, text: str) -> None:
        if self.open:
            self.lines.append("  " + text)

    def new(self, text: str) -> str:
        """The result of an instruction."""
        self._names += 1
        name = f"%t{self._names}"
        self.line(f"{name} = {text}")
        return name

    def alloca(self, kind: str, align: int = 8) -> str:
        self._names += 1
        name = f"%m{self._names}"
        self.allocas.append(f"  {name} = alloca {kind}, align {align}")
        return name

    def label(self) -> str:
        self._labels += 1
        return f"b{self._labels}"

    def mark(self, label: str) -> None:
        """What follows is at this label."""
        self.jump(label)
        self.lines.append(f"{label}:")
        self.open = True

    def jump(self, label: str) -> None:
        self.line(f"br label %{label}")
        self.open = False

    def branch(self, condition: str, yes: str, no: str) -> None:
        self.line(f"br i1 {condition}, label %{yes}, label %{no}")
        self.open = False

    def leave(self, text: str) -> None:
        """An instruction that ends the routine."""
        self.line(text)
        self.open = False

    # ---- memory ----

    def at(self, base: str, offset: int | str) -> str:
        """The address so many bytes behind `base` (a number, or an i64)."""
        if offset == 0:
            return base
        place = self.new(f"getelementptr i8, ptr {base}, i64 {offset}")
        if base in self.tags:
            self.tags[place] = self.tags[base]
        return place

    def load(self, kind: str, place: str, align: int | None = None) -> str:
        return self.new(f"load {kind}, ptr {place}, align {align or align_of(kind)}{self.tags.get(place, '')}")

    def store(self, kind: str, value: str, place: str, align: int | None = None) -> None:
        self.line(f"store {kind} {value}, ptr {place}, align {align or align_of(kind)}{self.tags.get(place, '')}")

    def copy(self, to: str, source: str, size: int | str) -> None:
        self.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {source}, i64 {size}, i1 false)")


def align_of(kind: str) -> int:
    return 4 if kind == "i32" else 1 if kind in ("i8", "i1") else 8


@dataclass(slots=True)
class Leaving:
    """How a routine is left: `handlers` of the moment, clean-ups of enclosing statements, loops."""

    handlers: Handlers = field(default_factory=Handlers)
    cleanups: list[list[tuple[str, int]]] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)


class Body(Lines):
    """A routine's lines with the context `%c` and the ways out."""

    def __init__(self, state: str = "%s") -> None:
        super().__init__()
        self.state = state
        self.leaving = Leaving()

    # ---- signs ----

    def check(self, sign: str) -> None:
        """Go on if a routine's sign is OK."""
        good, bad = self.label(), self.label()
        fine = self.new(f"icmp eq i32 {sign}, {context.OK}")
        self.line(f"br i1 {fine}, label %{good}, label %{bad}, !prof !0")
        self.open = False
        self.mark(bad)
        self.propagate(sign)
        self.mark(good)

    def propagate(self, sign: str) -> None:
        """Leave with a sign that is not OK."""
        handlers = self.leaving.handlers
        for wanted, handler in ((context.ENDED, handlers.over), (context.ERROR, handlers.error)):
            if handler is not None:
                if sign == str(wanted):
                    self.jump(handler)
                    return
                if sign.startswith("%"):
                    other = self.label()
                    self.branch(self.new(f"icmp eq i32 {sign}, {wanted}"), handler, other)
                    self.mark(other)
        if handlers.left is not None:
            self.store("i32", sign, handlers.left[1])
            self.jump(handlers.left[0])
            return
        self.leave(f"ret i32 {sign}")

    def unless(self, condition: str, sign: int, before: tuple[tuple[int, str, str], ...] = ()) -> None:
        """Leave with a sign if a condition does not hold; `before`: what is stored in the context then (place, type,
        value)."""
        good, bad = self.label(), self.label()
        self.line(f"br i1 {condition}, label %{good}, label %{bad}, !prof !0")
        self.open = False
        self.mark(bad)
        for place, kind, value in before:
            self.store(kind, value, self.at("%c", place))
        self.propagate(str(sign))
        self.mark(good)

    def fail(self, fault: int) -> None:
        """Leave with a rules error; its values are laid down already."""
        self.store("i32", str(fault), self.at("%c", context.FAULT))
        self.propagate(str(context.ERROR))

    def error_unless(self, condition: str, fault: int, *values: str) -> None:
        """A rules error if the condition does not hold; `values`: 64-bit ints."""
        self.unless(
            condition,
            context.ERROR,
            (
                (context.FAULT, "i32", str(fault)),
                *((context.VALUES + 8 * i, "i64", value) for i, value in enumerate(values)),
            ),
        )

    def enough(self, condition: str, need: int) -> None:
        """More memory of a sort is needed if the condition does not hold."""
        self.unless(condition, context.EXHAUSTED, ((context.NEED, "i32", str(need)),))

    # ---- scopes ----

    @contextmanager
    def handling(self, over: str | None = None, error: str | None = None) -> Iterator[None]:
        """Signs of what is written inside go to these places first."""
        outer = self.leaving.handlers
        self.leaving.handlers = Handlers(over or outer.over, error or outer.error, outer.left)
        yield
        self.leaving.handlers = outer

    @contextmanager
    def undoing(self, left: str, sign: str, over: str | None = None) -> Iterator[None]:
        """All signs of what is written inside go to `left`, stored at `sign`; ENDED goes to `over`."""
        outer = self.leaving.handlers
        self.leaving.handlers = Handlers(over, None, (left, sign))
        yield
        self.leaving.handlers = outer

    @contextmanager
    def restoring(self, *places: int) -> Iterator[None]:
        """Words of the context that get their values back where the statements inside are left."""
        saved = [(self.load("i64", self.at("%c", place)), place) for place in places]
        self.leaving.cleanups.append(saved)
        yield
        self.leaving.cleanups.pop()

    def clean(self, down_to: int = 0) -> None:
        """Give back what the enclosing statements borrowed, down to so many of them."""
        for saved in reversed(self.leaving.cleanups[down_to:]):
            self.restore(saved)

    def restore(self, saved: list[tuple[str, int]]) -> None:
        for value, place in saved:
            self.store("i64", value, self.at("%c", place))

    def text(self, head: str) -> str:
        """The whole function."""
        body = "\n".join(self.lines)
        start = "\n".join(self.allocas)
        return f"{head} {{\nbegin:\n{start}\n{body}\n}}\n"

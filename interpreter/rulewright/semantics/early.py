"""Values that are needed before the game exists: defaults of options, guards, the number of players, board sizes.

A small evaluator over the AST. It knows numbers, booleans, options (in force), words of options, arithmetic,
comparisons, `in`, `and or not`, conditionals, and definitions without parameters that are made of these. A word of an
option is loose until it meets the option it is compared with. Each function reports what is wrong once and returns
None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.semantics import codes_declarations as codes
from rulewright.semantics.symbols import EnumDecl, OptionDecl
from rulewright.source import Findings, Span, did_you_mean
from rulewright.syntax import ast

INT_MIN, INT_MAX = -(2**31), 2**31 - 1


@dataclass(frozen=True, slots=True)
class Chosen:
    """A word of an option."""

    enum: EnumDecl
    index: int


@dataclass(frozen=True, slots=True)
class Loose:
    """A word that is no name of its own; what it means is told by what it is compared with."""

    text: str
    span: Span


Single = int | bool | Chosen | Loose
Value = Single | range | tuple[Single, ...]


@dataclass(slots=True)
class Early:
    """What is known while loading. `definitions` are the parameterless definitions with an expression as body;
    `later` are names of options that are declared further down, `known_words` other declared names (for messages),
    `unread` names whose declaration could not be read (None: any may be), and `used` collects what was named."""

    findings: Findings
    options: dict[str, OptionDecl] = field(default_factory=dict)
    definitions: Mapping[str, ast.Define] = field(default_factory=dict)
    later: frozenset[str] = frozenset()
    known_words: frozenset[str] = frozenset()
    unread: frozenset[str] | None = frozenset()
    used: set[str] = field(default_factory=set)
    _inside: tuple[str, ...] = ()
    _untaken: bool = False

    def number(self, node: ast.Expr, what: str) -> int | None:
        """A number; `what` begins the message: "a board's size"."""
        return self._expect(node, what, int, "a number")

    def truth(self, node: ast.Expr, what: str) -> bool | None:
        """True or false."""
        value = self._expect(node, what, bool, "true or false")
        return None if value is None else bool(value)

    def _expect(self, node: ast.Expr, what: str, kind: type, wanted: str) -> int | None:
        value = self.value(node)
        if value is None:
            return None
        if isinstance(value, Loose):
            self.unknown(value)
            return None
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.refuse(node.span, f"{what} is {wanted}", f"this is {_describe(value)}")
            return None
        assert isinstance(value, int)
        return value

    # ---- messages ----

    def refuse(self, span: Span, title: str, label: str = "", hint: str = "") -> None:
        self.findings.add(codes.NOT_AT_LOADING, title, span, label=label, hint=hint)

    def unknown(self, word: Loose) -> None:
        if self.unread is None or word.text in self.unread:
            return
        if word.text in self.later:
            self.refuse(
                word.span,
                f"the option {word.text} is declared further down",
                hint=f"put `option {word.text}` before this line",
            )
            return
        if word.text in self.known_words:
            self.refuse(
                word.span,
                f"{word.text} is not known while the game is loaded",
                hint="only numbers, options and what is made of them are",
            )
            return
        near = did_you_mean(word.text, [*self.options, *self.definitions])
        self.refuse(
            word.span,
            f"there is no option {word.text}",
            hint=f"did you mean {near}?" if near else "only options and what is made of them are known here",
        )

    # ---- evaluation ----

    def value(self, node: ast.Expr) -> Value | None:
        match node:
            case ast.Int():
                return self.checked(node.value, node.span)
            case ast.Word():
                return self.word(node)
            case ast.Unary():
                return self.unary(node)
            case ast.Binary():
                return self.binary(node)
            case ast.Conditional():
                return self.conditional(node)
            case ast.SetOf() | ast.ListOf():
                return self.items(node.items)
            case ast.Bad():
                return None
            case _:
                self.refuse(
                    node.span,
                    "this is not known while the game is loaded",
                    hint="only numbers, options, arithmetic, comparisons and `a if c else b` are",
                )
                return None

    def word(self, node: ast.Word) -> Value | None:
        name = node.name
        option = self.options.get(name)
        if option is not None:
            self.used.add(name)
            return Chosen(option.enum, option.value) if option.enum else option.value
        if name in ("true", "false"):
            return name == "true"
        definition = self.definitions.get(name)
        if definition is not None and isinstance(definition.body, ast.Expr):
            self.used.add(name)
            if name in self._inside:
                self.refuse(node.span, f"{name} is made of itself: {' -> '.join((*self._inside, name))}")
                return None
            outside = self._inside
            self._inside = (*outside, name)
            result = self.value(definition.body)
            self._inside = outside
            return result
        return Loose(name, node.span)

    def items(self, nodes: tuple[ast.Expr, ...]) -> Value | None:
        out: list[Single] = []
        for node in nodes:
            value = self.value(node)
            if value is None:
                return None
            if isinstance(value, tuple | range):
                self.refuse(node.span, "a set in a set is not known here")
                return None
            out.append(value)
        return tuple(out)

    def unary(self, node: ast.Unary) -> Value | None:
        if node.op == "not":
            truth = self.truth(node.operand, "what `not` turns round")
            return None if truth is None else not truth
        number = self.number(node.operand, "what has a sign")
        if number is None:
            return None
        return self.checked(-number if node.op == "-" else number, node.span)

    def conditional(self, node: ast.Conditional) -> Value | None:
        truth = self.truth(node.condition, "a condition")
        before = self._untaken
        self._untaken = before or truth is not True
        then = self.value(node.then)
        self._untaken = before or truth is not False
        otherwise = self.value(node.otherwise)
        self._untaken = before
        if truth is None:
            return None
        return then if truth else otherwise

    def binary(self, node: ast.Binary) -> Value | None:
        match node.op:
            case "and" | "or":
                left = self.truth(node.left, f"each side of `{node.op}`")
                right = self.truth(node.right, f"each side of `{node.op}`")
                if left is None or right is None:
                    return None
                return (left and right) if node.op == "and" else (left or right)
            case "==" | "!=":
                same = self.same(node.left, node.right)
                return None if same is None else same == (node.op == "==")
            case "<" | ">" | "<=" | ">=":
                return self.order(node)
            case "in" | "not in":
                inside = self.member(node)
                return None if inside is None else inside == (node.op == "in")
            case "..":
                low = self.number(node.left, "the end of a range")
                high = self.number(node.right, "the end of a range")
                return None if low is None or high is None else range(low, high + 1)
            case "+" | "-" | "*" | "/" | "%":
                return self.arithmetic(node)
            case _:
                self.refuse(node.span, f"`{node.op}` is not known while the game is loaded")
                return None

    def order(self, node: ast.Binary) -> bool | None:
        left = self.number(node.left, f"each side of `{node.op}`")
        right = self.number(node.right, f"each side of `{node.op}`")
        if left is None or right is None:
            return None
        return {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right}[node.op]

    def arithmetic(self, node: ast.Binary) -> int | None:
        left = self.number(node.left, f"each side of `{node.op}`")
        right = self.number(node.right, f"each side of `{node.op}`")
        if left is None or right is None:
            return None
        if node.op in "/%":
            if right == 0:
                if not self._untaken:
                    self.findings.add(
                        codes.CONSTANT_INT, "this divides by 0", node.span, hint="divide by a number that is not 0"
                    )
                return None
            return self.checked(left // right if node.op == "/" else left % abs(right), node.span)
        return self.checked({"+": left + right, "-": left - right, "*": left * right}[node.op], node.span)

    def checked(self, number: int, span: Span) -> int | None:
        if INT_MIN <= number <= INT_MAX:
            return number
        if not self._untaken:
            self.findings.add(codes.CONSTANT_INT, f"{number} does not fit into 32 bits", span)
        return None

    # ---- comparison ----

    def same(self, left_node: ast.Expr, right_node: ast.Expr) -> bool | None:
        left, right = self.value(left_node), self.value(right_node)
        if left is None or right is None:
            return None
        return self.equal(left, right, left_node.span.to(right_node.span))

    def member(self, node: ast.Binary) -> bool | None:
        left, right = self.value(node.left), self.value(node.right)
        if left is None or right is None:
            return None
        if isinstance(right, range):
            found = self.equal(left, right.start, node.left.span)
            return None if found is None else left in right
        if not isinstance(right, tuple):
            self.refuse(node.right.span, "`in` needs a set, such as {a, b} or 1..4")
            return None
        results = [self.equal(left, item, node.span) for item in right]
        return None if None in results else any(results)

    def equal(self, left: Value, right: Value, span: Span) -> bool | None:
        for one, other in ((left, right), (right, left)):
            if isinstance(one, Loose):
                if not isinstance(other, Chosen):
                    self.unknown(one)
                    return None
                index = find_word(self.findings, other.enum, one.text, one.span)
                return None if index is None else index == other.index
        alike = type(left) is type(right) and not isinstance(left, tuple | range)
        if alike and isinstance(left, Chosen) and isinstance(right, Chosen):
            alike = left.enum is right.enum
        if not alike:
            self.refuse(span, f"{_describe(left)} and {_describe(right)} cannot be compared")
            return None
        return left == right


def find_word(findings: Findings, enum: EnumDecl, text: str, span: Span) -> int | None:
    """The index of an option's word; None, with an error, if it has no such word."""
    if text in enum.values:
        return enum.values.index(text)
    near = did_you_mean(text, enum.values)
    findings.add(
        codes.OPTION_VALUE,
        f"{enum.name} is never {text}",
        span,
        hint=f"did you mean {near}?" if near else f"{enum.name} is one of: {', '.join(enum.values)}",
    )
    return None


def _describe(value: Value) -> str:
    match value:
        case bool():
            return "true or false"
        case int():
            return f"the number {value}"
        case Chosen():
            return f"a word of the option {value.enum.name}"
        case Loose():
            return f"the word {value.text}"
        case _:
            return "a set"

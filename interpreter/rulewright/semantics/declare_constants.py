"""Constants of kinds: `strength = 6`.

A constant belongs to the topmost kind that declares it and has a value for every kind below; a kind may give another
value of the same type. Where all kinds below a kind declare a constant that it has not itself, the constant belongs to
that kind too, without a value of its own: every Mistwing has a strength though no strength is written at Mistwing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.semantics import codes_declarations as codes
from rulewright.semantics.ast_walk import words_in
from rulewright.semantics.constants import work_out
from rulewright.semantics.declare_not_yet import not_yet
from rulewright.semantics.expressions import type_expr
from rulewright.semantics.fitting import fits
from rulewright.semantics.follow_ups import STAND_IN
from rulewright.semantics.scope import Context, Env, Scope
from rulewright.semantics.symbols import Const, ConstantFamily, KindDecl, RegionDecl
from rulewright.semantics.typed import Generic
from rulewright.semantics.types import BOOL, INT, KIND, POISON, KindType, ListType, NoneType, SetType, TextType, Type
from rulewright.semantics.wording import a
from rulewright.source import Label
from rulewright.syntax import ast


@dataclass(slots=True)
class KindConstants:
    """All constants as declared: (kind, declaration) by the family they belong to."""

    families: list[tuple[ConstantFamily, list[tuple[KindDecl, ast.Constant]]]] = field(default_factory=list)

    def add(self, env: Env, kind: KindDecl, member: ast.Constant) -> None:
        """Take in a constant; kinds above come first."""
        if member.each is not None:
            not_yet(env, "sides", "a constant `of each …`", member.name.span.to(member.each.span))
            kind.constants[member.name.text] = ConstantFamily(member.name.text, kind, POISON)
            return
        for above in kind.ancestors()[1:]:
            family = above.constants.get(member.name.text)
            if family is not None:
                for known, members in self.families:
                    if known is family:
                        members.append((kind, member))
                return
        family = ConstantFamily(member.name.text, kind, _plain_type(member.value))
        kind.constants[family.name] = family
        self.families.append((family, [(kind, member)]))

    def lift(self, env: Env) -> None:
        """Join the constants that all kinds below a kind have; innermost kinds first."""
        deepest_first = sorted(env.game.kinds, key=lambda kind: -len(kind.ancestors()))
        for kind in deepest_first:
            if not kind.children:
                continue
            names = dict.fromkeys(name for child in kind.children for name in child.constants if name != STAND_IN)
            for name in names:
                everywhere = all(name in child.constants or STAND_IN in child.constants for child in kind.children)
                if everywhere and not any(
                    name in above.constants or name in above.fields for above in kind.ancestors()
                ):
                    self._join(kind, name)

    def _join(self, kind: KindDecl, name: str) -> None:
        parts = [child.constants.pop(name) for child in kind.children if name in child.constants]
        joined = ConstantFamily(name, kind, next((part.type for part in parts if part.type != POISON), POISON))
        kind.constants[name] = joined
        members: list[tuple[KindDecl, ast.Constant]] = []
        for family, own in self.families:
            if any(family is part for part in parts):
                members += own
        self.families = [entry for entry in self.families if not any(entry[0] is part for part in parts)]
        if members:
            self.families.append((joined, members))


def _plain_type(node: ast.Expr) -> Type:
    """The type of a value that shows it: known even before names can be looked up."""
    match node:
        case ast.Int() | ast.Unary(op="-", operand=ast.Int()):
            return INT
        case ast.Word(name="true" | "false"):
            return BOOL
        case _:
            return POISON


def fill_constants(env: Env, constants: KindConstants, *, simple: bool) -> None:
    """Type and evaluate constants: first the simple ones, which name no region and no definition, so that these may
    name them; once the regions are known, the others."""
    for family, members in constants.families:
        names = {word.name for _, member in members for word in words_in(member.value)}
        if simple != any(isinstance(env.declared.get(name), Generic | RegionDecl) for name in names):
            _fill(env, family, members)


def _fill(env: Env, family: ConstantFamily, members: list[tuple[KindDecl, ast.Constant]]) -> None:
    scope = Scope(env, Context("a constant"))
    first = [type_expr(member.value, scope, _expected(env, member.value)) for _, member in members]
    wanted = next(
        (expr.type for expr in first if expr.type != POISON and not is_open(expr.type)),
        first[0].type,
    )
    if isinstance(wanted, KindType):
        wanted = KIND
    family.type = wanted
    own: dict[int, Const] = {}
    for (kind, member), expr in zip(members, first, strict=True):
        if expr.type == POISON:
            own[kind.index] = 0
            continue
        if isinstance(expr.type, TextType) or is_open(wanted):
            _refuse_type(env, member, expr.type)
            family.type = POISON
            continue
        if not fits(expr.type, wanted, env.game):
            _refuse_other(env, family, member, members[0], expr.type)
            continue
        value, spoiled = work_out(type_expr(member.value, scope, wanted) if is_open(expr.type) else expr, env)
        if spoiled:
            value = 0
        if value is None:
            env.findings.add(
                codes.CONSTANT,
                f"{family.name} is not known before the game begins",
                member.value.span,
                hint=f"a value that changes is a field: `{family.name}: {wanted} = …`",
            )
            continue
        own[kind.index] = value
    for kind in family.owner.descendants():
        nearest = next((above.index for above in kind.ancestors() if above.index in own), None)
        if nearest is not None:
            family.values[kind.index] = own[nearest]


def is_open(type_: Type) -> bool:
    """Whether a type says too little to be the type of a constant: `none`, or a set of nothing."""
    match type_:
        case NoneType():
            return True
        case SetType(of=inner) | ListType(of=inner):
            return inner == POISON or is_open(inner)
        case _:
            return False


def _expected(env: Env, node: ast.Expr) -> Type | None:
    """A kind's name alone means the kind here, not its components."""
    return KIND if isinstance(node, ast.Word) and isinstance(env.declared.get(node.name), KindDecl) else None


def _refuse_type(env: Env, member: ast.Constant, type_: Type) -> None:
    env.findings.add(
        codes.CONSTANT,
        f"{member.name.text} cannot be {a(type_)}",
        member.value.span,
        hint="a constant is a number, true or false, a site, a direction, a kind, a word of an enum, or a set of these",
    )


def _refuse_other(
    env: Env,
    family: ConstantFamily,
    member: ast.Constant,
    first: tuple[KindDecl, ast.Constant],
    type_: Type,
) -> None:
    env.findings.add(
        codes.CONSTANT,
        f"{family.name} is {a(family.type)} for {first[0].name}, and {a(type_)} here",
        member.value.span,
        hint="a constant has the same type in all kinds that have it",
        others=(Label(first[1].value.span, f"{family.name} is {a(family.type)} here"),),
    )

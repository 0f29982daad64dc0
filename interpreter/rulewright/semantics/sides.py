"""Sides that turn: members `of each direction` of kinds, and `rotation`.

The sides of a kind are directions of the compass, clockwise; a component that is turned by one has each side where the
next one was. All members with sides that a kind and those above it have are of the same sides. The topmost kind that
has one has the field `rotation`, by which its components are turned: a number that is taken modulo their number.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.boards.builders import SQUARE_STEPS
from rulewright.semantics import codes_declarations as codes
from rulewright.semantics.scope import Env
from rulewright.semantics.symbols import Const, ConstantFamily, Domain, FieldDecl, KindDecl
from rulewright.semantics.typed import Constant
from rulewright.semantics.types import DIRECTION, INT
from rulewright.semantics.wording import listing
from rulewright.source import did_you_mean
from rulewright.syntax import ast

ROTATION = "rotation"
_SETS = ("direction", "all_directions", "orthogonal", "diagonal")


def turns(each: ast.Each | None) -> bool:
    """Whether `of each …` of a kind's member is about sides, by what is written alone."""
    match each:
        case ast.Each(over=ast.Word(name=name)):
            return name in _SETS
        case ast.Each(over=ast.SetOf()):
            return True
        case _:
            return False


def take_sides(env: Env, kind: KindDecl, name: ast.Name, each: ast.Each) -> Domain | None:
    """The sides of a member; the kind has them from now on. None after an error."""
    if not turns(each):
        if not isinstance(each.over, ast.Bad):
            hint = "write `of each direction`, or a set of directions such as `of each orthogonal`"
            env.findings.add(codes.DOMAIN, "a constant has one value, or one of each side", each.over.span, hint=hint)
        return None
    sides = _sides(env, each)
    known = kind.sides
    if sides is None:
        return None
    if known is None:
        if any(ROTATION in above.fields or ROTATION in above.constants for above in kind.ancestors()):
            hint = "what has sides has a `rotation` that says how it is turned: call the other one otherwise"
            env.findings.add(codes.SIDES, f"{kind.name} has a `rotation` of its own", name.span, hint=hint)
            return None
        kind.own_sides = sides
        start = Constant(0, type=INT, span=name.span)
        kind.fields[ROTATION] = FieldDecl(
            ROTATION, kind, None, INT, 0, sides.size - 1, start, None, False, name.span, cycle=sides.size
        )
        return sides
    if known.turns != sides.turns:
        env.findings.add(
            codes.SIDES,
            f"the sides of {kind.name} are {_named(env, known)} elsewhere, and {_named(env, sides)} here",
            each.span,
            hint=f"all that a kind has `of each …` side is of the same: write `of each {known.name}`",
        )
        return None
    return known


def _sides(env: Env, each: ast.Each) -> Domain | None:
    board, node = env.game.board, each.over
    if board is None:
        if not env.gaps:
            hint = "write `board square 8 by 8`"
            env.findings.add(codes.NO_BOARD, "sides need a board", node.span, hint=hint)
        return None
    if isinstance(node, ast.SetOf):
        found = _listed(env, node)
        name = " ".join(node.span.text.split())
    else:
        assert isinstance(node, ast.Word)
        name = node.name
        found = {"orthogonal": board.orthogonal, "diagonal": board.diagonal}.get(name, board.all_directions)
    if found is None:
        return None
    order = tuple(sorted(set(found)))
    aside = [board.directions[d] for d in order if board.directions[d] not in SQUARE_STEPS]
    if aside:
        env.findings.add(
            codes.SIDES,
            f"nothing turns to {listing(aside[:3])}",
            node.span,
            hint="sides are directions of the compass, which follow one another clockwise: N, NE, E …",
        )
        return None
    if len(order) < 2:
        title = "one side alone does not turn" if order else f"this board has no {name} directions"
        hint = "name at least two directions; for one value leave `of each` away"
        env.findings.add(
            codes.SIDES, title if order or name in _SETS else "nothing is named here", node.span, hint=hint
        )
        return None
    return Domain(DIRECTION, 0, len(order), name, order)


def _listed(env: Env, node: ast.SetOf) -> tuple[int, ...] | None:
    """The directions of `{N, S}`."""
    assert env.game.board is not None
    known = env.game.board.direction_index
    out = []
    for item in node.items:
        if isinstance(item, ast.Bad):
            return None
        if not isinstance(item, ast.Word) or item.name not in known:
            text = item.span.text
            near = did_you_mean(text, known)
            hint = f"did you mean {near}?" if near else f"the directions are {listing(list(known))}"
            env.findings.add(codes.SIDES, f"{text} is no direction of this board", item.span, hint=hint)
            return None
        out.append(known[item.name])
    return tuple(out)


def _named(env: Env, sides: Domain) -> str:
    assert env.game.board is not None
    return listing([env.game.board.directions[d] for d in sides.turns])


def written(env: Env, family: ConstantFamily, member: ast.Constant) -> tuple[ast.Expr, ...]:
    """The expressions that give a constant its values: one of each side, or one for all of them. () after an error."""
    sides, node = family.sides, member.value
    if sides is None or not isinstance(node, ast.ListOf):
        return (node,)
    if len(node.items) == sides.size:
        return node.items
    values = f"{len(node.items)} value{'' if len(node.items) == 1 else 's'}"
    env.findings.add(
        codes.SIDES,
        f"{family.name} has {sides.size} sides, and this is {values}",
        node.span,
        hint=f"write a value for each of {_named(env, sides)}, in this order",
    )
    return ()


def spread(sides: Domain | None, value: Const) -> Const:
    """A value that all sides have."""
    return (value,) * sides.size if sides is not None and isinstance(value, int) else value


def spread_all(sides: Domain | None, values: Mapping[int, Const]) -> dict[int, Const]:
    """Values by kind, each that of all sides."""
    return {kind: spread(sides, value) for kind, value in values.items()}

"""How the types of the language become types of the IR, and how their values are shown to people."""

from __future__ import annotations

from rulewright.program import ir
from rulewright.semantics import types as t
from rulewright.semantics.symbols import Game


def width_of(game: Game, refs: int, of: t.Type, steps: int = 0) -> int:
    """How many different values of `of` a set must have room for; `refs`, `steps`: how many references, ray steps."""
    match of:
        case t.IntType():
            return t.INT_SET_WIDTH
        case t.BoolType():
            return 2
        case t.PlayerType():
            return len(game.players)
        case t.SiteType():
            return len(game.board.sites) if game.board else 1
        case t.DirectionType():
            return len(game.board.directions) if game.board else 1
        case t.EnumType(enum):
            return len(enum.values)
        case t.KindType():
            return max(len(game.kinds), 1)
        case t.ComponentType():
            return refs
        case t.LinkType():
            return max(len(game.board.links), 1) if game.board else 1
        case t.StepType():
            return max(steps, 1)
        case _:
            raise ValueError(f"no sets of {of}")


def ir_type(game: Game, refs: int, of: t.Type, steps: int = 0) -> ir.IrType:
    """The IR type of a value of the language."""
    match of:
        case t.ComponentType():
            return ir.REF
        case t.SetType(t.ComponentType()):
            return ir.refs(refs)
        case t.SetType(item):
            return ir.bits(width_of(game, refs, item, steps))
        case t.ListType(t.ComponentType()):
            return ir.REFLIST
        case t.ListType():
            return ir.LIST
        case t.BagType(die):
            return ir.bits(8 * len(faces_of(die.faces)))
        case _:
            return ir.INT


def nothing(of: t.Type) -> int:
    """What a property of that type is of none: none, false, {}."""
    return 0 if isinstance(of, t.BoolType | t.SetType | t.BagType) else -1


def faces_of(faces: tuple[int, ...]) -> tuple[int, ...]:
    """The different faces of a die in the order in which they first occur: the places of a bag's counts."""
    return tuple(dict.fromkeys(faces))


def bag_part(bag: ir.Expr, index: int) -> ir.Expr:
    """How many dice of a bag show the face with that index."""
    shifted = ir.Binary("shift_down", bag, ir.Num(8 * index)) if index else bag
    return ir.Unary("number", ir.Binary("common", shifted, ir.Mask(255, 8)))


def shown(game: Game, of: t.Type) -> ir.Shown:
    """How values of a type are shown."""
    match of:
        case t.IntType():
            return ir.Shown("int")
        case t.BoolType():
            return ir.Shown("bool")
        case t.PlayerType():
            return ir.Shown("player", game.players)
        case t.SiteType():
            return ir.Shown("site", game.board.sites if game.board else ())
        case t.DirectionType():
            return ir.Shown("direction", game.board.directions if game.board else ())
        case t.EnumType(enum):
            return ir.Shown("enum", enum.values)
        case t.KindType():
            return ir.Shown("kind", tuple(kind.name for kind in game.kinds))
        case t.ComponentType():
            return ir.Shown("component")
        case t.StepType():
            return ir.Shown("step", game.board.sites if game.board else ())
        case t.LinkType():
            return ir.Shown("enum", game.board.links if game.board else ())
        case t.SetType(item):
            return ir.Shown("set", of=shown(game, item))
        case t.ListType(item):
            return ir.Shown("list", of=shown(game, item))
        case t.BagType(die):
            return ir.Shown("set", of=shown(game, die.type))
        case _:
            return ir.Shown("text", tuple(game.texts))


def constant(of: t.Type, value: int | tuple[int, ...], width: int) -> ir.Expr:
    """A constant of a type as an IR expression."""
    if isinstance(value, tuple):
        return ir.MakeList(tuple(ir.Num(item) for item in value))
    if isinstance(of, t.SetType):
        return ir.Mask(value, width)
    return ir.Num(value)

"""What the parts of a notation read, for those who do not know every pick of a move.

A part that is one pick and nothing else can be told as `?` to whoever does not know the pick. Any other part is told to
whoever knows the picks that it reads, if it reads nothing else that changes: what a component is, where and whose, is
known with the component, but variables, zones and what stands somewhere are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.program.ir import Part
from rulewright.semantics import typed

_NUMBERS = ("add", "sub", "mul", "div", "mod", "neg", "abs", "min", "max", "eq", "ne", "lt", "le", "gt", "ge", "not")
_SETS = ("union", "intersect", "difference", "member", "within", "count", "any", "no", "only")
_SEATS = ("mover", "allies", "enemies")
_COMPONENTS = ("narrow", "at", "owner", "kind")
_BOARD = ("row", "column", "site_at", "step", "along", "distance", "towards", "opposite", "turned", "facing")
_RAYS = ("step_site", "step_heading", "step_index")
_PLAIN = frozenset((*_NUMBERS, *_SETS, *_SEATS, *_COMPONENTS, *_BOARD, *_RAYS))
"""Operations whose result depends only on their arguments, on who decides, and on what never changes."""

_DEEP = 8
"""So many definitions within one another are looked into."""

Reads = frozenset[int] | None
"""The numbers of picks that are read, None if something else is."""


def parts_of(offer: typed.Offer, template: typed.Template) -> tuple[Part, ...]:
    """What each value of a template reads, as `Alternative.parts` holds it."""
    known: dict[typed.Local, Reads] = {}
    picks: dict[typed.Local, int] = {}
    for local, arg in zip(offer.action.params, offer.args, strict=True):
        known[local] = _reads(arg, {}, 0)
    for item in offer.action.items:
        if isinstance(item, typed.PickItem):
            picks[item.var] = len(picks)
            known[item.var] = frozenset((picks[item.var],))
        elif isinstance(item, typed.LetItem):
            known[item.var] = _reads(item.value, known, 0)
    return tuple(_part(part, picks, known) for part in template.parts if isinstance(part, typed.Expr))


def _part(part: typed.Expr, picks: Mapping[typed.Local, int], known: Mapping[typed.Local, Reads]) -> Part:
    if isinstance(part, typed.LocalRef) and part.index is None and part.var in picks:
        return picks[part.var]
    found = _reads(part, known, 0)
    return None if found is None else tuple(sorted(found))


def _reads(expr: typed.Expr, known: Mapping[typed.Local, Reads], deep: int) -> Reads:
    match expr:
        case typed.Constant():
            return frozenset()
        case typed.LocalRef(var=local, index=None):
            return known.get(local)
        case typed.Op(op=op, args=args) if op in _PLAIN:
            return _all(args, known, deep)
        case typed.Logic(left=left, right=right):
            return _all((left, right), known, deep)
        case typed.Cond(condition=condition, then=then, otherwise=otherwise):
            return _all((condition, then, otherwise), known, deep)
        case typed.IsKind(subject=subject):
            return _reads(subject, known, deep)
        case typed.Call(generic=generic, args=args) if deep < _DEEP and not generic.modifiers:
            given = [_reads(arg, known, deep) for arg in args]
            return _union([*given, *(_method(method, given, deep) for method in generic.methods)])
        case _:
            return None


def _method(method: typed.Method, given: list[Reads], deep: int) -> Reads:
    """What the body of a definition reads, for arguments that read what is given."""
    inner = dict(zip(method.params, given, strict=True))
    return _reads(method.body, inner, deep + 1) if isinstance(method.body, typed.Expr) else None


def _all(parts: Iterable[typed.Expr], known: Mapping[typed.Local, Reads], deep: int) -> Reads:
    return _union([_reads(part, known, deep) for part in parts])


def _union(found: Iterable[Reads]) -> Reads:
    out: frozenset[int] = frozenset()
    for one in found:
        if one is None:
            return None
        out |= one
    return out

"""Which method of a definition or procedure runs: the one whose component parameters fit most closely.

Kinds that the same methods accept are looked at together, so that even many kinds make few combinations.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from rulewright.semantics.fitting import join, kinds_of
from rulewright.semantics.symbols import Game, KindDecl
from rulewright.semantics.typed import Generic, Method
from rulewright.semantics.types import POISON, ComponentType, Type

MOST_COMBINATIONS = 100_000
"""Beyond this many nothing is looked through: a definition would need dozens of bodies for kinds of several values."""

Combination = tuple[tuple[KindDecl, ...], list[Method]]


def combinations(generic: Generic, args: list[Type], game: Game) -> Iterator[Combination]:
    """For each essentially different combination of kinds that the arguments may have: an example of it, and the
    methods that accept it. Arguments that are no components take no part."""
    methods = generic.methods
    positions = [i for i, arg in enumerate(args) if isinstance(arg, ComponentType)]
    groups: list[list[tuple[KindDecl, list[int]]]] = []
    for i in positions:
        arg = args[i]
        assert isinstance(arg, ComponentType)
        by_methods: dict[tuple[int, ...], KindDecl] = {}
        for kind in kinds_of(arg, game):
            accepting = tuple(m for m, method in enumerate(methods) if _accepts(method, i, kind))
            by_methods.setdefault(accepting, kind)
        groups.append([(kind, list(accepting)) for accepting, kind in by_methods.items()])
    if prod(len(group) for group in groups) > MOST_COMBINATIONS:
        return
    for choice in product(*groups):
        fitting = [method for m, method in enumerate(methods) if all(m in accepting for _, accepting in choice)]
        yield tuple(kind for kind, _ in choice), fitting


def _accepts(method: Method, i: int, kind: KindDecl) -> bool:
    type_ = method.params[i].type if i < len(method.params) else POISON
    return not isinstance(type_, ComponentType) or kind.is_a(type_.kind)


def missing(generic: Generic, args: list[Type], game: Game) -> tuple[KindDecl, ...] | None:
    """A combination of kinds that no method accepts, or None."""
    return next((kinds for kinds, methods in combinations(generic, args, game) if not methods), None)


def ambiguous(generic: Generic, game: Game) -> tuple[tuple[KindDecl, ...], list[Method]] | None:
    """A combination of kinds for which no method is the closest, with the methods that tie; or None."""
    args = general_params(generic, game)
    for kinds, methods in combinations(generic, args, game):
        closest = [m for m in methods if all(_closer(m, other) for other in methods)]
        if methods and len(closest) != 1:
            best = [m for m in methods if not any(o is not m and _closer(o, m) and not _closer(m, o) for o in methods)]
            return kinds, best
    return None


def _closer(a: Method, b: Method) -> bool:
    """Whether every component parameter of `a` is as special as that of `b`."""
    return all(
        not isinstance(p.type, ComponentType)
        or not isinstance(q.type, ComponentType)
        or (p.type.kind is not None and p.type.kind.is_a(q.type.kind))
        or q.type.kind is None
        for p, q in zip(a.params, b.params, strict=False)
    )


def general_params(generic: Generic, game: Game) -> list[Type]:
    """The widest type of each parameter over all methods."""
    first, *others = generic.methods
    out = [param.type for param in first.params]
    for method in others:
        for i, param in enumerate(method.params[: len(out)]):
            out[i] = join(out[i], param.type, game) or out[i]
    return out

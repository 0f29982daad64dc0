"""Which components have identities, and how many numbers for them there are.

A family is a root kind and all below it. A component that changes its kind keeps its number, so families between which
kinds may change are one: if any of them has identity all have, and they share a pool of numbers. Where only families
of a single component would be plain, they have identity too: then there are no references for the places of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulewright.semantics import typed
from rulewright.semantics.symbols import Game, KindDecl
from rulewright.semantics.types import ComponentType, KindType, ListType, SetType, ZoneType


@dataclass(slots=True)
class Identities:
    """The numbers of components with identity; kinds without a pool are plain."""

    total: int
    pools: dict[int, int]
    """kind index -> bitset of the numbers that its components may have."""

    def plain(self, kind: KindDecl) -> bool:
        return kind.index not in self.pools

    def most(self, kinds: Iterable[KindDecl]) -> int:
        """How many components of some kinds there may be at once, as far as numbers go."""
        numbers = 0
        for kind in kinds:
            numbers |= self.pools.get(kind.index, 0)
        return numbers.bit_count()


def identities(game: Game, sites: int, nodes: Sequence[object]) -> Identities:
    """As many numbers as the kinds may have copies, at most one a site and layer where these hold no more and they may
    be nowhere else; one a site where no kind says how many there are, or where kinds change, which needs no supply.
    Where such may be in zones, which are never full, twice as many as copies. `nodes`: all of the rules."""
    roots = [kind for kind in game.kinds if kind.parent is None]
    changes = [node for node in nodes if isinstance(node, typed.SetKind)]
    boarded = _come_to_sites(game, nodes, roots)
    groups = {root: {root} for root in roots}
    changing: set[KindDecl] = set()
    for change in changes:
        old, new = _roots_of(change.what, roots), _roots_of(change.kind, roots)
        joined = {root for one in (*old, *new) for root in groups[one]}
        changing |= joined
        for root in joined:
            groups[root] = joined
    pools: dict[int, int] = {}
    total = 0
    numbered = [root for root in roots if not all(one.plain for one in groups[root])]
    others = [root for root in roots if root not in numbered]
    if numbered and not changing & set(others) and all(_wanted(game, root.descendants()) == 1 for root in others):
        numbered = roots  # of which there is one has one state with a number as without
    for root in numbered:
        if root.index in pools:
            continue
        group = [kind for kind in game.kinds if kind.ancestors()[-1] in groups[root]]
        standing = sites if groups[root] & boarded else 0
        size = _pool_size(game, group, standing, changing=root in changing)
        mask = ((1 << size) - 1) << total
        total += size
        for kind in group:
            pools[kind.index] = mask
    return Identities(total, pools)


def _come_to_sites(game: Game, nodes: Iterable[object], roots: list[KindDecl]) -> set[KindDecl]:
    """The families of which a component may come to a site; what is dealt there may be of any, and so may what stands
    in a position that somebody writes."""
    if game.notations:
        return set(roots)
    found: set[KindDecl] = set()
    for node in nodes:
        match node:
            case typed.PlaceOne(kind=what, site=there) | typed.MoveTo(what=what, place=there):
                found.update(() if isinstance(there.type, ZoneType) else _roots_of(what, roots))
            case typed.Deal(place=there):
                found.update(() if isinstance(there.type, ZoneType) else roots)
            case typed.Swap(first=one, second=other):
                found.update(_roots_of(one, roots), _roots_of(other, roots))
            case _:
                pass
    return found


def _roots_of(e: typed.Expr, roots: list[KindDecl]) -> list[KindDecl]:
    """The families that a component, components, or a kind as a value may be of."""
    of = e.type
    while isinstance(of, SetType | ListType):
        of = of.of
    if isinstance(of, ComponentType | KindType) and of.kind is not None:
        return [of.kind.ancestors()[-1]]
    if isinstance(e, typed.Constant) and isinstance(e.value, int) and isinstance(of, KindType):
        return [root for root in roots if any(kind.index == e.value for kind in root.descendants())]
    return roots


def _wanted(game: Game, kinds: Iterable[KindDecl]) -> int:
    """How many components of the kinds there may be at once."""
    return sum(game.supply_of(kind) for kind in kinds if not kind.children or kind.placed)


def _pool_size(game: Game, kinds: list[KindDecl], sites: int, *, changing: bool) -> int:
    wanted = _wanted(game, kinds)
    layers = {game.layer_of(kind).index: game.layer_of(kind).mode for kind in kinds}
    most = sites * len(layers)
    in_zones = any(kind.is_a(zone.kind) for zone in game.zones for kind in kinds)
    if in_zones and changing:
        return max(2 * wanted, most)
    if in_zones or any(mode != "one" for mode in layers.values()):
        return max(wanted, most) if changing else wanted
    return most if changing else min(wanted, most)

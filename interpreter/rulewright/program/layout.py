"""The layout of a state: which cells there are and how components are written in them.

A component is a *reference*, one integer. A plain component is where it stands: its reference is its place. One with
identity has the reference places + ghosts + its number, wherever it stands (its number alone in games without plain
ones). *Ghosts*, the references between, are for
what was just removed, while its reactions run.

Every layer has places of its own. In a layer for one component a site has one: first + site. In a `pile` layer it has
as many as a pile may be high: first + site x height + level, the lowest being level 0; a pile has no gaps, so piles
that look the same are the same. Plain components do not stand in `many` layers; a site of these has a *spot*, a number
beyond all places.

    kind[ref], owner[ref]   what it is, whose it is (-1: no such component, nobody)
    owned[seat], of_kind[k] all on the board, as sets of references (owned[seats]: those of nobody)
    filled[layer]           the sites where something stands
    on[place], place[id]    only with identities: who stands there, on which place or spot it stands (-1 off the board)
    unused                  the identities that are not in the game
    height[pile]            how many stand there; piles by layer, then site
    crowd[spot - places]    who stands there

Zones are places too, beyond all spots (`zone_places.py`); whatever may lie in one has identity. Then `owned` and
`of_kind` hold what is in play only, and there are besides

    existing[k]             all of a kind, wherever they are
    contents[zone]          who lies there: from the top, or by kind and number, or in the order of arrival
    loose_from, loose_to    only where zones are shuffled: from and up to which position the order is undecided (both 0
                            if it is not); who lies there is listed by kind and number
    known[id]               only where something is hidden: the players who know which component it is
    down                    only where rules flip: the identities that lie face down

`owned`, `of_kind`, `existing`, `filled`, `unused`, `height`, `crowd` are caches of the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.program import ir
from rulewright.program.identities import Identities, identities
from rulewright.program.values import ir_type
from rulewright.program.zone_places import Zones, make_zones
from rulewright.semantics import types as t
from rulewright.semantics.symbols import FieldDecl, Game, KindDecl, LayerDecl, VarDecl


@dataclass(frozen=True, slots=True)
class Slots:
    """The places (of a `many` layer the spots) of a layer: `first` + site x `height` + level. `piles`: the index of the
    layer's first pile in `height`, -1 for other layers."""

    layer: LayerDecl
    first: int
    height: int = 1
    piles: int = -1


@dataclass(slots=True)
class Layout:
    """All cells of a game's state and how to find them. `spots`: one more than the greatest place or spot. `flips`:
    whether components may lie face down."""

    game: Game
    sites: int
    slots: tuple[Slots, ...]
    places: int
    spots: int
    ghosts: int
    identities: Identities
    refs: int
    cells: list[ir.Cell] = field(default_factory=list)
    vars: dict[VarDecl, ir.Cell] = field(default_factory=dict)
    fields: dict[FieldDecl, ir.Cell] = field(default_factory=dict)
    named: dict[str, ir.Cell] = field(default_factory=dict)
    steps: int = 0
    zones: Zones = field(default_factory=Zones)
    flips: bool = False

    @property
    def plain_refs(self) -> int:
        """How many references there are for plain components: one for each place, none if all have identity."""
        return self.places if any(self.identities.plain(kind) for kind in self.game.kinds) else 0

    @property
    def first_number(self) -> int:
        """The reference of the component with the number 0."""
        return self.plain_refs + self.ghosts

    @property
    def first_zone(self) -> int:
        """The place of the first zone."""
        return self.spots

    @property
    def hides(self) -> bool:
        """Whether there is anything that not everybody sees."""
        return self.zones.hide or self.flips

    @property
    def tells(self) -> bool:
        """Whether it is told where components go: in games where somebody does not see a content or an order."""
        return self.hides or self.zones.shuffled

    @property
    def zoned(self) -> bool:
        """Whether components may be off the board, or face down."""
        return bool(self.zones) or self.flips

    @property
    def plain_only(self) -> bool:
        return self.identities.total == 0

    @property
    def flat(self) -> bool:
        """One layer for one component a site and nothing else: place and site are the same number."""
        return not self.zoned and len(self.slots) == 1 and self.slots[0].layer.mode == "one"

    @property
    def simple(self) -> bool:
        """The same with plain components only: so is the reference."""
        return self.plain_only and self.flat

    def has(self, *modes: str) -> bool:
        """Whether there is a layer of one of these modes."""
        return any(slots.layer.mode in modes for slots in self.slots)

    def slots_of(self, kind: KindDecl) -> Slots:
        return self.slots[self.game.layer_of(kind).index]

    def type(self, of: t.Type) -> ir.IrType:
        return ir_type(self.game, self.refs, of, self.steps)

    def cell(self, name: str) -> ir.Cell:
        return self.named[name]

    def add(
        self, name: str, type: ir.IrType, size: int = 1, init: int = -1, *, kept: bool = True, guarded: bool = False
    ) -> ir.Cell:
        """A new cell of the compiler's own, all of whose values begin as `init`."""
        cell = ir.Cell(name, type, size, (init,) * size, kept=kept, guarded=guarded)
        self.cells.append(cell)
        self.named[name] = cell
        return cell

    def once(self, name: str, type: ir.IrType, size: int = 1, init: int = 0) -> ir.Cell:
        """The cell of that name, made when it is first asked for: nothing unused takes room. What the rules declare may
        have the same name; it stays another cell, and the one to be found by that name."""
        if name not in self.named:
            declared = name in [*(var.name for var in self.vars), *(field.name for field in self.fields)]
            cell = ir.Cell(f"({name})" if declared else name, type, size, (init,) * size)
            self.cells.append(cell)
            self.named[name] = cell
        return self.named[name]


def make_layout(game: Game, *, ghosts: int, steps: int, nodes: Sequence[object], flips: bool = False) -> Layout:
    """The layout of a checked game. `ghosts`: how many references there are for what was just removed. `nodes`: all
    that its rules are made of. `flips`: whether anything is turned face down."""
    sites = len(game.board.sites) if game.board else 0
    slots, places, spots = _slots(game, sites)
    numbers = identities(game, sites, nodes)
    any_plain = any(numbers.plain(kind) for kind in game.kinds)
    first_number = places + ghosts if any_plain else 0
    refs = first_number + numbers.total
    flips = flips and numbers.total > 0
    zones = make_zones(game, numbers, first_number, flips=flips)
    layout = Layout(
        game,
        sites,
        slots,
        places,
        spots,
        ghosts if any_plain else 0,
        numbers,
        max(refs, 1),
        steps=steps,
        zones=zones,
        flips=flips,
    )
    seats = len(game.players)
    layout.add("mover", ir.INT, init=0)
    layout.add("active", ir.INT)
    layout.add("ended", ir.INT, init=0)
    layout.add("returns", ir.INT, seats, 0)
    if game.kinds and (sites or zones):
        layout.add("kind", ir.INT, layout.refs, guarded=True)
        layout.add("owner", ir.INT, layout.refs, guarded=True)
        layout.add("owned", ir.bits(layout.refs), seats + 1, 0, kept=False)
        layout.add("of_kind", ir.bits(layout.refs), len(game.kinds), 0, kept=False)
        if sites:
            layout.add("filled", ir.bits(sites), len(slots), 0, kept=False)
        if numbers.total:
            if places:
                layout.add("on", ir.INT, places, guarded=True)
            layout.add("place", ir.INT, numbers.total, guarded=True)
            layout.add("unused", ir.bits(numbers.total), 1, (1 << numbers.total) - 1, kept=False)
        if zones:
            _add_zones(layout)
        if layout.hides and numbers.total:
            layout.add("known", ir.bits(seats), numbers.total, 0, guarded=True)
        if layout.flips:
            layout.add("down", ir.bits(numbers.total), 1, 0)
        if layout.has("pile") and sites:
            layout.add("height", ir.INT, sites * sum(one.piles >= 0 for one in slots), 0, kept=False)
        if layout.has("many") and sites:
            layout.add("crowd", ir.refs(layout.refs), spots - places, 0, kept=False)
    for var in game.vars:
        layout.vars[var] = _state_cell(layout, var.name, var.type, var.each.size if var.each else 1)
    for declared in game.site_fields:
        size = declared.each.size if declared.each else sites
        layout.fields[declared] = _state_cell(layout, declared.name, declared.type, size)
    for kind in game.kinds:
        for declared in kind.fields.values():
            if declared.owner is kind:
                size = numbers.total * (declared.each.size if declared.each else 1)
                asked = declared.cycle > 0 or bool(declared.each and declared.each.turns)
                name = f"{kind.name}.{declared.name}"
                layout.fields[declared] = _state_cell(layout, name, declared.type, size, guarded=asked)
    return layout


def _add_zones(layout: Layout) -> None:
    size = len(layout.zones)
    layout.add("existing", ir.refs(layout.refs), len(layout.game.kinds), 0, kept=False)
    held = [[kind for kind in layout.game.kinds if kind.is_a(zone.kind)] for zone in layout.game.zones]
    most = max(map(layout.identities.most, held), default=0)
    contents = ir.Cell("contents", ir.REFLIST, size, ((),) * size, guarded=True, most=most, different=True)
    layout.cells.append(contents)
    layout.named["contents"] = contents
    if layout.zones.shuffled:
        layout.add("loose_from", ir.INT, size, 0, guarded=True)
        layout.add("loose_to", ir.INT, size, 0, guarded=True)


def _slots(game: Game, sites: int) -> tuple[tuple[Slots, ...], int, int]:
    """The slots of all layers by layer, the number of places, one more than the greatest spot."""
    found: dict[int, Slots] = {}
    first = piles = 0
    for layer in game.layers:
        if layer.mode != "many":
            height = max(game.height_of(layer), 1)
            found[layer.index] = Slots(layer, first, height, piles if layer.mode == "pile" else -1)
            first += sites * height
            piles += sites * (layer.mode == "pile")
    places = first
    for layer in game.layers:
        if layer.mode == "many":
            found[layer.index] = Slots(layer, first)
            first += sites
    return tuple(found[layer.index] for layer in game.layers), places, first


def room(game: Game) -> int:
    """How many plain components there may be at once."""
    sites = len(game.board.sites) if game.board else 0
    return sum(sites if layer.mode == "one" else game.height_of(layer) for layer in game.layers if layer.mode != "many")


def _state_cell(layout: Layout, name: str, of: t.Type, size: int, *, guarded: bool = False) -> ir.Cell:
    kind = layout.type(of)
    truth = isinstance(of, t.BoolType)
    init = 0 if kind.width or truth or isinstance(of, t.IntType) else -1
    guarded = guarded or not isinstance(of, t.IntType)
    cell = ir.Cell(name, kind, size, (init,) * size, guarded=guarded, truth=truth)
    layout.cells.append(cell)
    return cell

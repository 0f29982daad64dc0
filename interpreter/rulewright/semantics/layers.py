"""What rules may ask of layers: which kinds share a site's slot, and how what stands there is read."""

from __future__ import annotations

from rulewright.semantics import typed
from rulewright.semantics.fitting import common_kind, kinds_of
from rulewright.semantics.symbols import Game, KindDecl, LayerDecl
from rulewright.semantics.types import ComponentType, KindType, ListType, SetType, Type
from rulewright.semantics.wording import listing
from rulewright.source import Span

_OPERATIONS = {"one": "on", "many": "all_on", "pile": "pile"}


def layer_named(game: Game, name: str) -> LayerDecl | None:
    return next((layer for layer in game.layers if layer.name == name), None)


def layer_type(layer: LayerDecl) -> Type:
    """What `s.NAME` gives: a component, a set of them, or a list from the top down."""
    of = ComponentType(common_kind(list(layer.kinds)) if layer.kinds else None)
    return SetType(of) if layer.mode == "many" else ListType(of) if layer.mode == "pile" else of


def standing_on(layer: LayerDecl, site: typed.Expr, span: Span) -> typed.Expr:
    """`s.NAME`, typed."""
    return typed.Op(_OPERATIONS[layer.mode], (site,), layer, type=layer_type(layer), span=span)


def layers_of(type_: ComponentType | KindType, game: Game) -> list[LayerDecl]:
    """The layers in which a component, or a component of a kind, of that type may stand."""
    found: list[LayerDecl] = []
    for kind in kinds_of(type_, game):
        layer = game.layer_of(kind)
        if layer not in found:
            found.append(layer)
    return found


def standing(game: Game, site: str, kind: KindDecl | None = None, then: str = "") -> str:
    """How rules read what stands on a site, for messages: `s.piece`, or `s.tile or s.tokens`; of `kind` if given.
    `then`: what follows each of these."""
    layers = [game.layer_of(kind)] if kind is not None and game.layers else list(game.layers)
    names = [layer.name for layer in layers] or ["piece"]
    return listing([f"{site}.{name}{then}" for name in names], "or")

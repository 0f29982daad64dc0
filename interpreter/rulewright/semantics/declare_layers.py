"""Layers: which kinds share a site's slot, and whether it holds one component, many, or a pile.

A layer names kinds; each stands for itself and all kinds below it. Kinds that no layer names share one of their own,
`piece`, on top of the others; a kind that is never placed, and only stands above kinds that layers name, with them.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import codes_declarations as codes
from rulewright.semantics.ast_walk import nodes_in
from rulewright.semantics.declare_game import heading
from rulewright.semantics.names import broken, declare
from rulewright.semantics.scope import Broken, Env, Removed
from rulewright.semantics.symbols import KindDecl, LayerDecl
from rulewright.source import Label, did_you_mean
from rulewright.syntax import ast

MAX_PLACES = 65_535
_MODES = ("many", "pile")


def declare_layers(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Bind all layers, and put every kind in one. Without any, the one layer `piece` stays."""
    items = [item for item in declarations if isinstance(item, ast.Layer)]
    if not items:
        return
    if env.game.board is None and not env.gaps:
        env.findings.add(
            codes.NO_BOARD, "a layer needs a board", heading(items[0].span), hint="declare one: board square 8 by 8"
        )
    layers: list[LayerDecl] = []
    named: dict[KindDecl, ast.Name] = {}
    for item in items:
        mode = _mode(env, item)
        kinds = [kind for part in item.parts for kind in _kinds(env, part.words[-1], named)]
        layer = LayerDecl(len(layers), item.name.text, tuple(sorted(kinds, key=lambda kind: kind.index)), mode)
        layer.span = item.name.span
        if not declare(env, item.name, layer):
            continue
        if kinds:
            layers.append(layer)
        else:
            broken_layer(env, item)
    placed = {
        thing.kind.name
        for item in declarations
        for thing in nodes_in(item, ast.Thing)
        if isinstance(thing.kind, ast.Word)
    }
    rest = [kind for kind in env.game.kinds if kind not in named and (kind.name in placed or not _gathers(kind, named))]
    for kind in env.game.kinds:
        if kind not in named and kind not in rest:
            below = next(child for child in kind.descendants() if child in named)
            for layer in layers:
                if layer.kinds and below in layer.kinds:
                    layer.kinds = tuple(sorted((*layer.kinds, kind), key=lambda one: one.index))
    if rest or not layers:
        layers.append(LayerDecl(len(layers), "piece", tuple(rest)))
    env.game.layers = tuple(layers)


def broken_layer(env: Env, item: ast.Layer) -> None:
    """A layer without kinds: its uses are silent."""
    env.declared.pop(item.name.text, None)
    broken(env, item.name.text, item.name.span)


def _gathers(kind: KindDecl, named: dict[KindDecl, ast.Name]) -> bool:
    """Whether a kind that no layer names only stands above kinds that layers name."""
    below = [child for child in kind.descendants() if not child.children]
    return bool(kind.children) and all(child in named for child in below)


def _mode(env: Env, item: ast.Layer) -> str:
    """What stands before the kinds: `many`, `pile`, or nothing. The first kind's word is that of all."""
    first = item.parts[0].words[:-1]
    mode = first[0].text if first else "one"
    for part in item.parts:
        for word in part.words[:-1]:
            if word.text not in _MODES:
                near = did_you_mean(word.text, _MODES)
                env.findings.add(
                    codes.LAYER,
                    f"`{word.text}` says nothing about a layer",
                    word.span,
                    hint=f"did you mean {near}?" if near else "write `many Token` or `pile Token`, or the kind alone",
                )
                return "one"
            if word.text != mode:
                env.findings.add(
                    codes.LAYER,
                    "a layer holds one component a site, many or a pile, and is the same for all its kinds",
                    word.span,
                    hint="write the word before the first kind, or declare two layers",
                )
                return "one"
    return mode


def _kinds(env: Env, name: ast.Name, named: dict[KindDecl, ast.Name]) -> list[KindDecl]:
    """A kind and those below it, unless a layer has them already."""
    symbol = env.declared.get(name.text)
    env.used.add(name.text)
    if not isinstance(symbol, KindDecl):
        if not isinstance(symbol, Broken) and not env.gaps:
            near = did_you_mean(name.text, [kind.name for kind in env.game.kinds])
            hint = f"did you mean {near}?" if near else f"declare it: `piece {name.text}`"
            if isinstance(symbol, Removed):
                hint = symbol.reason
            env.findings.add(codes.LAYER, f"there is no kind {name.text}", name.span, hint=hint)
        return []
    out: list[KindDecl] = []
    for kind in symbol.descendants():
        if kind not in named:
            named[kind] = name
            out.append(kind)
        elif kind is symbol or named[kind].text == kind.name:
            env.findings.add(
                codes.LAYER,
                f"{kind.name} is in two layers",
                name.span,
                hint="a kind, and with it all kinds below it, stands in one layer",
                others=(Label(named[kind].span, "the other one"),),
            )
            break
    return out


def check_room(env: Env) -> None:
    """Report piles that would need more room than there is. (Known once it is known which kinds are placed.)"""
    game = env.game
    sites = len(game.board.sites) if game.board else 0
    heights = [game.height_of(layer) for layer in game.layers if layer.mode != "many"]
    if sites * sum(heights) <= MAX_PLACES:
        return
    layer = max((one for one in game.layers if one.mode == "pile"), key=game.height_of, default=None)
    if layer is None or layer.span is None:
        return
    loose = [kind.name for kind in layer.kinds or () if kind.copies is None]
    tip = f"say how many there are: `copies = 20` in the block of {loose[0]}" if loose else "lower `copies`"
    env.findings.add(
        codes.LIMIT,
        f"there is no room for piles of {game.height_of(layer)} on {sites} sites",
        layer.span,
        label=f"more than {MAX_PLACES:,} places",
        hint=tip,
    )

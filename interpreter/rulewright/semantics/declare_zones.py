"""Zones: places off the board, one, one of each value, or one for each component of a kind.

Names, domains and traits are bound once kinds are known; which of them may be shuffled is told in `shuffling`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import wording
from rulewright.semantics.codes_zones import ZONE
from rulewright.semantics.declare_state import domain_of
from rulewright.semantics.early import Early
from rulewright.semantics.fitting import common_kind
from rulewright.semantics.names import broken, declare
from rulewright.semantics.scope import Broken, Env, PlayerName, Removed
from rulewright.semantics.shuffling import note_shuffled
from rulewright.semantics.symbols import Domain, KindDecl, ZoneDecl
from rulewright.semantics.types import PLAYER
from rulewright.source import Label, did_you_mean
from rulewright.syntax import ast

_TRAITS = ("ordered", "hidden", "visible", "in_play")


def declare_zones(env: Env, declarations: Sequence[ast.Declaration], early: Early) -> None:
    """Bind all zones."""
    usual = _usual_kind(env)
    for item in declarations:
        if not isinstance(item, ast.Zone):
            continue
        each, holder = _each(env, item, early)
        if item.each is not None and each is None and holder is None:
            broken(env, item.name.text, item.name.span)
            continue
        zone = ZoneDecl(
            index=len(env.game.zones),
            name=item.name.text,
            each=each,
            holder=holder,
            kind=usual,
            ordered=False,
            visible="all",
            seat=-1,
            in_play=False,
            span=item.name.span,
        )
        if not _traits(env, zone, item):
            broken(env, zone.name, zone.span)
            continue
        if declare(env, item.name, zone):
            env.game.zones.append(zone)
    note_shuffled(env, declarations)


def _each(env: Env, item: ast.Zone, early: Early) -> tuple[Domain | None, KindDecl | None]:
    """What the zone is of: a domain, or the kind of the components that have one."""
    if item.each is None:
        return None, None
    over = item.each.over
    symbol = env.declared.get(over.name) if isinstance(over, ast.Word) else None
    if isinstance(symbol, KindDecl):
        env.used.add(symbol.name)
        return None, symbol
    return domain_of(env, item.each, early), None


def _usual_kind(env: Env) -> KindDecl | None:
    """What a zone holds that does not say it: what all cards are, or without cards all components; None for any."""
    kinds = [kind for kind in env.game.kinds if kind.word == "card"] or env.game.kinds
    return common_kind(list(kinds))


# ---- traits ----


def _traits(env: Env, zone: ZoneDecl, item: ast.Zone) -> bool:
    """Fill in what the traits say; False after an error, as what the zone is like is not known then."""
    before, fine = len(env.findings.errors), True
    seen: dict[str, ast.Trait] = {}
    for trait in item.traits:
        name = trait.name.text
        about = name if name in ("ordered", "in_play") else "who sees it" if name in ("hidden", "visible") else "kind"
        if about == "kind" and not _kind(env, zone, trait):
            fine = False
            continue
        if trait.to is not None and name != "visible":
            env.findings.add(
                ZONE,
                f"`{name}` takes no `to`",
                trait.span,
                hint=f"write `{name}` alone; or `visible to {trait.to.text}`",
            )
        if about in seen:
            _doubled(env, seen[about], trait)
            continue
        seen[about] = trait
        match name:
            case "ordered":
                zone.ordered = True
            case "in_play":
                zone.in_play = True
            case "hidden":
                zone.visible = "none"
            case "visible":
                _visible(env, zone, trait)
            case _:
                pass
    return fine and len(env.findings.errors) == before


def _doubled(env: Env, first: ast.Trait, trait: ast.Trait) -> None:
    one, other = " ".join(first.span.text.split()), " ".join(trait.span.text.split())
    if one == other:
        title, tip = f"`{other}` is said twice", "say it once"
    elif first.name.text in ("hidden", "visible"):
        title, tip = f"a zone is either `{one}` or `{other}`", "keep one of them; `hidden` is hidden from all"
    else:
        title, tip = "a zone holds one kind", f"name the kind that is above {one} and {other}, or declare two zones"
    env.findings.add(ZONE, title, trait.span, hint=tip, others=(Label(first.span, "the first one"),))


def _kind(env: Env, zone: ZoneDecl, trait: ast.Trait) -> bool:
    """Whether the trait names a kind, which the zone then holds; an error if not."""
    name = trait.name.text
    symbol = env.lookup(name)
    if isinstance(symbol, KindDecl):
        zone.kind = symbol
        return True
    if isinstance(symbol, Broken) or (symbol is None and env.gaps):
        return False
    if isinstance(symbol, Removed):
        env.findings.add(
            ZONE, f"{name} is not part of the game as it is set up now", trait.name.span, hint=symbol.reason
        )
        return False
    kinds = [kind.name for kind in env.game.kinds]
    near = did_you_mean(name, [*_TRAITS, *kinds])
    slip = _SLIPS.get(name)
    usual = "it is ordered, hidden, visible to somebody, in_play, or the name of the kind that it holds"
    tip = slip or (f"did you mean {near}?" if near else usual)
    env.findings.add(ZONE, f"`{name}` says nothing about a zone", trait.name.span, hint=tip)
    return False


_SLIPS = {
    "public": "leave it away: what lies in a zone is seen by all, unless it is `hidden` or `visible to owner`",
    "open": "leave it away: what lies in a zone is seen by all, unless it is `hidden` or `visible to owner`",
    "unordered": "leave it away: a zone has no order, unless it is `ordered`",
    "secret": "write `hidden`, or `visible to owner`",
    "private": "write `visible to owner`",
    "face_down": "write `hidden`",
    "stack": "write `ordered`",
}


def _visible(env: Env, zone: ZoneDecl, trait: ast.Trait) -> None:
    """`visible to owner`, `visible to White`"""
    to = trait.to
    if to is None:
        tip = "write `visible to owner`, or leave it away if all may see it"
        env.findings.add(ZONE, "visible to whom?", trait.span, hint=tip)
        return
    if to.text == "owner":
        of_players = zone.each is not None and zone.each.over == PLAYER
        if not of_players and zone.holder is None:
            env.findings.add(
                ZONE,
                f"{zone.name} has no owner",
                to.span,
                hint=f"write `zone {zone.name} of each player: visible to owner`, or who sees it: `visible to "
                f"{env.game.players[0] if env.game.players else 'White'}`",
            )
            return
        zone.visible = "owner"
        return
    symbol = env.lookup(to.text)
    if isinstance(symbol, PlayerName):
        zone.visible, zone.seat = "seat", symbol.seat
        return
    if isinstance(symbol, Broken) or env.gaps:
        return
    near = did_you_mean(to.text, ["owner", *env.game.players])
    tip = f"did you mean {near}?" if near else f"it is {wording.listing(['owner', *env.game.players], 'or')}"
    if to.text in ("all", "everyone", "players", "everybody"):
        tip = "leave it away: all see what lies in a zone, if nothing else is said"
    env.findings.add(ZONE, f"there is no player {to.text}", to.span, hint=tip)

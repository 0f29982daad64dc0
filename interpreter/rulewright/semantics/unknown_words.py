"""What to say of a name that nothing bears: the nearest of those that would fit at the place."""

from __future__ import annotations

from rulewright.semantics import builtins, wording
from rulewright.semantics import codes_typing as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics.fitting import fits
from rulewright.semantics.scope import LinkName, PlayerName, Scope
from rulewright.semantics.symbols import EnumDecl, KindDecl, OptionDecl, RegionDecl, VarDecl, ZoneDecl
from rulewright.semantics.typed import Generic, Local
from rulewright.semantics.types import (
    BOOL,
    CHOICE,
    COMPONENTS,
    DIRECTION,
    DIRECTIONS,
    INT,
    LINK,
    NONE,
    PLAYER,
    SITE,
    SITES,
    ComponentType,
    EnumType,
    KindType,
    Poison,
    SetType,
    Type,
    ZoneType,
)
from rulewright.semantics.zones import content_type
from rulewright.source import did_you_mean
from rulewright.syntax import ast


def wanted_enum(hint: Type | None) -> EnumDecl | None:
    if isinstance(hint, SetType):
        hint = hint.of
    return hint.enum if isinstance(hint, EnumType) else None


def all_enums(scope: Scope) -> list[EnumDecl]:
    game = scope.env.game
    enums = list(game.enums.values()) + [option.enum for option in game.options.values() if option.enum]
    for die in game.dice.values():
        if isinstance(die.type, EnumType) and die.type.enum not in enums:
            enums.append(die.type.enum)
    return enums


def unknown_word(node: ast.Word, scope: Scope, hint: Type | None) -> None:
    """Report a name that nothing bears."""
    if scope.env.gaps:
        return
    name = node.name
    game, board = scope.env.game, scope.env.game.board
    enum = wanted_enum(hint)
    if enum is not None:
        near = _near(name, [*enum.values, *candidates(scope, hint)])
        words = wording.listing(enum.values, "or")
        title = f"{name} is no word of {enum.name}"
        ex.error(
            scope,
            codes.UNKNOWN_NAME,
            title,
            node.span,
            label="unknown",
            hint=f"did you mean {near}?" if near else f"it is {words}",
        )
        return
    if name == "everyone":
        ex.error(
            scope,
            codes.NOT_A_VALUE,
            "`everyone` stands only in `everyone loses`",
            node.span,
            hint="all players still in the game are players",
        )
        return
    if board is not None and _like_site(name) and (hint in (None, SITE, SITES)):
        ex.error(
            scope,
            codes.UNKNOWN_NAME,
            f"there is no site {name} on this board",
            node.span,
            label="unknown",
            hint=f"the sites go from {board.sites[0]} to {board.sites[-1]}",
        )
        return
    if hint == LINK:
        links = [symbol.name for symbol in scope.env.declared.values() if isinstance(symbol, LinkName)]
        known = (
            f"the links are {wording.listing(links)}" if links else "a board names its links: link b1 S to a2 E as loop"
        )
        ex.error(scope, codes.UNKNOWN_NAME, f"there is no link {name}", node.span, label="unknown", hint=known)
        return
    near = _near(name, candidates(scope, hint)) or _near(name, candidates(scope, None))
    tip = f"did you mean {near}?" if near else ""
    if not near and name.endswith("s") and (single := did_you_mean(name[:-1], [kind.name for kind in game.kinds])):
        tip = f"all {single} in play are {single}"
    if not tip:
        near_by = [local for local in scope.visible() if local != "self"][:6]
        tip = "look at its spelling, or declare it" + (
            f"; known here are {wording.listing(near_by)}" if near_by else ""
        )
    ex.error(scope, codes.UNKNOWN_NAME, f"nothing is called {name}", node.span, label="unknown", hint=tip)


def _near(name: str, names: list[str]) -> str | None:
    """The name that is meant, if one is near enough; very short names are near only to themselves in other capitals."""
    if len(name) < 3:
        return next((other for other in names if other.casefold() == name.casefold()), None)
    return did_you_mean(name, [*names, ""]) or None


def _like_site(name: str) -> bool:
    letters = name.rstrip("0123456789")
    return 0 < len(letters) <= 2 and letters.islower() and len(letters) < len(name)


def candidates(scope: Scope, hint: Type | None) -> list[str]:
    """All names that would give a value of the wanted type at this place (of any type if None)."""
    game = scope.env.game
    out: list[str] = []

    def offer(name: str, type_: Type) -> None:
        if hint is None or isinstance(hint, Poison) or fits(type_, hint, game):
            out.append(name)

    for name in scope.visible():
        local = scope.find(name)
        offer(name, local.type if isinstance(local, Local) else CHOICE)
    for name, symbol in scope.env.declared.items():
        match symbol:
            case VarDecl(each=None) | Generic(pure=True):
                if isinstance(symbol, VarDecl):
                    offer(name, symbol.type)
                elif symbol.result is not None:
                    offer(name, symbol.result)
            case RegionDecl(per_player=False):
                offer(name, SITES)
            case ZoneDecl():
                offer(name, ZoneType(symbol))
                offer(name, content_type(ZoneType(symbol), game))
            case KindDecl():
                offer(name, KindType(symbol))
                offer(name, SetType(ComponentType(symbol)))
            case OptionDecl():
                offer(name, EnumType(symbol.enum) if symbol.enum else INT)
            case PlayerName():
                offer(name, PLAYER)
            case EnumDecl():
                offer(name, SetType(EnumType(symbol)))
            case _:
                pass
    for name, (_, type_) in builtins.WORDS.items():
        offer(name, type_)
    for name, type_ in _MORE_TYPES.items():
        offer(name, type_)
    if game.board is not None:
        for name in game.board.directions:
            offer(name, DIRECTION)
        for name in builtins.SQUARE_TURNS if game.facing else ():
            offer(name, DIRECTION)
    for enum in all_enums(scope):
        for value in enum.values:
            offer(value, EnumType(enum))
    return out


_MORE_TYPES: dict[str, Type] = {
    "none": NONE, "true": BOOL, "false": BOOL, "opponent": PLAYER, "mine": COMPONENTS, "theirs": COMPONENTS,
    "orthogonal": DIRECTIONS, "diagonal": DIRECTIONS, "all_directions": DIRECTIONS,
}  # fmt: skip

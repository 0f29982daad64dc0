"""Typing a name that is used as a value.

Looked up in this order: local names from the inside out; values of the enum or option that is wanted at the place;
declarations; built-in words; directions; values of any enum or option, if only one has it; sites.
"""

from __future__ import annotations

from rulewright.boards import Board
from rulewright.semantics import builtins, typed, wording
from rulewright.semantics import codes_typing as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics.codes_declarations import NO_BOARD
from rulewright.semantics.facts import known_kind
from rulewright.semantics.layers import standing
from rulewright.semantics.scope import (
    ActionName,
    Broken,
    LinkName,
    MeasureName,
    NotationName,
    PlayerName,
    Removed,
    Scope,
    Symbol,
)
from rulewright.semantics.symbols import (
    DieDecl,
    EnumDecl,
    FieldDecl,
    KindDecl,
    LayerDecl,
    OptionDecl,
    RegionDecl,
    VarDecl,
    ZoneDecl,
)
from rulewright.semantics.typed import ChoiceVar, Event, Generic, Local
from rulewright.semantics.types import (
    BOOL,
    COMPONENTS,
    DIRECTION,
    DIRECTIONS,
    INT,
    LINK,
    NONE,
    PLAYER,
    PLAYERS,
    SITE,
    SITES,
    ComponentType,
    EnumType,
    KindType,
    SetType,
    Type,
    ZoneType,
)
from rulewright.semantics.unknown_words import all_enums, unknown_word, wanted_enum
from rulewright.source import Span
from rulewright.syntax import ast


def type_word(node: ast.Word, scope: Scope, hint: Type | None) -> typed.Expr:
    name, span = node.name, node.span
    local = scope.find(name)
    if local is not None:
        return _local(node, local, scope)
    enum = wanted_enum(hint)
    if enum is not None and name in enum.values:
        return _enum_value(enum, name, span)
    symbol = scope.env.lookup(name)
    if symbol is not None:
        return _declared(node, symbol, scope, hint)
    builtin = _builtin(node, scope)
    if builtin is not None:
        return builtin
    board = scope.env.game.board
    if board is not None and name in board.direction_index:
        return typed.Constant(board.direction_index[name], type=DIRECTION, span=span)
    enums = [enum for enum in all_enums(scope) if name in enum.values]
    if len(enums) == 1:
        return _enum_value(enums[0], name, span)
    if enums:
        names = wording.listing([one.name for one in enums])
        ex.error(
            scope,
            codes.AMBIGUOUS_NAME,
            f"{name} belongs to {names}",
            span,
            hint="compare it with, or give it to, something of the one that is meant",
        )
        return ex.poison(span)
    if board is not None and name in board.index:
        return typed.Constant(board.index[name], type=SITE, span=span)
    unknown_word(node, scope, hint)
    return ex.poison(span)


def _enum_value(enum: EnumDecl, name: str, span: Span) -> typed.Expr:
    return typed.Constant(enum.values.index(name), type=EnumType(enum), span=span)


def _local(node: ast.Word, local: Local | ChoiceVar, scope: Scope) -> typed.Expr:
    if isinstance(local, ChoiceVar):
        members = list(local.members)
        say = f"what was chosen is {wording.listing([f'{node.name}.{m}' for m in members])}" if members else ""
        ex.error(scope, codes.NOT_A_VALUE, f"{node.name} is a whole choice", node.span, label="a choice", hint=say)
        return ex.poison(node.span)
    if local.each_size:
        ex.error(
            scope,
            codes.OF_WHOM,
            f"{node.name} has a value of each {local.over}",
            node.span,
            hint=f"say whose: {node.name} of ...",
        )
        return ex.poison(node.span)
    found = typed.LocalRef(local, type=local.type, span=node.span)
    return narrow(found, node, scope, constant=not local.mutable)


def narrow(found: typed.Expr, node: ast.Expr, scope: Scope, *, constant: bool) -> typed.Expr:
    """`found` with the kind that is known of it here, as after `if x is Pawn`."""
    if not isinstance(found.type, ComponentType | KindType):
        return found
    kind = known_kind(node, scope)
    if kind is None or (found.type.kind is not None and found.type.kind.is_a(kind)):
        return found
    type_ = type(found.type)(kind)
    if constant or isinstance(type_, KindType):
        found.type = type_
        return found
    return typed.Op("narrow", (found,), tuple(kind.descendants()), type=type_, span=found.span)


def _declared(node: ast.Word, symbol: Symbol, scope: Scope, hint: Type | None) -> typed.Expr:
    name, span = node.name, node.span

    def wrong(code: str, title: str, tip: str) -> typed.Expr:
        ex.error(scope, code, title, span, hint=tip)
        return ex.poison(span)

    match symbol:
        case VarDecl(each=None):
            return typed.VarRef(symbol, None, type=symbol.type, span=span)
        case VarDecl(each=each) | FieldDecl(each=each):
            over = each.name if each else "thing"
            return wrong(codes.OF_WHOM, f"there is one {name} of each {over}", f"say which: {name} of ...")
        case RegionDecl(per_player=False):
            return typed.Constant(symbol.values[0], type=SITES, span=span)
        case RegionDecl():
            return wrong(codes.OF_WHOM, f"every player has a {name}", f"say whose: {name} of mover")
        case ZoneDecl(each=None, holder=None):
            return typed.ZoneRef(symbol, None, type=ZoneType(symbol), span=span)
        case ZoneDecl(each=each, holder=holder):
            over = holder.name if holder is not None else each.name if each is not None else "thing"
            whose = "mover" if over == "player" else "x" if holder is not None else "..."
            return wrong(codes.OF_WHOM, f"there is a {name} of each {over}", f"say whose: {name} of {whose}")
        case KindDecl():
            return kind_word(symbol, span, hint)
        case EnumDecl():
            everything = (1 << len(symbol.values)) - 1
            return typed.Constant(everything, type=SetType(EnumType(symbol)), span=span)
        case OptionDecl():
            if symbol.enum and hint == PLAYER and ex.names_players(symbol, scope):
                seat = scope.env.game.players.index(symbol.enum.values[symbol.value])
                return typed.Constant(seat, type=PLAYER, span=span)
            type_: Type = EnumType(symbol.enum) if symbol.enum else INT
            return typed.Constant(symbol.value, type=type_, span=span)
        case DieDecl():
            return wrong(codes.NOT_A_VALUE, f"{name} is a die", f"throw it: roll {name}")
        case LayerDecl():
            return wrong(codes.NOT_A_VALUE, f"{name} is a layer", f"what stands there on a site s is s.{name}")
        case Generic(pure=False):
            return wrong(
                codes.PROCEDURE_AS_VALUE,
                f"{name} is a procedure: it does something and gives no value",
                "call it on a line of its own; what gives a value is a define",
            )
        case Generic():
            from rulewright.semantics import calls

            if not scope.env.bare.get(symbol, True):
                params = ", ".join(param.name for param in symbol.methods[0].params) if symbol.methods else ""
                return wrong(codes.ARGUMENTS, f"{name} is used with parentheses", f"write {name}({params})")
            return calls.call_generic(symbol, (), node.span, scope)
        case Event():
            return wrong(codes.NOT_A_VALUE, f"{name} is an event", f"let it happen with: emit {name}(...)")
        case ActionName():
            return wrong(
                codes.NOT_A_VALUE,
                f"{name} is an action",
                f"offer it with: choose {name}; ask for it with: possible({name})",
            )
        case PlayerName():
            return typed.Constant(symbol.seat, type=PLAYER, span=span)
        case LinkName():
            return typed.Constant(symbol.index, type=LINK, span=span)
        case MeasureName():
            tip = "write what it measures once more, or put that into a `define` which both use"
            return wrong(codes.NOT_A_VALUE, f"{name} is a measure, which no rule may read", tip)
        case NotationName():
            return wrong(codes.NOT_A_VALUE, f"{name} is a notation", f'it gives a whole position: {name} "..."')
        case Removed():
            return wrong(codes.REMOVED_NAME, f"{name} is not part of the game as it is set up now", symbol.reason)
        case Broken():
            return ex.poison(span)


def kind_word(kind: KindDecl, span: Span, hint: Type | None) -> typed.Expr:
    """A kind's name: the kind itself where a kind is wanted, else its components in play."""
    if isinstance(hint, KindType) or (isinstance(hint, SetType) and isinstance(hint.of, KindType)):
        return typed.Constant(kind.index, type=KindType(kind), span=span)
    return components_of(kind, span)


def components_of(kind: KindDecl, span: Span) -> typed.Expr:
    return typed.Op("of_kinds", (), tuple(kind.descendants()), type=SetType(ComponentType(kind)), span=span)


def _builtin(node: ast.Word, scope: Scope) -> typed.Expr | None:
    name, span = node.name, node.span
    if name in builtins.NEEDS_BOARD or name in builtins.SQUARE_TURNS or name in _DIRECTION_SETS:
        board = board_or_error(scope, name, span)
        if board is None:
            return ex.poison(span)
        if name in builtins.SQUARE_TURNS:
            return facing(name, mover(span), board, span, scope)
        if name in builtins.NEEDS_PARTS and not has_parts(scope, board, name, span):
            return ex.poison(span)
        if name in _DIRECTION_SETS:
            members = getattr(board, name)
            return typed.Constant(sum(1 << d for d in members), type=DIRECTIONS, span=span)
    if name in builtins.WORDS:
        op, type_ = builtins.WORDS[name]
        return typed.Op(op, (), type=type_, span=span)
    match name:
        case "none":
            return typed.Constant(-1, type=NONE, span=span)
        case "true" | "false":
            return typed.Constant(int(name == "true"), type=BOOL, span=span)
        case "opponent":
            return typed.Op("opponent", (mover(span),), type=PLAYER, span=span)
        case "mine":
            return typed.Op("owned", (mover(span),), type=COMPONENTS, span=span)
        case "theirs":
            enemies = typed.Op("enemies", (mover(span),), type=PLAYERS, span=span)
            return typed.Op("owned_by_any", (enemies,), type=COMPONENTS, span=span)
        case "repetitions":
            return _repetitions(span, scope)
        case "placement":
            if not scope.context.position:
                ex.error(
                    scope,
                    codes.WRONG_PLACE,
                    "`placement` stands only in `position is`",
                    span,
                    hint=f"what stands where is read with {standing(scope.env.game, 's')}, mine, a kind's name",
                )
                return ex.poison(span)
            return typed.Op("placement", (), type=INT, span=span)
        case "player":
            ex.error(
                scope,
                codes.WRONG_PLACE,
                "`player` stands only in `end`, `rank by` and `pay`",
                span,
                label="it stands for every player there",
                hint="whose turn it is: mover; all of them: players",
            )
            return ex.poison(span)
        case "self":
            ex.error(
                scope,
                codes.WRONG_PLACE,
                "there is no `self` here",
                span,
                hint="self is the component in a kind's own block, where it is the first argument: f(self)",
            )
            return ex.poison(span)
    if name in builtins.FUNCTION_NAMES:
        signatures = builtins.FUNCTIONS.get(name)
        usage = signatures[0].usage if signatures else f"{name}(...)"
        ex.error(scope, codes.ARGUMENTS, f"{name} needs something in parentheses", span, hint=f"write {usage}")
        return ex.poison(span)
    return None


_DIRECTION_SETS = ("orthogonal", "diagonal", "all_directions")


def mover(span: Span) -> typed.Expr:
    return typed.Op("mover", (), type=PLAYER, span=span)


def board_or_error(scope: Scope, name: str, span: Span) -> Board | None:
    board = scope.env.game.board
    if board is None and not scope.env.gaps:
        ex.error(scope, NO_BOARD, f"`{name}` needs a board", span, hint="declare one: board square 8 by 8")
    return board


def has_parts(scope: Scope, board: Board, name: str, span: Span) -> bool:
    """Whether the board has the edges or vertices that a name needs; an error if not."""
    needed = builtins.NEEDS_PARTS[name]
    if len(board.edges if needed == "edges" else board.vertices):
        return True
    ex.error(
        scope, codes.UNKNOWN_NAME, f"this board has no {needed}", span, hint=f"ask for them: board ... with {needed}"
    )
    return False


def _repetitions(span: Span, scope: Scope) -> typed.Expr:
    if not scope.context.repetitions:
        ex.error(
            scope,
            codes.WRONG_PLACE,
            "`repetitions` stands only in `end`, `where` and `after`",
            span,
            hint="write the condition there, not in a definition",
        )
        return ex.poison(span)
    if scope.env.game.position is None:
        ex.error(
            scope,
            codes.NO_POSITION,
            "nothing says what makes two positions the same",
            span,
            hint="add a line: position is placement, mover",
        )
    return typed.Op("repetitions", (), type=INT, span=span)


def _turns(board: Board) -> dict[str, int]:
    """How far the facing words are turned on this board. Of directions with names of their own only that in which a
    player faces is known."""
    if board.grid == "hex":
        return builtins.HEX_TURNS
    if len(board.directions) == 8 and board.directions[0] == "N":
        return builtins.SQUARE_TURNS
    if board.directions == ("N", "E", "S", "W"):
        return {name: turn // 2 for name, turn in builtins.SQUARE_TURNS.items() if turn % 2 == 0}
    return {"forward": 0}


def facing(name: str, player: typed.Expr, board: Board, span: Span, scope: Scope) -> typed.Expr:
    """`forward` and the like, for a player."""
    turns = _turns(board)
    if name not in turns:
        ex.error(
            scope,
            codes.NO_FACING,
            f"a board of {'hexes' if board.grid == 'hex' else 'lines'} has no `{name}`",
            span,
            hint=f"there are {wording.listing(list(turns))}",
        )
        return ex.poison(span)
    dealt = scope.env.game.facing
    if dealt is None:
        if not scope.env.gaps:
            names = scope.env.game.players[:2] or ("White", "Black")
            first, *others = board.directions[:: max(1, len(board.directions) // 2)]
            parts = ", ".join(f"{who} {d}" for who, d in zip(names, [first, *others], strict=False))
            ex.error(
                scope,
                codes.NO_FACING,
                f"`{name}` needs to know which way the players face",
                span,
                hint=f"declare it: facing {parts}",
            )
        return ex.poison(span)
    if isinstance(player, typed.Constant) and isinstance(player.value, int) and player.value >= 0:
        value = board.turned(dealt[player.value], turns[name])
        return typed.Constant(value, type=DIRECTION, span=span)
    return typed.Op("facing", (player,), turns[name], type=DIRECTION, span=span)

"""
A `choose` or `pick` without `else` for which the time comes when there is nothing to choose: pieces are put on empty
sites until the board is full, or pieces are taken until a player has none, and no line of `end` looks for that. The
game would break off with an error. Say what happens then.

Only what is plain to see is found here. Whether pieces can be blocked, say, nobody can tell without playing.

```rules wrong
players White, Black
board square 3 by 3
piece Mark
action Write:
    pick there in empty
    do:
        place Mark of mover on there
turn:
    choose Write
end:
    player wins when in_line(3, (Mark of player).at)
```

```rules right
players White, Black
board square 3 by 3
piece Mark
action Write:
    pick there in empty
    do:
        place Mark of mover on there
turn:
    choose Write
end:
    player wins when in_line(3, (Mark of player).at)
    tie when no(empty)
```
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.semantics import typed
from rulewright.semantics.fitting import element, overlap
from rulewright.semantics.scope import Env
from rulewright.semantics.types import ComponentType, SetType, Type, ZoneType
from rulewright.semantics.walk import rules, walk
from rulewright.source import Label, Span, register
from rulewright.syntax import ast

NOTHING_TO_CHOOSE = register("W103", "nothing-to-choose", __doc__)

_OUTCOMES = (typed.Win, typed.Lose, typed.Tie, typed.EveryoneLoses, typed.RankBy, typed.PayOut, typed.Eliminate)
_TAKING = (typed.Remove, typed.SetOwner)
_STAYING = (typed.Remove, typed.MoveTo, typed.Swap, typed.SetKind)
_PLAIN_OPS = frozenset(
    {"eq", "ne", "member", "within", "intersect", "union", "difference", "range", "any", "first", "as_set",
     "at", "owner", "kind", "row", "column", "rows", "columns", "side", "corners", "in_line", "on", "site_owner",
     "owned", "owned_by_any", "of_kinds", "narrow", "mover", "active", "opponent", "players_in"}
)  # fmt: skip
"""Operations that do not tell a full board, or a player without pieces, from any other position."""
_PLAIN_WORDS = ("any", "such", "map", "union", "first")


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    game = env.game
    nodes = [node for root in rules(game) for node in walk(root)]
    ended = {id(rule.outcome) for rule in game.ends}
    if any(isinstance(node, _OUTCOMES) and id(node) not in ended for node in nodes):
        return
    if not all(_notices_nothing(rule.condition, set()) for rule in game.ends):
        return
    fills = not any(isinstance(node, _STAYING) for node in nodes)
    takes = [node.what.type for node in nodes if isinstance(node, _TAKING) and not _in_zone(node.what)]
    puts = any(_puts(node) for block in (game.turn, game.flow) for node in walk(block))
    for statement in _unguarded([block for block in (game.turn, game.flow) if block is not None]):
        reasons = _reasons(env, statement, fills, puts, takes)
        if reasons:
            full, place = reasons[0]
            when = "the board is full" if full else "a player has no pieces left"
            line = "tie when no(empty)" if full else "player loses when no(Pawn of player)"
            env.findings.add(
                NOTHING_TO_CHOOSE,
                f"when {when}, there is nothing to choose here",
                _heading(statement.span),
                hint=f"say what happens then: with `else:` under it, or with a line of `end` such as `{line}`",
                others=(Label(place, "nothing is left here"),),
            )


def _unguarded(blocks: list[typed.Block]) -> Iterator[typed.Choose | typed.PickOne]:
    """The decisions without `else` that always come up, whatever the position."""
    for block in blocks:
        for statement in block.statements:
            match statement:
                case typed.Choose(otherwise=None) | typed.PickOne(otherwise=None, may=False):
                    yield statement
                case typed.TurnOf() | typed.OneMove() | typed.Together() | typed.Repeat():
                    yield from _unguarded([statement.body])
                case typed.While() if statement.condition.span.text.strip() == "true":
                    yield from _unguarded([statement.body])
                case _:
                    pass


def _puts(node: object) -> bool:
    """Whether something comes to stand on the board."""
    return isinstance(node, typed.PlaceOne) and not isinstance(node.site.type, ZoneType)


def _in_zone(what: typed.Expr) -> bool:
    return isinstance(what, typed.Op) and what.op in ("in_zone", "zone_top", "zone_bottom")


def _reasons(
    env: Env, statement: typed.Choose | typed.PickOne, fills: bool, puts: bool, takes: list[Type]
) -> list[tuple[bool, Span]]:
    """Why all alternatives come to an end, one reason each: whether the board is full, and the source of a pick. None
    if one of them may last for ever."""
    if isinstance(statement, typed.PickOne):
        found = (
            _used_up(env, statement.source, statement.var, (), fills and puts, takes)
            if statement.least is None
            else None
        )
        return [found] if found is not None else []
    out: list[tuple[bool, Span]] = []
    for offer in (offer for group in statement.choice.groups for offer in group):
        action = offer.action
        wheres = [item.condition for item in action.items if isinstance(item, typed.WhereItem)]
        picks = [item for item in action.items if isinstance(item, typed.PickItem)]
        places = action.do is not None and any(_puts(node) for node in walk(action.do))
        reasons = [
            _used_up(env, pick.source, pick.var, wheres, fills and places, takes)
            for pick in picks
            if pick.condition is None and pick.least is None
        ]
        reason = next((found for found in reasons if found is not None), None)
        if reason is None:
            return []
        out.append(reason)
    return out


def _used_up(
    env: Env, source: typed.Expr, var: typed.Local, wheres: Sequence[typed.Expr], fills: bool, takes: list[Type]
) -> tuple[bool, Span] | None:
    """Why nothing may be left of the set that is picked from."""
    of = source.type.of if isinstance(source.type, SetType) else None
    if isinstance(of, ComponentType) and _on_board(source) and any(_alike(of, taken, env) for taken in takes):
        return False, source.span
    if not fills or not isinstance(source, typed.Op):
        return None
    if source.op == "empty" or (source.op == "sites" and any(_asks_empty(where, var) for where in wheres)):
        return True, source.span
    return None


def _alike(of: Type, taken: Type, env: Env) -> bool:
    """Whether what is taken may be of the kinds that are picked from."""
    return overlap(of, element(taken) or taken, env.game)


def _on_board(source: typed.Expr) -> bool:
    """Whether a set of components is made of whole sets of what is in play."""
    if not isinstance(source, typed.Op):
        return False
    if source.op in ("owned", "owned_by_any", "of_kinds"):
        return True
    return source.op in ("narrow", "intersect") and any(_on_board(arg) for arg in source.args)


def _asks_empty(where: typed.Expr, var: typed.Local) -> bool:
    match where:
        case typed.Logic(op="and", left=left, right=right):
            return _asks_empty(left, var) or _asks_empty(right, var)
        case typed.Op(op="site_empty", args=(typed.LocalRef(var=asked),)):
            return asked is var
        case _:
            return False


def _notices_nothing(condition: typed.Expr, seen: set[typed.Generic]) -> bool:
    """Whether a condition, with the definitions it calls, cannot ask how many components or free sites there are."""
    for node in walk(condition):
        match node:
            case typed.Op() if node.op not in _PLAIN_OPS:
                return False
            case typed.Bind() if node.word not in _PLAIN_WORDS:
                return False
            case typed.VarRef() | typed.FieldRef() | typed.Possible() | typed.CountMoves() | typed.Reach():
                return False
            case typed.Call(generic=generic) if generic not in seen:
                seen.add(generic)
                for method in generic.methods:
                    if not isinstance(method.body, typed.Expr) or not _notices_nothing(method.body, seen):
                        return False
            case _:
                pass
    return True


def _heading(span: Span) -> Span:
    end = span.text.find("\n")
    return span if end < 0 else Span(span.source, span.start, span.start + end)

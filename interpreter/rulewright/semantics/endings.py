"""Typing outcomes (`P wins`, `rank by …`, `pay …`), as lines of `end` and as statements."""

from __future__ import annotations

from rulewright.semantics import codes_statements as codes
from rulewright.semantics import codes_typing, typed, wording
from rulewright.semantics import expressions as ex
from rulewright.semantics.fitting import is_poison
from rulewright.semantics.scope import ActionName, Context, Env, Scope
from rulewright.semantics.statements import effects_allowed, ordering_key
from rulewright.semantics.symbols import Game
from rulewright.semantics.typed import Event, Generic, Local
from rulewright.semantics.types import BOOL, INT, PLAYER, SetType
from rulewright.semantics.walk import walk
from rulewright.source import did_you_mean
from rulewright.syntax import ast

_VERBS = ("wins", "loses")


def type_end_statement(node: ast.End, scope: Scope) -> list[typed.Statement]:
    """An outcome, `again` or `nothing` as a statement."""
    outcome, span = node.outcome, node.span
    if isinstance(outcome, ast.LoneWord) and outcome.word.text != "tie":
        return _lone_word(outcome.word, scope)
    if not effects_allowed(scope, "an outcome", span):
        return []
    found = type_outcome(outcome, scope)
    return [found] if found is not None else []


def _lone_word(word: ast.Name, scope: Scope) -> list[typed.Statement]:
    name, span, context = word.text, word.span, scope.context
    if name == "nothing":
        return [typed.Nothing(span=span)]
    if name == "again":
        if not effects_allowed(scope, "`again`", span):
            return []
        if not (context.in_turn or context.procedure) or context.given:
            ex.error(
                scope,
                codes.AGAIN_PLACE,
                f"`again` has no turn to repeat in {context.place}",
                span,
                hint="it stands in `turn`, in `turn of`, or in what happens in a turn",
            )
            return []
        return [typed.Again(span=span)]
    if scope.env.gaps:
        return []
    symbol = scope.env.lookup(name)
    procedures = [key for key, value in scope.env.declared.items() if isinstance(value, Generic) and not value.pure]
    if isinstance(symbol, Generic) and not symbol.pure:
        tip = f"a procedure is called with parentheses: {name}()"
    elif isinstance(symbol, ActionName):
        tip = f"an action is offered with: choose {name}"
    elif isinstance(symbol, Event):
        tip = f"an event happens with: emit {name}(...)"
    elif scope.find(name) is not None or symbol is not None:
        tip = "a name alone on a line does nothing"
    else:
        near = did_you_mean(name, ["again", "nothing", "tie", *procedures])
        tip = f"did you mean {near}{'()' if near in procedures else ''}?" if near else ""
    ex.error(scope, codes.UNKNOWN_STATEMENT, f"`{name}` is no statement", span, hint=tip)
    return []


def type_outcome(node: ast.Outcome, scope: Scope) -> typed.Statement | None:
    span = node.span
    match node:
        case ast.Decided():
            return _decided(node, scope)
        case ast.LoneWord():
            if node.word.text == "tie":
                return typed.Tie(span=span)
            near = did_you_mean(node.word.text, ["tie"])
            ex.error(
                scope,
                codes.OUTCOME,
                f"`{node.word.text}` is no outcome",
                node.word.span,
                hint=f"did you mean {near}? Or: P wins, P loses, everyone loses, rank by ..., pay ...",
            )
            return None
        case ast.Rank():
            return _rank(node, scope)
        case ast.Pay():
            player = Local("player", PLAYER, span)
            amount = ex.type_expr(node.amount, _with_player(scope, player), INT)
            return None if is_poison(amount.type) else typed.PayOut(player, amount, span=span)
        case _:
            raise AssertionError(node)


def _decided(node: ast.Decided, scope: Scope) -> typed.Statement | None:
    verb = node.verb.text
    if isinstance(node.player, ast.Word) and node.player.name == "everyone":
        if verb == "loses":
            return typed.EveryoneLoses(span=node.span)
        ex.error(
            scope,
            codes.OUTCOME,
            f"`everyone {verb}` is no outcome",
            node.span,
            hint="if all win together, write tie" if verb == "wins" else "write: everyone loses",
        )
        return None
    if verb not in _VERBS:
        near = did_you_mean(verb, _VERBS)
        ex.error(
            scope,
            codes.OUTCOME,
            f"`{verb}` is no outcome",
            node.verb.span,
            hint=f"did you mean {node.player.span.text} {near}?" if near else "a player wins or loses",
        )
        return None
    found = ex.infer(node.player, scope, PLAYER)
    if isinstance(found.type, SetType):
        ex.error(
            scope,
            codes_typing.WRONG_TYPE,
            "a player wins or loses, and this is a set",
            node.player.span,
            hint="everyone of a team shares a win; all together: everyone loses, or tie",
        )
        return None
    player = ex.require(found, node.player, scope, PLAYER)
    if is_poison(player.type):
        return None
    return typed.Win(player, span=node.span) if verb == "wins" else typed.Lose(player, span=node.span)


def _rank(node: ast.Rank, scope: Scope) -> typed.Statement | None:
    teams = node.what is not None
    if node.what is not None and node.what.text != "teams":
        ex.error(
            scope,
            codes.OUTCOME,
            f"`rank {node.what.text}` is no outcome",
            node.what.span,
            hint="write `rank by ...` or `rank teams by ...`",
        )
        return None
    if _one_team(scope.env.game):
        ex.error(
            scope,
            codes.OUTCOME,
            "with one team there is nobody to rank",
            node.span,
            hint="write `P wins`, `P loses`, or `pay ...`",
        )
        return None
    player = Local("player", PLAYER, node.span)
    inner = _with_player(scope, player)
    keys = tuple(_rank_key(key, inner) for key in node.keys)
    if any(is_poison(key.type) for key in keys):
        return None
    return typed.RankBy(player, keys, teams, span=node.span)


def _rank_key(node: ast.Expr, scope: Scope) -> typed.Expr:
    key = ordering_key(node, scope)
    if is_poison(key.type) or key.type in (INT, BOOL):
        return key
    ex.error(
        scope,
        codes_typing.WRONG_TYPE,
        f"players are ranked by numbers, and this is {wording.a(key.type)}",
        node.span,
        hint="the greater number is the better",
    )
    return ex.poison(node.span)


def _one_team(game: Game) -> bool:
    return len(game.players) > 0 and len({game.team_of(seat) for seat in range(len(game.players))}) == 1


def _with_player(scope: Scope, player: Local) -> Scope:
    inner = scope.inner(ex.pure(scope, "an outcome"))
    inner.names["player"] = player
    return inner


# ---- end ----


def type_end_rules(node: ast.EndRules, env: Env) -> None:
    """Add the lines of an `end` block to the game."""
    tags = tuple(tag.text for tag in node.tags)
    for line in node.lines:
        player = Local("player", PLAYER, line.span)
        scope = Scope(env, Context("an `end`", players_bound=True, repetitions=True))
        scope.names["player"] = player
        outcome = type_outcome(line.outcome, scope)
        condition = ex.condition(line.condition, scope)
        if outcome is None or is_poison(condition.type):
            continue
        nodes = [*walk(outcome), *walk(condition)]
        named = any(isinstance(part, typed.LocalRef) and part.var is player for part in nodes)
        between = any(isinstance(part, typed.Op) and part.op == "repetitions" for part in nodes)
        env.game.ends.append(typed.EndRule(outcome, condition, player if named else None, between, tags, line.span))

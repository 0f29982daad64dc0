"""Typing `together by each P in players:`, in which players decide at the same time, each without knowing what others
choose.

So nothing in the block is left to chance, nobody but P decides, and it leads nowhere: the game neither ends nor goes on
to another turn in it. What the block leads to, through procedures, actions and triggers, is looked at when all of it is
known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.semantics import codes_statements as codes
from rulewright.semantics import codes_typing, typed, wording
from rulewright.semantics import expressions as ex
from rulewright.semantics.ast_walk import nodes_in
from rulewright.semantics.binders import type_source
from rulewright.semantics.deciding import Search, decides
from rulewright.semantics.decisions import decision_allowed
from rulewright.semantics.fitting import is_poison
from rulewright.semantics.local_names import declare_local
from rulewright.semantics.scope import Env, Scope
from rulewright.semantics.symbols import Game
from rulewright.semantics.typed import Local
from rulewright.semantics.types import PLAYER
from rulewright.semantics.walk import rules, walk
from rulewright.source import Label, Span
from rulewright.syntax import ast

_OUTCOMES = (typed.Win, typed.Lose, typed.Tie, typed.EveryoneLoses, typed.RankBy, typed.PayOut)


def type_together(node: ast.Together, scope: Scope) -> list[typed.Statement]:
    from rulewright.semantics.statements import type_block

    allowed = decision_allowed(scope, "`together`", Span(node.span.source, node.span.start, node.source.span.end))
    source, of = type_source(node.source, scope.inner(ex.pure(scope, "the players of a `together` block")))
    if of != PLAYER and not is_poison(of):
        ex.error(
            scope,
            codes_typing.WRONG_TYPE,
            f"players decide together, and these are {wording.many(of)}",
            node.source.span,
            hint=f"write together by each {node.var.text} in players:",
        )
        source = ex.poison(node.source.span)
    context = replace(scope.context, chance=False, loop=False, in_turn=True, place="a `together` block")
    inner = scope.inner(context)
    var = Local(node.var.text, PLAYER, node.var.span)
    declare_local(inner, node.var, var)
    _check_choosers(node, scope)
    _check_ways_out(node, scope)
    body = type_block(node.body, inner)
    if not allowed or is_poison(source.type):
        return []
    return [typed.Together(var, source, body, span=node.span)]


def _check_choosers(node: ast.Together, scope: Scope) -> None:
    """`by P` says what holds anyway; by anybody else nothing is decided here."""
    for asked in nodes_in(node.body, (ast.Choice, ast.PickOne, ast.Ask)):
        chooser = asked.chooser if isinstance(asked, ast.Choice | ast.PickOne | ast.Ask) else None
        if chooser is not None and not (isinstance(chooser, ast.Word) and chooser.name in (node.var.text, "mover")):
            ex.error(
                scope,
                codes.TOGETHER,
                f"only {node.var.text} decides here",
                chooser.span,
                hint="put what others decide before or behind the block",
            )


def _check_ways_out(node: ast.Together, scope: Scope) -> None:
    for leaving in nodes_in(node.body, (ast.Return,)):
        ex.error(
            scope,
            codes.TOGETHER,
            "`return` cannot lead out of a `together` block",
            leaving.span,
            hint="put an `if` around the rest of the block, and `return` behind it",
        )


# ---- what a block leads to ----


def check_together(env: Env) -> None:
    """Report what a `together` block may not hold or lead to, and such blocks inside of `one move`."""
    for root in rules(env.game):
        for node in walk(root):
            match node:
                case typed.Together(body=body):
                    if not _report_ways_out(env, body):
                        _report(env, body, codes.TOGETHER, "a `together` block", _is_wrong, _BEHIND)
                case typed.OneMove(body=body):
                    _report(env, body, codes.ONE_MOVE, "`one move`", _is_together, _APART)
                case _:
                    pass


_BEHIND = "all choose at the same time, and what they chose is carried out after that: put this behind the block"
_APART = "one move is made by one player: put `together` before or behind it"


def _report(
    env: Env, body: typed.Block, code: str, name: str, wanted: Callable[[object, Game], str | None], hint: str
) -> None:
    found = Search(env, wanted, offers=True).first(body)
    if found is None:
        return
    what, there, here = found
    direct = there == here
    others = () if direct else (Label(_head(there), f"{what} here"),)
    env.findings.add(code, f"{name} {'holds' if direct else 'leads to'} {what}", _head(here), hint=hint, others=others)


def _is_wrong(node: object, game: Game) -> str | None:
    what = decides(node, game)
    if isinstance(node, typed.Together):
        return "another `together` block"
    return what if what != "a decision" else None


def _is_together(node: object, game: Game) -> str | None:
    return "a `together` block" if isinstance(node, typed.Together) else None


def _report_ways_out(env: Env, body: typed.Block) -> bool:
    """Report the first statement that ends the game or goes on to a turn."""
    for node in walk(body):
        if isinstance(node, _OUTCOMES):
            what = "the end of the game cannot stand in a `together` block"
        elif isinstance(node, typed.Again):
            what = "`again` cannot stand in a `together` block"
        else:
            continue
        env.findings.add(codes.TOGETHER, what, node.span, hint=_BEHIND)
        return True
    return False


def _head(span: Span) -> Span:
    """The first line of a statement that may have a block."""
    end = span.source.text.find("\n", span.start)
    return Span(span.source, span.start, min(span.end, end if end >= 0 else span.end))

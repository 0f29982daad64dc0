"""All that rules do: signatures first, so that the order of declarations does not matter, then bodies.

`declare_signatures` binds definitions, procedures, events and actions; `check_bodies` types what is in them, adds
modifiers, triggers, the flow, endings and scenarios to the game, and then looks for what shows only when all of it is
known.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import codes_typing, endings, typed
from rulewright.semantics import expressions as ex
from rulewright.semantics.actions import declare_action
from rulewright.semantics.ast_walk import nodes_in
from rulewright.semantics.deciding import check_after
from rulewright.semantics.literals import refuse_texts
from rulewright.semantics.marks import letters as all_letters
from rulewright.semantics.measures import type_measure
from rulewright.semantics.methods import declare_method, settle_results
from rulewright.semantics.modifiers import type_modifier
from rulewright.semantics.notations import type_notation
from rulewright.semantics.reaching import check_reaching
from rulewright.semantics.scenarios import type_scenario
from rulewright.semantics.scope import Context, Env, Scope
from rulewright.semantics.statements import type_block
from rulewright.semantics.symbols import KindDecl
from rulewright.semantics.together import check_together
from rulewright.semantics.triggers import declare_event, type_trigger
from rulewright.semantics.types import ZoneType
from rulewright.syntax import ast

Declarations = Sequence[tuple[ast.Declaration, KindDecl | None]]

SETUP = Context("`setup`", effects=True, decisions=True, chance=True, setup=True)
TURN = Context("a turn", effects=True, decisions=True, chance=True, in_turn=True)
FLOW = Context("the `flow`", effects=True, decisions=True, chance=True)


def declare_signatures(env: Env, declarations: Declarations) -> None:
    """Bind what rules are called: events, definitions, procedures, actions."""
    for node, kind in declarations:
        _note_placed(node, env)
        match node:
            case ast.Event():
                declare_event(env, node)
            case ast.Define() | ast.Procedure():
                declare_method(env, node, kind)
            case ast.Action():
                declare_action(env, node, kind)
            case _:
                pass
    settle_results(env)


def _note_placed(node: ast.Declaration, env: Env) -> None:
    """Mark the kinds that are placed or become of others somewhere; a kind above that never is only gathers others."""
    words: list[ast.Word] = []
    for part in nodes_in(node, (ast.Thing, ast.Assign, ast.Pick)):
        match part:
            case ast.Thing(kind=kind):
                words += nodes_in(kind, ast.Word)
            case ast.Assign(target=ast.Property(name=ast.Name(text="kind")), value=value):
                words += nodes_in(value, ast.Word)
            case ast.Pick(source=source):
                words += [word for items in nodes_in(source, ast.SetOf) for word in nodes_in(items, ast.Word)]
            case _:
                pass
    for word in words:
        symbol = env.declared.get(word.name)
        if isinstance(symbol, KindDecl):
            symbol.placed = True
    for picture in nodes_in(node, ast.PositionFrom):
        marks = [mark.rstrip("0123456789").casefold() for row in picture.text.split("\n") for mark in row.split()]
        letters = {letter for mark in marks for letter in mark} | set(marks)
        for kind_, letter in zip(env.game.kinds, all_letters(env.game), strict=True):
            own = [env.game.own_letter(kind_, seat) for seat in range(len(env.game.players))]
            written = {text.casefold() for text in [letter, kind_.name, *own]}
            if written & letters and not kind_.children:
                kind_.placed = True


def check_bodies(env: Env, declarations: Declarations) -> None:
    """Type all bodies; what they mean goes into `env.game`, what is wrong into its findings."""
    game = env.game
    for node, _ in declarations:
        if isinstance(node, ast.Notation):
            type_notation(env, node)
    for node, _ in declarations:
        if isinstance(node, ast.Position):
            scope = Scope(env, Context("`position is`", position=True))
            game.position = tuple(_position_part(part, scope) for part in node.parts)
    for generic in [*game.definitions, *game.procedures]:
        env.resume(generic)
    for node, kind in declarations:
        if isinstance(node, ast.Modify):
            type_modifier(node, kind, env)
    for generic in [*game.definitions, *game.procedures]:
        for method in generic.methods:
            env.resume(method)
    for action in game.actions:
        env.resume(action)
        env.resume((action, "do"))
    for node, kind in declarations:
        _rules(node, kind, env)
    check_reaching(env)
    check_after(env)
    check_together(env)
    for node, _ in declarations:
        if isinstance(node, ast.Scenario):
            type_scenario(node, env)


def _position_part(node: ast.Expr, scope: Scope) -> typed.Expr:
    found = ex.infer(node, scope)
    if isinstance(found.type, ZoneType):
        text = node.span.text
        tip = f"say what of it counts: count({text}), or any(x in {text}: ...)"
        ex.error(scope, codes_typing.WRONG_TYPE, "what lies in a zone is no single value", node.span, hint=tip)
        return ex.poison(node.span)
    return ex.poison(node.span) if refuse_texts(found, node.span, scope) else found


def _rules(node: ast.Declaration, kind: KindDecl | None, env: Env) -> None:
    game = env.game
    match node:
        case ast.Trigger():
            type_trigger(node, kind, env)
        case ast.Setup():
            block = type_block(node.body, Scope(env, SETUP))
            block.tags = tuple(tag.text for tag in node.tags)
            game.setup.append(block)
        case ast.Turn():
            game.turn = type_block(node.body, Scope(env, TURN))
            game.turn.tags = tuple(tag.text for tag in node.tags)
        case ast.Flow():
            game.flow = type_block(node.body, Scope(env, FLOW))
            game.flow.tags = tuple(tag.text for tag in node.tags)
        case ast.EndRules():
            endings.type_end_rules(node, env)
        case ast.Measure():
            type_measure(env, node)
        case _:
            pass

"""Scenarios: each becomes a list of steps.

A scenario is about the default options, changed by its `with`. Under other options than those in force names may mean
something else, so a scenario about others is left without steps; to run it the file is checked again with them.
"""

from __future__ import annotations

from rulewright.semantics import codes_declarations, codes_typing, typed, wording
from rulewright.semantics import codes_rules as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics.choices import names_of
from rulewright.semantics.fitting import comparable, is_poison
from rulewright.semantics.scope import ActionName, Broken, Context, Env, Removed, Scope
from rulewright.semantics.statements import type_block
from rulewright.semantics.symbols import DieDecl, KindDecl
from rulewright.semantics.typed import PlayedMove, ScenarioStep
from rulewright.semantics.types import (
    INT,
    KIND,
    PLAYER,
    SITE,
    ComponentType,
    EnumType,
    IntType,
    KindType,
    ListType,
    SetType,
    SiteType,
    StepType,
    Type,
    ZoneType,
)
from rulewright.source import Span, did_you_mean
from rulewright.syntax import ast

GIVEN = Context("a `given`", effects=True, given=True)
RUN = Context("the `do` of a scenario", effects=True, decisions=True, chance=True, procedure=True)


def type_scenario(node: ast.Scenario, env: Env) -> None:
    """Add a scenario to the game."""
    options: dict[str, str] = {}
    for item in node.items:
        if isinstance(item, ast.WithOptions):
            for binding in item.bindings:
                _option(binding, options, env)
    covers = tuple(tag.text for tag in node.covers)
    scenario = typed.Scenario(node.title, covers, options, [], node.span)
    env.game.scenarios.append(scenario)
    if not _in_force({**env.assumed, **options}, env):
        return
    scope = Scope(env, Context("a scenario"))
    before: list[ast.ScenarioItem] = []
    for item in node.items:
        if isinstance(item, ast.Given | ast.Run) and not _in_place(item, before, env):
            continue
        before.append(item)
        scenario.steps += _step(item, scope)


def _in_place(item: ast.Given | ast.Run, before: list[ast.ScenarioItem], env: Env) -> bool:
    """Whether `given` begins the scenario and `do` comes before the first move; reports it if not."""
    given = isinstance(item, ast.Given)
    late = (ast.ScenarioItem,) if given else (ast.Play, ast.Decline)
    if not any(isinstance(step, late) and not isinstance(step, ast.WithOptions) for step in before):
        return True
    word = "given" if given else "do"
    env.findings.add(
        codes.SCENARIO,
        f"`{word}` stands at the beginning of a scenario" if given else "`do` stands before the first move",
        Span(item.span.source, item.span.start, item.span.start + len(word)),
        hint="there is one, before all other steps; what comes later is played"
        if given
        else "it takes the place of the turn; after a move the game goes on by itself",
    )
    return False


def _in_force(options: dict[str, str], env: Env) -> bool:
    """Whether the game is checked with these options, and the defaults of all others."""
    return all(
        options.get(name, option.show(option.default)) == option.show(option.value)
        for name, option in env.game.options.items()
    )


def _option(binding: ast.Binding, options: dict[str, str], env: Env) -> None:
    """Note an option that a scenario asks for."""
    name = binding.name.text
    option = env.game.options.get(name)
    env.used.add(name)
    if option is None:
        if not isinstance(env.declared.get(name), Broken) and not env.gaps:
            near = did_you_mean(name, env.game.options)
            env.findings.add(
                codes_declarations.UNKNOWN_OPTION,
                f"there is no option {name}",
                binding.name.span,
                hint=f"did you mean {near}?" if near else "declare it: option " + name + ": ...",
            )
        return
    wanted: Type = EnumType(option.enum) if option.enum else INT
    value = ex.type_expr(binding.value, Scope(env, Context("the options of a scenario")), wanted)
    if not isinstance(value, typed.Constant) or is_poison(value.type) or not isinstance(value.value, int):
        if not is_poison(value.type):
            env.findings.add(
                codes_declarations.OPTION_VALUE,
                f"{name} takes a plain value",
                binding.value.span,
                hint="write one of its words, or a number",
            )
        return
    if not option.lo <= value.value <= option.hi and option.enum is None:
        env.findings.add(
            codes_declarations.OPTION_VALUE,
            f"{name} is {option.lo} to {option.hi}, not {value.value}",
            binding.value.span,
            hint="take a number of its range",
        )
        return
    options[name] = option.show(value.value)


def _step(item: ast.ScenarioItem, scope: Scope) -> list[ScenarioStep]:
    span = item.span
    match item:
        case ast.WithOptions():
            return []
        case ast.Given():
            return [ScenarioStep("given", span, block=type_block(item.body, scope.inner(GIVEN)))]
        case ast.Run():
            return [ScenarioStep("do", span, block=type_block(item.body, scope.inner(RUN)))]
        case ast.Rolls():
            values = tuple(_face(value, scope) for value in item.values)
            return (
                []
                if any(value is None for value in values)
                else [ScenarioStep("roll", span, values=tuple(value for value in values if value is not None))]
            )
        case ast.Play():
            move = _played(item.move, scope)
            return [ScenarioStep("play", span, move=move)] if move else []
        case ast.Decline():
            return [ScenarioStep("decline", span)]
        case ast.ExpectIllegal():
            move = _played(item.move, scope)
            return [ScenarioStep("illegal", span, move=move, because=item.because)] if move else []
        case ast.ExpectLegal():
            move = _played(item.move, scope)
            return [ScenarioStep("legal", span, move=move)] if move else []
        case ast.ExpectOutcome():
            return _outcome(item, scope)
        case ast.Expect():
            if (
                isinstance(item.condition, ast.Word)
                and item.condition.name == "tie"
                and "tie" not in scope.env.declared
            ):
                return [ScenarioStep("outcome", span, verb="tie")]
            condition = ex.condition(item.condition, scope)
            return [] if is_poison(condition.type) else [ScenarioStep("expect", span, condition=condition)]
        case _:
            raise AssertionError(item)


def _outcome(item: ast.ExpectOutcome, scope: Scope) -> list[ScenarioStep]:
    verb = item.verb.text
    if verb not in ("wins", "loses"):
        near = did_you_mean(verb, ["wins", "loses"])
        ex.error(
            scope,
            codes.SCENARIO,
            f"`{verb}` is no outcome",
            item.verb.span,
            hint=f"did you mean {near}?" if near else "a player wins or loses",
        )
        return []
    if isinstance(item.player, ast.Word) and item.player.name == "everyone":
        return [ScenarioStep("outcome", item.span, verb=verb)]
    player = ex.type_expr(item.player, scope, PLAYER)
    return [] if is_poison(player.type) else [ScenarioStep("outcome", item.span, player=player, verb=verb)]


# ---- dice ----


def _face(node: ast.Expr, scope: Scope) -> typed.Expr | None:
    """A face of some die, something that `any_of` may draw, or the kind of a card that comes out of a zone."""
    dice = list(scope.env.game.dice.values())
    hint: Type | None = None
    if isinstance(node, ast.Word):
        named = [die for die in dice if isinstance(die.type, EnumType) and node.name in die.type.enum.values]
        hint = named[0].type if named else KIND if isinstance(scope.env.declared.get(node.name), KindDecl) else None
    value = ex.infer(node, scope, hint)
    if is_poison(value.type):
        return None
    if isinstance(value.type, IntType) and isinstance(value, typed.Constant) and dice:
        numbers = [die for die in dice if isinstance(die.type, IntType)]
        if numbers and not any(value.value in die.faces for die in numbers) and not _draws(scope):
            ex.error(scope, codes.SCENARIO, f"no die shows {value.value}", node.span, hint=_faces(numbers[0]))
            return None
    return value


def _draws(scope: Scope) -> bool:
    """Whether numbers may also come from `any_of`; what it draws from is known only in play."""
    return len(scope.env.game.dice) == 0


def _faces(die: DieDecl) -> str:
    return f"{die.name} shows {wording.listing([str(face) for face in dict.fromkeys(die.faces)])}"


# ---- moves ----


def _played(move: ast.Played, scope: Scope) -> PlayedMove | None:
    if move.action is None:
        return PlayedMove(move.text, None, (), move.span)
    name = move.action.text
    symbol = scope.env.lookup(name)
    if not isinstance(symbol, ActionName):
        _unknown_action(move.action, symbol, scope)
        return None
    for action in symbol.actions:
        scope.env.resume(action)
    tables = [names_of(action) for action in symbol.actions]
    picks: list[tuple[str, typed.Expr]] = []
    fine = True
    for binding in move.picks:
        word = binding.name.text
        types = [table[word].type for table in tables if word in table]
        if not types:
            known = list(dict.fromkeys(key for table in tables for key in table))
            near = did_you_mean(word, known) if len(known) > 1 else None
            tip = (
                f"did you mean {near}?" if near else f"it has {wording.listing(known)}" if known else "it has no picks"
            )
            ex.error(scope, codes.SCENARIO, f"{name} has no pick or let {word}", binding.name.span, hint=tip)
            fine = False
            continue
        value = _value(binding.value, types, scope)
        if value is None:
            fine = False
        else:
            picks.append((word, value))
    return PlayedMove(None, name, tuple(picks), move.span) if fine else None


def _unknown_action(name: ast.Name, symbol: object, scope: Scope) -> None:
    if isinstance(symbol, Broken) or scope.env.gaps:
        return
    if isinstance(symbol, Removed):
        ex.error(
            scope,
            codes_typing.REMOVED_NAME,
            f"{name.text} is not part of the game as it is set up now",
            name.span,
            hint=symbol.reason,
        )
        return
    known = [word for word, found in scope.env.declared.items() if isinstance(found, ActionName)]
    near = did_you_mean(name.text, known)
    ex.error(
        scope,
        codes.UNKNOWN_ACTION,
        f"there is no action {name.text}",
        name.span,
        label="unknown",
        hint=f"did you mean {near}?" if near else 'a move may also be played by its text: play "c3d4"',
    )


def _value(node: ast.Expr, types: list[Type], scope: Scope) -> typed.Expr | None:
    """A value of one of the types; a component or a step may be named by its site, a component by its kind."""
    value = ex.infer(node, scope, _hint(types[0], node, scope))
    if is_poison(value.type):
        return None
    game = scope.env.game
    if isinstance(value.type, ZoneType) and isinstance(types[0], SetType):
        value = ex.require(value, node, scope, types[0])
    for type_ in types:
        of = type_.of if isinstance(type_, SetType) else type_
        if comparable(value.type, type_, game) or comparable(value.type, of, game):
            return value
        several = isinstance(value.type, SetType | ListType) and isinstance(type_, SetType)
        given = value.type.of if isinstance(value.type, SetType | ListType) and several else value.type
        if isinstance(of, ComponentType | StepType) and isinstance(given, SiteType):
            return value
        if isinstance(of, ComponentType) and isinstance(given, KindType):
            return value
    ex.require(value, node, scope, types[0])
    return None


def _hint(type_: Type, node: ast.Expr, scope: Scope) -> Type:
    """What a plain name may mean for a pick: for a component, a kind's name is the kind."""
    of = type_.of if isinstance(type_, SetType) else type_
    if isinstance(of, ComponentType) and isinstance(node, ast.Word):
        return KIND
    if isinstance(of, StepType):
        return SITE
    return type_

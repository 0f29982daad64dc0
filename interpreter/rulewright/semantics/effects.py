"""Typing effects: `place`, `move`, `remove`, `swap`, `eliminate`, `emit`, pictures of positions, outcomes.

`place` is spread out: one statement for each pair of a thing and a place.
"""

from __future__ import annotations

from rulewright.semantics import codes_forms, codes_rules, codes_typing, typed, wording
from rulewright.semantics import codes_statements as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics.codes_zones import NOT_A_ZONE
from rulewright.semantics.fitting import is_poison, kinds_of
from rulewright.semantics.layers import layers_of, standing
from rulewright.semantics.local_names import declare_local
from rulewright.semantics.notation_reading import read_position
from rulewright.semantics.pictures import type_picture
from rulewright.semantics.scope import Broken, NotationName, Scope
from rulewright.semantics.statements import effects_allowed
from rulewright.semantics.symbols import FieldDecl, LayerDecl
from rulewright.semantics.targets import check_range, one_component, type_target
from rulewright.semantics.typed import Event, Local
from rulewright.semantics.types import (
    COMPONENT,
    COMPONENTS,
    INT,
    KIND,
    PLAYER,
    POISON,
    SITE,
    SITES,
    ComponentType,
    KindType,
    ListType,
    SetType,
    SiteType,
    ZoneType,
)
from rulewright.semantics.zone_calls import is_supply, misplaced_supply, supply_set
from rulewright.semantics.zone_effects import end_of, may_come_into, may_swap, place_in, type_place, type_zone_effect
from rulewright.semantics.zones import contents, keeps_order, look
from rulewright.source import Span, did_you_mean
from rulewright.syntax import ast


def type_effect(node: ast.Statement, scope: Scope) -> list[typed.Statement]:
    from rulewright.semantics import endings

    span = node.span
    match node:
        case ast.End():
            return endings.type_end_statement(node, scope)
        case ast.Place():
            return _place(node, scope)
        case ast.Move():
            return _move(node, scope)
        case ast.Remove():
            allowed = effects_allowed(scope, "`remove`", span)
            what = things(node.what, scope)
            return [typed.Remove(what, span=span)] if what and allowed else []
        case ast.Swap():
            allowed = effects_allowed(scope, "`swap`", span)
            first, second = one_component(node.first, scope), one_component(node.second, scope)
            if first is None or second is None or not allowed or not may_swap(first, second, node, scope):
                return []
            return [typed.Swap(first, second, span=span)]
        case ast.Eliminate():
            allowed = effects_allowed(scope, "`eliminate`", span)
            player = ex.type_expr(node.player, scope, PLAYER)
            return [typed.Eliminate(player, span=span)] if allowed else []
        case ast.Forget():
            if node.what.text != "positions":
                ex.error(
                    scope,
                    codes.UNKNOWN_STATEMENT,
                    f"`forget {node.what.text}` means nothing",
                    node.what.span,
                    hint="write: forget positions",
                )
                return []
            return [typed.ForgetPositions(span=span)] if effects_allowed(scope, "`forget positions`", span) else []
        case ast.Emit():
            return _emit(node, scope)
        case ast.RunSetup():
            if not scope.context.given:
                ex.error(
                    scope,
                    codes.UNKNOWN_STATEMENT,
                    "`setup` as a line runs the set-up, and stands only in `given`",
                    span,
                    hint="put what both need into a procedure",
                )
                return []
            return [typed.RunSetup(span=span)]
        case ast.PositionFrom():
            return _position(node, scope)
        case ast.Deal() | ast.Shuffle() | ast.Reveal() | ast.Flip():
            return type_zone_effect(node, scope)
        case _:
            raise AssertionError(node)


# ---- place ----


def _place(node: ast.Place, scope: Scope) -> list[typed.Statement]:
    allowed = effects_allowed(scope, "`place`", node.span)
    things = [type_thing(thing, node.things[-1], scope) for thing in node.things]
    in_zones = node.where == "in"
    sites = [_site(place, scope) for place in node.places] if not in_zones else []
    count = ex.type_expr(node.count, scope, INT) if node.count is not None else None
    room = in_zones or _has_room(node, [kind for kind, _ in things], scope)
    fields = [
        tuple(pair for binding in node.fields if (pair := _field(binding, kind, scope)) is not None)
        for kind, _ in things
    ]
    name: Local | None = None
    if node.name is not None:
        kind = things[-1][0]
        known = ComponentType(kind.type.kind) if isinstance(kind.type, KindType) else POISON
        name = Local(node.name.text, known, node.name.span)
        declare_local(scope, node.name, name)
    if in_zones:
        lying = place_in(node, things, count, fields, name, scope)
        return lying if lying is not None and allowed else []
    if not allowed or not room or any(is_poison(e.type) for e in [*(kind for kind, _ in things), *sites]):
        return []
    placed = [
        (typed.PlaceOne(kind, owner, site, count, own, None, span=node.span), i)
        for site in sites
        for i, ((kind, owner), own) in enumerate(zip(things, fields, strict=True))
    ]
    placed[-1][0].name = name
    # a pile is told from the top down, so its lowest comes first
    if any(layer.mode == "pile" for kind, _ in things for layer in _layers(kind, scope)):
        size = len(things)
        placed = [one for at in range(0, len(placed), size) for one in reversed(placed[at : at + size])]
    return [one for one, _ in placed]


def _layers(kind: typed.Expr, scope: Scope) -> list[LayerDecl]:
    return layers_of(kind.type, scope.env.game) if isinstance(kind.type, KindType) else []


def _has_room(node: ast.Place, kinds: list[typed.Expr], scope: Scope) -> bool:
    """Report several things on one site of a layer that has room for one."""
    count = node.count.value if isinstance(node.count, ast.Int) else 1
    if node.count is not None and count < 1:
        ex.error(scope, codes.CROWDED, "nothing would be placed", node.count.span, hint="leave the line away")
        return False
    taken: list[LayerDecl] = []
    for kind, thing in zip(kinds, node.things, strict=True):
        layers = _layers(kind, scope)
        alone = layers[0] if len(layers) == 1 and layers[0].mode == "one" else None
        if alone is not None and (count > 1 or alone in taken):
            span = node.count.span if count > 1 and node.count is not None else thing.span
            ex.error(
                scope,
                codes.CROWDED,
                "several things cannot be placed on one site",
                span,
                hint=f"write a line for each of them; or let a site hold several: `layer {alone.name}: pile ...`",
            )
            return False
        if alone is not None:
            taken.append(alone)
    return True


def type_thing(thing: ast.Thing, last: ast.Thing, scope: Scope) -> tuple[typed.Expr, typed.Expr | None]:
    """A kind and its owner; an owner behind the last thing is that of all."""
    kind = ex.infer(thing.kind, scope, KIND)
    if isinstance(kind.type, ComponentType):
        ex.error(
            scope,
            codes_typing.WRONG_TYPE,
            "`place` brings something new into play, and this is there already",
            thing.kind.span,
            label=wording.a(kind.type),
            hint=f"move it: move {thing.kind.span.text} to ...; or place one more of its kind: "
            f"{thing.kind.span.text}.kind",
        )
        kind = ex.poison(thing.kind.span)
    kind = ex.require(kind, thing.kind, scope, KIND)
    whose = thing.owner if thing.owner is not None else last.owner
    return kind, ex.type_expr(whose, scope, PLAYER) if whose is not None else None


def _site(place: ast.Expr, scope: Scope) -> typed.Expr:
    """A site, or a set of sites."""
    found = ex.infer(place, scope, SITE)
    if isinstance(found.type, ZoneType):
        tip = f"write: in {place.span.text}"
        ex.error(scope, NOT_A_ZONE, "things are placed `on` sites, and `in` zones", place.span, hint=tip)
        return ex.poison(place.span)
    if isinstance(found.type, SetType | ListType):
        return ex.require(found, place, scope, SITES)
    return ex.require(found, place, scope, SITE)


def _field(binding: ast.Binding, kind: typed.Expr, scope: Scope) -> tuple[FieldDecl, typed.Expr] | None:
    """`with damage = 2`: a field that the kind has."""
    name = binding.name.text
    if not isinstance(kind.type, KindType):
        ex.infer(binding.value, scope)
        return None
    kinds = kinds_of(kind.type, scope.env.game)
    fields = {f.name: f for k in kinds for above in reversed(k.ancestors()) for f in above.fields.values()}
    field = fields.get(name)
    if field is None:
        if name == "face_down":
            tip = "turn it over afterwards: place ... as x, and then: flip x"
            ex.error(scope, codes_typing.UNKNOWN_PROPERTY, "`face_down` is no field", binding.name.span, hint=tip)
        else:
            near = did_you_mean(name, fields) if len(fields) > 1 else None
            known = f"its fields are {wording.listing(list(fields))}" if fields else "it has no fields"
            what = kind.type.kind.name if kind.type.kind else "this kind"
            ex.error(
                scope,
                codes_typing.UNKNOWN_PROPERTY,
                f"{what} has no field `{name}`",
                binding.name.span,
                hint=f"did you mean {near}?" if near else known,
            )
        ex.infer(binding.value, scope)
        return None
    value = ex.type_expr(binding.value, scope, field.type)
    if field.each is not None:
        over = "direction" if field.each.turns else field.each.name
        tip = f"set it afterwards: place ... as x, and then: x.{name}[...] = ..."
        ex.error(scope, codes_typing.OF_WHOM, f"there is a `{name}` of each {over}", binding.name.span, hint=tip)
        return None
    if not field.cycle:
        check_range(value, field.lo, field.hi, name, scope)
    return None if is_poison(value.type) else (field, value)


# ---- move, remove ----


def things(node: ast.Expr, scope: Scope, *, supply: bool = False) -> typed.Expr | None:
    """A component, or a set or list of them (of a zone, of the supply); None after an error."""
    if isinstance(node, ast.Call) and is_supply(node, scope):
        if supply:
            return supply_set(node, scope)
        misplaced_supply(node, scope)
        return None
    found = contents(ex.infer(node, scope), scope.env.game)
    match found.type:
        case _ if is_poison(found.type):
            return None
        case SetType(of=SiteType()) | ListType(of=SiteType()) | SiteType():
            text = node.span.text
            ex.error(
                scope,
                codes_typing.WRONG_TYPE,
                f"this is {wording.a(found.type)}, not what stands there",
                node.span,
                hint=f"write {standing(scope.env.game, text if _simple(node) else f'({text})')}",
            )
            return None
        case SetType():
            found = ex.require(found, node, scope, COMPONENTS)
        case ListType():
            found = ex.require(found, node, scope, ListType(COMPONENT))
        case _:
            found = ex.require(found, node, scope, COMPONENT)
    return None if is_poison(found.type) else found


def _simple(node: ast.Expr) -> bool:
    return isinstance(node, ast.Word | ast.Property | ast.Call | ast.Index | ast.SetOf)


def _move(node: ast.Move, scope: Scope) -> list[typed.Statement]:
    allowed = effects_allowed(scope, "`move`", node.span)
    what = things(node.what, scope, supply=True)
    place = type_place(node.place, scope)
    if is_poison(place.type):
        return []
    end = end_of(node.end, place, scope)
    if what is None or end is None or not allowed or not may_come_into(what, node.what, place, scope):
        return []
    if keeps_order(place) and not look(what, "`move`", node.what.span, scope):
        return []
    return [typed.MoveTo(what, place, end=end, span=node.span)]


# ---- emit ----


def find_event(name: str, scope: Scope) -> Event | None:
    """The event of that name: one that the game declares, or one of the language."""
    symbol = scope.env.lookup(name)
    if isinstance(symbol, Event):
        return symbol
    if symbol is not None:
        return None
    return next((event for event in scope.env.game.events if event.builtin and event.name == name), None)


def unknown_event(name: ast.Name, scope: Scope, *, declared_only: bool) -> None:
    symbol = scope.env.declared.get(name.text)
    if isinstance(symbol, Broken) or scope.env.gaps:
        return
    known = [event.name for event in scope.env.game.events if not (declared_only and event.builtin)]
    near = did_you_mean(name.text, known)
    tip = f"did you mean {near}?" if near else f"declare it: event {name.text}(...)"
    ex.error(scope, codes_rules.UNKNOWN_EVENT, f"there is no event {name.text}", name.span, label="unknown", hint=tip)


def _emit(node: ast.Emit, scope: Scope) -> list[typed.Statement]:
    allowed = effects_allowed(scope, "`emit`", node.span)
    event = find_event(node.event.text, scope)
    later = node.later is not None
    if node.later is not None and node.later.text != "later":
        ex.error(
            scope,
            codes.UNKNOWN_STATEMENT,
            f"`{node.later.text}` means nothing here",
            node.later.span,
            hint="write `later`, or nothing",
        )
    if event is None or event.builtin:
        if event is not None:
            ex.error(
                scope,
                codes_rules.UNKNOWN_EVENT,
                f"{event.name} happens by itself",
                node.event.span,
                hint="an event of your own is declared: event name(...)",
            )
        else:
            unknown_event(node.event, scope, declared_only=True)
        for arg in node.args:
            ex.infer(arg, scope)
        return []
    if len(node.args) != len(event.params):
        names = ", ".join(param.name for param in event.params)
        ex.error(
            scope,
            codes_typing.ARGUMENTS,
            f"{event.name} tells {len(event.params)} things, not {len(node.args)}",
            node.span,
            hint=f"write emit {event.name}({names})",
        )
        return []
    args: list[typed.Expr] = []
    answers: list[tuple[int, typed.Expr]] = []
    for i, (arg, param, answer) in enumerate(zip(node.args, event.params, event.answer, strict=True)):
        value = ex.type_expr(arg, scope, param.type)
        args.append(value)
        if answer and not is_poison(value.type):
            target = _answer(arg, param, scope, later)
            if target is not None:
                answers.append((i, target))
    if not allowed or any(is_poison(arg.type) for arg in args):
        return []
    return [typed.Emit(event, tuple(args), tuple(answers), later, span=node.span)]


def _answer(arg: ast.Expr, param: Local, scope: Scope, later: bool) -> typed.Expr | None:
    """The variable into which what triggers have made of a `var` value is read back."""
    if later:
        ex.error(
            scope,
            codes_rules.EVENT_PARAMS,
            f"{param.name} is read back, and later is too late for that",
            arg.span,
            hint="leave `later` away",
        )
        return None
    if not isinstance(arg, ast.Word | ast.Of | ast.Property | ast.Index):
        ex.error(
            scope,
            codes_rules.EVENT_PARAMS,
            f"triggers may change {param.name}, so it needs a `var` to be read from",
            arg.span,
            hint=f"write before: var {param.name} = {arg.span.text}; and emit it",
        )
        return None
    return type_target(arg, scope)


# ---- pictures ----


def _position(node: ast.PositionFrom, scope: Scope) -> list[typed.Statement]:
    if not (scope.context.given or scope.context.setup):
        ex.error(
            scope,
            codes.PICTURE,
            "a whole position stands in `setup` or `given`",
            _first_line(node.span),
            hint="elsewhere, write `place`",
        )
        return []
    return type_picture(node, scope) if node.notation.text == "board" else _by_notation(node, scope)


def _by_notation(node: ast.PositionFrom, scope: Scope) -> list[typed.Statement]:
    env, name = scope.env, node.notation.text
    symbol = env.lookup(name)
    if isinstance(symbol, NotationName):
        if symbol.decl is None or node.text_span is None:
            return []
        statements, errors = read_position(env.game, symbol.decl, node.text_span)
        env.findings.extend(errors)
        return statements
    if not isinstance(symbol, Broken) and not env.gaps:
        known = [decl.name for decl in env.game.notations]
        near = did_you_mean(name, ["board", *known])
        ex.error(
            scope,
            codes_forms.POSITION_TEXT,
            f"there is no notation {name}",
            node.notation.span,
            hint=f"did you mean {near}?" if near else f'declare it: notation {name} = "{{board}} {{mover}}"',
        )
    return []


def _first_line(span: Span) -> Span:
    end = span.source.text.find("\n", span.start)
    return Span(span.source, span.start, min(span.end, end))

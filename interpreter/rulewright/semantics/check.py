"""The passes of the checker in their order.

Files and includes become one list of declarations; options get their values; guards are decided. Then everything that
has a name is bound, so that order does not matter: players, enums, the board, kinds, regions, state, then the
signatures of definitions, procedures, actions and events. Only after that are expressions typed: regions, constants of
kinds, ranges and first values, then all bodies. At last come the checks that look at the game as a whole, and the
warnings if there is no error.

What is wrong never stops the passes. A declaration that is wrong leaves its name bound to `Broken`, which is silent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.semantics import codes_declarations as codes
from rulewright.semantics.board_parts import BoardParts, fill_parts, place_parts
from rulewright.semantics.bodies import check_bodies, declare_signatures
from rulewright.semantics.builtins import BUILTIN_NAMES, EVENTS
from rulewright.semantics.checks import run_checks
from rulewright.semantics.constant_definitions import tabulate
from rulewright.semantics.declare_board import declare_board, declare_facing, declare_regions, fill_regions
from rulewright.semantics.declare_constants import KindConstants, fill_constants
from rulewright.semantics.declare_display import check_marks, declare_display
from rulewright.semantics.declare_game import (
    declare_dice,
    declare_enums,
    declare_heading,
    declare_players,
    declare_teams,
    drop_doubled,
    has_unread,
)
from rulewright.semantics.declare_kinds import Pairs, declare_kinds, declare_members, settle_plainness
from rulewright.semantics.declare_layers import declare_layers
from rulewright.semantics.declare_state import declare_fields, declare_vars, fill_state
from rulewright.semantics.declare_zones import declare_zones
from rulewright.semantics.early import Early
from rulewright.semantics.follow_ups import drop_follow_ups, loses_names, unread_names
from rulewright.semantics.guards import Active, decide_guards
from rulewright.semantics.labels import declare_labels
from rulewright.semantics.load import Loaded, load
from rulewright.semantics.measures import declare_measures
from rulewright.semantics.names import broken, declare
from rulewright.semantics.notations import declare_notations
from rulewright.semantics.options import Presets, settle_options
from rulewright.semantics.scope import Env, Removed
from rulewright.semantics.site_names import name_sites
from rulewright.semantics.symbols import Game, KindDecl, LayerDecl
from rulewright.semantics.told import settle_told
from rulewright.semantics.typed import Event, Local
from rulewright.semantics.whole_game import check_whole
from rulewright.source import Findings, Source, SourceError, Span, read_source
from rulewright.syntax import ast

Result = tuple[Game | None, Findings]


def check_file(
    path: Path,
    options: Mapping[str, str] | None = None,
    preset: str | None = None,
    assumed: Mapping[str, str] | None = None,
) -> Result:
    """The game of a rule file and all findings; None if there are errors. Never raises for what a rule file holds.

    `options` are values as texts (`{"size": "6"}`) and win over `preset`. `assumed` are the options that scenarios
    take for granted where they do not say `with`, if not the defaults.
    """
    try:
        source = read_source(path)
    except SourceError as error:
        return None, Findings([error.diagnostic])
    return check_source(source, options, preset, path.parent, assumed)


def check_text(
    text: str, name: str = "<text>", options: Mapping[str, str] | None = None, preset: str | None = None
) -> Result:
    """Like `check_file`, for a text; it can include nothing."""
    return check_source(Source.of(text, name), options, preset, None)


def check_source(
    source: Source,
    options: Mapping[str, str] | None = None,
    preset: str | None = None,
    folder: Path | None = None,
    assumed: Mapping[str, str] | None = None,
) -> Result:
    """Like `check_file`, for a source; `folder` is what `include` may read from (None: nothing)."""
    findings = Findings()
    try:
        game = _check(source, options or {}, preset, folder, assumed or {}, findings)
    except RecursionError:
        findings.add(
            codes.LIMIT,
            "something in this file is nested too deep to be checked",
            Span(source, 0, 0),
            hint="split long sums and chains of calls into definitions",
        )
        return None, findings
    return (None if findings.errors else game), findings


def _check(
    source: Source,
    given: Mapping[str, str],
    preset: str | None,
    folder: Path | None,
    assumed: Mapping[str, str],
    findings: Findings,
) -> Game:
    start = Span(source, 0, 0)
    loaded = load(source, findings, folder)
    early, presets = settle_options(loaded.declarations, given, preset, start, findings)
    active = decide_guards(loaded.declarations, early)
    env = _environment(loaded, active, early, presets, source)
    env.assumed = assumed
    env.folder = folder
    declarations = drop_doubled(env, active.declarations)
    declared = _declare(env, declarations, early, start)
    rules = _rules(declarations, declared)
    declare_signatures(env, rules)
    fill_constants(env, declared.constants, simple=True)
    fill_regions(env, declarations)
    fill_constants(env, declared.constants, simple=False)
    fill_state(env, declarations, declared.kinds)
    check_marks(env, declarations)
    name_sites(env, declarations)
    fill_parts(env, declared.parts)
    check_bodies(env, rules)
    settle_told(env, declarations)
    declare_labels(env, declarations)
    place_parts(env, declared.parts)
    tabulate(env)
    env.used |= early.used
    for option in env.game.options.values():
        option.idle = option.name not in env.used
    check_whole(env, declarations, start)
    drop_follow_ups(env, declarations)
    run_checks(env, declarations, loaded.sources)
    return env.game


def _environment(loaded: Loaded, active: Active, early: Early, presets: Presets, source: Source) -> Env:
    """The environment with options, removed names and names that could not be read."""
    title = source.path.stem if source.path else source.name
    game = Game(title, edition=loaded.edition, options=early.options, presets=presets)
    game.layers = (LayerDecl(0, "piece", None),)
    game.written = tuple(loaded.declarations)
    game.sources = tuple(one.text for one in loaded.sources)
    env = Env(game, early.findings, gaps=loaded.gaps or loses_names(loaded.declarations))
    for name, reason in active.removed.items():
        env.declared[name] = Removed(name, reason)
    for name, span in active.undecided.items():
        broken(env, name, span)
    for item in active.declarations:
        match item:
            case ast.BadDeclaration():
                _bad(env, item)
            case ast.Option() if item.name.text in early.options:
                if early.options[item.name.text].span == item.name.span:
                    declare(env, item.name, early.options[item.name.text])
            case ast.Option():
                broken(env, item.name.text, item.name.span)
            case ast.Players() if item.most is not None and "seats" in early.options:
                env.declared.setdefault("seats", early.options["seats"])
                env.spans.setdefault("seats", early.options["seats"].span)
            case _:
                pass
    return env


def _bad(env: Env, item: ast.BadDeclaration) -> None:
    """Bind the names that an unreadable declaration may have meant, so that their uses are no further errors."""
    for name in unread_names(item):
        if name not in BUILTIN_NAMES:
            broken(env, name, item.span)


@dataclass(slots=True)
class _Declared:
    """What the binding passes hand on."""

    kinds: Pairs
    constants: KindConstants
    parts: BoardParts


def _declare(env: Env, declarations: Sequence[ast.Declaration], early: Early, start: Span) -> _Declared:
    """Bind everything but definitions, procedures, actions and declared events."""
    declare_heading(env, declarations)
    declare_players(env, declarations, early, start)
    declare_teams(env, declarations)
    declare_enums(env, declarations)
    declare_dice(env, declarations, early)
    parts = declare_board(env, declarations, early)
    if env.game.board is None and has_unread(env, declarations):
        env.gaps = True
    declare_facing(env, declarations)
    kinds = declare_kinds(env, declarations)
    declare_zones(env, declarations, early)
    declare_regions(env, declarations, parts)
    declare_fields(env, declarations, early)
    declare_vars(env, declarations, early)
    constants = declare_members(env, kinds, early)
    constants.lift(env)
    declare_layers(env, declarations)
    settle_plainness(env, declarations)
    declare_measures(env, declarations)
    declare_notations(env, declarations)
    declare_display(env, declarations)
    for name, params in EVENTS.items():
        locals_ = tuple(Local(param, type_, start) for param, type_ in params)
        env.game.events.append(Event(name, locals_, (False,) * len(params), builtin=True, span=None))
    return _Declared(kinds, constants, parts)


def _rules(
    declarations: Sequence[ast.Declaration], declared: _Declared
) -> list[tuple[ast.Declaration, KindDecl | None]]:
    """All active declarations in order; those that are members of a kind with their kind."""
    kinds = {item.name.span: kind for kind, item in declared.kinds}
    out: list[tuple[ast.Declaration, KindDecl | None]] = []
    for item in declarations:
        if isinstance(item, ast.Kind):
            kind = kinds.get(item.name.span)
            if kind is not None:
                out += [(member, kind) for member in item.members]
        else:
            out.append((item, None))
    return out

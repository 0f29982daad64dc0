"""Options and presets: their values in force, before anything else of the game is looked at.

Options are walked in order, so that a default may name those before it. Values may be given from outside as texts,
also through a preset; what is given wins over the preset, and the preset over the default. `players 2 to 4: ...`
declares the option `seats`; its default is the smallest number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.semantics import codes_declarations as codes
from rulewright.semantics.early import Chosen, Early, Loose, Value, find_word
from rulewright.semantics.follow_ups import loses_names, unread_names
from rulewright.semantics.names import doubled
from rulewright.semantics.symbols import EnumDecl, OptionDecl
from rulewright.semantics.wording import listing
from rulewright.source import Findings, Span, did_you_mean
from rulewright.syntax import ast

MAX_OPTIONS = 64
MAX_PLAYERS = 8

Presets = dict[str, dict[str, str]]


def settle_options(
    declarations: Sequence[ast.Declaration],
    given: Mapping[str, str],
    preset: str | None,
    start: Span,
    findings: Findings,
) -> tuple[Early, Presets]:
    """Options (in `Early.options`) and presets. `start` is where errors about unknown options given from outside go."""
    early = Early(findings, definitions=_definitions(declarations), known_words=_declared(declarations))
    unread = (name for item in declarations if isinstance(item, ast.BadDeclaration) for name in unread_names(item))
    early.unread = None if loses_names(declarations) else frozenset(unread)
    names = [item.name.text for item in declarations if isinstance(item, ast.Option)]
    wanted = dict(given)
    chosen = _find_preset(declarations, preset, start, findings)
    bound = {binding.name.text: binding for binding in chosen.bindings} if chosen else {}
    for item in declarations:
        if isinstance(item, ast.Option):
            early.later = frozenset(names[names.index(item.name.text) :])
            option = _option(item, early)
        elif isinstance(item, ast.Players) and item.least is not None and item.most is not None:
            early.later = frozenset(names) - set(early.options)
            option = _seats(item, early)
        else:
            continue
        if option is None:
            continue
        if option.name in early.options:
            second = item.name if isinstance(item, ast.Option) else ast.Name("seats", span=item.span)
            doubled(findings, second, "an option", early.options[option.name].span)
            continue
        early.options[option.name] = option
        if option.name in wanted:
            _give(option, wanted[option.name], findings)
        elif option.name in bound:
            _bind(option, bound[option.name], early)
    early.later = frozenset()
    _limit(early, findings)
    for name in wanted:
        if name not in early.options and name not in names:
            _unknown(name, start, early, findings)
    return early, _presets(declarations, early)


def parse_value(option: OptionDecl, text: str) -> int | None:
    """A value given as text, encoded; None if the option does not take it."""
    if option.enum:
        return option.enum.values.index(text) if text in option.enum.values else None
    try:
        number = int(text.strip())
    except ValueError:
        return None
    return number if option.lo <= number <= option.hi else None


def takes(option: OptionDecl) -> str:
    """What an option takes, for messages."""
    return ", ".join(option.enum.values) if option.enum else f"{option.lo} to {option.hi}"


# ---- declarations ----


def _option(item: ast.Option, early: Early) -> OptionDecl | None:
    name = item.name.text
    enum: EnumDecl | None = None
    lo = hi = 0
    first = item.values[0] if item.values else None
    if len(item.values) == 1 and not isinstance(first, ast.Word):
        bounds = early.value(first) if first else None
        if bounds is None:
            return None
        if not isinstance(bounds, range):
            _form(item, early.findings)
            return None
        lo, hi = bounds.start, bounds.stop - 1
        if lo > hi:
            title = f"{name} has no value at all"
            early.findings.add(codes.OPTION_FORM, title, item.values[0].span, label=f"{lo}..{hi}")
            return None
    else:
        words = [value for value in item.values if isinstance(value, ast.Word)]
        if len(words) != len(item.values):
            _form(item, early.findings)
            return None
        for place, word in enumerate(words):
            if word.name in [other.name for other in words[:place]]:
                doubled(early.findings, ast.Name(word.name, span=word.span), "a value", words[0].span)
                return None
        enum = EnumDecl(name, tuple(word.name for word in words), item.name.span)
    option = OptionDecl(name, enum, lo, hi, lo, lo, item.help or "", item.name.span)
    default = _encode(option, early.value(item.default), item.default.span, early)
    option.default = option.value = lo if default is None else default
    return option


def _form(item: ast.Option, findings: Findings) -> None:
    findings.add(
        codes.OPTION_FORM,
        f"the values of {item.name.text} are neither words nor one range",
        item.values[0].span.to(item.values[-1].span) if item.values else item.span,
        hint=f"write `option {item.name.text}: off | on = off` or `option {item.name.text}: 4..8 = 6`",
    )


def _seats(item: ast.Players, early: Early) -> OptionDecl | None:
    assert item.least is not None and item.most is not None
    least = early.number(item.least, "the number of players")
    most = early.number(item.most, "the number of players")
    if least is None or most is None:
        return None
    if not 1 <= least <= most <= MAX_PLAYERS:
        early.findings.add(
            codes.PLAYERS,
            f"a game has 1 to {MAX_PLAYERS} players, the smaller number first",
            item.least.span.to(item.most.span),
            label=f"{least} to {most}",
            hint="write for example `players 2 to 4: Red, Blue, Green, Yellow`",
        )
        return None
    span = item.least.span.to(item.most.span)
    return OptionDecl("seats", None, least, most, least, least, "the number of players", span)


def _encode(option: OptionDecl, value: Value | None, span: Span, early: Early) -> int | None:
    """A value of an expression as this option's value; None, with an error, if it is not one."""
    if value is None:
        return None
    if option.enum:
        if isinstance(value, Loose):
            return find_word(early.findings, option.enum, value.text, value.span)
        if isinstance(value, Chosen):
            if value.enum is option.enum:
                return value.index
            word = value.enum.values[value.index]
            return find_word(early.findings, option.enum, word, span)
        if isinstance(value, bool) and str(value).lower() in option.enum.values:
            return option.enum.values.index(str(value).lower())
    elif isinstance(value, Loose):
        early.unknown(value)
        return None
    elif isinstance(value, int) and not isinstance(value, bool):
        if option.lo <= value <= option.hi:
            return value
        early.findings.add(
            codes.OPTION_VALUE,
            f"{value} is not a value of {option.name}",
            span,
            label=f"{option.name} takes {takes(option)}",
            hint="choose one of these numbers, or let the option take more",
        )
        return None
    early.findings.add(
        codes.OPTION_VALUE,
        f"this is not a value of {option.name}",
        span,
        label=f"{option.name} takes {takes(option)}",
        hint="write one of these",
    )
    return None


# ---- from outside, presets ----


def _give(option: OptionDecl, text: str, findings: Findings) -> None:
    value = parse_value(option, text)
    if value is not None:
        option.value = value
        return
    near = did_you_mean(text, option.enum.values) if option.enum else None
    hint = f"did you mean {near}?" if near else f"{option.name} takes {takes(option)}"
    findings.add(codes.OPTION_VALUE, f"{option.name} was given as {text}", option.span, hint=hint)


def _bind(option: OptionDecl, binding: ast.Binding, early: Early) -> None:
    value = _encode(option, early.value(binding.value), binding.value.span, early)
    if value is not None:
        option.value = value


def _unknown(name: str, span: Span, early: Early, findings: Findings) -> None:
    near = did_you_mean(name, early.options)
    if near:
        hint = f"did you mean {near}?"
    elif early.options:
        hint = f"the options are {listing(list(early.options))}"
    else:
        hint = "this game has no options"
    findings.add(codes.UNKNOWN_OPTION, f"there is no option {name}", span, hint=hint)


def _find_preset(
    declarations: Sequence[ast.Declaration], name: str | None, start: Span, findings: Findings
) -> ast.Preset | None:
    if name is None:
        return None
    presets = {item.name: item for item in declarations if isinstance(item, ast.Preset)}
    if name in presets:
        return presets[name]
    near = did_you_mean(name, presets)
    hint = f'did you mean "{near}"?' if near else "this game has no presets"
    if not near and presets:
        hint = "the presets are " + listing([f'"{preset}"' for preset in presets])
    findings.add(codes.UNKNOWN_OPTION, f'there is no preset "{name}"', start, hint=hint)
    return None


def _presets(declarations: Sequence[ast.Declaration], early: Early) -> Presets:
    """All presets as texts, each binding checked."""
    out: Presets = {}
    for item in declarations:
        if not isinstance(item, ast.Preset):
            continue
        values: dict[str, str] = {}
        for binding in item.bindings:
            option = early.options.get(binding.name.text)
            if option is None:
                _unknown(binding.name.text, binding.name.span, early, early.findings)
                continue
            value = _encode(option, early.value(binding.value), binding.value.span, early)
            if value is not None:
                values[option.name] = option.show(value)
        if item.name in out:
            early.findings.add(codes.DOUBLED_NAME, f'the preset "{item.name}" is declared twice', item.span)
        out.setdefault(item.name, values)
    return out


# ---- what else the evaluator knows ----


def _definitions(declarations: Sequence[ast.Declaration]) -> dict[str, ast.Define]:
    return {
        item.name.text: item
        for item in declarations
        if isinstance(item, ast.Define) and item.params is None and isinstance(item.body, ast.Expr)
    }


def _declared(declarations: Sequence[ast.Declaration]) -> frozenset[str]:
    """Names that are declared, but not known while loading; only for better messages."""
    out = {"sites", "players", "mover", "active", "opponent", "turn_number", "round_number"}
    for item in declarations:
        name = getattr(item, "name", None)
        if isinstance(name, ast.Name) and not isinstance(item, ast.Option):
            out.add(name.text)
    return frozenset(out)


def _limit(early: Early, findings: Findings) -> None:
    if len(early.options) > MAX_OPTIONS:
        last = list(early.options.values())[MAX_OPTIONS]
        findings.add(codes.LIMIT, f"a game has at most {MAX_OPTIONS} options", last.span)

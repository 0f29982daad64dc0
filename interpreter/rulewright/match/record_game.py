"""Which rules a record was made with, and these with its options."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright import resources
from rulewright.match import record_codes as codes
from rulewright.match.errors import RecordError
from rulewright.match.game import Game, load
from rulewright.match.record_text import Written
from rulewright.semantics.load import load as load_declarations
from rulewright.semantics.options import parse_value, settle_options, takes
from rulewright.semantics.symbols import OptionDecl
from rulewright.source import Diagnostic, Findings, RulesError, Source, Span, did_you_mean, read_source


def game_of(
    written: Written, game: Game | str | Path | None, folder: Path | None, force: bool, language: str = ""
) -> Game:
    """The game of a record, with its options. `folder` is where the record lies.

    Raises RecordError if there is none or the options do not fit, RulesError if its rules are wrong, LookupError if
    `game` names none or the rules have no labels in `language`.
    """
    options = dict(written.heading.options)
    if isinstance(game, Game):
        if not force:
            _same_options(written, game, options)
        return game
    if game is not None:
        return _loaded(written, resources.find_rules(game), options, force, language)
    found = None
    for path in _candidates(written.heading.ruleset, folder):
        one = _loaded(written, path, options, force, language)
        if one.hash == written.heading.hash:
            return one
        found = found or one
    if found is None:
        raise RecordError([_unknown(written)])
    return found


def _candidates(name: str, folder: Path | None) -> Iterator[Path]:
    """The rule files that a record may mean: of a bundled game, or beside it. A name leads nowhere else."""
    if name in resources.bundled():
        yield resources.ruleset(name)
    if name in (".", "..") or Path(name).name != name:
        return
    for base in dict.fromkeys([*([folder.resolve()] if folder else []), Path.cwd()]):
        for path in (base / f"{name}.rules", base / name / f"{name}.rules"):
            if path.is_file():
                yield path


def _unknown(written: Written) -> Diagnostic:
    name = written.heading.ruleset
    near = did_you_mean(name, resources.bundled())
    hint = f"did you mean {near}?" if near else "say where its rules are, as in `--rules my_game.rules`"
    place = written.heading.places["ruleset"]
    return Diagnostic(codes.NO_GAME, f"there is no game {name} here", place, hint=hint)


def _loaded(written: Written, path: Path, options: dict[str, str], force: bool, language: str) -> Game:
    try:
        return load(path, options, language=language)
    except RulesError:
        known, findings = _options_of(path)
        if findings.errors:
            raise
        wrong = [_wrong(written, known, name, value) for name, value in options.items()]
        found = [one for one in wrong if one is not None]
        if not found:
            raise
        if not force:
            raise RecordError(found) from None
    fitting = {name: value for name, value in options.items() if _wrong(written, known, name, value) is None}
    return load(path, fitting, language=language)


def _options_of(path: Path) -> tuple[dict[str, OptionDecl], Findings]:
    """The options that the rules declare."""
    source = read_source(path)
    findings = Findings()
    loaded = load_declarations(source, findings, path.parent)
    early, _ = settle_options(loaded.declarations, {}, None, Span(source, 0, 0), findings)
    return early.options, findings


def _wrong(written: Written, known: dict[str, OptionDecl], name: str, value: str) -> Diagnostic | None:
    """What is wrong with an option of the record."""
    place = written.heading.places.get(f"option {name}") or _start(written)
    if name not in known:
        near = did_you_mean(name, known)
        hint = f"did you mean {near}?" if near else "the rules have changed, or these are others"
        return Diagnostic(codes.BAD_OPTION, f"the rules have no option {name}", place, hint=hint)
    if parse_value(known[name], value) is None:
        hint = f"{name} takes {takes(known[name])}"
        return Diagnostic(codes.BAD_OPTION, f"{value} is not a value of {name}", place, hint=hint)
    return None


def _same_options(written: Written, game: Game, options: dict[str, str]) -> None:
    """See that a game that is given has the record's options."""
    for name, value in options.items():
        if game.options.get(name) != value:
            place = written.heading.places.get(f"option {name}") or _start(written)
            label = f"the game that is given has {game.options[name]}" if name in game.options else "no such option"
            title = f"the record was made with {name} = {value}"
            raise RecordError([Diagnostic(codes.BAD_OPTION, title, place, label=label)])


def _start(written: Written) -> Span:
    return (written.source or Source.of("", "<record>")).span(0, 0)

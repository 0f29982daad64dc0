"""Records: games written down, and played again from what is written.

Writing follows the line of states back to the start; what chance gave stands under the move after which it fell.
Reading finds the rules, compares their hash, and replays: every move must be legal, be made by whom the record names,
and be followed by the dice that the record names. With a seed these are the generator's own, so the record is replayed
as it was played, and may go on. Without one they are taken from the record, as dice that people rolled.

Nothing is trusted: whatever a file holds, what is wrong is told with its line (`RecordError`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Literal

from rulewright.engines.pcg import NAME as GENERATOR
from rulewright.match import record_codes as codes
from rulewright.match.errors import AmbiguousMove, IllegalMove, PlayError, PositionError, RecordError
from rulewright.match.game import Game
from rulewright.match.outcomes import told_outcome
from rulewright.match.record_game import game_of
from rulewright.match.record_text import (
    UNFINISHED,
    Entry,
    Fall,
    Heading,
    Written,
    cut_off,
    parse_record,
    print_record,
)
from rulewright.match.rules_hash import PARTS, part_hashes
from rulewright.match.state import Move, State
from rulewright.source import Diagnostic, Label, Source, SourceError, Span, read_source

# ---- writing ----


def record_of(state: State, comments: Mapping[int, str] | None = None) -> str:
    """The text of a record of the game that led to `state`: see `State.record`."""
    return print_record(written_of(state, comments or {}))


def written_of(state: State, comments: Mapping[int, str]) -> Written:
    """What `record_of` writes. Raises ValueError if the log of `state` does not begin with the start of the game."""
    if not state.begun:
        raise ValueError("what was played before this state is not known")
    game = state.game
    seed = state.line[0].seed  # a world has a seed for what is to come, but not for what was
    heading = Heading(
        game.name,
        game.title,
        game.hash,
        tuple(part_hashes(game.setting.declared).items()),
        tuple(game.options.items()),
        game.players,
        seed,
        "" if seed is None else GENERATOR,
        state.setup or "",
    )
    entries = [
        replace(entry, comments=tuple(comments[entry.number].splitlines())) if entry.number in comments else entry
        for entry in _entries(state.line)
    ]
    return Written(heading, tuple(entries), _result(state))


def _entries(line: Sequence[State]) -> list[Entry]:
    """The start and the moves of a line of states, each with what chance gave after it."""
    entries = [Entry(fell=_fell(line[0]))]
    for state in line[1:]:
        before, move = state.before, state.made
        assert before is not None and move is not None
        text = _numbered(before, move)
        if before.mover is None:
            last = entries[-1]
            entries[-1] = replace(last, fell=(*last.fell, Fall(before.drawn, text)))
        else:
            entries.append(Entry(len(entries), before.mover, text, _fell(state)))
    return entries


def _fell(state: State) -> tuple[Fall, ...]:
    return tuple(Fall(name, text) for name, text in state.fell)


def _numbered(state: State, move: Move) -> str:
    """The text of a move or outcome; where several have it, with the number of the one that is meant."""
    alike = [other for other in _offered(state) if other.text == move.text]
    return move.text if len(alike) == 1 else f"{move.text} {{{alike.index(move) + 1}}}"


def _offered(state: State) -> tuple[Move, ...]:
    return state.moves() or tuple(outcome for outcome, _ in state.chance())


def _result(state: State) -> str:
    """The outcome in the rules' own names, whatever the language in which the game is shown."""
    game = state.game
    return told_outcome(game.players, game.setting.engine.returns(state._machine)) if state.over else UNFINISHED


# ---- reading ----


@dataclass(frozen=True, eq=False)
class Record:
    """A game that was written down. Made by `read_record`.

    `game` are the rules with the record's options. `differs` says in words which parts of the rules have changed since;
    () if none. `written` is the record as it stands in the file. `force`: what does not fit is passed over where that
    is possible.
    """

    game: Game
    written: Written
    differs: tuple[str, ...] = ()
    force: bool = False

    @property
    def seed(self) -> int | None:
        """The seed from which chance was drawn; None if the record takes dice as they fell."""
        known = self.written.heading.generator in ("", GENERATOR)
        return self.written.heading.seed if known else None

    @property
    def result(self) -> str:
        """How the game ended, as the record says; `unfinished` if it did not."""
        return self.written.result or UNFINISHED

    @property
    def comments(self) -> dict[int, str]:
        """The comments by the number of the move above them, 0 for those at the start."""
        return {entry.number: "\n".join(entry.comments) for entry in self.written.entries if entry.comments}

    @property
    def text(self) -> str:
        """The record in its canonical form."""
        return print_record(self.written)

    def replay(self) -> Iterator[State]:
        """The start of the game, then the state after each move with what chance gave. Raises RecordError."""
        return _replayed(self, self._drawn_from)

    @cached_property
    def _drawn_from(self) -> int | None:
        """The seed; when forced, None if the record names other dice than it gives."""
        if self.force and self.seed is not None:
            try:
                for _ in _replayed(self, self.seed):
                    pass
            except _OtherDiceError:
                return None
            except RecordError:
                pass
        return self.seed

    @cached_property
    def state(self) -> State:
        """The state at the end of the record, after every move was checked. Raises RecordError."""
        *_, last = self.replay()
        return last


def read_record(
    source: str | Path, game: Game | str | Path | None = None, force: bool = False, language: str = ""
) -> Record:
    """A record from a file, or from its text (a string of more than one line).

    `game`: the rules, if they are not found by the name in the record, among the bundled games or beside the file.
    `force`: read it also if it was made with other rules or is cut, and replay what is legal. `language`: see `load`.
    Raises RecordError with its diagnostics, RulesError if the rules themselves are wrong, LookupError if there is no
    such game or language.
    """
    written = read_written(source, force)
    if written.heading.view:
        raise RecordError([_of_a_view(written)])
    folder = written.source.path.parent if written.source and written.source.path else None
    found = game_of(written, game, folder, force, language)
    return Record(found, written, _compared(found, written, force), force)


def read_written(source: str | Path, force: bool = False) -> Written:
    """The record as it is written, without a look at any rules. Raises RecordError."""
    if isinstance(source, str) and "\n" in source:
        text = Source.of(source, "<record>")
    else:
        try:
            text = read_source(Path(source))
        except SourceError as error:
            found = error.diagnostic
            about_rules = ".rules" in found.hint or "`include`" in found.hint
            hint = "name a file that `save` wrote" if about_rules else found.hint
            raise RecordError([replace(found, hint=hint)]) from error
    written, findings = parse_record(text)
    if written is None or findings.errors:
        raise RecordError(findings.sorted())
    if written.result is None and not force:
        raise RecordError([cut_off(written)])
    return written


def _of_a_view(written: Written) -> Diagnostic:
    whose, place = written.heading.view, written.heading.places["view"]
    title = f"this record tells only what {whose} saw"
    hint = "read it as it is; the whole game is written down when it is over"
    return Diagnostic(codes.OF_A_VIEW, title, place, label="so it cannot be replayed", hint=hint)


def _compared(game: Game, written: Written, force: bool) -> tuple[str, ...]:
    """The parts of the rules that are not those of the record. Raises RecordError unless forced."""
    heading = written.heading
    if heading.hash == game.hash and heading.players in ((), game.players):
        return ()
    now, then = part_hashes(game.setting.declared), dict(heading.parts)
    if not heading.hash:
        parts = ["the record does not name the hash of its rules"]
    elif heading.players not in ((), game.players):
        parts = [f"the players were {', '.join(heading.players)}, and are {', '.join(game.players)}"]
    else:
        parts = [words for name, words in PARTS.items() if then and now.get(name) != then.get(name)]
    if not force:
        if not heading.hash:
            label = parts[0]
        else:
            label = f"what differs: {'; '.join(parts)}" if parts else f"these rules have the hash {game.hash}"
        place = heading.places.get("hash") or heading.places["ruleset"]
        title = f"this record was made with other rules than {game.title} has now"
        hint = "`--force` replays it as far as its moves are legal"
        raise RecordError([Diagnostic(codes.OTHER_RULES, title, place, label=label, hint=hint)])
    return tuple(parts) or ("the rules",)


# ---- replaying ----


class _OtherDiceError(Exception):
    """The seed gives other dice than the record names."""


def _replayed(record: Record, seed: int | None) -> Iterator[State]:
    """The states at the start and after each entry."""
    replaying = _Replaying(record, seed)
    state = replaying.begin()
    yield state
    for entry in record.written.entries[1:]:
        state = replaying.entry(state, entry)
        yield state
    replaying.end(state)


@dataclass(slots=True)
class _Replaying:
    record: Record
    seed: int | None

    def begin(self) -> State:
        first = self.record.written.entries[0]
        heading = self.record.written.heading
        place = first.fell[0].span if first.fell else heading.places.get("ruleset")
        chance: Literal["sampled", "explicit"] = "explicit" if self.seed is None else "sampled"
        try:
            state = self.record.game.start(self.seed, chance, heading.setup or None)
        except PlayError as error:
            raise self.broken(error, place) from error
        except (PositionError, LookupError) as error:
            title = "the position with which the game began cannot be read"
            raise self.wrong(codes.BAD_SETUP, title, heading.places.get("setup"), hint=_told(error)) from error
        return self.fallen(state, first, place)

    def entry(self, state: State, entry: Entry) -> State:
        """The state after a move and what fell after it."""
        if state.over:
            raise self.wrong(codes.NOT_LEGAL, "the game is over before this move", entry.span, state.outcome)
        if state.drawn:
            title = f"the record does not say what {state.drawn} gave before this move"
            raise self.wrong(codes.OTHER_FALL, title, entry.span, hint=self.possible(state))
        if entry.mover != state.mover and not self.record.force:
            raise self.wrong(codes.OTHER_MOVER, f"it is {state.mover}'s move here", entry.span)
        move = _meant(state, entry.text)
        if not move:
            raise self.wrong(codes.NOT_LEGAL, "the move itself is missing", entry.span)
        try:
            after = state.play(move)
        except IllegalMove as error:
            others = (Label(error.span, "what refuses it"),) if error.span else ()
            title = f"{entry.text} may not be played here"
            raise self.wrong(codes.NOT_LEGAL, title, entry.span, error.reason, others=others) from error
        except AmbiguousMove as error:
            raise self.wrong(codes.NOT_LEGAL, str(error), entry.span) from error
        except PlayError as error:
            raise self.broken(error, entry.span) from error
        return self.fallen(after, entry, entry.span)

    def fallen(self, state: State, entry: Entry, place: Span | None) -> State:
        """The state after what fell, according to the record."""
        if self.seed is not None:
            self.compare(state, entry, place)
            return state
        for fall in entry.fell:
            if not state.drawn:
                title = f"nothing is drawn here, and {fall.name} is no part of it"
                raise self.wrong(codes.OTHER_FALL, title, fall.span)
            if fall.name != state.drawn:
                title = f"here {state.drawn} is drawn, not {fall.name}"
                raise self.wrong(codes.OTHER_FALL, title, fall.span, hint=self.possible(state))
            try:
                state = state.play(_meant(state, fall.text))
            except (IllegalMove, AmbiguousMove) as error:
                title = f"{fall.text or 'nothing'} is no result of {state.drawn}"
                if fall.name in (zone.name for zone in state.game.setting.declared.zones):
                    title = f"{fall.text or 'nothing'} cannot come from {state.drawn} here"
                raise self.wrong(codes.OTHER_FALL, title, fall.span, hint=self.possible(state)) from error
            except PlayError as error:
                raise self.broken(error, fall.span) from error
        return state

    def compare(self, state: State, entry: Entry, place: Span | None) -> None:
        """See that the record names what the seed gives."""
        for at in range(max(len(state.fell), len(entry.fell))):
            told = entry.fell[at] if at < len(entry.fell) else None
            real = state.fell[at] if at < len(state.fell) else None
            if told is not None and real == (told.name, told.text):
                continue
            if self.record.force and told is not None:
                raise _OtherDiceError
            if self.record.force:
                return
            if told is None:
                assert real is not None
                title = f"the record does not say what {real[0]} gave after this"
                raise self.wrong(codes.OTHER_FALL, title, place, hint=f"the seed {self.seed} gives {real[1]}")
            gives = f"the seed {self.seed} gives {real[0]}: {real[1]}" if real else "nothing is drawn here"
            hint = "if the dice were rolled by hand, take the lines `seed` and `generator` away" if real else ""
            raise self.wrong(codes.OTHER_FALL, "this is not what fell here", told.span, gives, hint)

    def end(self, state: State) -> None:
        """See that the result is the record's."""
        written = self.record.written
        if written.result is None or written.result == _result(state) or self.record.force:
            return
        real = f"the game ends with: {state.outcome}" if state.over else "the game is not over there"
        title = "the game does not end like this"
        raise self.wrong(codes.OTHER_RESULT, title, written.result_span, real, hint=f"write `result {_result(state)}`")

    def possible(self, state: State) -> str:
        texts = [outcome.text for outcome, _ in state.chance()]
        return "possible are " + ", ".join(texts[:12]) + (", …" if len(texts) > 12 else "")

    def wrong(
        self,
        code: str,
        title: str,
        place: Span | None,
        label: str = "",
        hint: str = "",
        others: tuple[Label, ...] = (),
    ) -> RecordError:
        return RecordError([Diagnostic(code, title, self.place(place), label, hint, others=others)])

    def broken(self, error: PlayError, place: Span | None) -> RecordError:
        others = (Label(error.span, "in the rules"),) if error.span else ()
        return self.wrong(codes.BROKEN, error.message, place, "the rules break down here", others=others)

    def place(self, place: Span | None) -> Span:
        source = self.record.written.source or Source.of("", "<record>")
        return place or source.span(0, 0)


def _told(error: PositionError | LookupError) -> str:
    return error.diagnostics[0].title if isinstance(error, PositionError) else str(error.args[0])


def _meant(state: State, text: str) -> Move | str:
    """The move or outcome that a record's text means: as it is written, else as people may write it."""
    offered = _offered(state)
    alike = [move for move in offered if move.text.strip() == text]
    if len(alike) == 1:
        return alike[0]
    plain, brace, number = text.removesuffix("}").rpartition("{")
    if brace and number.isdecimal():
        alike = [move for move in offered if move.text.strip() == plain.strip()]
        if 1 <= int(number[:9]) <= len(alike):
            return alike[int(number[:9]) - 1]
    return text

"""`rulewright replay FILE`: look at a game that was written down, every move checked.

On a terminal one steps through it with keys; in a pipe all moves and positions are written one after the other.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common import GAME, as_option, format_option, lang_option, report
from rulewright.cli.eyes import log_lines
from rulewright.cli.keeping import read_kept, save_record
from rulewright.cli.playing import headline, measured, position_text, rules_may_break, seat_of, seen_by
from rulewright.source.render import document
from rulewright.source.render.cells import visible

if TYPE_CHECKING:
    from rulewright.match import Record, RecordError, State
    from rulewright.match.record_text import Entry

KEYS = """\
Enter or → goes on, ← goes back, t goes to the next turn, s to the start, e to the end,
a number and Enter goes to that move, q leaves, ? tells this."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", "last", type=click.IntRange(0), metavar="N", help="Only up to move N; 0 is the start.")
@click.option("--force", is_flag=True, help="Replay it though rules changed or its end is missing, as far as it goes.")
@click.option("--rules", type=GAME, metavar="GAME", help="The rules, if they are not found by their name.")
@click.option("--save", "saved", metavar="FILE", help="Write the record anew, as the rules of today tell it.")
@click.option("--plain", is_flag=True, help="Tell the positions in sentences.")
@as_option
@lang_option
@format_option("full", "json")
@click.pass_context
def command(
    ctx: click.Context,
    file: Path,
    last: int | None,
    force: bool,
    rules: Path | None,
    saved: str | None,
    plain: bool,
    viewer: str | None,
    lang: str,
    form: str,
) -> None:
    """Replay a game that was written down.

    On a terminal you step through it with keys; in a pipe all moves and positions are printed. Every move is checked:
    a record that was made with other rules is refused, unless --force is given. The exit code is 1 if something does
    not fit. With --as the game is shown as this player saw it, without comments.
    """
    with rules_may_break(form):
        record = read_kept(str(file), rules, force, lang)
        if viewer is not None:
            seat_of(record.game, viewer)
            if saved is not None:
                raise click.UsageError("--save writes down the whole game; it does not go with --as.")
        replay = _replayed(record, plain, viewer)
        if last is not None:
            replay.cut(last)
        if record.differs and form == "full":
            click.echo(f"The rules have changed since this was written: {'; '.join(record.differs)}.", err=True)
        if form == "json":
            click.echo(json.dumps(_document(replay), indent=2))
        elif sys.stdin.isatty() and sys.stdout.isatty():
            replay.step_through(len(replay.states) - 1 if last is not None else 0)
        else:
            replay.tell()
        if replay.error is not None and form == "full":
            report(replay.error.diagnostics, err=True)
        if saved is not None and replay.states:
            told, done = save_record(replay.states[-1].record(record.comments), saved)
            if not done:
                raise click.ClickException(told)
            click.echo(told, err=form == "json")
        ctx.exit(0 if replay.error is None else 1)


def _replayed(record: Record, plain: bool, viewer: str | None) -> Replay:
    """The states of a record, as far as it can be replayed."""
    from rulewright.match import RecordError

    replay = Replay(record, plain, viewer)
    try:
        for state in record.replay():
            replay.states.append(state)
    except RecordError as error:
        replay.error = error
    return replay


@dataclass(slots=True)
class Replay:
    """`states` are the start and the state after each move; `error` is why there are no more. `viewer`: who looks,
    None for somebody who may see everything."""

    record: Record
    plain: bool
    viewer: str | None = None
    states: list[State] = field(default_factory=list)
    error: RecordError | None = None

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self.record.written.entries[: len(self.states)]

    def cut(self, last: int) -> None:
        """Keep only what is up to this move."""
        if last > len(self.states) - 1 and self.error is None:
            raise click.UsageError(f"The record has {len(self.states) - 1} moves.")
        if last < len(self.states):
            self.error = None
        del self.states[last + 1 :]

    def tell(self) -> None:
        """Write everything, one move after the other."""
        self.head()
        for number in range(len(self.states)):
            self.show(number)
        if self.states and self.states[-1].over:
            click.echo("\n" + "\n".join([*measured(self.states[-1]), f"The game is {self.states[-1].status}."]))

    def head(self) -> None:
        seed = "" if self.record.seed is None or self.viewer else f", seed {self.record.seed}"
        click.echo(headline(self.record.game))
        click.echo(f"{', '.join(map(self.record.game.say, self.record.game.players))}{seed}")

    def show(self, number: int) -> None:
        """Write one move, what fell, the comments, and the position after it."""
        entry, state = self.entries[number], self.states[number]
        if self.viewer is not None:
            lines, text = self.told(number), position_text(seen_by(state, self.viewer), self.plain)
            click.echo("\n".join([f"\n{number}. {lines[0]}" if number else "", *lines[1 if number else 0 :], "", text]))
            return
        if number:
            mover, made = self.record.game.say(entry.mover), state.made
            text = made.answer(entry.text) if made and entry.text else entry.text
            click.echo(f"\n{number}. {visible(mover)}: {visible(text)}".rstrip(" "))
        elif entry.fell or entry.comments:
            click.echo()
        for fall in entry.fell:
            click.echo(f"   {fall.name}: {fall.text}")
        for comment in entry.comments:
            click.echo(f"   # {visible(comment)}".rstrip())
        text = position_text(state, self.plain)
        if text:
            click.echo(f"\n{text}")

    def told(self, number: int) -> list[str]:
        """What the viewer saw between the state before and this one; at least one line."""
        game = self.record.game
        assert self.viewer is not None
        seat = seat_of(game, self.viewer)
        log = self.states[number].view(seat).lines
        before = self.states[number - 1].view(seat).lines if number else ()
        return log_lines(log[len(before) :]) or ["…"]

    def step_through(self, number: int) -> None:
        """Step through the game with keys, from this move."""
        if not self.states:
            return
        self.head()
        click.echo(KEYS)
        last, keys = len(self.states) - 1, _keys()
        self.show(number)
        while True:
            self.prompt(number)
            wanted = self.wanted(keys, number)
            click.echo()
            if wanted is None:
                return
            if not 0 <= wanted <= last:
                click.echo("This is the end." if wanted > last else "This is the start.")
                continue
            number = wanted
            self.show(number)

    def prompt(self, number: int) -> None:
        """Say which move is shown, and who is to move then."""
        status = seen_by(self.states[number], self.viewer).status
        click.echo(f"\n[{number}/{len(self.states) - 1}] {status} ", nl=False)

    def wanted(self, keys: Iterator[str], number: int) -> int | None:
        """The move to go to, according to the keys; None to leave."""
        digits = ""
        for key in keys:
            if key.isascii() and key.isdigit():
                click.echo(key, nl=False)
                digits = (digits + key)[-7:]
            elif digits and key in ("\r", "\n"):
                return int(digits)
            elif key in ("q", "Q", "\x1b", "\x03", "\x04"):
                return None
            elif key in _ON:
                return number + 1
            elif key in _BACK:
                return number - 1
            elif key in _START:
                return 0
            elif key in _END:
                return len(self.states) - 1
            elif key in ("t", "T"):
                return self.next_turn(number)
            else:
                click.echo(f"\n{KEYS}" if key in ("?", "h", "H") else f"\nThis key does nothing.\n{KEYS}")
                digits = ""
                self.prompt(number)
        return None

    def next_turn(self, number: int) -> int:
        """The first move after this one that led to another turn; the last if there is none."""
        from rulewright.match.changes import turn_of

        now = turn_of(self.states[number])
        later = range(number + 1, len(self.states))
        return next((one for one in later if turn_of(self.states[one]) != now), len(self.states) - 1)


_ON = ("\r", "\n", " ", "n", "\x1b[C", "\x1bOC", "\x1b[B", "\x1bOB", "\xe0M", "\xe0P", "\x00M", "\x00P")
_BACK = ("b", "p", "\x7f", "\x08", "\x1b[D", "\x1bOD", "\x1b[A", "\x1bOA", "\xe0K", "\xe0H", "\x00K", "\x00H")
_START = ("s", "S", "\x1b[H", "\x1bOH", "\x1b[1~", "\xe0G", "\x00G")
_END = ("e", "E", "\x1b[F", "\x1bOF", "\x1b[4~", "\xe0O", "\x00O")


def _keys() -> Iterator[str]:
    """The keys that are pressed, to the end of the input; those that came together one by one."""
    while True:
        try:
            pressed = click.getchar()
        except EOFError:
            return
        yield from [pressed] if pressed[:1] in ("\x1b", "\xe0", "\x00") else pressed


def _document(replay: Replay) -> dict[str, object]:
    record = replay.record
    end = replay.states[-1] if replay.states else None
    return {
        "schema": 1,
        "game": record.game.title,
        "options": record.game.options,
        "players": record.game.players,
        "seed": record.seed if replay.viewer is None else None,
        "hash": record.game.hash,
        "differs": record.differs,
        "moves": [_move(replay, number) for number in range(len(replay.states))],
        "over": end is not None and end.over,
        "returns": end.returns if end else None,
        "result": record.result,
        "diagnostics": json.loads(document(replay.error.diagnostics if replay.error else []))["diagnostics"],
    }


def _move(replay: Replay, number: int) -> dict[str, object]:
    entry, state = replay.entries[number], replay.states[number]
    position = position_text(seen_by(state, replay.viewer), plain=True).splitlines()
    if replay.viewer is not None:
        return {"number": number, "seen": replay.told(number), "position": position}
    return {
        "number": entry.number,
        "mover": entry.mover or None,
        "move": entry.text or None,
        "fell": [{"name": fall.name, "result": fall.text} for fall in entry.fell],
        "comments": entry.comments,
        "position": position,
    }

"""One decision of a person at the terminal: asking, understanding the answer, the commands that are no moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.cli.cards import about_cards, about_zones, key_lines, nearest
from rulewright.cli.helping import help_lines
from rulewright.cli.keeping import load_record, save_record
from rulewright.cli.menu import MANY, Entry, Menu, in_columns, menu, step_menu, with_word
from rulewright.cli.playing import hand_sentences, hand_text, sentence
from rulewright.cli.reading import understood
from rulewright.cli.terminal import width, wrapped

if TYPE_CHECKING:
    from rulewright.cli.table import Table
    from rulewright.match import Move, State

COMMANDS = ("help", "?", "moves", "board", "key", "hand", "back", "undo", "redo", "log", "quit", "exit")
ABOUT = {"why": "MOVE", "card": "NAME", "zone": "NAME", "save": "FILE", "load": "FILE", "note": "TEXT"}
"""The commands that are about something."""


_REFUSED = "the rules do not allow it here"
"""Why a move is refused, where the reason is a secret."""


@dataclass(slots=True)
class Turn:
    """One decision of a person. `picked` are the entries chosen so far on the way to a move."""

    table: Table
    state: State
    picked: list[Entry] = field(default_factory=list)

    def ask(self) -> State | None:
        """Ask until there is a move. The state after it, the state gone back to, or None to leave."""
        if self.table.answers.asked:
            self.table.show(self.state, below=2 + len(self.menu().lines(width(), self.table.plain)))
        self.offer()
        while True:
            answer = self.table.answers.next()
            if answer is None:
                return None
            if not answer:
                continue
            done = self.answer(answer)
            if done is not self:
                assert not isinstance(done, Turn)
                return done

    @property
    def left(self) -> tuple[Move, ...]:
        return self.picked[-1].moves if self.picked else self.state.moves()

    def menu(self) -> Menu:
        """What is offered: moves, a pick of them, or the steps that may follow."""
        if self.picked and self.picked[-1].way:
            return step_menu(self.picked[-1].way)
        way = self.state.begin()
        last = self.picked[-1] if self.picked else None
        return step_menu(way) if way and len(self.left) > MANY else menu(self.left, last=last)

    def offer(self) -> None:
        """Say who is to decide what, and list it."""
        if not self.table.answers.asked:
            return
        moves, shown = self.left, self.menu()
        question = self.state.question
        asked = f": {question}" if question else ""
        so_far = f" ({', '.join(entry.label for entry in self.picked)})" if self.picked else ""
        what = "" if shown.what == "move" else f"; {'next' if self.picked else 'first'} {shown.asked}"
        count = f"{len(moves)} {'move' if len(moves) == 1 else 'moves'}" if moves else "a move"
        colon = "" if asked.endswith((".", "?", "!", ":", "…")) and not so_far else ":"
        mover = self.state.game.say(self.state.mover or "")
        self.table.tell_all(f"{mover} to move{asked}{so_far}{colon} {count}{what}.")
        self.columns(shown.lines(width(), self.table.plain))
        if not shown.listed and not self.table.plain and self.sites():
            self.columns(["`board` marks the sites that may be chosen."])

    def sites(self) -> frozenset[int]:
        """Those to which the moves lead that are left."""
        from rulewright.match.targets import targets

        return targets(self.table.game.setting.declared.board, self.left)

    def columns(self, lines: Sequence[str]) -> None:
        for line in lines:
            for part in wrapped(line, width() - 2):
                self.table.say("  " + part)

    # ---- answers ----

    def answer(self, text: str) -> Turn | State | None:
        """Act on an answer: this turn if it goes on, else what `ask` gives."""
        entry = self.menu().chosen(text)
        if entry is not None:
            return self.take(entry)
        folded = text.casefold()
        if not any(folded in (move.text.casefold(), move.told.casefold()) for move in self.left):
            if folded in COMMANDS:
                return self.command(folded)
            word, what = command_in(text)
            if word in ABOUT:
                return self.about(word, what)
        return self.written(text)

    def take(self, entry: Entry) -> Turn | State | None:
        if entry.way and entry.way.act is not None:
            return self.reached(self.state.finish(entry.way), entry.way.text)
        if len(entry.moves) == 1:
            return self.made(entry.moves[0])
        self.picked.append(entry)
        self.offer()
        return self

    def made(self, move: Move | str) -> State:
        after = self.state.play(move)
        return self.reached(after, move if isinstance(move, str) else move.told)

    def reached(self, after: State, text: str) -> State:
        """The state after a move, which is told with what chance gave."""
        table = self.table
        table.undone.clear()
        table.notes = {number: note for number, note in table.notes.items() if number <= moves_made(self.state)}
        return table.moved(self.state, after, text)

    def written(self, text: str) -> Turn | State | None:
        """A move in the game's notation, or a word that leaves only some of the moves; if it is neither, say why.
        Sites may be told by what lies beside them, as `Mouse E`."""
        from rulewright.match import AmbiguousMove, IllegalMove

        try:
            return understood(self.state, self.table.eyes.seen(self.state), text, self.meant)
        except IllegalMove as error:
            shown = self.menu()
            if text.isdecimal() and not any(entry.label.isdecimal() for entry in shown.entries):
                written = "" if shown.listed else f"; write one of them, as {shown.entries[0].label}"
                self.table.answers.refuse(f"There is no number {text} in the list{written}.")
                return self
            given = error.reason if self.table.eyes.open else _REFUSED
            self.table.answers.refuse(sentence(f"{error.move}: {self.reason(error.move) or given}"))
        except AmbiguousMove as error:
            self.several(error.move, error.candidates)
        return self

    def meant(self, text: str) -> Turn | State | None:
        """What a text means: an entry, a move, or some of the moves. Raises IllegalMove, AmbiguousMove."""
        from rulewright.match import IllegalMove

        entry = self.menu().chosen(text)
        if entry is not None:
            return self.take(entry)
        try:
            move = self.state.find(text)
            return self.made(text if move is None else move)
        except IllegalMove:
            some = with_word(self.left, text)
            if some and (len(some) < len(self.left) or len(some) == 1):
                return self.take(Entry(text, some))
            entry = self.menu().with_words(text)
            if entry is not None:
                return self.take(entry)
            raise

    def reason(self, text: str) -> str:
        """Why a move, or the next step of one that is begun, may not be made; "" if it may. In a game with secrets
        nothing that the person does not know plays a part in it."""
        from rulewright.match.reading import NO_SUCH_MOVE

        way = self.picked[-1].way if self.picked else None
        if self.table.eyes.open or way or not self.state.means(text):
            told = self.state.why(text, way)
            return told if way or not told.startswith(NO_SUCH_MOVE) else self.unknown(text)
        if self.state.find(text) is not None:
            return ""
        try:
            return self.table.eyes.seen(self.state).why(text)
        except ValueError:  # no world was found that agrees with what the person knows
            return _REFUSED

    def unknown(self, text: str) -> str:
        """What may be meant by a text that is no move, or what is on offer."""
        from rulewright.match.reading import NO_SUCH_MOVE, some_of
        from rulewright.source import did_you_mean

        labels = [entry.label for entry in self.menu().entries]
        near = did_you_mean(text, [*(move.text for move in self.left), *labels]) if len(self.left) > 1 else None
        return f"{NO_SUCH_MOVE}; did you mean {near}?" if near else f"{NO_SUCH_MOVE}; possible: {some_of(labels)}"

    def several(self, text: str, candidates: Sequence[str]) -> None:
        """Tell which moves a text may mean."""
        lines = "".join(f"\n  {line}" for line in in_columns(candidates, width()))
        self.table.answers.refuse(f"{text} may be one of these:{lines}")

    # ---- commands ----

    def command(self, word: str) -> Turn | State | None:
        match word:
            case "quit" | "exit":
                return None
            case "undo":
                earlier = self.table.earlier(self.state)
                if earlier is not None:
                    self.table.undone.append(self.state)
                    self.table.eyes.forget(earlier)
                    return earlier
                self.table.answers.refuse(self.table.nothing_to_undo)
            case "redo":
                if self.table.undone:
                    self.table.eyes.forget(self.table.undone[-1])
                    return self.table.undone.pop()
                self.table.answers.refuse("There is nothing to make again: nothing was taken back since the last move.")
            case "back":
                if self.picked:
                    self.picked.pop()
                self.offer()
            case "moves":
                self.columns(in_columns([move.told for move in self.state.moves()], width()))
            case "log":
                self.columns(self.table.log(self.state))
            case "board":
                self.table.show(self.state, self.sites(), again=True)
                self.offer()
            case "hand":
                self.hand()
            case "key":
                self.key()
            case _:
                for line in help_lines(width()):
                    self.table.say(line)
        return self

    def hand(self) -> None:
        """Show the person's own cards."""
        seen, seat = self.table.eyes.seen(self.state), self.table.eyes.hand(self.state)
        lines = hand_sentences(seen, seat) if self.table.plain else hand_text(seen, seat, width())
        if not lines:
            self.table.answers.refuse("You have no cards of your own to show.")
        else:
            self.table.say("\n".join(lines).strip("\n"))

    def key(self) -> None:
        """Tell what the marks of the picture mean."""
        lines = key_lines(self.table.eyes.seen(self.state), width() - 2)
        if not lines:
            self.table.answers.refuse("There are no marks to tell about.")
        self.columns(lines)

    def about(self, word: str, what: str) -> Turn | State | None:
        """A command that is about something: a move, a file, a text."""
        if not what:
            self.table.answers.refuse(f"Write it with a {ABOUT[word].lower()}: {word} {ABOUT[word]}.")
            return self
        match word:
            case "why":
                self.explain(what)
            case "card" | "zone":
                self.look_up(word, what)
            case "note":
                self.table.note(self.state, what)
                self.table.say("Noted.")
            case "save":
                told, done = save_record(self.table.record(self.state), what)
                (self.table.say if done else self.table.answers.refuse)(told)
            case _:
                record = load_record(what, self.table.game, self.table.answers)
                if record is not None:
                    self.table.undone.clear()
                    self.table.notes = record.comments
                    self.table.eyes.forget(record.state)
                    self.table.say(f"{what} goes on after {counted(moves_made(record.state))}.")
                    return record.state
        return self

    def explain(self, text: str) -> None:
        from rulewright.match import AmbiguousMove, IllegalMove

        try:
            told = understood(self.state, self.table.eyes.seen(self.state), text, self.allowed)
            self.table.tell_all(f"{told} may be played.")
        except IllegalMove as error:
            self.table.tell_all(sentence(str(error)))
        except AmbiguousMove as error:
            self.several(error.move, error.candidates)

    def allowed(self, text: str) -> str:
        """A text that means a move which may be made. Raises IllegalMove with what may be told, AmbiguousMove."""
        from rulewright.match import IllegalMove

        if reason := self.reason(text):
            raise IllegalMove(text, reason)
        return text

    def look_up(self, word: str, name: str) -> None:
        """Tell about a kind, or about what lies in a zone."""
        seen = self.table.eyes.seen(self.state)
        lines = about_cards(seen, name, width()) if word == "card" else about_zones(seen, name, width())
        if not lines:
            near = nearest(seen, word, name)
            meant = f"; did you mean {near}?" if near else "."
            self.table.answers.refuse(f"There is no {'kind' if word == 'card' else 'zone'} {name}{meant}")
        for line in lines:
            self.table.say(line)


def command_in(answer: str) -> tuple[str, str]:
    """An answer taken for a command: its word, and what it is about. `?owl` is `card owl`."""
    if answer.startswith("?") and answer[1:].strip():
        return "card", answer[1:].strip()
    word, _, what = answer.partition(" ")
    return word.casefold(), what.strip()


def moves_made(state: State) -> int:
    """How many moves were made since the start, chance not counted."""
    return sum(earlier.mover is not None for earlier in state.line[:-1])


def counted(number: int) -> str:
    """`1 move`, `2 moves`"""
    return f"{number} {'move' if number == 1 else 'moves'}"

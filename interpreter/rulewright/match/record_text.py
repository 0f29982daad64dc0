"""The text form of records: reading and writing it, without regard to what the moves mean.

    record 1
    ruleset pig
    title Pig
    hash 53c1ad08e6b2f749
    parts options 1c2d, players 5e6f, kinds 77aa
    option goal = 100
    players Ann, Ben
    seed 7
    generator pcg32

    # Comments belong to the move above them, these ones to the start.
    1. Ann: roll
       d6: 4
    2. Ann: hold
    result unfinished

A record is a `Heading`, then entries: what happened before the first move, and the moves. Under each stands what chance
gave after it. The last line tells the result, and so that nothing is missing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rulewright.match import record_codes as codes
from rulewright.source import Diagnostic, Findings, Source, Span

VERSION = 1
UNFINISHED = "unfinished"

_MOVE = re.compile(r"(\d{1,9})\.(?:\s+(.*))?")
_FALL = re.compile(r"([^:\s][^:]*?)\s*:(?:\s+(.*))?")
_OPTION = re.compile(r"(\w+)\s*=\s*(\S.*)")
_WORDS = ("ruleset", "title", "hash", "parts", "players", "seed", "generator", "setup", "view", "option")


@dataclass(frozen=True, slots=True)
class Fall:
    """What chance gave: the die's name or the like, and what came."""

    name: str
    text: str
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """A move with what chance gave after it, and the comments about it. `number` 0 is the start, without a move."""

    number: int = 0
    mover: str = ""
    text: str = ""
    fell: tuple[Fall, ...] = ()
    comments: tuple[str, ...] = ()
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Heading:
    """What a game was played with. `parts` are hashes of the rules' parts. `seed` None: chance was not drawn from one.
    `setup`: the position with which it began, in a notation of the rules; "" for their own set-up. `view`: the player
    who saw what is written, "" if it is everything.

    `places` says where in the record each word of it stands, and each option under its name.
    """

    ruleset: str
    title: str = ""
    hash: str = ""
    parts: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    players: tuple[str, ...] = ()
    seed: int | None = None
    generator: str = ""
    setup: str = ""
    view: str = ""
    places: dict[str, Span] = field(default_factory=dict, compare=False, hash=False)


@dataclass(frozen=True, slots=True)
class Written:
    """A whole record as it is written. `result` None: its last line is missing."""

    heading: Heading
    entries: tuple[Entry, ...]
    result: str | None
    source: Source | None = field(default=None, compare=False)
    result_span: Span | None = field(default=None, compare=False)


# ---- writing ----


def print_record(record: Written) -> str:
    """The text of a record; reading it gives an equal one."""
    heading = record.heading
    lines = [f"record {VERSION}", f"ruleset {heading.ruleset}"]
    lines += [f"title {heading.title}"] if heading.title else []
    lines += [f"hash {heading.hash}"] if heading.hash else []
    lines += ["parts " + ", ".join(f"{name} {digits}" for name, digits in heading.parts)] if heading.parts else []
    lines += [f"option {name} = {value}" for name, value in heading.options]
    lines += [f"players {', '.join(heading.players)}"] if heading.players else []
    lines += [f"seed {heading.seed}"] if heading.seed is not None else []
    lines += [f"generator {heading.generator}"] if heading.generator else []
    lines += [f"setup {_in_one_line(heading.setup)}"] if heading.setup else []
    lines += [f"view {heading.view}"] if heading.view else []
    lines.append("")
    for entry in record.entries:
        if entry.number:
            lines.append(f"{entry.number}. {entry.mover}: {entry.text}".rstrip())
        lines += [f"   {fall.name}: {fall.text}".rstrip() for fall in entry.fell]
        lines += [f"# {comment}".rstrip() for comment in entry.comments]
    if record.result is not None:
        lines.append(f"result {record.result}")
    return "".join(f"{line}\n" for line in lines)


# ---- reading ----


def parse_record(source: Source) -> tuple[Written | None, Findings]:
    """The record, and what is wrong with its form; None if it is no record, or of a newer form."""
    findings = Findings()
    lines = [(text.strip(), span) for text, span in _lines(source)]
    first = next((place for place, (text, _) in enumerate(lines) if text), None)
    if first is None or not _is_record(*lines[first], findings):
        if first is None:
            findings.add(codes.NO_RECORD, "there is nothing in this record", source.span(0, 0), hint=_FIRST)
        return None, findings
    reader = _Reader(source, findings)
    for text, span in lines[first + 1 :]:
        if text:
            reader.line(text, span)
    return reader.whole(), findings


_FIRST = f"the first line of a record is `record {VERSION}`"


def _lines(source: Source) -> list[tuple[str, Span]]:
    """The lines with the places of what stands on them."""
    found, at = [], 0
    for line in source.text.split("\n"):
        inside = line.strip()
        start = at + line.find(inside) if inside else at
        found.append((line, source.span(start, start + len(inside))))
        at += len(line) + 1
    return found


def _is_record(text: str, span: Span, findings: Findings) -> bool:
    match text.split():
        case ["record", version] if version.isascii() and version.isdigit():
            if int(version[:9]) == VERSION:
                return True
            newer = int(version[:9]) > VERSION
            title = f"this record has the form {version}, and this Rulewright reads form {VERSION}"
            hint = "use a newer Rulewright" if newer else _FIRST
            findings.add(codes.NEWER if newer else codes.NO_RECORD, title, span, hint=hint)
        case _:
            findings.add(codes.NO_RECORD, "this is no record of a game", span, hint=_FIRST)
    return False


@dataclass(slots=True)
class _Reader:
    """Reads line by line. `given`: the words of the heading with their texts; `open`: the entry that goes on."""

    source: Source
    findings: Findings
    given: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=lambda: [Entry()])
    result: tuple[str, Span] | None = None
    lost: bool = False

    def line(self, text: str, span: Span) -> None:
        """One line that is not empty."""
        if text.startswith("#"):
            self.extend(comments=(text[1:].removeprefix(" "),))
        elif self.result is not None:
            hint = "take it away, or put it before the result"
            self.findings.add(codes.UNREADABLE, "nothing stands after the result", span, hint=hint)
        elif found := _MOVE.fullmatch(text):
            mover, _, move = (found[2] or "").partition(":")
            self.move(int(found[1]), mover, move, span)
        elif text.split()[0] == "result":
            self.result = text.removeprefix("result").strip(), span
        elif text.split()[0] in _WORDS and not text.split()[0].endswith(":") and not self.begun:
            self.word(text, span)
        elif found := _FALL.fullmatch(text):
            self.extend(fell=(Fall(found[1], found[2] or "", span),))
        else:
            self.unreadable("this line cannot be read", span)

    @property
    def begun(self) -> bool:
        return len(self.entries) > 1

    def extend(self, fell: tuple[Fall, ...] = (), comments: tuple[str, ...] = ()) -> None:
        """Add to the last entry."""
        last = self.entries[-1]
        self.entries[-1] = Entry(
            last.number, last.mover, last.text, (*last.fell, *fell), (*last.comments, *comments), last.span
        )

    def move(self, number: int, mover: str, text: str, span: Span) -> None:
        """A numbered line: the mover, and the move after the colon."""
        if not mover or ":" not in span.text:
            self.findings.add(codes.UNREADABLE, "a move names its player: `1. White: c2c3`", span)
        expected = self.entries[-1].number + 1
        if number != expected and not self.lost:
            hint = "a line is missing or doubled" if self.begun else "moves are numbered from 1"
            self.findings.add(codes.UNREADABLE, f"this is move {expected}, not move {number}", span, hint=hint)
        self.lost = False
        self.entries.append(Entry(number, mover.strip(), text.strip(), span=span))

    def word(self, text: str, span: Span) -> None:
        """A line of the heading."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        if word == "option":
            found = _OPTION.fullmatch(rest)
            if found is None:
                self.unreadable("an option is written `option size = 6`", span)
            elif found[1] in self.options:
                self.findings.add(codes.UNREADABLE, f"the option {found[1]} is given twice", span)
            else:
                self.options[found[1]] = found[2]
                self.places.setdefault(f"option {found[1]}", span)
        elif word in self.given:
            self.findings.add(codes.UNREADABLE, f"`{word}` is given twice", span)
        elif not rest or (word == "seed" and not _is_seed(rest)):
            self.unreadable(f"`{word}` has no value that fits", span)
        else:
            self.given[word] = rest
            self.places[word] = span

    def unreadable(self, title: str, span: Span) -> None:
        self.lost = True
        self.findings.add(
            codes.UNREADABLE, title, span, hint="`rulewright explain T103` shows what a record looks like"
        )

    def whole(self) -> Written:
        given = self.given
        if "ruleset" not in given:
            place = self.source.span(0, 0)
            hint = "write `ruleset pig` on the second line"
            self.findings.add(codes.UNREADABLE, "the record does not name its rules", place, hint=hint)
        parts = (tuple(part.split()) for part in given.get("parts", "").split(","))
        heading = Heading(
            given.get("ruleset", ""),
            given.get("title", ""),
            given.get("hash", ""),
            tuple((part[0], part[1]) for part in parts if len(part) == 2),
            tuple(self.options.items()),
            tuple(name.strip() for name in given["players"].split(",")) if "players" in given else (),
            int(given["seed"]) if "seed" in given else None,
            given.get("generator", ""),
            _in_lines(given.get("setup", "")),
            given.get("view", ""),
            self.places,
        )
        text, span = self.result or (None, None)
        return Written(heading, tuple(self.entries), text, self.source, span)


def _in_one_line(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def _in_lines(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)


def _is_seed(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < 2**64


def cut_off(written: Written) -> Diagnostic:
    """The finding about a record whose last line is missing."""
    source = written.source or Source.of("")
    end = len(source.text.rstrip())
    start = source.text.rfind("\n", 0, end) + 1
    return Diagnostic(
        codes.CUT,
        "the record ends without its result",
        source.span(start, end),
        label="the last line that is there",
        hint=f"something may be missing; if nothing is, add the line `result {UNFINISHED}`",
    )


__all__ = ["UNFINISHED", "VERSION", "Entry", "Fall", "Heading", "Written", "cut_off", "parse_record", "print_record"]

"""Reading a position from a text in one of the game's notations: what statements would set it up.

The text is taken apart at the literal texts of the notation, where a blank stands for any number of blanks; then each
place is read by itself, so that several mistakes are told at once.

The board is written row by row from the last row, with `/` between rows. In a row stand the marks of components and
numbers of empty sites (`.` is one, too). Parentheses hold a mark of several characters, or the marks of all that stands
on one site with `+` between them, from the lowest layer and the bottom of a pile upwards; `o*4` is four times the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.boards.pictures import EMPTY
from rulewright.semantics import codes_forms as codes
from rulewright.semantics import typed
from rulewright.semantics.marks import all_marks
from rulewright.semantics.notation_lists import UnknownPlaceError, listed_kinds, read_place, rows_of
from rulewright.semantics.notation_values import AND, NEXT, TIMES, UnreadableError, read_value
from rulewright.semantics.symbols import FieldDecl, Game, KindDecl, NotationDecl, NotationPart, VarDecl
from rulewright.semantics.types import INT, PLAYER, SITE, ComponentType, KindType, Type
from rulewright.semantics.wording import listing
from rulewright.source import Diagnostic, Findings, Span

ROW = "/"
MANY = re.compile(r"[0-9]+")


def read_position(game: Game, notation: NotationDecl, span: Span) -> tuple[list[typed.Statement], list[Diagnostic]]:
    """The statements that set up the position which the text of `span` tells, to be run on an empty board, and what
    is wrong with the text."""
    reader = _Reader(game, Findings(), span)
    statements = [statement for part, place in reader.taken_apart(notation) for statement in reader.part(part, place)]
    return statements, reader.findings.items


class _Reader:
    def __init__(self, game: Game, findings: Findings, span: Span) -> None:
        self.game = game
        self.findings = findings
        self.span = span

    def error(self, title: str, span: Span, hint: str) -> None:
        self.findings.add(codes.POSITION_TEXT, title, span, hint=hint)

    def at(self, start: int, end: int) -> Span:
        """A part of the text."""
        return Span(self.span.source, self.span.start + start, self.span.start + end)

    # ---- the whole ----

    def taken_apart(self, notation: NotationDecl) -> list[tuple[NotationPart, Span]]:
        """The places of the notation with what the text has there; nothing after an error."""
        text, done = self.span.text, len(self.span.text) - len(self.span.text.lstrip())
        end = len(text.rstrip())
        out: list[tuple[NotationPart, Span]] = []
        form = "".join(part if isinstance(part, str) else f"{{{part.name}}}" for part in notation.parts)
        hint = f"a {notation.name} is written {form}"
        for number, part in enumerate(notation.parts):
            if isinstance(part, str):
                found = _literal(part).match(text, done)
                if found is None and not (done >= end and not part.strip()):
                    self.error(f'here "{part.strip() or part}" is missing', self.at(done, min(done + 1, end)), hint)
                    return []
                done = found.end() if found else end
                continue
            following = notation.parts[number + 1] if number + 1 < len(notation.parts) else None
            stop = _literal(following).search(text, done) if isinstance(following, str) else None
            until = end if stop is None else min(stop.start(), end)
            if until < done or (until == done and part.what != "list"):
                self.error(f"{part.name} is missing", self.at(done, min(done + 1, end)), hint)
                return []
            out.append((part, self.at(done, until)))
            done = until
        if done < end:
            self.error("this is more than the notation tells", self.at(done, end), hint)
            return []
        return out

    def part(self, part: NotationPart, span: Span) -> list[typed.Statement]:
        match part.what:
            case "board":
                return self.board(span)
            case "mover":
                seat = self.value(PLAYER, span)
                if seat == -1:
                    self.error("somebody is to move", span, "write the player whose turn it is")
                    return []
                player = typed.Constant(seat or 0, type=PLAYER, span=span)
                return [typed.SetMover(player, True, span=span)]
            case "counter":
                number = self.value(INT, span, 1)
                return [typed.SetCounter(part.name, typed.Constant(number or 1, type=INT, span=span), span=span)]
            case "list":
                assert part.kind is not None and part.index is not None
                return self.listed(part.kind, part.index, span)
            case _:
                assert part.holder is not None
                return self.state(part.holder, part.index, span)

    def value(self, of: Type, span: Span, lo: int | None = None, hi: int | None = None) -> int | None:
        try:
            return read_value(self.game, of, span.text, lo, hi)
        except UnreadableError as error:
            self.error(error.message, span if span.text else self.at_least_one(span), error.hint)
            return None

    def at_least_one(self, span: Span) -> Span:
        """A span that can be seen: of an empty one the character before it."""
        return span if span.end > span.start else Span(span.source, max(span.start - 1, self.span.start), span.end)

    # ---- vars and fields ----

    def state(self, holder: VarDecl | FieldDecl, index: int | None, span: Span) -> list[typed.Statement]:
        each = holder.each
        if each is None or index is not None:
            return self.assigned(holder, index or 0, span)
        parts = list(_split(span, NEXT))
        if len(parts) != each.size:
            title = f"{holder.name} has {each.size} values, and here {_are(len(parts))}"
            self.error(title, span, f"write one of each {each.name}, with , between them")
            return []
        return [one for number, part in enumerate(parts) for one in self.assigned(holder, number, part)]

    def assigned(self, holder: VarDecl | FieldDecl, index: int, span: Span) -> list[typed.Statement]:
        value = self.value(holder.type, span, holder.lo, holder.hi)
        if value is None:
            return []
        of, each = holder.type, holder.each
        told: typed.Expr = typed.Constant(value, type=of, span=span)
        if isinstance(of, ComponentType):
            told = self.component(of, value, span)
        where = None if each is None else typed.Constant(index + each.base, type=each.over, span=span)
        target: typed.Expr
        if isinstance(holder, VarDecl):
            target = typed.VarRef(holder, where, type=of, span=span)
        else:
            assert where is not None
            target = typed.FieldRef(holder, where, None, type=of, span=span)
        return [typed.Assign(target, "=", told, span=span)]

    def component(self, of: ComponentType, site: int, span: Span) -> typed.Expr:
        """What stands on a site."""
        there = typed.Constant(site, type=SITE, span=span)
        found = typed.Op("on", (there,), self.game.layers[0], type=ComponentType(None), span=span)
        return (
            found if of.kind is None else typed.Op("narrow", (found,), tuple(of.kind.descendants()), type=of, span=span)
        )

    # ---- lists of components ----

    def listed(self, kind: KindDecl, owner: int, span: Span) -> list[typed.Statement]:
        out: list[typed.Statement] = []
        taken: set[int] = set()
        for part in _split(span, NEXT) if span.text.strip() else ():
            text = part.text.strip()
            try:
                found = list(read_place(self.game, kind, text))
            except UnknownPlaceError:
                known = listed_kinds(self.game, kind).items()
                signs = [f"{sign} before that of a {one.name}" for sign, one in known if sign]
                tip = listing(["write sites with , between them", *signs], "and")
                self.error(f"{text} is no site" if text else "there is no site here", self.at_least_one(part), tip)
                continue
            if taken & {site for _, site in found}:
                self.error(f"{text} stands here twice", part, "name each site once")
                continue
            taken |= {site for _, site in found}
            out += [self.placed(one, owner, site, part) for one, site in found]
        return out

    # ---- the board ----

    def board(self, span: Span) -> list[typed.Statement]:
        board = self.game.board
        assert board is not None
        rows, written = rows_of(board), list(_split(span, ROW))
        if len(rows) != len(written):
            title = f"the board has {len(rows)} rows, and here {_are(len(written))}"
            self.error(title, span, "write every row, the last one first, with / between them")
            return []
        marks = all_marks(self.game)
        out: list[typed.Statement] = []
        for sites, row in zip(rows, written, strict=True):
            out += self.row(sites, row, marks)
        return out

    def row(self, sites: list[int], span: Span, marks: dict[str, tuple[KindDecl, int]]) -> list[typed.Statement]:
        text, at, done = span.text, 0, 0
        out: list[typed.Statement] = []
        while at < len(text):
            number = MANY.match(text, at)
            if number is not None:
                done += int(number[0][:6])
                at = number.end()
                continue
            closing = text.find(")", at) if text[at] == "(" else at
            place = Span(span.source, span.start + at, span.start + (closing + 1 if closing >= 0 else len(text)))
            if closing < 0:
                self.error("this ( is never closed", place, "put ) behind the marks of the site")
                return []
            inside = Span(place.source, place.start + 1, place.end - 1) if text[at] == "(" else place
            for part in _split(inside, AND) if text[at] == "(" else [place]:
                sign, times = _counted(part.text)
                if sign in marks and done < len(sites):
                    out += [self.placed(*marks[sign], sites[done], part) for _ in range(times)]
                elif sign not in marks and part.text != EMPTY:
                    self.unknown(part, place, marks)
                    return []
            at, done = closing + 1, done + 1
        if done != len(sites):
            there = "1 site" if len(sites) == 1 else f"{len(sites)} sites"
            title = f"this row has {there} on the board, and {done} here"
            self.error(title, self.at_least_one(span), "a number stands for that many empty sites")
        return out

    def placed(self, kind: KindDecl, owner: int, site: int, span: Span) -> typed.Statement:
        what = typed.Constant(kind.index, type=KindType(kind), span=span)
        player = typed.Constant(owner, type=PLAYER, span=span) if owner >= 0 else None
        return typed.PlaceOne(what, player, typed.Constant(site, type=SITE, span=span), None, (), None, span=span)

    def unknown(self, part: Span, place: Span, marks: dict[str, tuple[KindDecl, int]]) -> None:
        known = [
            f"{mark if len(mark) == 1 else f'({mark})'} ({kind.name})"
            for mark, (kind, owner) in marks.items()
            if owner >= 0
        ]
        tip = f"the marks are {listing(known)}" if len(known) <= 16 else ""
        self.error(f"no component has the mark {part.text}" if part.text else "here is no mark", place, tip)


def _counted(text: str) -> tuple[str, int]:
    """A mark and how often it stands there."""
    mark, times, number = text.partition(TIMES)
    if times and re.fullmatch("[1-9][0-9]{0,3}", number):
        return mark, int(number)
    return text, 1


def _are(number: int) -> str:
    return "is 1" if number == 1 else f"are {number}"


def _literal(text: str) -> re.Pattern[str]:
    """What a literal text of a notation is in a position's text: blanks may be more."""
    return re.compile(r"\s+".join(map(re.escape, re.split(r"\s+", text))))


def _split(span: Span, sign: str) -> Iterator[Span]:
    """The parts of a text between signs."""
    start = span.start
    for part in span.text.split(sign):
        yield Span(span.source, start, start + len(part))
        start += len(part) + len(sign)

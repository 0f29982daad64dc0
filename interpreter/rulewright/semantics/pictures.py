"""Typing a picture of a position, `board \"\"\" … \"\"\"`: one `PlaceOne` for each mark.

A mark is what `display:` says of a player's components (`Man of White: "o"`), exactly so written. Or it is a kind's
letter from `display:`, its label, its name, or what pictures write for it: with two players in upper case for the
first and in lower case for the second; with the number of the seat behind it in any game (0: nobody's). With one player
a mark without it is that player's, but that of a card nobody's. Behind the mark of what stands in a pile (or many on a
site) may stand how many there are: `w3`, or `w1x3` behind a number. What `display:` says of regions and values of
fields marks a site that is empty.
"""

from __future__ import annotations

import re

from rulewright.boards import BoardError, read_picture
from rulewright.semantics import codes_statements as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics import typed, wording
from rulewright.semantics.fitting import real_kinds
from rulewright.semantics.marks import letters as all_letters
from rulewright.semantics.marks import lone_owner
from rulewright.semantics.scope import Scope
from rulewright.semantics.symbols import Game, KindDecl
from rulewright.semantics.types import INT, PLAYER, SITE, KindType
from rulewright.semantics.words import board_or_error
from rulewright.source import Span
from rulewright.syntax import ast

_QUOTES = '"""'


def type_picture(node: ast.PositionFrom, scope: Scope) -> list[typed.Statement]:
    board = board_or_error(scope, "board", node.notation.span)
    if board is None:
        return []
    try:
        marks = read_picture(board, node.text)
    except BoardError as error:
        where = _line_span(node, error.what if isinstance(error.what, int) else 0)
        ex.error(scope, codes.PICTURE, error.message.rstrip("."), where, hint=error.hint)
        return []
    out: list[typed.Statement] = []
    reported: list[str] = []
    for site, mark in marks.items():
        span = _mark_span(node, mark)
        mark, count = _pile(mark, scope.env.game)
        found = _kind_and_owner(mark, scope.env.game)
        if isinstance(found, str):
            if _is_ground(mark, scope.env.game):
                continue
            if mark not in reported:
                reported.append(mark)
                ex.error(scope, codes.PICTURE, found, span, hint=_known(scope.env.game))
            continue
        kind, owner = found
        kind.placed = True
        player = typed.Constant(owner, type=PLAYER, span=span) if owner is not None else None
        what = typed.Constant(kind.index, type=KindType(kind), span=span)
        where_ = typed.Constant(site, type=SITE, span=span)
        number = typed.Constant(count, type=INT, span=span) if count > 1 else None
        out.append(typed.PlaceOne(what, player, where_, number, (), None, span=span))
    return out


def _is_ground(mark: str, game: Game) -> bool:
    """Whether pictures write this on a site where nothing stands: the letter of what it is, numbers that it holds."""
    letters = [re.escape(ground.look.letter) for ground in game.grounds if ground.number is None and ground.look.letter]
    numbers = [rf"(?:{re.escape(ground.look.letter)}\d+)?" for ground in game.grounds if ground.number is not None]
    return re.fullmatch(rf"(?:{'|'.join(letters)})?{''.join(numbers)}", mark) is not None


def _pile(mark: str, game: Game) -> tuple[str, int]:
    """A mark without the number of those that stand there, and that number: `w3`, `w1x3`."""
    letters = mark.rstrip("0123456789")
    several = [letters.removesuffix("x")] if letters.endswith("x") else []
    if letters.upper() != letters.lower():
        several.append(letters)
    for one in several:
        found = _kind_and_owner(one, game) if one and letters != mark else ""
        number = int(mark[len(letters) :]) if letters != mark else 0
        if number and not isinstance(found, str) and game.layer_of(found[0]).mode != "one":
            return one, number
    return mark, 1


def _kind_and_owner(mark: str, game: Game) -> tuple[KindDecl, int | None] | str:
    """What a mark stands for, or what is wrong with it."""
    seats = len(game.players)
    for kind in game.kinds:
        for owner in range(seats):
            if game.own_letter(kind, owner) == mark:
                return kind, owner
    letters, seat = mark, None
    if not _kinds(mark, game) and mark[-1].isdigit():
        letters, seat = mark[:-1], int(mark[-1])
    kinds = _kinds(letters, game)
    if not kinds:
        return f"no kind has the mark {mark}"
    if len(kinds) > 1:
        return f"{mark} may be {wording.listing([kind.name for kind in kinds], 'or')}"
    if seat is not None:
        if seat > seats:
            return f"there is no player {seat}"
        return kinds[0], None if seat == 0 else seat - 1
    if seats == 1:
        return kinds[0], None if lone_owner(kinds[0]) < 0 else 0
    if letters.upper() == letters.lower():
        return kinds[0], None
    if seats > 2:
        return f"{mark} does not say whose it is; write {mark}1 to {mark}{seats}"
    return kinds[0], 0 if letters[0].isupper() else 1


def _kinds(letters: str, game: Game) -> list[KindDecl]:
    """The kinds whose label, else whose name, else whose letter in pictures is written so."""
    real = [kind for root in game.kinds if root.parent is None for kind in real_kinds(root)]
    folded = letters.casefold()
    by_label = [kind for kind in real if game.letter(kind).casefold() == folded]
    by_name = [kind for kind in real if kind.name.casefold() == folded]
    by_start = (kind for kind, letter in zip(game.kinds, all_letters(game), strict=True) if letter.casefold() == folded)
    return by_label or by_name or [kind for kind in by_start if kind in real]


def _known(game: Game) -> str:
    marks = []
    for kind in game.kinds:
        own = [(game.own_letter(kind, seat), f"{kind.name} of {name}") for seat, name in enumerate(game.players)]
        marks += [one for one in own if one[0]] or [(game.letter(kind) or kind.name, kind.name)]
    return "the marks are " + wording.listing([f"{mark} ({what})" for mark, what in marks])


def _line_span(node: ast.PositionFrom, index: int) -> Span:
    """The line of the picture with that index."""
    start = node.span.start + max(node.span.text.find(_QUOTES), 0) + 3
    lines = node.text.splitlines(keepends=True)
    for line in lines[:index]:
        start += len(line)
    line = lines[index] if index < len(lines) else ""
    blank = len(line) - len(line.lstrip())
    end = start + len(line.rstrip())
    return Span(node.span.source, min(start + blank, end), end) if line.strip() else node.span


def _mark_span(node: ast.PositionFrom, mark: str) -> Span:
    """The first place of the picture with that mark."""
    base = node.span.start + max(node.span.text.find(_QUOTES), 0) + 3
    at = node.text.find(mark)
    return Span(node.span.source, base + at, base + at + len(mark)) if at >= 0 else node.span

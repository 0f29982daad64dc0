"""From a board's declaration to the board: its shape, picture, lines or tables, then holes, edges, vertices, links.

Everything that is wrong is reported where it stands. What a legend and tables say of sites is left in a `BoardParts`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.boards import (
    EXTRAS,
    MAP_SHAPES,
    SHAPES,
    Board,
    BoardError,
    Mark,
    SiteLine,
    build_board,
    lines_board,
    link_errors,
    map_board,
    sites_in,
    with_links,
    with_surroundings,
    without,
)
from rulewright.boards import Link as BoardLink
from rulewright.semantics import codes_boards
from rulewright.semantics import codes_declarations as codes
from rulewright.semantics.board_parts import BoardParts, FieldPart, PlacePart, RegionPart
from rulewright.semantics.board_tables import board_from_files
from rulewright.semantics.constants import work_out
from rulewright.semantics.declare_game import heading
from rulewright.semantics.early import Early
from rulewright.semantics.expressions import type_expr
from rulewright.semantics.fitting import is_poison
from rulewright.semantics.scope import Context, Env, Scope
from rulewright.semantics.types import SITES
from rulewright.semantics.wording import listing
from rulewright.source import Span, did_you_mean
from rulewright.syntax import ast

_QUOTES = '"""'


def build(env: Env, item: ast.Board | ast.BoardFrom, early: Early, parts: BoardParts) -> Board | None:
    """The board that is declared; None after an error."""
    match item:
        case ast.BoardFrom():
            _misplaced(env, item.items, "a board from tables", (ast.Link, ast.RemoveSites))
            board = board_from_files(env, item, parts)
        case ast.Board() if item.shape.text == "map":
            _misplaced(env, item.items, "a map", (ast.Link, ast.RemoveSites, ast.Picture, ast.Legend))
            board = _map(env, item, parts)
        case ast.Board() if item.shape.text == "lines":
            _misplaced(env, item.items, "a board of lines", (ast.Link, ast.RemoveSites, ast.Line))
            _no_words(env, item.words)
            board = _lines(env, item)
        case ast.Board():
            _misplaced(env, item.items, "this board", (ast.Link, ast.RemoveSites))
            board = _regular(env, item, early)
    if board is None:
        return None
    for entry in item.items:
        if isinstance(entry, ast.RemoveSites):
            board = _remove(env, board, entry) or board
    board = _extras(env, board, item.extras)
    return _links(env, board, [entry for entry in item.items if isinstance(entry, ast.Link)])


def report(env: Env, error: BoardError, span: Span, code: str = codes.BOARD) -> None:
    env.findings.add(code, error.message.rstrip("."), span, hint=error.hint)


def _misplaced(env: Env, items: Sequence[ast.BoardItem], what: str, allowed: tuple[type[ast.BoardItem], ...]) -> None:
    for entry in items:
        if not isinstance(entry, allowed):
            name, tip = _ITEMS[type(entry)]
            env.findings.add(codes.BOARD, f"{what} has no {name}", heading(entry.span), hint=tip)


_ITEMS: dict[type[ast.BoardItem], tuple[str, str]] = {
    ast.Legend: ("legend", "only a map has one: board map square"),
    ast.Picture: ("picture", "only a map has one: board map square"),
    ast.Line: ("lines of sites", "they stand under `board lines:`"),
    ast.Link: ("links", ""),
    ast.RemoveSites: ("`remove`", ""),
}


def _no_words(env: Env, words: Sequence[ast.Name]) -> None:
    for word in words:
        if word.text == "wrapped":
            title, tip = "this board cannot be wrapped", "only square, points and hex boards can; or write links"
        else:
            title = f"{word.text} says nothing about a board"
            near = did_you_mean(word.text, ["wrapped"])
            tip = f"did you mean {near}?" if near else "a board has a shape and sizes: `board square 8 by 8`"
        env.findings.add(codes.BOARD, title, word.span, hint=tip)


# ---- shapes ----


def _regular(env: Env, item: ast.Board, early: Early) -> Board | None:
    sizes = [early.number(size, "a board's size") for size in item.sizes]
    wrapped = any(word.text == "wrapped" for word in item.words)
    others = [word for word in item.words if word.text != "wrapped"]
    _no_words(env, others)
    if others or None in sizes:
        return None
    try:
        return build_board(item.shape.text, [size for size in sizes if size is not None], wrapped=wrapped)
    except BoardError as error:
        span = item.shape.span.to(item.sizes[-1].span) if item.sizes else item.shape.span
        hint = error.hint
        if isinstance(error.what, int) and error.what < len(item.sizes):
            span = item.sizes[error.what].span
        elif error.what == "wrapped":
            span = next(word.span for word in item.words if word.text == "wrapped")
        elif item.shape.text not in SHAPES:
            span = item.shape.span
            known = (*SHAPES, "map", "lines", "from")
            near = did_you_mean(item.shape.text, known)
            hint = f"did you mean {near}?" if near else f"the shapes are {listing(known)}"
        report(env, BoardError(error.message, hint), span)
        return None


# ---- maps ----


def _map(env: Env, item: ast.Board, parts: BoardParts) -> Board | None:
    shape, *others = item.words if item.words else (None,)
    _no_words(env, [word for word in others if word is not None])
    pictures = [entry for entry in item.items if isinstance(entry, ast.Picture)]
    if shape is None or item.sizes:
        span = item.sizes[0].span.to(item.sizes[-1].span) if item.sizes else item.shape.span
        title = "a map has no size; its picture tells it" if item.sizes else "a map says what its sites are"
        env.findings.add(codes.BOARD, title, span, hint="write board map square, board map hex or board map points")
        return None
    for extra in pictures[1:]:
        env.findings.add(codes.BOARD, "a map has only one picture", heading(extra.span), hint="take one of them away")
    if not pictures:
        env.findings.add(
            codes.BOARD, "this map has no picture", heading(item.span), hint='draw it below, between lines of `"""`'
        )
        return None
    before = len(env.findings.errors)
    legend = _legend(env, parts, item)
    picture = pictures[0]
    try:
        board, marks = map_board(shape.text, picture.text, tuple(legend))
    except BoardError as error:
        span = _mark_span(picture, error.what) if isinstance(error.what, Mark) else heading(picture.span)
        report(env, error, shape.span if error.what == shape.text and shape.text not in MAP_SHAPES else span)
        return None
    told = len(env.findings.errors) > before
    _unknown_marks(env, picture, marks, legend, complete=not told and _is_complete(env, item))
    for glyph, entry in legend.items():
        sites = tuple(board.sites[site] for site, mark in enumerate(marks) if mark.text == glyph)
        for part in entry.parts:
            _legend_part(env, parts, part.what, sites)
    return board


def _is_complete(env: Env, item: ast.Board) -> bool:
    """Whether all of the declaration could be read."""
    return not any(
        found.code < "E100"
        and found.span.source is item.span.source
        and item.span.start <= found.span.start <= item.span.end
        for found in env.findings.errors
    )


def _legend(env: Env, parts: BoardParts, item: ast.Board) -> dict[str, ast.LegendEntry]:
    """The lines of the legend by their marks. One that is wrong declares its regions all the same."""
    found: dict[str, ast.LegendEntry] = {}
    for entry in item.items:
        for line in entry.entries if isinstance(entry, ast.Legend) else ():
            glyph = line.glyph
            span = _glyph_span(line)
            if not glyph or any(char.isspace() for char in glyph):
                env.findings.add(codes_boards.LEGEND, "a blank is no site", span, hint="choose a letter or sign")
            elif glyph in found:
                env.findings.add(
                    codes_boards.LEGEND, f"the legend says twice what {glyph} is", span, hint="make one line of the two"
                )
            else:
                found[glyph] = line
                continue
            for part in line.parts:
                _legend_part(env, parts, part.what, ())
    return found


def _glyph_span(line: ast.LegendEntry) -> Span:
    end = line.span.text.find('"', 1) + 1
    return Span(line.span.source, line.span.start, line.span.start + max(end, 1))


def _unknown_marks(
    env: Env, picture: ast.Picture, marks: Sequence[Mark], legend: dict[str, ast.LegendEntry], *, complete: bool
) -> None:
    told: set[str] = set()
    for mark in marks:
        if mark.text != "." and mark.text not in legend and mark.text not in told and complete:
            told.add(mark.text)
            near = did_you_mean(mark.text, list(legend))
            env.findings.add(
                codes_boards.LEGEND,
                f"the legend does not say what {mark.text} is",
                _mark_span(picture, mark),
                hint=f"did you mean {near}?" if near else f'add a line to the legend, such as "{mark.text}": in woods',
            )


def _mark_span(picture: ast.Picture, mark: Mark) -> Span:
    """Where a mark of a picture stands."""
    source = picture.span.source
    start = picture.span.start + (picture.span.text.find(_QUOTES) + 3 if _QUOTES in picture.span.text else 1)
    lines = source.text[start : picture.span.end].split("\n")
    at = start + sum(len(line) + 1 for line in lines[: mark.line])
    line = lines[mark.line] if mark.line < len(lines) else ""
    before = len(line.expandtabs(8)[: mark.at].rstrip())
    column = line.find(mark.text, min(before, mark.at)) if "\t" in line else mark.at
    return Span(source, at + max(column, 0), at + max(column, 0) + len(mark.text))


def _legend_part(env: Env, parts: BoardParts, what: ast.Binding | ast.Expr | ast.Thing, sites: tuple[str, ...]) -> None:
    match what:
        case ast.Binding():
            parts.fields.append(FieldPart(what.name, what.value, sites))
        case ast.Thing():
            parts.places.append(PlacePart(what, sites))
        case ast.Word():
            parts.regions.append(RegionPart(ast.Name(what.name, span=what.span), None, sites))
        case ast.Of(what=ast.Word() as region, owner=ast.Word() as owner):
            name, whose = ast.Name(region.name, span=region.span), ast.Name(owner.name, span=owner.span)
            parts.regions.append(RegionPart(name, whose, sites))
        case ast.Bad():
            pass
        case _:
            env.findings.add(
                codes_boards.LEGEND,
                "`in` names a region",
                what.span,
                hint="write in woods, or in home of a player",
            )


# ---- lines ----


def _lines(env: Env, item: ast.Board) -> Board | None:
    if item.sizes:
        env.findings.add(
            codes.BOARD,
            "a board of lines has no size",
            item.sizes[0].span.to(item.sizes[-1].span),
            hint="its lines tell it; take the size away",
        )
        return None
    entries = [entry for entry in item.items if isinstance(entry, ast.Line)]
    lines = []
    for entry in entries:
        names = [site.text for site in entry.sites]
        loop = len(names) > 1 and names[-1] == "loop"
        lines.append(
            SiteLine(tuple(names[:-1] if loop else names), entry.direction.text if entry.direction else "", loop)
        )
    board, errors = lines_board(lines)
    for error in errors:
        span = heading(item.span)
        if isinstance(error.what, tuple):
            number, index = error.what
            span = entries[number].sites[index].span
        report(env, error, span)
    return board


# ---- remove, with, link ----


def _remove(env: Env, board: Board, entry: ast.RemoveSites) -> Board | None:
    """The board without some sites; the set may name everything that the board has. None after an error."""
    env.game.board = board
    expr = type_expr(entry.sites, Scope(env, Context("`remove`")), SITES)
    env.game.board = None
    if is_poison(expr.type):
        return None
    env.game.board = board
    value, spoiled = work_out(expr, env)
    env.game.board = None
    if not isinstance(value, int):
        if not spoiled:
            env.findings.add(
                codes.BOARD,
                "this is not known before the game begins",
                entry.sites.span,
                hint="name sites, rows, columns, or test them: {s in sites: s.row == 1}",
            )
        return None
    try:
        return without(board, tuple(sites_in(value)))
    except BoardError as error:
        report(env, error, entry.sites.span)
        return None


def _extras(env: Env, board: Board, extras: Sequence[ast.Name]) -> Board:
    wanted = {}
    for extra in extras:
        if extra.text in EXTRAS:
            wanted[extra.text] = extra
            continue
        near = did_you_mean(extra.text, EXTRAS)
        env.findings.add(
            codes.BOARD,
            f"a board has no {extra.text}",
            extra.span,
            hint=f"did you mean {near}?" if near else "write with edges, vertices",
        )
    if not wanted:
        return board
    try:
        return with_surroundings(board, edges="edges" in wanted, vertices="vertices" in wanted)
    except BoardError as error:
        name = wanted.get(error.what) if isinstance(error.what, str) else None
        report(env, error, name.span if name else extras[0].span.to(extras[-1].span))
        return board


def _links(env: Env, board: Board, links: Sequence[ast.Link]) -> Board:
    given = [
        BoardLink(
            link.start.text,
            link.leaving.text,
            link.end.text,
            link.heading.text,
            link.name.text if link.name else "",
            link.trait is not None and link.trait.text == "rays",
        )
        for link in links
    ]
    wrong = set()
    for problem in link_errors(board, given):
        if isinstance(problem.what, tuple):
            index, part = problem.what
            wrong.add(index)
            report(env, problem, getattr(links[index], part).span)
    for link in links:
        if link.trait is not None and link.trait.text != "rays":
            env.findings.add(
                codes.BOARD, f"a link is not {link.trait.text}", link.trait.span, hint="only `rays` may stand here"
            )
    return with_links(board, [link for index, link in enumerate(given) if index not in wrong])

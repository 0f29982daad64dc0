"""What people call the sites: the line `sites: E` or `origin: E` of `display:`.

`sites: E` is worked out for each site before the game begins, `site` being that site. `origin: E` is one site, and
every site is called by how many columns and rows it lies from there, the nearest way round on a torus: `0,0`, `1,-2`.
Rules go on naming sites as the board does; moves, notations and pictures are written with the names that people use,
and either is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.boards import Board
from rulewright.semantics import codes_forms as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics import wording
from rulewright.semantics.constants import evaluate
from rulewright.semantics.fitting import is_poison
from rulewright.semantics.scope import Context, Env, Scope
from rulewright.semantics.typed import Local
from rulewright.semantics.types import SITE, IntType
from rulewright.source import Span
from rulewright.syntax import ast

SITES, ORIGIN = "sites", "origin"
EACH = "site"


def is_site_line(env: Env, line: ast.DisplayItem) -> bool:
    """Whether a line of `display:` tells the names of the sites."""
    return isinstance(line.what, ast.Word) and line.what.name in (SITES, ORIGIN) and line.what.name not in env.declared


def name_sites(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Give the board the names that a line of `display:` tells. Definitions, regions and constants are known."""
    lines = [line for item in declarations if isinstance(item, ast.Display) for line in item.items]
    lines = [line for line in lines if is_site_line(env, line)]
    for line in lines[1:]:
        _error(env, "the sites are named twice", line.what.span, "take one of the two lines away")
    if lines:
        _name(env, lines[0])


def _error(env: Env, title: str, span: Span, hint: str) -> None:
    env.findings.add(codes.DISPLAY, title, span, hint=hint)


def _name(env: Env, line: ast.DisplayItem) -> None:
    board = env.game.board
    if board is None:
        if not env.gaps:
            _error(env, "this game has no board", line.what.span, "take the line away, or declare a board")
        return
    names = _from_origin(env, board, line) if _word(line) == ORIGIN else _by_number(env, board, line)
    for site, name in enumerate(names):
        first = names.index(name)
        if first < site:
            title = f"{board.sites[first]} and {board.sites[site]} have one name, {name}"
            tip = "give each site a number of its own"
            if _word(line) == ORIGIN:
                tip = "use sites: to name the sites of this board"
            _error(env, title, line.values[0].span, tip)
            return
    if names:
        env.game.board = replace(board, called=names)


def _word(line: ast.DisplayItem) -> str:
    assert isinstance(line.what, ast.Word)
    return line.what.name


def _by_number(env: Env, board: Board, line: ast.DisplayItem) -> tuple[str, ...]:
    """The names that `sites:` gives; none where it is wrong."""
    if len(line.values) != 1:
        tip = "give one number that names each of them, made of site: sites: 10 * site.row + site.column"
        _error(env, "the names of the sites are one number", line.values[-1].span, tip)
        return ()
    node = line.values[0]
    scope = Scope(env, Context("a line of `display:`"))
    local = scope.names[EACH] = Local(EACH, SITE, node.span)
    found = ex.infer(node, scope)
    if is_poison(found.type):
        return ()
    if not isinstance(found.type, IntType):
        tip = "make a number of site, as 10 * site.row + site.column"
        _error(env, f"a site is named by a number, and this is {wording.a(found.type)}", node.span, tip)
        return ()
    numbers = [evaluate(found, env, {local: site}) for site in range(len(board.sites))]
    if None in numbers:
        tip = "use nothing but site, options and constants"
        _error(env, "the name of a site is not known before the game", node.span, tip)
        return ()
    return tuple(map(str, numbers))


def _from_origin(env: Env, board: Board, line: ast.DisplayItem) -> tuple[str, ...]:
    """The names that `origin:` gives; none where it is wrong."""
    node = line.values[-1]
    if len(line.values) != 1:
        _error(env, "sites are counted from one site", node.span, "name one site, as in origin: c3")
        return ()
    found = ex.infer(node, Scope(env, Context("a line of `display:`")))
    if is_poison(found.type):
        return ()
    if found.type != SITE:
        _error(env, f"sites are counted from a site, and this is {wording.a(found.type)}", node.span, "name a site")
        return ()
    origin = evaluate(found, env, {})
    if not isinstance(origin, int) or origin < 0:
        _error(env, "the site is not known before the game", node.span, "name a site of the board")
        return ()
    right, up = board.column[origin], board.row[origin]
    return tuple(
        f"{_away(column - right, board.columns, board)},{_away(row - up, board.rows, board)}"
        for column, row in zip(board.column, board.row, strict=True)
    )


def _away(steps: int, count: int, board: Board) -> int:
    """A number of steps, on a torus the nearest way round."""
    return (steps + (count - 1) // 2) % count - (count - 1) // 2 if board.wrapped else steps

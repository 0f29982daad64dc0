"""What people call the sites: the line `sites: E` of `display:`.

E is worked out for each site before the game begins, `site` being that site. Rules go on naming sites as the board
does; moves, notations and pictures are written with the names that people use, and either is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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

WORD = "sites"
EACH = "site"


def is_site_line(env: Env, line: ast.DisplayItem) -> bool:
    """Whether a line of `display:` tells the names of the sites."""
    return isinstance(line.what, ast.Word) and line.what.name == WORD and WORD not in env.declared


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
    if len(line.values) != 1:
        tip = "give one number that names each of them, made of site: sites: 10 * site.row + site.column"
        _error(env, "the names of the sites are one number", line.values[-1].span, tip)
        return
    node = line.values[0]
    scope = Scope(env, Context("a line of `display:`"))
    local = scope.names[EACH] = Local(EACH, SITE, node.span)
    found = ex.infer(node, scope)
    if is_poison(found.type):
        return
    if not isinstance(found.type, IntType):
        tip = "make a number of site, as 10 * site.row + site.column"
        _error(env, f"a site is named by a number, and this is {wording.a(found.type)}", node.span, tip)
        return
    numbers = [evaluate(found, env, {local: site}) for site in range(len(board.sites))]
    if None in numbers:
        tip = "use nothing but site, options and constants"
        _error(env, "the name of a site is not known before the game", node.span, tip)
        return
    names = tuple(map(str, numbers))
    for site, name in enumerate(names):
        first = names.index(name)
        if first < site:
            title = f"{board.sites[first]} and {board.sites[site]} have one name, {name}"
            _error(env, title, node.span, "give each site a number of its own")
            return
    env.game.board = replace(board, called=names)

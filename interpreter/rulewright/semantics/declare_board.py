"""The board, its links, the players' facings and the regions."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.boards import Board
from rulewright.semantics import codes_declarations as codes
from rulewright.semantics.ast_walk import words_in
from rulewright.semantics.board_parts import BoardParts, RegionPart, sites_of
from rulewright.semantics.board_tables import last_file
from rulewright.semantics.build_board import build
from rulewright.semantics.constants import work_out
from rulewright.semantics.declare_game import find_player, heading
from rulewright.semantics.early import Early
from rulewright.semantics.expressions import type_expr
from rulewright.semantics.names import broken, declare, doubled
from rulewright.semantics.scope import Broken, Context, Env, LinkName, Removed, Scope
from rulewright.semantics.symbols import RegionDecl
from rulewright.semantics.types import POISON, SITES
from rulewright.semantics.wording import listing
from rulewright.source import Span, did_you_mean
from rulewright.syntax import ast


def declare_board(env: Env, declarations: Sequence[ast.Declaration], early: Early) -> BoardParts:
    """Build the board into `env.game.board`. A board that cannot be built leaves `env.gaps`: its sites have names.

    Returns what the board says of its sites and is to be done later.
    """
    parts = BoardParts(_fields_of_sites(declarations))
    for item in declarations:
        if isinstance(item, ast.Board | ast.BoardFrom):
            before = len(env.findings.errors)
            env.game.board = build(env, item, early, parts)
            parts.flawed = len(env.findings.errors) > before
            if env.game.board is None:
                _without_board(env, item.items)
            else:
                _link_names(env, item, env.game.board)
    return parts


def _fields_of_sites(declarations: Sequence[ast.Declaration]) -> frozenset[str]:
    return frozenset(
        item.name.text
        for item in declarations
        if isinstance(item, ast.Field) and item.each is not None and isinstance(item.each.over, ast.Word)
    )


def _without_board(env: Env, items: Sequence[ast.BoardItem]) -> None:
    env.gaps = True
    for item in items:
        if isinstance(item, ast.Link) and item.name:
            broken(env, item.name.text, item.name.span)


def _link_names(env: Env, item: ast.Board | ast.BoardFrom, board: Board) -> None:
    """Bind the names of links; a link that could not be made leaves a name that is silent."""
    links = [entry for entry in item.items if isinstance(entry, ast.Link)]
    for link in links:
        if link.name is not None and link.name.text not in env.declared:
            names = board.links
            if link.name.text in names:
                declare(env, link.name, LinkName(link.name.text, names.index(link.name.text)))
            else:
                broken(env, link.name.text, link.name.span)
        elif link.name is not None and not isinstance(env.declared[link.name.text], LinkName | Broken):
            declare(env, link.name, LinkName(link.name.text, 0))
    for index, name in enumerate(board.links):
        if name and name not in env.declared and isinstance(item, ast.BoardFrom):
            declare(env, ast.Name(name, span=last_file(item)), LinkName(name, index))


# ---- facing ----


def declare_facing(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Fill `game.facing`: a direction of the board for every seat."""
    item = next((item for item in declarations if isinstance(item, ast.Facing)), None)
    if item is None:
        if any(isinstance(bad, ast.BadDeclaration) and bad.span.text.startswith("facing") for bad in declarations):
            env.game.facing = (0,) * len(env.game.players)
        return
    board = env.game.board
    if board is None:
        _needs_board(env, "a facing", heading(item.span))
        return
    found: dict[int, int] = {}
    wrong = False
    for player, direction in item.parts:
        seat = find_player(env, player)
        wrong = wrong or seat is None
        index = board.direction_index.get(direction.text)
        if index is None:
            wrong = True
            near = did_you_mean(direction.text, board.directions)
            env.findings.add(
                codes.FACING,
                f"this board has no direction {direction.text}",
                direction.span,
                hint=f"did you mean {near}?" if near else f"its directions are {listing(board.directions)}",
            )
        elif seat in found:
            env.findings.add(codes.FACING, f"{player.text} faces two ways", player.span, hint="take one of them away")
        elif seat is not None:
            found[seat] = index
    missing = [name for seat, name in enumerate(env.game.players) if seat not in found]
    if missing and not wrong and "?" not in missing:
        env.findings.add(
            codes.FACING,
            f"{listing(missing)} {'faces' if len(missing) == 1 else 'face'} nowhere",
            heading(item.span),
            hint=f"every player needs a direction: add `{missing[0]} {board.directions[0]}`",
        )
    env.game.facing = tuple(found.get(seat, 0) for seat in range(len(env.game.players)))


def _needs_board(env: Env, what: str, span: Span) -> None:
    if not env.gaps:
        env.findings.add(
            codes.NO_BOARD, f"{what} needs a board", span, hint="write a line such as `board square 8 by 8` before it"
        )


# ---- regions ----


def declare_regions(env: Env, declarations: Sequence[ast.Declaration], parts: BoardParts) -> None:
    """Bind the names of regions, those of legends and tables included; the values of the others come with
    `fill_regions`."""
    items: dict[str, list[ast.Region | RegionPart]] = {}
    written = [item for item in declarations if isinstance(item, ast.Region)]
    every: list[ast.Region | RegionPart] = [*written, *parts.regions]
    for item in every:
        items.setdefault(item.name.text, []).append(item)
    for name, group in items.items():
        if env.game.board is None:
            _needs_board(env, "a region", group[0].name.span)
            broken(env, name, group[0].name.span)
        else:
            _region(env, name, group, flawed=parts.flawed)


def _region(env: Env, name: str, items: Sequence[ast.Region | RegionPart], *, flawed: bool) -> None:
    per_player = items[0].owner is not None
    seats: dict[int, Span] = {}
    written: set[int] = set()
    values = [0] * (len(env.game.players) if per_player else 1)
    for item in items:
        seat = find_player(env, item.owner) if item.owner else 0
        written_twice = seat in written or (seat in seats and isinstance(item, ast.Region))
        if (item.owner is not None) != per_player or written_twice:
            doubled(env.findings, item.name, "a region", items[0].name.span)
        elif seat is not None:
            seats.setdefault(seat, item.name.span)
            if isinstance(item, ast.Region):
                written.add(seat)
            else:
                values[seat] |= sites_of(env, item.sites)
    missing = [player for seat, player in enumerate(env.game.players) if seat not in seats]
    owners = {item.owner.text for item in items if item.owner}
    known = all(not isinstance(env.declared.get(owner), Removed) for owner in owners)
    if per_player and missing and not flawed and not env.gaps and (not known or len(seats) == len(owners)):
        env.findings.add(
            codes.REGION,
            f"the region {name} has no part for {listing(missing)}",
            items[-1].name.span,
            hint=f"add `region {name} of {missing[0]} = {{}}` if it is empty",
        )
    region = RegionDecl(name, per_player, tuple(values), items[0].name.span)
    if declare(env, items[0].name, region):
        env.game.regions[name] = region


def fill_regions(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Type and evaluate the regions, those that others name first."""
    items = [item for item in declarations if isinstance(item, ast.Region)]
    values = {name: list(region.values) for name, region in env.game.regions.items()}
    for item in _in_order(env, items, declarations):
        region = env.game.regions.get(item.name.text)
        if region is None:
            continue
        seat = 0
        if item.owner is not None:
            found = find_player(env, item.owner)
            if found is None:
                continue
            seat = found
        value = _sites(env, item.value)
        if value is not None and seat < len(region.values):
            values[region.name][seat] = value
            region.values = tuple(values[region.name])


def _sites(env: Env, node: ast.Expr) -> int | None:
    expr = type_expr(node, Scope(env, Context("a region")), SITES)
    if expr.type == POISON:
        return None
    value, spoiled = work_out(expr, env)
    if isinstance(value, int):
        return value
    if spoiled:
        return None
    env.findings.add(
        codes.REGION,
        "this is not known before the game begins",
        node.span,
        hint="a region is fixed: sites, rows, columns, other regions and the like",
    )
    return None


def _in_order(env: Env, items: list[ast.Region], declarations: Sequence[ast.Declaration]) -> list[ast.Region]:
    """Regions so that each stands after those it names, also through definitions; a circle is an error."""
    bodies: dict[str, list[ast.Node]] = {}
    for item in declarations:
        if isinstance(item, ast.Define):
            bodies.setdefault(item.name.text, []).append(item)
    by_name: dict[str, list[ast.Region]] = {}
    for region in items:
        by_name.setdefault(region.name.text, []).append(region)
    out: list[ast.Region] = []
    state: dict[str, str] = {}

    def visit(name: str, span: Span) -> None:
        if state.get(name) == "open":
            env.findings.add(codes.REGION, f"the region {name} is made of itself", span)
            state[name] = "done"
        if name in state:
            return
        state[name] = "open"
        for node in by_name.get(name) or bodies[name]:
            for word in words_in(node):
                if word.name in by_name or (word.name in bodies and word.name not in state):
                    visit(word.name, word.span)
        state[name] = "done"
        out.extend(by_name.get(name, ()))

    for name in by_name:
        visit(name, by_name[name][0].name.span)
    return out

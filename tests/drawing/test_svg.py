"""Boards as SVG: well-formed, told in words, shapes beside colours, links as arcs."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from rulewright.boards import Board, Link, hex_rhombus, hexagon, points, square, with_links
from rulewright.drawing import Area, Figure, draw_svg

SVG = "{http://www.w3.org/2000/svg}"
PLAYERS = [("White", "#0072B2"), ("Black", "#D55E00")]


def read(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def of(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return list(root.iter(f"{SVG}{name}"))


@pytest.mark.parametrize(
    ("board", "cells"), [(square(3, 2), 6), (hex_rhombus(3, 3), 9), (hexagon(2), 7)], ids=["square", "hex", "hexagon"]
)
def test_a_cell_for_each_site(board: Board, cells: int) -> None:
    root = read(draw_svg(board, title="Empty"))
    assert len(of(root, "polygon")) == cells
    assert [title.text for title in of(root, "title")][1:] == list(board.sites)


def test_points_are_joined_by_orthogonal_lines_only() -> None:
    """3 by 2 points: 2 lines in each of 2 rows, 1 in each of 3 columns."""
    root = read(draw_svg(points(3, 2), title="Points"))
    assert len(of(root, "circle")) == 6
    assert len(of(root, "path")) == 2 * 2 + 3


def test_title_and_description_say_what_is_seen() -> None:
    root = read(draw_svg(square(2, 2), title="Duel: White to move", description="Pawn of White on a1"))
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text == "Duel: White to move"  # type: ignore[union-attr]
    assert root.find(f"{SVG}desc").text == "Pawn of White on a1"  # type: ignore[union-attr]


def test_owners_differ_by_shape_and_kinds_by_letter() -> None:
    figures = [Figure(0, "P", 0, "Pawn of White"), Figure(1, "P", 1, "Pawn of Black"), Figure(2, "w", -1, "Wall")]
    root = read(draw_svg(square(3, 1), figures, title="Three"))
    groups = [group for group in of(root, "g") if group.find(f"{SVG}title") is not None]
    shapes = [next(part.tag.removeprefix(SVG) for part in group if part.tag != f"{SVG}title") for group in groups]
    assert shapes == ["circle", "polygon", "circle"]
    assert "stroke-dasharray" in groups[2][1].attrib and "stroke-dasharray" not in groups[0][1].attrib
    assert [group.find(f"{SVG}text").text for group in groups] == ["P", "P", "w"]  # type: ignore[union-attr]


def test_links_are_arcs_and_those_of_rays_are_dashed() -> None:
    links = [Link("b1", "S", "a2", "E", "loop", rays=True), Link("a1", "W", "c1", "W", "tunnel")]
    root = read(draw_svg(with_links(points(3, 3), links), title="Loops"))
    arcs = [path for path in of(root, "path") if "C" in path.attrib["d"]]
    assert ["stroke-dasharray" in arc.attrib for arc in arcs] == [True, False]
    assert [arc[0].text for arc in arcs] == ["loop: b1 to a2", "tunnel: a1 to c1"]


def test_areas_are_hatched_and_named_in_the_legend() -> None:
    areas = [Area("woods", (0, 1), "w"), Area("water", (2,), colour="#56B4E9")]
    root = read(draw_svg(square(3, 1), title="Ground", areas=areas, players=PLAYERS))
    assert [pattern.attrib["id"] for pattern in of(root, "pattern")] == ["area0", "area1"]
    hatched = [part.attrib["fill"] for part in of(root, "polygon") if part.attrib["fill"].startswith("url")]
    assert hatched == ["url(#area0)", "url(#area0)", "url(#area1)"]
    assert [text.text for text in of(root, "text")][-5:] == ["White", "Black", "w", "woods", "water"]


def test_below_the_board_stands_how_the_game_stands_and_what_signs_mean() -> None:
    lines = ["White to move", "turn: 3", "captured so far by either of them: White 12, Black 13"]
    root = read(draw_svg(square(3, 1), title="Told", players=PLAYERS, signs=[("P p", "Pawn")], lines=lines))
    board = 3 + 1  # the numbers of columns and rows
    texts = of(root, "text")[board:]
    told = [text.text or "" for text in texts]
    assert told[:2] == lines[:2] and " ".join(told[2:-4]) == lines[2] and len(told[2:-4]) > 1
    assert told[-4:] == ["White", "Black", "P p", "Pawn"]
    assert [text.get("font-weight") for text in texts[:2]] == ["bold", None]
    assert float(root.attrib["height"]) > max(float(text.attrib["y"]) for text in texts)


def test_the_legend_has_as_many_columns_as_there_is_room_for() -> None:
    def columns(width: int) -> int:
        root = read(draw_svg(square(width, 1), title="Legend", players=PLAYERS))
        return len({text.attrib["x"] for text in of(root, "text")[-2:]})

    assert columns(1) == columns(8) == 2
    root = read(draw_svg(square(1, 1), title="Legend", players=[("A player of great patience", "#000000")] * 2))
    assert len({text.attrib["x"] for text in of(root, "text")[-2:]}) == 1


def test_what_names_hold_is_escaped() -> None:
    read(draw_svg(square(1, 1), [Figure(0, "<&", 0, "A & <b>")], title="A < B & C", players=[("<x>", "#000000")]))


def test_letters_are_black_on_bright_and_white_on_dark() -> None:
    figures = [Figure(0, "a", colour="#F0E442"), Figure(1, "b", colour="#000000")]
    root = read(draw_svg(square(2, 1), figures, title="Ink"))
    inks = {text.text: text.attrib["fill"] for text in of(root, "text") if text.get("font-weight")}
    assert inks == {"a": "#000000", "b": "#FFFFFF"}

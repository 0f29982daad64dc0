"""What is drawn on a site: nothing hides another's letters, and all of it lies within the cell."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from rulewright.boards import Board, hex_rhombus, points, square
from rulewright.drawing import Area, Figure, draw_svg
from rulewright.drawing.svg_shapes import UNIT
from rulewright.drawing.svg_text import fitted, shrunk, width_of, wrapped

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = {
    "hex": hex_rhombus(1, 1),
    "square": square(1, 1),
    "points": points(1, 1),
    "called hex": replace(hex_rhombus(1, 1), called=("u10,10",)),
    "called square": replace(square(1, 1), called=("u10,10",)),
}
GLYPH, STONE = Figure(0, "+", -1, "Glyph", "#0072B2"), Figure(0, "#", -1, "Stone", "#000000", "damage 4")
FIGURES = {
    "nothing": [],
    "one": [Figure(0, "Ja", seat) for seat in (0,)],
    "a diamond with a long text": [Figure(0, "Wolf12x3", 3)],
    "damage": [Figure(0, "Ja", 0, note="damage 2")],
    "much to tell": [Figure(0, "Ja", 1, note="damage 2, more power 1, counters for toughness 12")],
    "two": [Figure(0, "Ja", 0), Figure(0, "Al", 2)],
    "two with damage": [Figure(0, "Ja", 0, note="damage 2"), Figure(0, "Al", 3, note="damage 12")],
    "three with damage": [Figure(0, text, seat, note="damage 1") for seat, text in enumerate("abc")],
    "four": [Figure(0, text, seat) for seat, text in enumerate("abcd")],
    "six": [Figure(0, text, seat) for seat, text in enumerate("abcdef")],
    "on a glyph": [GLYPH, Figure(0, "Ja", 0, note="damage 2", level=1)],
    "on a damaged stone": [STONE, Figure(0, "Ja", 3, note="damage 2", level=1)],
    "on two layers": [STONE, replace(GLYPH, level=1), Figure(0, "Ja", 2, note="damage 2", level=2)],
}
AREAS = [Area("water", (0,), "~"), Area("weird", (0,), "w"), Area("level", (0,), "2", number=True)]

Point = tuple[float, float]


def parts(board: Board, figures: list[Figure], tag: str) -> list[tuple[ElementTree.Element, Point, float]]:
    """The elements with this tag on the board, each with its place seen from the middle of the site and the scale in
    which it is drawn; both in units. The legend and the names of rows and columns are left out."""
    root = ElementTree.fromstring(draw_svg(board, figures, title="T", areas=AREAS))
    middle = 0.9 * UNIT
    found: list[tuple[ElementTree.Element, Point, float]] = []

    def walk(element: ElementTree.Element, right: float, down: float, scale: float) -> None:
        for child in element:
            x, y, size = right, down, scale
            if child.tag == f"{SVG}g" and "transform" in child.attrib:
                place, _, by = child.attrib["transform"].removeprefix("translate(").partition(") scale(")
                u, v = map(float, place.split())
                x, y, size = right + u * scale, down + v * scale, scale * float(by.removesuffix(")"))
            if child.tag == f"{SVG}{tag}" and "x" in child.attrib:
                at = (
                    (float(child.attrib["x"]) * size + x - middle) / UNIT,
                    (float(child.attrib["y"]) * size + y - middle) / UNIT,
                )
                if child.text not in ("a", "1") or child.get("font-weight"):
                    found.append((child, at, size))
            walk(child, x, y, size)

    walk(root, 0.0, 0.0, 1.0)
    below = 0.66  # the lowest point of a cell, and a little more: there the legend begins
    return [one for one in found if one[1][1] < below and one[1][0] > -below]


def within(board: Board, point: Point) -> bool:
    """Whether a point lies in the cell: a square, or a hexagon that stands on a corner."""
    x, y = map(abs, point)
    if board.grid == "hex":
        return x <= 0.505 and y <= (1 / 3**0.5) - x / 3**0.5 + 0.005
    return x <= 0.505 and y <= 0.505


def box(element: ElementTree.Element, at: Point, scale: float) -> list[Point]:
    """The corners of a text, as a wide font draws it; capitals are about 0.73 high."""
    size = float(element.attrib["font-size"]) / UNIT * scale
    wide = width_of(element.text or "", size, bold=bool(element.get("font-weight")))
    start = {"middle": -wide / 2, "end": -wide, "start": 0.0}[element.attrib["text-anchor"]]
    x, y = at
    return [(x + start + u * wide, y + v * size) for u in (0, 1) for v in (-0.365, 0.365)]


@pytest.mark.parametrize("figures", FIGURES)
@pytest.mark.parametrize("name", BOARDS)
def test_texts_lie_within_the_cell(name: str, figures: str) -> None:
    board = BOARDS[name]
    texts = parts(board, FIGURES[figures], "text")
    assert len(texts) >= 2 + len(FIGURES[figures][:4])
    if name == "points":
        texts = [one for one in texts if one[0].text != "u10,10"]
    for text, at, scale in texts:
        assert all(within(board, corner) for corner in box(text, at, scale)), text.text


@pytest.mark.parametrize("figures", FIGURES)
@pytest.mark.parametrize("name", BOARDS)
def test_notes_lie_within_the_cell(name: str, figures: str) -> None:
    for rect, (x, y), _ in parts(BOARDS[name], FIGURES[figures], "rect"):
        if rect.get("rx"):
            wide, high = (float(rect.attrib[side]) / UNIT for side in ("width", "height"))
            corners = [(x + u * wide, y + v * high) for u in (0, 1) for v in (0, 1)]
            assert all(within(BOARDS[name], corner) for corner in corners)


def texts_of(figures: str) -> list[str]:
    return [text.text or "" for text, _, _ in parts(BOARDS["square"], FIGURES[figures], "text")]


def test_everything_is_written_and_notes_come_last() -> None:
    ground = ["~w", "2"]
    assert texts_of("nothing") == ground
    assert texts_of("on a glyph") == [*ground, "Ja", "+", "damage 2"]
    assert sorted(texts_of("on a damaged stone")) == sorted([*ground, "Ja", "#", "damage 2,", "# damage 4"])
    assert texts_of("two with damage")[:4] == [*ground, "Ja", "Al"]
    assert texts_of("four") == [*ground, *"abcd"]
    assert texts_of("six") == [*ground, *"abc", "+3"]


def test_two_of_a_layer_stand_side_by_side() -> None:
    places = {text.text: at for text, at, _ in parts(BOARDS["hex"], FIGURES["two"], "text")}
    (left, high), (right, low) = places["Ja"], places["Al"]
    assert high == low == 0 and left == -right and right > 0.2


@pytest.mark.parametrize("figures", [name for name in FIGURES if any(figure.note for figure in FIGURES[name])])
def test_notes_hide_no_letters_of_figures(figures: str) -> None:
    """At most the lowest third of them."""
    board = BOARDS["hex"]
    notes = [
        (x, x + float(rect.attrib["width"]) / UNIT, y, y + float(rect.attrib["height"]) / UNIT)
        for rect, (x, y), _ in parts(board, FIGURES[figures], "rect")
        if rect.get("rx")
    ]
    shown = {figure.text for figure in FIGURES[figures]}
    for text, at, scale in parts(board, FIGURES[figures], "text"):
        if text.text in shown:
            (left, top), (_, low), (right, _), _ = box(text, at, scale)
            for start, end, high, deep in notes:
                hidden = min(low, deep) - max(top, high)
                assert min(right, end) <= max(left, start) or hidden <= (low - top) / 3, text.text


# ---- texts ----


def test_texts_are_as_wide_as_their_letters() -> None:
    assert width_of("", 10) == 0
    assert width_of("ii", 10) == 2 * width_of("i", 10) < width_of("ww", 10)
    assert width_of("ab", 20) == 2 * width_of("ab", 10)
    assert width_of("ab", 10, bold=True) > width_of("ab", 10)
    assert shrunk("abc", 10, 100) == 10 and width_of("abc", shrunk("abc", 10, 12)) == pytest.approx(12)


def test_lines_end_at_blanks_and_behind_hyphens() -> None:
    """A letter b is 0.63 wide, a blank and a hyphen 0.38."""
    assert wrapped("bb bb bb", 1, 2.9) == ["bb bb", "bb"]
    assert wrapped("bb bb bb", 1, 2.8) == ["bb", "bb", "bb"]
    assert wrapped("bb-bb", 1, 2) == ["bb-", "bb"] and wrapped("bb-bb", 1, 3) == ["bb-bb"]
    assert wrapped("bbbbbb b", 1, 2) == ["bbbbbb", "b"]
    assert wrapped("", 1, 2) == [""]


def test_the_largest_size_that_fits_is_taken() -> None:
    assert fitted("bb bb", (2, 1), 6, 3) == (2, ["bb bb"])
    assert fitted("bb bb", (2, 1), 3, 5) == (2, ["bb", "bb"])
    assert fitted("bb bb", (2, 1), 3, 3) == (1, ["bb bb"])
    assert fitted("bbbb", (2, 1), 2, 3) == (1, ["bbb", "b"])
    assert fitted("bb bb bb bb", (1,), 2, 3) == (1, ["bb", "b…"])

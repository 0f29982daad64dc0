"""Zones in SVG pictures: rows of cards."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import rulewright as rw
from rulewright.boards import square
from rulewright.drawing import CardFigure, CardRow, Figure, draw_svg
from rulewright.drawing.svg_cards import GAP, HEAD, HEIGHT, WIDTH, draw_rows, rows_height
from rulewright.drawing.svg_text import width_of

SPACE = "{http://www.w3.org/2000/svg}"


def rects(parts: str) -> list[tuple[float, float]]:
    """Where cards lie, in the order in which they are drawn."""
    found = ET.fromstring(f"<svg xmlns='http://www.w3.org/2000/svg'>{parts}</svg>").iter(f"{SPACE}rect")
    return [(float(one.attrib["x"]), float(one.attrib["y"])) for one in found if one.attrib.get("rx")]


def drawn(*rows: CardRow, width: float = 4 * (WIDTH + GAP)) -> str:
    return "".join(draw_rows(rows, 0, 0, width))


def row(title: str, number: int) -> CardRow:
    return CardRow(title, tuple(CardFigure(f"Card {at}") for at in range(number)))


def test_cards_stand_in_a_row_which_goes_on_in_the_next_line() -> None:
    step, down = WIDTH + GAP, HEIGHT + GAP
    assert rects(drawn(row("hand", 5))) == [
        (0, HEAD), (step, HEAD), (2 * step, HEAD), (3 * step, HEAD), (0, HEAD + down),
    ]  # fmt: skip
    assert rows_height([row("hand", 5)], 4 * step) == HEAD + 2 * down


def test_short_rows_stand_side_by_side_where_there_is_room() -> None:
    step, down = WIDTH + GAP, HEIGHT + GAP
    places = rects(drawn(row("a", 1), row("b", 1), row("c", 3)))
    assert [y for _, y in places] == [HEAD, HEAD] + [HEAD + HEAD + down] * 3
    assert places[1][0] >= step
    assert rows_height([row("a", 1), row("b", 1), row("c", 3)], 4 * step) == 2 * (HEAD + down)
    assert rows_height([], 100) == 0


def test_what_is_not_known_is_a_back_with_its_number() -> None:
    text = drawn(CardRow("deck (16)", (CardFigure("", 16),)))
    assert "<title>not known x16</title>" in text and ">x16<" in text and ">?<" in text


def test_names_are_cut_into_lines_and_written_safely() -> None:
    text = drawn(CardRow("hand", (CardFigure("Fish & <Chips> of Great Length", 1, 0, "#0072B2"),)))
    assert "Fish &amp;" in text and "&lt;Chips&gt;" in text and "#0072B2" in text
    ET.fromstring(f"<svg>{text}</svg>")


def test_zones_are_drawn_beside_the_board_and_told_to_those_who_hear_it() -> None:
    board = square(2, 2)
    alone = ET.fromstring(draw_svg(board, [Figure(0, "M")], title="T"))
    text = draw_svg(board, [Figure(0, "M")], title="T", description="a man on a1", rows=[row("hand (2)", 2)])
    both = ET.fromstring(text)
    assert float(both.attrib["width"]) > float(alone.attrib["width"])
    (desc,) = both.iter(f"{SPACE}desc")
    assert desc.text == "a man on a1; hand (2): Card 0, Card 1"
    # No card lies on the board.
    edge = float(alone.attrib["width"])
    assert all(float(one.attrib["x"]) > edge for one in both.iter(f"{SPACE}rect") if one.attrib.get("rx"))


def test_a_game_without_a_board_is_its_zones() -> None:
    text = rw.load("kuhn_poker").start(1).svg()
    root = ET.fromstring(text)
    assert {one.text for one in root.iter(f"{SPACE}text")} >= {"deck (1)", "hand of Ann (1)", "hand of Bob (1)"}
    with pytest.raises(ValueError, match="has no board to draw"):
        rw.load("pig").start(1).svg()


def test_a_view_is_drawn_with_what_its_player_knows() -> None:
    state = rw.load("kuhn_poker").start(1)
    ann, bob = (zone.cards[0] for zone in state.zones() if zone.declared == "hand")
    text = state.view("Ann").svg()
    assert f"<title>{ann}</title>" in text and f"<title>{bob}</title>" not in text
    assert text.count("<title>not known</title>") == 2  # Bob's card, and the one that is left


def test_long_words_are_written_smaller_rather_than_broken() -> None:
    """A word of 14 letters in the width of ten of the usual size."""
    text = drawn(CardRow("markers", (CardFigure("Reinforcements"), CardFigure("Horn of Calling"))))
    assert ">Reinforcements<" in text and "font-size='7.5'" in text
    assert ">Horn of<" in text and ">Calling<" in text and "font-size='11'" in text


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize(
    "name",
    [
        "Owl", "Called Away", "Necro-Alchemist (counters for toughness 1)", "Prepared Answer (face down)",
        "Avacyn, On Bloodied Wings (counters for power 2)", "Donaudampfschifffahrtsgesellschaft",
    ],
)  # fmt: skip
def test_names_lie_within_their_cards_and_can_be_read(name: str, number: int) -> None:
    root = ET.fromstring(
        f"<svg xmlns='http://www.w3.org/2000/svg'>{drawn(CardRow('', (CardFigure(name, number),)))}</svg>"
    )
    *lines, last = [one for one in root.iter(f"{SPACE}text") if one.text]
    lines = lines if number > 1 else [*lines, last]
    assert (
        "".join(one.text or "" for one in lines) == name.replace(" ", "")
        or " ".join(one.text or "" for one in lines).replace("- ", "-") == name
    )
    for one in lines:
        size, y = float(one.attrib["font-size"]), float(one.attrib["y"])
        assert size >= 7 and width_of(one.text or "", size) <= WIDTH - 4
        assert y - size / 2 >= HEAD + 10 and y + size / 2 <= HEAD + HEIGHT - (17 if number > 1 else 0)

"""Sides that turn: members of each direction, by hand and from tables; what is wrong with them, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.semantics import Game, check_file
from rulewright.semantics.symbols import KindDecl
from rulewright.semantics.types import INT
from rulewright.source import Diagnostic
from semantics.reading import completed, errors, warnings
from semantics.reading import game as checked

BOARD = "board square 3 by 3\n"
HEX = "board hex 3 by 3\n"


def kinds(rules: str) -> dict[str, KindDecl]:
    return {kind.name: kind for kind in checked(rules).kinds}


def from_table(folder: Path, rules: str, table: str) -> tuple[Game | None, list[Diagnostic]]:
    (folder / "roads.csv").write_text(table, encoding="utf-8")
    (folder / "game.rules").write_text(completed(BOARD + rules), encoding="utf-8")
    found, findings = check_file(folder / "game.rules")
    return found, findings.errors


def test_sides_are_directions_clockwise_from_north() -> None:
    found = kinds(
        BOARD + "tile A:\n    a of each direction = 1\ntile B:\n    b of each orthogonal = 1\n"
        "tile C:\n    c of each diagonal = 1\ntile D:\n    d of each {W, N} = 1\n"
    )
    turns = {name: kind.sides.turns if kind.sides else () for name, kind in found.items()}
    # N NE E SE S SW W NW
    assert turns == {"A": (0, 1, 2, 3, 4, 5, 6, 7), "B": (0, 2, 4, 6), "C": (1, 3, 5, 7), "D": (0, 6)}
    assert kinds(HEX + "tile A:\n    a of each direction = 1\n")["A"].sides is not None


def test_values_of_each_side_or_one_for_all() -> None:
    rules = "tile Any:\n    open of each orthogonal = [1, 2, 0, -1]\ntile Ox is Any:\n    open = 3\n"
    rules += "tile Elk is Any:\n    open of each orthogonal = [4, 5, 6, 7]\ntile Cow is Any\n"
    (family,) = kinds(BOARD + rules)["Any"].constants.values()
    assert family.type == INT
    assert family.values == {0: (1, 2, 0, -1), 1: (3, 3, 3, 3), 2: (4, 5, 6, 7), 3: (1, 2, 0, -1)}


def test_a_type_alone_is_a_constant_if_kinds_below_give_values_and_else_a_field() -> None:
    rules = "tile Any:\n    open of each orthogonal: int in 0..2\n    shut of each orthogonal: bool\n"
    found = kinds(BOARD + rules + "tile Ox is Any:\n    open = [2, 1, 1, 0]\n")
    assert list(found["Any"].constants) == ["open"] and list(found["Any"].fields) == ["rotation", "shut"]
    assert found["Any"].constants["open"].values == {1: (2, 1, 1, 0)}


def test_the_rotation_belongs_to_the_topmost_kind_that_has_sides() -> None:
    rules = "tile Any\ntile Road is Any:\n    open of each orthogonal = 1\n"
    rules += "tile Bend is Road:\n    more of each orthogonal: int = 0\n"
    found = kinds(BOARD + rules)
    assert [list(found[name].fields) for name in ("Any", "Road", "Bend")] == [[], ["rotation"], ["more"]]
    rotation = found["Road"].fields["rotation"]
    assert (rotation.lo, rotation.hi, rotation.cycle) == (0, 3, 4)
    assert not found["Bend"].plain  # what turns is not just where it stands


def test_cells_hold_a_value_of_each_side(tmp_path: Path) -> None:
    rules = 'enum Ground: road, deep_water\ntile Road from "roads.csv":\n    open of each orthogonal: int in 0..2\n'
    rules += "    ground of each orthogonal: Ground\n    shut of each orthogonal: bool\n"
    rules += "    side of each orthogonal: player\n"
    table = "name,open,ground,shut,side\nBend,1 2 0 0,road road deep_water road,yes no no 1,Black none none White\n"
    table += "Cross,1 1 1 1,road deep_water road Road,,none none none none\n"
    found, wrong = from_table(tmp_path, rules, table)
    assert found is not None, wrong
    constants = found.kinds[0].constants
    assert {name: tuple(family.values.values()) for name, family in constants.items()} == {
        "open": ((1, 2, 0, 0), (1, 1, 1, 1)),
        "ground": ((0, 0, 1, 0), (0, 1, 0, 0)),
        "shut": ((1, 0, 0, 1), (0, 0, 0, 0)),
        "side": ((1, -1, -1, 0), (-1, -1, -1, -1)),
    }


def test_an_empty_cell_is_what_the_block_says_of_all_sides(tmp_path: Path) -> None:
    rules = 'tile Road from "roads.csv":\n    open of each orthogonal = 2\n'
    found, wrong = from_table(tmp_path, rules, "name,open\nBend,1 2 0 0\nCross,\n")
    assert found is not None, wrong
    assert found.kinds[0].constants["open"].values == {0: (2, 2, 2, 2), 1: (1, 2, 0, 0), 2: (2, 2, 2, 2)}


def test_sets_in_cells_are_parted_by_semicolons(tmp_path: Path) -> None:
    rules = 'enum Good: salt, wine\ntile Road from "roads.csv":\n    goods of each {N, S}: set of Good\n'
    found, wrong = from_table(tmp_path, rules, "name,goods\nBend,salt wine;wine\nCross,;salt\n")
    assert found is not None, wrong
    assert found.kinds[0].constants["goods"].values == {1: (3, 2), 2: (0, 1)}


@pytest.mark.parametrize(
    ("cell", "under", "title", "hint"),
    [
        ("1 1 1", "1 1 1", "this is 3 values, and there are 4 sides", "write 4 values with blanks between"),
        ("1101", "1101", "this is 1 value, and there are 4 sides", "write 4 values with blanks between"),
        ("1 1 x 1", "1 1 x 1", "x is no whole number", "write a whole number"),
        ("1 1 9 1", "1 1 9 1", "9 is not in 0..2", "write another number, or widen the range"),
    ],
)
def test_wrong_cells(tmp_path: Path, cell: str, under: str, title: str, hint: str) -> None:
    rules = 'tile Road from "roads.csv":\n    open of each orthogonal: int in 0..2\n'
    _, (found,) = from_table(tmp_path, rules, f"name,open\nBend,1 2 0 0\nCross,{cell}\nEnd,0 0 0 1\n")
    assert (found.code, found.span.text, found.title) == ("E172", under, title)
    assert found.hint.startswith(hint)


OPEN = "tile Road:\n    open of each orthogonal = 1\n    shut of each orthogonal: bool = false\n"


def acting(line: str) -> str:
    return BOARD + OPEN + f"tile Rock\nturn:\n    place Road of mover on a1 as x\n    {line}\n"


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("tile Road:\n    open of each direction = 1\n", [("E115", "direction")]),
        (BOARD + "tile Road:\n    open of each orthogonal = [1, 0, 1]\n", [("E132", "[1, 0, 1]")]),
        (BOARD + "tile Road:\n    open of each orthogonal = []\n", [("E132", "[]")]),
        (BOARD + "tile Road:\n    open of each orthogonal = [1, 0, true, 1]\n", [("E117", "true")]),
        (BOARD + "tile Road:\n    open of each orthogonal = [1, 0, turn_number, 1]\n", [("E117", "turn_number")]),
        (BOARD + "tile Road:\n    open of each {N, X} = 1\n", [("E132", "X")]),
        (BOARD + "tile Road:\n    open of each {N} = 1\n", [("E132", "{N}")]),
        (HEX + "tile Road:\n    open of each diagonal = 1\n", [("E132", "diagonal")]),
        (BOARD + "tile Road:\n    open of each side = 1\n", [("E120", "side")]),
        (
            BOARD + "tile Road:\n    a of each orthogonal = 1\n    b of each direction: int = 0\n",
            [("E132", "of each direction")],
        ),
        (
            BOARD + "tile Any:\n    a of each orthogonal = 1\ntile Road is Any:\n    a of each diagonal = 1\n",
            [("E132", "of each diagonal")],
        ),
        (
            BOARD + "tile Any:\n    a = 1\ntile Road is Any:\n    a of each diagonal = 1\n",
            [("E132", "a of each diagonal")],
        ),
        (
            BOARD + "tile Any:\n    a of each diagonal: int in 0..2\ntile Road is Any:\n    a = [0, 1, 2, 3]\n",
            [("E121", "3")],
        ),
        (
            BOARD + "tile Road:\n    a of each diagonal = 1\n    rotation: int = 0\n",
            [("E100", "rotation")],
        ),
        (
            BOARD + "tile Any:\n    rotation: int = 0\ntile Road is Any:\n    a of each diagonal = 1\n",
            [("E132", "a")],
        ),
        (acting("x.rotation = true"), [("E210", "true")]),
        (acting("(the Rock).rotation = 1"), [("E204", "rotation")]),
        (acting("x.shut[1] = true"), [("E210", "1")]),
        (acting("x.open[N] = 2"), [("E242", "x.open[N]")]),
        (acting("x.shut = true"), [("E215", "x.shut")]),
        (acting("x.open = 2"), [("E215", "x.open")]),
        (acting("place Road of mover on a2 with shut = true"), [("E215", "shut")]),
        (acting("place Road of mover on a2 with open = 1"), [("E204", "open")]),
        (acting("place Rock of mover on a2 with rotation = 1"), [("E204", "rotation")]),
        (acting("if a1.piece.open[N] == 1:\n        nothing"), [("E214", "open")]),
        (acting("if Road.shut[N]:\n        nothing"), [("E215", "Road.shut")]),
        (BOARD + OPEN + "modify open(t: Road) by 1\n", [("E255", "open")]),
    ],
)
def test_what_is_wrong_with_sides(rules: str, expected: list[tuple[str, str]]) -> None:
    assert errors(rules) == expected


def test_a_rotation_may_be_any_number() -> None:
    assert errors(acting("x.rotation = 7")) == [] and errors(acting("x.rotation -= 9")) == []


def test_checks_know_how_sides_are_read() -> None:
    """A field of each side that is only written is told; how a tile is turned is read with its sides."""
    rules = acting("x.rotation += 1") + "end:\n    tie when any(x in Road: x.open[N] > 1)\n"
    assert ("W108", "rotation") not in warnings(rules)
    assert ("W108", "shut") in warnings(rules.replace("x.rotation += 1", "x.shut[N] = true"))

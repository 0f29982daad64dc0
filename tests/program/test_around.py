"""What is around a site, by tables where it is known how far that goes."""

import pytest

from program.passes.rules import compiled
from rulewright.boards import Board, hex_rhombus, hexagon, square
from rulewright.engines import reference
from rulewright.program import ir
from rulewright.program.geometry import Geometry
from rulewright.program.printer import print_routine

RULES = """language 1
game "Test"
players White, Black
board square 6 by 5
piece Man "M"
var far: int in -1..9 = 0
define of_man(m: Man): int = count({around})
setup:
    place Man of White on {{a1, c3, f5}}
action Wait:
    do:
        far += 1
turn:
    choose Wait
end:
    tie when far > 8
measure sites = sum(m in Man: of_man(m)) at turn_end
"""


def measured(around: str) -> tuple[ir.Program, int]:
    """The program, and how many sites are around a1, c3 and f5 together."""
    program = compiled(RULES.replace("{around}", around).replace("{{", "{").replace("}}", "}"))
    engine = reference(program)
    (measure,) = program.measures
    found = engine.evaluate(measure.routine, engine.start())
    assert isinstance(found, int)
    return program, found


@pytest.mark.parametrize(
    "board",
    [square(6, 5), hex_rhombus(5, 4), hexagon(3), square(5, 4, wrapped=True)],
    ids=["square", "hexes", "hexagon", "torus"],
)
@pytest.mark.parametrize("far", [0, 1, 2, 3, 8])
def test_tables_hold_what_is_no_farther(board: Board, far: int) -> None:
    table = Geometry(board).around(far)
    for site in range(len(board.sites)):
        near = [other for other, steps in enumerate(board.distances_from(site)) if 0 <= steps <= far]
        assert table.values[site] == sum(1 << other for other in near)
    assert table.values[-1] == 0


@pytest.mark.parametrize(
    ("around", "expected", "tables"),
    [
        ("around(m.at, 1)", 4 + 9 + 4, ["around_1"]),
        ("around(m.at, 0)", 3, ["around_0"]),
        ("around(m.at, 2 if m.at == c3 else 1)", 4 + 25 + 4, ["around_1", "around_2"]),
        ("around(m.at, far + 1)", 4 + 9 + 4, []),
        ("around(m.at, far + 1 if m.at == c3 else 2)", 9 + 9 + 9, []),
        ("around(m.at, 9)", 90, []),
    ],
)
def test_how_far_is_known_or_not(around: str, expected: int, tables: list[str]) -> None:
    program, found = measured(around)
    assert found == expected
    assert sorted(table.name for table in program.tables if table.name.startswith("around")) == tables
    assert any(routine.name == "around" for routine in program.routines) == (not tables)


def test_reads() -> None:
    program, _ = measured("around(m.at, 2 if m.at == c3 else 1)")
    routine = next(one for one in program.routines if one.name == "of_man")
    assert "around_2[m] if m == 14 else around_1[m]" in print_routine(routine)

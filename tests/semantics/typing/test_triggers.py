"""Events and triggers."""

import pytest

from rulewright.semantics import typed as t
from rulewright.semantics.types import SITE, ComponentType
from semantics.typing.parts import errors, game

KINDS = """
piece Man
piece King is Man:
    when moved(self, here):
        remove self
    when turn_end:
        remove self
    when removed(x) if x != self by x.at.row:
        x.owner = self.owner
event arrived(m: Man, there: site)
"""


def test_triggers() -> None:
    checked = game(
        KINDS
        + """
when arrived(m, there) first if there == a1:
    m.owner wins
when turn_start(p) last by score of p:
    score of p += 1
when round_end:
    tie
var score of each player: int = 0
"""
    )
    about, each, other, first, last, plain = checked.triggers
    assert about.about == 0 and about.self_var is about.params[0]
    assert isinstance(about.params[0].type, ComponentType) and about.params[1].type == SITE
    assert each.about is None and each.self_var is not None and each.kind is not None
    assert other.about is None and len(other.params) == 1 and len(other.keys) == 1
    assert (first.rank, last.rank, plain.rank) == (0, 2, 1)
    assert first.event in checked.events and not first.event.builtin
    assert first.condition is not None
    assert plain.event.name == "round_end" and plain.event.builtin
    assert isinstance(first.body.statements[0], t.Win)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("when movd(x):\n    nothing\n", ["1 E262 movd"]),
        ("when moved(a, b, c, d):\n    nothing\n", ["1 E263 d"]),
        ("when moved(x) frist:\n    nothing\n", ["1 E262 frist"]),
        ("when moved(self):\n    nothing\n", ["1 E254 self"]),
        ("when moved(x, x):\n    nothing\n", ["1 E206 x"]),
        ("when dealt(x):\n    nothing\n", []),
        ("when dealt(x, here, there):\n    nothing\n", ["1 E263 there"]),
        ("when moved(x) if x:\n    nothing\n", ["1 E210 x"]),
        ("when moved(x) by mine:\n    nothing\n", ["1 E210 mine"]),
        ("when moved(x):\n    x = a1.piece\n", ["2 E243 x"]),
        ("piece Tower:\n    when turn_end(self):\n        nothing\n", ["2 E263 self"]),
        ("event ping(s)\n", ["1 E222 s"]),
        ("event moved(s: site)\nwhen moved(s):\n    emit moved(s)\n", []),
        ("event ping(s: site)\nsetup:\n    emit ping()\n", ["3 E217 emit ping()"]),
        ("event ping(s: site)\nsetup:\n    emit ping(White)\n", ["3 E210 White"]),
        ("event ping(var n: int)\nsetup:\n    emit ping(3)\n", ["3 E263 3"]),
        ("event ping(var n: int)\nsetup:\n    let n = 3\n    emit ping(n)\n", ["4 E243 n"]),
        ("event ping(var n: int)\nsetup:\n    var n = 3\n    emit ping(n) later\n", ["4 E263 n"]),
    ],
)
def test_wrong_triggers_and_events(rules: str, expected: list[str]) -> None:
    assert errors(rules) == expected

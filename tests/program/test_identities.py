"""How many numbers there are for components: what may become what, and what never stands on the board."""

from pathlib import Path

import pytest

from rulewright.program import facts
from rulewright.program.identities import identities
from rulewright.semantics import check_file

CARDS = """
language 1
game "Cards"
players White, Black
board square 5 by 5
card Card from "cards.csv":
    copies of each player = 1
    back: Card
piece Man:
    hurt: int in 0..3 = 0
zone hand of each player: Card
var last: Man
setup:
    for p in players:
        move supply(Card of p) to hand of p
    place Man of White on a1
    place Man of Black on b1
action Turn:
    pick c in hand of mover
    where c.back != none
    do:
        c.kind = c.back
{more}
action Hurt:
    pick m in Man of mover
    do:
        m.hurt += 1
        last = m
turn:
    choose {actions}
end:
    tie when turn_number > 2 or any(m in Man: m.hurt > 2) or last == none
"""
TABLE = "name,count,back\nFront,1,Back\nBack,0,Front\nOther,1,\n"


def pools(path: Path, more: str = "", actions: str = "Turn | Hurt") -> dict[str, int]:
    (path / "cards.csv").write_text(TABLE)
    file = path / "cards.rules"
    file.write_text(CARDS.format(more=more, actions=actions))
    declared, errors = check_file(file)
    assert declared is not None, errors
    sites = len(declared.board.sites) if declared.board else 0
    numbers = identities(declared, sites, facts.gather(declared).nodes)
    return {kind.name: numbers.most([kind]) for kind in declared.kinds}


def test_a_column_of_kinds_joins_no_other_families(tmp_path: Path) -> None:
    """Two cards of each player, twice as many numbers because what has changed may be brought anew; as many men as
    there are sites."""
    found = pools(tmp_path)
    assert found["Front"] == found["Back"] == found["Card"] == 8
    assert found["Man"] == 25


@pytest.mark.parametrize(
    "effect",
    ["move c to any_of(empty)", "swap c with m", "place Other of mover on m.at"],
)
def test_what_may_come_to_the_board_has_a_number_for_each_site(effect: str, tmp_path: Path) -> None:
    more = f"""
action Lay:
    pick c in hand of mover
    pick m in Man of mover
    do:
        {effect}
"""
    assert pools(tmp_path, more, "Turn | Hurt | Lay")["Front"] >= 25

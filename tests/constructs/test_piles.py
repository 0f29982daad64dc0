"""`pile` layers: order, owners, references that follow, supply, events, moving whole piles, what is alike."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import rulewright as rw
from constructs.playing import load, number, play, texts, trail


def piles(state: rw.State) -> dict[str, list[str]]:
    """What stands on each site, from the top down: `Bug of White`."""
    declared = state.game.setting.declared
    assert declared.board is not None
    found: dict[str, list[str]] = {}
    for piece in state.standing():
        owner = f" of {declared.players[piece.owner]}" if piece.owner >= 0 else ""
        found.setdefault(declared.board.sites[piece.site], []).append(declared.kinds[piece.kind].name + owner)
    return found


BUGS = """
board square 3 by 1

layer hive: pile Bug

piece Bug
piece Ant "A" is Bug:
    rank = 1
    copies of each player = 4
piece Bee "B" is Bug:
    rank = 2
    copies of each player = 2
piece Cow "C" is Bug:
    rank = 3
    copies of each player = 1

action Go:
    do:
        {do}
    say "go"

turn:
    choose Go
"""


def after(*lines: str) -> rw.State:
    """The state after an action that does these lines."""
    return play(BUGS.replace("{do}", "\n        ".join(lines)), "go")


def test_what_a_pile_tells() -> None:
    """Two ants, then a bee, then a cow upon them. The list goes from the top down: 3 2 1 1."""
    state = after(
        "place 2 Ant of White on a1",
        "place Bee of Black on a1",
        "place Cow of White on a1",
        "for b in a1.hive:",
        "    note(b.rank)",
        "note(10 * top(a1.hive).rank + bottom(a1.hive).rank)",
        "note(count(a1.hive))",
        "note(100 * count(b1.hive) + 10 * a1.hive[2].rank + (1 if any(a1.hive) else 0) + (2 if no(b1.hive) else 0))",
        "note(1 if the Cow of White in a1.hive else 2)",
        "note(1 if the Bee of Black in b1.hive else 2)",
        "note(sum(b in a1.hive: b.rank))",
        "note(count(Bug))",
    )
    assert trail(state) == [3, 2, 1, 1, 31, 4, 23, 1, 2, 7, 4]
    assert piles(state) == {"a1": ["Cow of White", "Bee of Black", "Ant of White", "Ant of White"]}


def test_nothing_has_no_pile() -> None:
    """The site beyond the edge is none: its pile is empty, and so are its top and bottom."""
    state = after(
        "let s = step(c1, E)",
        "note(count(s.hive))",
        "note(1 if top(s.hive) == none and bottom(s.hive) == none else 2)",
        "note(1 if any(s.hive) or s.owner != none else 2)",
        "for b in s.hive:",
        "    note(9)",
        "note(1 if top(a1.hive) == none and a1.owner == none and a1.empty else 2)",
    )
    assert trail(state) == [0, 1, 2, 1]


def test_a_pile_is_its_tops() -> None:
    state = after(
        "place Ant of White on a1",
        "note(1 if a1.owner == White else 2)",
        "place Ant of Black on a1",
        "note(1 if a1.owner == White else 2)",
        "remove top(a1.hive)",
        "note(1 if a1.owner == White else 2)",
        "note(count(empty))",
        "remove top(a1.hive)",
        "note(count(empty))",
        "note(count(occupied))",
    )
    assert trail(state) == [1, 2, 1, 2, 3, 0]


def test_several_things_are_placed_from_the_top_down() -> None:
    state = after("place Cow, Bee, Ant of White on a1")
    assert piles(state) == {"a1": ["Cow of White", "Bee of White", "Ant of White"]}


def test_who_lies_below_comes_out_and_those_above_come_down() -> None:
    """Ant, bee, cow from the bottom. The bee leaves; the cow is then second. All names still mean who they meant."""
    state = after(
        "place Cow, Bee, Ant of White on a1",
        "let cow = the Cow of White",
        "let bee = the Bee of White",
        "let ant = the Ant of White",
        "var all = {cow, bee, ant}",
        "move bee to b1",
        "note(100 * cow.rank + 10 * bee.rank + ant.rank)",
        "note(100 * cow.at.column + 10 * bee.at.column + ant.at.column)",
        "note(count(all))",
        "note(10 * top(a1.hive).rank + bottom(a1.hive).rank)",
        "remove ant",
        "note(1 if ant == none and top(a1.hive) == cow and bottom(a1.hive) == cow else 2)",
        "note(count(all))",
        "move bee to a1",
        "note(1 if top(a1.hive) == bee and bottom(a1.hive) == cow else 2)",
    )
    assert trail(state) == [321, 121, 3, 31, 1, 2, 1]
    assert piles(state) == {"a1": ["Bee of White", "Cow of White"]}


def test_whole_piles_keep_their_order() -> None:
    """c1 has a bee. What lay on top lies on top again; the pile that was there lies below."""
    state = after(
        "place Cow, Bee, Ant of White on a1",
        "place Bee of Black on c1",
        "move a1.hive to c1",
    )
    assert piles(state) == {"c1": ["Cow of White", "Bee of White", "Ant of White", "Bee of Black"]}


def test_a_set_comes_in_its_order_the_first_on_top() -> None:
    """Components are ordered by site, in a pile from the top: cow and ant on a1, bee on b1. The ant of c1 stays."""
    state = after(
        "place Cow, Ant of White on a1",
        "place Bee of White on b1",
        "place Ant of White on c1",
        "move mine to c1",
    )
    assert piles(state) == {"c1": ["Cow of White", "Ant of White", "Bee of White", "Ant of White"]}


def test_where_it_stands_already_nothing_happens() -> None:
    state = after("place Cow, Bee, Ant of White on a1", "move the Ant of White to a1")
    assert piles(state) == {"a1": ["Cow of White", "Bee of White", "Ant of White"]}


def test_a_whole_pile_may_be_removed() -> None:
    state = after("place Cow, Bee, Ant of White on a1", "remove a1.hive", "note(count(Bug))", "note(count(empty))")
    assert trail(state) == [0, 3]
    state = after("place Cow, Bee, Ant of White on a1", "remove {b in a1.hive: b is Bee or b is Ant}")
    assert piles(state) == {"a1": ["Cow of White"]}


def test_swaps() -> None:
    """Within a pile the two change places there; between piles each takes the other's level."""
    state = after("place Cow, Bee, Ant of White on a1", "swap the Cow of White with the Ant of White")
    assert piles(state) == {"a1": ["Ant of White", "Bee of White", "Cow of White"]}
    state = after(
        "place Cow, Bee, Ant of White on a1",
        "place Ant of Black on b1",
        "place Bee of Black on b1",
        "let bee = the Bee of White",
        "let ant = the Ant of Black",
        "swap bee with ant",
        "note(10 * bee.at.column + ant.at.column)",
        "note(10 * bee.rank + ant.rank)",
    )
    assert trail(state) == [21, 21]
    assert piles(state) == {
        "a1": ["Cow of White", "Ant of Black", "Ant of White"],
        "b1": ["Bee of Black", "Bee of White"],
    }


def test_owners_and_kinds_change_in_the_pile() -> None:
    state = after(
        "place 3 Ant of White on a1",
        "let middle = a1.hive[2]",
        "middle.owner = Black",
        "middle.kind = Bee",
        "note(middle.rank)",
        "note(10 * count(mine) + count(theirs))",
    )
    assert trail(state) == [2, 21]
    assert piles(state) == {"a1": ["Ant of White", "Bee of Black", "Ant of White"]}


def test_as_many_as_there_are() -> None:
    with pytest.raises(rw.PlayError, match="no Ant is left to place") as error:
        after("place 5 Ant of White on a1")
    assert error.value.code == "X102"
    assert len(piles(after("place 4 Ant of White on a1"))["a1"]) == 4


def test_a_pile_has_room_for_all_there_are() -> None:
    """Eight ants, four bees, two cows; what is nobody's counts, too, and then it is full."""
    fourteen = [
        f"place {n} {kind} of {who} on a1" for who in ("White", "Black") for n, kind in ((4, "Ant"), (2, "Bee"))
    ]
    assert len(piles(after(*fourteen, "place Cow of White on a1", "place Cow of Black on a1"))["a1"]) == 14
    with pytest.raises(rw.PlayError, match="the pile on a1 can be no higher") as error:
        after(*fourteen, "place 3 Ant on a1")
    assert error.value.code == "X101"


# ---- events ----

EVENTS = """
board square 3 by 1

layer hive: pile Bug

piece Bug:
    rank = 0
    copies of each player = 9
piece Ant is Bug:
    rank = 1
piece Bee is Bug:
    rank = 2

when placed(x, there):
    note(100 + 10 * x.rank + there.column)

when moved(x, here, there):
    note(1000 + 100 * x.rank + 10 * here.column + there.column)
    note(count(there.hive))

when removed(x, here):
    note(2000 + 10 * x.rank + here.column)
    note(count(here.hive))

action Go:
    do:
        {do}
    say "go"

turn:
    choose Go
"""


def events(*lines: str) -> list[int]:
    return trail(play(EVENTS.replace("{do}", "\n        ".join(lines)), "go"))


def test_events_of_piles() -> None:
    """Placing several is done whole, then told. A whole pile moves, then is told from the top; both lie there then."""
    assert events("place 2 Ant of White on b1") == [112, 112]
    assert events("place Bee, Ant of White on b1", "move b1.hive to c1")[2:] == [1223, 2, 1123, 2]
    assert events("place Bee, Ant of White on b1", "move bottom(b1.hive) to c1")[2:] == [1123, 1]
    assert events("place Bee, Ant of White on b1", "remove bottom(b1.hive)")[2:] == [2012, 1]
    assert events("place Bee, Ant of White on b1", "remove b1.hive")[2:] == [2022, 0, 2012, 0]


def test_swaps_within_a_pile_move_nobody() -> None:
    assert events("place Bee, Ant of White on b1", "swap top(b1.hive) with bottom(b1.hive)")[2:] == []
    told = events("place Bee of White on a1", "place Ant of White on b1", "swap top(b1.hive) with top(a1.hive)")[2:]
    assert told == [1121, 1, 1212, 1]


# ---- equal states ----

PUT = """
board square 2 by 1

layer hive: pile Bug

piece Bug:
    copies of each player = 4
piece Ant "A" is Bug
piece Bee "B" is Bug

action Put:
    pick k in {Ant, Bee}
    pick s in sites
    do:
        place k of White on s
    say "{k}{s}"

action Lift:
    pick s in occupied
    do:
        remove bottom(s.hive)
    say "-{s}"

action Go:
    pick s in occupied
    do:
        let there = first(sites - {s})
        move top(s.hive) to there
    say "{s}>"

turn:
    choose Put | Lift | Go
"""


def test_the_same_piles_are_the_same_state() -> None:
    one = play(PUT, "Aa1", "Ba1", "Ab1", "-a1")
    two = play(PUT, "Ab1", "Ab1", "Ba1", "-b1")
    assert piles(one) == piles(two) == {"a1": ["Bee of White"], "b1": ["Ant of White"]}
    assert one == two and one.hash == two.hash
    assert play(PUT, "Aa1", "Ba1") != play(PUT, "Ba1", "Aa1")
    assert play(PUT, "Aa1", "Ba1", "a1>", "b1>") == play(PUT, "Aa1", "Ba1")
    assert play(PUT, "Aa1", "Ba1", "a1>", "a1>") != play(PUT, "Aa1", "Ba1", "a1>", "b1>")
    assert play(PUT, "Aa1", "Aa1", "a1>", "a1>") == play(PUT, "Ab1", "Ab1")


# ---- alike ----

ALIKE = """
board square 3 by 1

layer hive: pile Bug

piece Bug:
    copies of each player = 9
piece Ant "A" is Bug
piece Bee "B" is Bug

setup:
    place 3 Ant of White on a1
    place Bee of White on a1
    place Ant of White on b1
    place Ant of Black on a1
    place Ant of White on a1

action One:
    pick b in mine
    do:
        remove b
    say "{b.kind}{b.at}"

action Two:
    pick 2 pair in mine
    do:
        remove pair

turn:
    choose One | Two
"""


def test_what_is_alike_is_offered_once() -> None:
    """On a1 from the top: White's ant, Black's ant, White's bee, three ants of White. White may take the upper ant, the
    bee, or the ant of b1."""
    state = play(ALIKE)
    singles = [move for move in state.moves() if move.action == "One"]
    assert [move.text for move in singles] == ["Aa1", "Ba1", "Ab1"]
    below = ["Ant of Black", "Bee of White", *["Ant of White"] * 3]
    assert piles(state.play(singles[0]))["a1"] == below


def test_subsets_are_multisets() -> None:
    """The ant on top with the bee, with another ant of a1, with that of b1; the bee with that of b1."""
    state = play(ALIKE)
    left = [piles(state.play(move)) for move in state.moves() if move.action == "Two"]
    assert [sorted(found["a1"])[1:] for found in left] == [
        ["Ant of White"] * 3,
        [*["Ant of White"] * 2, "Bee of White"],
        [*["Ant of White"] * 3, "Bee of White"],
        ["Ant of White"] * 4,
    ]
    assert ["b1" in found for found in left] == [True, True, False, False]


def test_distinct_opts_out() -> None:
    rules = ALIKE.replace("    copies of each player = 9\n", "    copies of each player = 9\n    distinct\n")
    assert len([move for move in play(rules).moves() if move.action == "One"]) == 6


def test_what_a_variable_may_hold_is_not_alike() -> None:
    rules = ALIKE + "\nvar marked: Ant = none\n"
    assert len([move for move in play(rules).moves() if move.action == "One"]) == 6


DRAWN = ALIKE.replace("choose One | Two", "remove any_of(mine)\n    choose One")


def test_outcomes_add_up() -> None:
    """Of White's six, four are ants of a1."""
    state = load(DRAWN).start(chance="explicit")
    assert [chance for _, chance in state.chance()] == [Fraction(4, 6), Fraction(1, 6), Fraction(1, 6)]


CHOSEN = ALIKE.replace("choose One | Two", "for b in mine by choice:\n        note(b.at.column)\n    choose One")


def test_orders_among_alike_ones() -> None:
    """First one of three sorts; then still, until only one sort is left."""
    state = play(CHOSEN)
    assert len(state.moves()) == 3
    while len(state.moves()) > 1 and not any(move.action for move in state.moves()):
        state = state.play(state.moves()[-1])
    assert trail(state)[:6] == [2, 1, 1, 1, 1, 1]


# ---- with identities ----

NAMED = """
board square 3 by 1

layer hive: pile Bug, Stone

piece Bug:
    age: int in 0..9 = 0
    copies = 6
piece Stone:
    copies = 6

action Go:
    do:
        place Bug of White on a1 with age = 1
        place Stone of White on a1
        place Bug of White on a1 with age = 2
        place Stone of Black on a1
        place Bug of White on a1 with age = 3
        let young = bottom(a1.hive)
        let stone = a1.hive[4]
        let dark = a1.hive[2]
        remove young
        note(count(a1.hive))
        note(10 * stone.at.column + dark.at.column)
        note(1 if stone == bottom(a1.hive) and dark == a1.hive[2] else 2)
        note(sum(b in Bug: b.age))
        move stone to b1
        move the_old to b1
        note(1 if bottom(b1.hive) == stone and dark == a1.hive[1] and count(a1.hive) == 2 else 2)
        swap stone with bottom(a1.hive)
        note(sum(b in Bug where b.at == b1: b.age))
        note(1 if stone == bottom(a1.hive) and stone.owner == White else 2)
    say "go"

define the_old: Bug = best(b in Bug: b.age)

turn:
    choose Go
"""


def test_components_with_fields_in_a_pile() -> None:
    """Bug 1, stone, bug 2, dark stone, bug 3 from the bottom. Without bug 1 four; the ages left are 5. The stone and
    bug 3 go to b1; a1 has bug 2 and the dark stone. Stone and bug 2 swap: on b1 are 2 and 3."""
    assert trail(play(NAMED, "go")) == [4, 11, 1, 5, 1, 5, 1]


# ---- against a model ----

MODEL = """
board square 3 by 1

layer hive: pile Bug

piece Bug{extra}
piece Ant "A" is Bug:
    copies of each player = 4
piece Bee "B" is Bug:
    copies of each player = 3

action Push:
    pick k in {Ant, Bee}
    pick p in players
    pick s in sites
    where any(supply(k of p))
    do:
        place k of p on s

action Pull:
    pick s in occupied
    pick n in 1..14
    where n <= count(s.hive)
    do:
        remove s.hive[n]

action Shift:
    pick s in occupied
    pick n in 1..14
    pick there in sites - {s}
    where n <= count(s.hive)
    do:
        let others = {b in Bug: b != s.hive[n]}
        let one = s.hive[n]
        move one to there
        kept = 1 if top(there.hive) == one and one not in others and count(others) + 1 == count(Bug) else 0

action Carry:
    pick s in occupied
    pick there in sites - {s}
    do:
        move s.hive to there

var kept: int in 0..1 = 1

turn:
    choose Push | Pull | Shift | Carry
    else: nothing
"""

STEPS = some.lists(
    some.tuples(
        some.sampled_from(["Push", "Push", "Pull", "Shift", "Carry"]),
        some.sampled_from(["Ant", "Bee"]),
        some.sampled_from(["White", "Black"]),
        some.sampled_from(["a1", "b1", "c1"]),
        some.sampled_from(["a1", "b1", "c1"]),
        some.integers(1, 6),
    ),
    max_size=14,
)


def _model(model: dict[str, list[str]], step: tuple[str, str, str, str, str, int]) -> str:
    """Make a step in the model; the text of the move, "" if it cannot be made."""
    what, kind, player, here, there, n = step
    pile = model[here]
    if what == "Push":
        one = f"{kind} of {player}"
        if sum(other.count(one) for other in model.values()) >= (4 if kind == "Ant" else 3):
            return ""
        pile.insert(0, one)
        return f"Push k = {kind}, p = {player}, s = {here}"
    if not pile or (n > len(pile) and what != "Carry") or (here == there and what != "Pull"):
        return ""
    if what == "Pull":
        del pile[n - 1]
        return f"Pull s = {here}, n = {n}"
    if what == "Shift":
        model[there].insert(0, pile.pop(n - 1))
        return f"Shift s = {here}, n = {n}, there = {there}"
    model[there][:0] = pile
    pile.clear()
    return f"Carry s = {here}, there = {there}"


TOLD = """
when moved(x, here, there):
    seen = 1 if x.at == there and x in there.hive and x not in here.hive else 0

when removed(x, here):
    seen = 1 if x not in here.hive and x.at == none and no(b in Bug: b == x) else 0

when placed(x, there):
    seen = 1 if top(there.hive) == x else 0

var seen: int in 0..1 = 1
"""


@pytest.mark.parametrize("told", ["", TOLD], ids=["quiet", "with reactions"])
@pytest.mark.parametrize("extra", ["", ":\n    age: int in 0..3 = 0"], ids=["plain", "with fields"])
@settings(derandomize=True, deadline=None, max_examples=25)
@given(steps=STEPS)
def test_piles_behave_as_lists(extra: str, told: str, steps: list[tuple[str, str, str, str, str, int]]) -> None:
    """Random steps in the game and in a model of lists; plain piles built anew from the bottom give the same state."""
    rules = MODEL.replace("{extra}", extra) + told
    model: dict[str, list[str]] = {"a1": [], "b1": [], "c1": []}
    state = play(rules)
    for step in steps:
        text = _model(model, step)
        if text:
            state = state.play(text)
            assert number(state, "kept") == 1 and (not told or number(state, "seen") == 1)
            assert piles(state) == {site: pile for site, pile in model.items() if pile}
    if extra:
        return
    anew = play(rules)
    for site in ("c1", "a1", "b1"):
        for one in reversed(model[site]):
            kind, _, player = one.partition(" of ")
            anew = anew.play(f"Push k = {kind}, p = {player}, s = {site}")
    if state.mover == anew.mover:
        assert state == anew and state.hash == anew.hash


# ---- two small games ----

RACE = """
game "Blots"

board square 6 by 1
facing White E, Black W

layer men: pile Man

piece Man "m":
    copies of each player = 3

die d2: 1..2

setup:
    place 2 Man of White on a1
    place 2 Man of Black on f1
    place Man of White on c1
    place Man of Black on d1

define open(s: site): bool = s != none and (s.owner != opponent or count(s.men) == 1)

action Move(n: int):
    pick m in mine
    let there = along(m.at, forward, n)
    where open(there) "the point is held"
    do:
        if there.owner == opponent:
            let start = a1 if opponent == White else f1
            move top(there.men) to start
        move m to there
    say "{m.at}{there}"

turn:
    let n = roll d2
    choose Move(n)
    else: nothing

end:
    player wins when count(m in Man of player: m.at == (f1 if player == White else a1)) == 3
"""


def test_a_race_in_which_blots_are_hit() -> None:
    """White 1: a1b1, or c1d1, where a single man is hit and goes back to f1. Then Black has a pile of three on f1, and
    one of its men, which are alike, moves: 2 to d1, hitting White's. Two of White's on a1 hold it, b1 is open."""
    state = load(RACE).start(chance="explicit").play("1")
    assert texts(state) == ["a1b1", "c1d1"]
    state = state.play("c1d1")
    assert piles(state) == {"a1": ["Man of White"] * 2, "d1": ["Man of White"], "f1": ["Man of Black"] * 3}
    assert str(state).splitlines()[0].split() == ["1", "|", "M2", ".", ".", "M", ".", "m3"]
    state = state.play("2")
    assert texts(state) == ["f1d1"]
    state = state.play("f1d1").play("2")
    assert piles(state) == {"a1": ["Man of White"] * 3, "d1": ["Man of Black"], "f1": ["Man of Black"] * 2}
    assert texts(state) == ["a1c1"]
    assert state.why("d1b1") != ""


def test_held_points_are_refused() -> None:
    state = load(RACE).start(chance="explicit").play("2").play("a1c1").play("1")
    assert texts(state) == ["f1e1"]
    assert state.why("d1c1") == "the point is held"


HIVE = """
game "Five bugs"

board hex 5 by 5

layer hive: pile Bug

piece Bug
piece Queen "Q" is Bug:
    copies of each player = 1
piece Beetle "B" is Bug:
    copies of each player = 1

setup:
    place Queen of White on b2
    place Queen of Black on c2
    place Beetle of White on a3
    place Beetle of Black on d1

define others(b: Bug): set of site = occupied if count(b.at.hive) > 1 else occupied - {b.at}

define one_hive(b: Bug): bool:
    let rest = others(b)
    return reach(s from {first(rest)}: neighbors(s) & rest) == rest

action Climb:
    pick b in {b in Beetle of mover: b == top(b.at.hive)}
    where one_hive(b) "the hive must stay one"
    pick there in neighbors(b.at)
    where there.occupied or any(neighbors(there) & others(b)) "it stays in touch"
    do:
        move b to there
    say "{b.at}{there}"

turn:
    choose Climb
    else: nothing

end:
    player wins when any(q in Queen of opponent of player: top(q.at.hive).owner == player and count(q.at.hive) > 1)
"""


def test_bugs_that_climb() -> None:
    """On the rhombus a3 touches b2 (south-east of it). From a3 the beetle reaches b2 on the queen, b3 and a2, which
    touch the hive; not a4, which touches nothing but where it came from. On b2 it covers its own queen, which belongs
    to its pile; from there it climbs on Black's queen and wins."""
    state = play(HIVE)
    assert texts(state) == ["a3a2", "a3b2", "a3b3"]
    state = state.play("a3b2")
    assert piles(state)["b2"] == ["Beetle of White", "Queen of White"]
    state = state.play("d1d2")
    assert "b2c2" in texts(state)
    state = state.play("b2c2")
    assert piles(state)["c2"] == ["Beetle of White", "Queen of Black"]
    assert piles(state)["b2"] == ["Queen of White"]
    assert state.outcome == "White wins"

"""Expressions: what they become, and what is said of wrong ones."""

import pytest

from rulewright.semantics import typed as t
from rulewright.semantics.types import BOOL, DIRECTIONS, INT, INTS, NONE, PLAYER, PLAYERS, SITE, SITES, bit_of
from semantics.typing.parts import errors, game, mistake, only, value

GREEN = "enum Land: water, road, field\nvar under: Land = road\n"


def op(expr: t.Expr) -> t.Op:
    assert isinstance(expr, t.Op)
    return expr


def constant(expr: t.Expr) -> object:
    assert isinstance(expr, t.Constant)
    return expr.value


# ---- words ----


def test_words_of_the_language() -> None:
    assert (op(value("mover")).op, value("mover").type) == ("mover", PLAYER)
    assert (op(value("players")).op, value("players").type) == ("players_in", PLAYERS)
    assert op(op(value("mine")).args[0]).op == "mover"
    theirs = op(value("theirs"))
    assert (theirs.op, op(theirs.args[0]).op) == ("owned_by_any", "enemies")
    assert op(value("empty")).op == "empty"
    assert constant(value("true")) == 1


def test_sites_players_and_directions_are_constants() -> None:
    assert (constant(value("b1")), value("b1").type) == (1, SITE)
    assert (constant(value("Black")), value("Black").type) == (1, PLAYER)
    assert constant(value("NE")) == 1
    assert constant(value("orthogonal")) == 0b01010101
    assert value("diagonal").type == DIRECTIONS


def test_a_set_of_constants_is_a_constant() -> None:
    assert constant(value("{a1, c1}")) == 0b101
    assert constant(value("{2, 3}")) == (1 << bit_of(INT, 2)) | (1 << bit_of(INT, 3))
    assert isinstance(value("{a1, s}"), t.MakeSet)


def test_forward_of_a_known_player_is_known() -> None:
    assert constant(value("forward of White")) == 0
    assert constant(value("forward_left of Black")) == 3
    moving = op(value("forward_right"))
    assert (moving.op, moving.data, op(moving.args[0]).op) == ("facing", 1, "mover")


def test_arithmetic_is_worked_out() -> None:
    assert constant(value("2 + 3 * 4 - 7 / 2")) == 11
    assert constant(value("-7 % 3")) == 2
    assert op(value("n + 1")).op == "add"


def test_long_chains() -> None:
    assert op(value(" + ".join(["n"] * 50))).op == "add"
    assert isinstance(value(" and ".join(["n == 1"] * 30)), t.Logic)


# ---- what the other operand decides ----


@pytest.mark.parametrize(
    "expression",
    [
        "under == water",
        "water == under",
        "under in {water, road}",
        "under != water if s.empty else under == road",
        "(water if s.empty else road) == under",
    ],
)
def test_words_of_an_enum_resolve_by_the_other_operand(expression: str) -> None:
    other = "enum Drink: milk, water\n"
    assert value(expression, before=GREEN + other).type == BOOL


def test_options_are_constants_of_their_words() -> None:
    swoop = op(value("swoop == on", before="option swoop: off | on = off\n"))
    assert [constant(side) for side in swoop.args] == [0, 1]
    assert constant(value("size + 1", before="option size: 4..8 = 6\n")) == 7


def test_an_option_of_players_names_is_a_player_where_one_is_needed() -> None:
    checked = game("option starts: White | Black = Black\nsetup:\n    mover = starts\n")
    (start,) = checked.setup[0].statements
    assert isinstance(start, t.SetMover)
    assert constant(start.player) == 1


def test_such_an_option_is_compared_with_players() -> None:
    before = "option starts: White | Black = Black\n"
    for expression in ("starts == mover", "mover == starts", "starts == White", "starts != opponent of q"):
        compared = op(value(expression, before=before))
        assert [side.type for side in compared.args] == [PLAYER, PLAYER]


def test_chance_is_weighed() -> None:
    rules = "procedure draw():\n    let a = any_of(empty)\n    let b = any_of(x in 1..3 by 4 - x)\n"
    (method,) = game(rules).procedures[0].methods
    assert isinstance(method.body, t.Block)
    plain, weighed = (one.value for one in method.body.statements if isinstance(one, t.Let))
    assert isinstance(plain, t.AnyOf) and plain.type == SITE and plain.weight is None
    assert isinstance(weighed, t.AnyOf) and weighed.type == INT and weighed.weight is not None
    assert errors(rules.replace("x in 1..3 by 4 - x", "1..3 by 4")) == ["3 E219 4"]


def test_none_takes_the_type_of_what_it_stands_beside() -> None:
    compared = op(value("s.piece == none"))
    assert compared.args[1].type == compared.args[0].type
    assert value("s if s.empty else none").type == SITE
    assert op(value("none == none")).args[0].type == NONE


def test_an_empty_set_takes_the_type_that_is_needed() -> None:
    assert value("rows(1) if s.empty else {}").type == SITES
    assert op(value("{} + rows(1)")).args[0].type == SITES
    assert op(value("{} == mine.owner")).args[0].type == PLAYERS


# ---- kinds ----


def test_a_kinds_name_is_the_kind_or_its_components() -> None:
    assert op(value("count(Pawn)")).args[0].type != INT
    assert constant(value("{Pawn}")) == 1
    assert constant(op(value("p.kind == Pawn")).args[1]) == 0
    assert constant(op(value("p.kind in {Pawn}")).args[1]) == 1


def test_k_of_p() -> None:
    both = op(value("Pawn of q"))
    assert (both.op, op(both.args[0]).op, op(both.args[1]).op) == ("intersect", "of_kinds", "owned")
    assert op(op(value("Pawn of enemies(q)")).args[1]).op == "owned_by_any"
    assert op(value("the Pawn of q")).op == "only"


# ---- properties ----


def test_properties_of_sets_are_sets() -> None:
    sites = value("mine.at")
    assert isinstance(sites, t.Bind)
    assert (sites.word, sites.type) == ("map", SITES)
    assert value("mine.at.row").type == INTS
    assert value("ray(s, d).site").type == SITES


def test_what_stands_on_a_site() -> None:
    assert op(value("s.piece")).op == "on"
    assert op(value("s.owner")).op == "site_owner"
    field = "field height of each site: int in 0..3 = 0\n"
    for expression in ("s.height", "height of s"):
        assert isinstance(value(expression, before=field), t.FieldRef)


def test_state_of_each() -> None:
    before = "var score of each player: int = 0\nvar dice of each 1..6: int = 0\nregion camp of White = rows(1)\n"
    before += "region camp of Black = rows(8)\n"
    assert isinstance(value("score of q", before=before), t.VarRef)
    dice = value("dice of 3", before=before)
    assert isinstance(dice, t.VarRef) and dice.index is not None
    assert constant(dice.index) == 3
    assert isinstance(value("camp of q", before=before), t.RegionRef)
    assert constant(value("camp of White", before=before)) == 0xFF


def test_a_walk_along_a_ray() -> None:
    before = "board square 3 by 3:\n    link a1 W to c3 W as loop\n"
    passed = op(value("ray(s, d)[1].passed(loop) >= 1", before=before))
    assert op(passed.args[0]).op == "step_passed"
    assert op(value("ray(s, d)[1].link == none", before=before)).op == "eq"


# ---- functions ----


def test_optional_arguments() -> None:
    assert op(value("neighbors(s)")).op == "neighbors"
    assert op(value("neighbors(rows(1), orthogonal)")).op == "neighbors_of_set"
    assert len(op(value("group(s, orthogonal)")).args) == 2
    assert len(op(value("connected(empty, side(N), side(S), diagonal)")).args) == 4
    assert op(value("rows(1..2)")).type == SITES
    assert op(value("rows")).type == INTS


def test_slide_and_hit_are_run_and_past_over_empty_sites() -> None:
    slide, hit = op(value("slide(s, d)")), op(value("hit(s, d)"))
    assert (slide.op, op(slide.args[2]).op) == ("run", "empty")
    assert (hit.op, op(hit.args[2]).op) == ("past", "empty")


def test_sides() -> None:
    assert op(value("side(N)")).data == "N"
    assert isinstance(value("side(d)"), t.Cond)
    assert isinstance(value("side(backward)"), t.Bind)
    assert op(value("side(forward of White)")).data == "N"
    assert mistake("side(NE)").title == "this board has no side NE"


def test_supply_is_counted() -> None:
    assert op(value("count(supply(Pawn of q))")).op == "supply_count"
    assert op(value("any(supply(Pawn of q))")).op == "gt"
    assert op(value("no(supply(Pawn))")).op == "eq"
    assert mistake("supply(Pawn of q)").code == "E184"


def test_supply_of_a_kind_above_counts_those_below() -> None:
    cards = "card Card\ncard Ace is Card\ncard King is Card\n"
    count = op(value("count(supply(Card))", before=cards))
    assert count.op == "add" and [op(arg).op for arg in count.args] == ["supply_count", "supply_count"]


def test_kinds_leaves_out_what_only_gathers_others() -> None:
    kinds = op(value("kinds(Man)", before="piece Man\npiece King is Man\npiece Queen is Man\n"))
    assert isinstance(kinds.data, tuple)
    assert [kind.name for kind in kinds.data] == ["King", "Queen"]
    placed = "piece Man\npiece King is Man\nsetup:\n    place Man of White on a1\n"
    kinds = op(value("kinds(Man)", before=placed))
    assert isinstance(kinds.data, tuple)
    assert [kind.name for kind in kinds.data] == ["Man", "King"]


# ---- binders ----


@pytest.mark.parametrize(
    ("expression", "type_"),
    [
        ("any(x in mine: x.at == s)", BOOL),
        ("count(x in mine where x.at != s: x.owner == q)", INT),
        ("best(x in empty: x.row)", SITE),
        ("first(x in empty: x.row == 2)", SITE),
        ("union(x in mine: neighbors(x.at))", SITES),
        ("union(x in mine: x.at)", SITES),
        ("{x in empty: x.row == 2}", SITES),
        ("max(x in mine: x.at.row)", INT),
        ("max(n, 3)", INT),
        ("reach(x from {s}: neighbors(x) & empty)", SITES),
        ("reach(x from {s} up to n: step(x, d))", SITES),
        ("sum(x in 1..3: x)", INT),
        ("any(x in Land: x == water)", BOOL),
    ],
)
def test_binders(expression: str, type_: object) -> None:
    assert value(expression, before=GREEN).type == type_


# ---- mistakes ----


@pytest.mark.parametrize(
    ("expression", "code", "caret", "title", "hint"),
    [
        ("p.row", "E204", "row", "`row` belongs to sites, not to what stands on them", "write p.at.row"),
        ("p.at.rwo", "E204", "rwo", "a site has no `rwo`", "did you mean p.at.row?"),
        ("p == s", "E211", "p == s", "a Pawn is never a site", "its site is p.at"),
        ("p == White", "E211", "p == White", "a Pawn is never a player", "its owner is p.owner"),
        ("p is Pwan", "E200", "Pwan", "there is no kind Pwan", "did you mean Pawn?"),
        ("p == Pawn", "E211", "p == Pawn", "Pawn stands for all its components here, and p is one", "write p is Pawn"),
        ("p in {Pawn}", "E211", "p in {Pawn}", "a Pawn is never in a set of kinds", "write p.kind in {Pawn}"),
        ("s in mine", "E211", "s in mine", "a site is never in a set of components", "write s.piece in mine"),
        ("p in s", "E210", "s", "`in` needs a set, and this is a site", "its site is p.at"),
        ("white", "E200", "white", "nothing is called white", "did you mean White?"),
        ("Pawns", "E200", "Pawns", "nothing is called Pawns", "did you mean Pawn?"),
        ("z", "E200", "z", "nothing is called z",
         "look at its spelling, or declare it; known here are p, q, s, d and n"),
        ("i9", "E200", "i9", "there is no site i9 on this board", "the sites go from a1 to h8"),
        ("neighbours(s)", "E216", "neighbours", "there is no function neighbours", "did you mean neighbors?"),
        ("row(s)", "E216", "row", "there is no function row", "write s.row"),
        ("neighbors(p)", "E210", "p", "this is a Pawn, and a site is needed", "its site is p.at"),
        ("step(s)", "E217", "step(s)", "step does not take one argument", "write step(site, direction)"),
        ("steps(s, N)", "E210", "N", "this is a direction, and a set of directions is needed",
         "a set with just this member is {N}"),
        ("the Pawn of q.at", "E215", "the Pawn of q.at", "this reads as the Pawn of (q.at)",
         "write (the Pawn of q).at"),
        ("not mine", "E210", "mine", "this is a set of components, and a yes or no is needed",
         "ask whether there is one: any(mine)"),
        ("mine.owner == q", "E211", "mine.owner == q", "a set of players is never a player",
         "a set of one is {q}; whether it is among them: q in mine.owner"),
        ("sites.empty", "E210", "sites.empty", "`empty` is asked of many things at once",
         "ask for all or any of them: all(x in sites: x.empty)"),
        ("max(mine.at.row)", "E219", "max(mine.at.row)", "max is not used like this",
         "write max(a, b), or max(x in set: number)"),
        ("mine of q", "E215", "mine of q", "`mine` is always the mover's",
         "take a kind: Pawn of q, or {x in Pawn: x.owner == q}"),
        ("repetitions", "E207", "repetitions", "`repetitions` stands only in `end`, `where` and `after`",
         "write the condition there, not in a definition"),
        ("player", "E207", "player", "`player` stands only in `end`, `rank by` and `pay`",
         "whose turn it is: mover; all of them: players"),
        ("n / 0", "E213", "n / 0", "nothing can be divided by 0", "divide by another number"),
        ("2147483647 + 1", "E213", "2147483647 + 1", "2147483648 is too large a number",
         "numbers go from -2,147,483,648 to 2,147,483,647"),
        ("{2000}", "E213", "2000", "a set of numbers holds -256 to 1023", ""),
        ("{s, d}", "E211", "d", "a site and a direction in one collection", "all members are of one type"),
        ("n if s.empty else s", "E211", "n if s.empty else s", "either a number or a site",
         "both parts of `a if c else b` are of one type"),
        ("mine[1]", "E210", "mine[1]", "a set of components has no items to count",
         "a set has no order; only(...) gives its one member, first(...) the first in the order of the board"),
        ("sum(x in 3: x)", "E210", "3", "a set is needed, and this is a number", "the numbers from 1 to it are 1..3"),
        ("lines(n)", "E207", "n", "the length of `lines` must be known before play", "write a number, or an option"),
        ("next", "E217", "next", "next needs something in parentheses", "write next(player)"),
    ],
)  # fmt: skip
def test_mistakes(expression: str, code: str, caret: str, title: str, hint: str) -> None:
    found = mistake(expression)
    assert (found.code, found.span.text, found.title, found.hint) == (code, caret, title, hint)


def test_words_of_an_option_are_suggested() -> None:
    found = mistake("rules == internationl", before="option rules: english | international = english\n")
    assert found.title == "internationl is no word of rules"
    assert found.hint == "did you mean international?"


def test_a_value_of_two_enums_needs_a_place_that_tells() -> None:
    found = mistake("any(x in {water}: true)", before=GREEN + "enum Drink: milk, water\n")
    assert (found.code, found.title) == ("E201", "water belongs to Land and Drink")


def test_one_mistake_is_one_error() -> None:
    rules = """
define wrong(s: site): int = s.rwo + s.row
define uses: int = wrong(a1) + 1
define more: bool = uses > wrong(b1) and any(x in mine: wrong(x.at) == uses)
"""
    assert errors(rules) == ["2 E204 rwo"]


def test_several_mistakes_are_all_told() -> None:
    rules = """
define a: int = count(mien)
define b: bool = any(empty) and step(a1)
define c(p: Pawn): site = p
"""
    assert errors(rules) == ["2 E200 mien", "3 E217 step(a1)", "4 E210 p"]


def test_geometry_needs_a_board() -> None:
    from rulewright.semantics import check_text

    rules = "players White, Black\ndefine near: bool = any(empty)\nturn:\n    nothing\n"
    assert [found.code for found in check_text(rules)[1].errors] == ["E115"]


def test_forward_needs_facing() -> None:
    from rulewright.semantics import check_text

    rules = (
        "players White, Black\nboard square 4 by 4\ndefine on(s: site): site = step(s, forward)\nturn:\n    nothing\n"
    )
    (found,) = check_text(rules)[1].errors
    assert (found.code, found.hint) == ("E208", "declare it: facing White N, Black S")


def test_hexes_have_no_left() -> None:
    rules = "board hex 4 by 4\nfacing White NE, Black SW\ndefine on(s: site): site = step(s, left)\n"
    assert only(rules).title == "a board of hexes has no `left`"

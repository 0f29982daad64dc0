"""`display:`: what its lines are about, which text is what, and what is wrong with them."""

import pytest

from rulewright.semantics.symbols import Look
from semantics.reading import diagnostics, errors, game

RULES = """
board square 3 by 3
enum Ground: grass, water
field ground of each site: Ground = grass
region woods = {b2}
region home of White = rows(1)
region home of Black = rows(3)
piece Man "M"
piece King "K"
option size: 3..5 = 3
"""


def display(*lines: str) -> str:
    return RULES + "display:\n" + "".join(f"    {line}\n" for line in lines)


def test_letter_sign_name_and_colour() -> None:
    found = game(
        display('Man: "o", "♙", "man", "orange"', 'King of White: "#0072b2", "W"', 'White: "w", "Weiß"')
    ).display
    assert found == {
        "Man": Look("o", "♙", "man", "#E69F00"),
        "King of White": Look("W", "", "", "#0072B2"),
        "White": Look("w", "", "Weiß"),
    }


def test_an_empty_text_leaves_it_as_it_is() -> None:
    checked = game(display('Man: "", "♙"'))
    assert checked.display["Man"] == Look("", "♙")
    assert checked.letter(checked.kinds[0]) == "M"


def test_regions_and_values_of_enums_are_grounds() -> None:
    checked = game(display('water: "~", "sky blue"', 'woods: "#"', 'home of White: "w"', 'home: "", "camp"'))
    grounds = checked.grounds
    assert [(one.key, one.look.letter, one.seat, one.value) for one in grounds] == [
        ("water", "~", -1, 1), ("woods", "#", -1, -1), ("home of White", "w", 0, -1), ("home", "", -1, -1),
    ]  # fmt: skip
    assert grounds[0].enum is checked.enums["Ground"] and grounds[1].region is checked.regions["woods"]


@pytest.mark.parametrize(
    ("line", "words", "title", "hint"),
    [
        ('Mann: "o"', "Mann", "nothing is called Mann", "did you mean Man?"),
        ('Man of Red: "o"', "Red", "there is no player Red", "the players are White and Black"),
        ('Mann of White: "o"', "Mann", "nothing is called Mann", "did you mean Man?"),
        ('woods of White: "o"', "woods of White", "woods does not belong to anybody", "write woods alone"),
        (
            'size: "o"',
            "size",
            "size is an option, and not shown in pictures",
            "only kinds, players, regions, values of enums, variables, definitions and members of kinds are",
        ),
        ("Man: o", "o", "this is not a text", "write it in quotation marks"),
        ('Man: "#12"', '"#12"', "#12 is no colour", None),
        ('Man: "o o"', '"o o"', "a letter holds no blank", None),
        ('Man: "."', '"."', "the letter . is that of empty sites", "take another one"),
        (
            'Man: "o", "♙", "man", "more"',
            '"more"',
            "this line has too many texts",
            "a kind has a letter, a sign and a name",
        ),
        ('White: "w", "♙", "white"', '"white"', None, None),
        ('woods: "w", "wood", "more"', '"more"', "this line has too many texts", "there are a letter and a name"),
    ],
)
def test_mistakes(line: str, words: str, title: str | None, hint: str | None) -> None:
    found = diagnostics(display(line))
    if title is None:
        assert found == []
        return
    assert [(one.code, one.span.text, one.title) for one in found] == [("E160", words, title)]
    assert hint is None or found[0].hint == hint


def test_a_thing_has_one_line_and_a_letter_one_meaning() -> None:
    assert errors(display('Man: "o"', 'Man: "p"')) == [("E160", "Man")]
    assert errors(display('Man: "o"', 'King: "O"')) == [("E160", '"O"')]
    assert errors(display('Man of White: "o"', 'King of White: "o"')) == [("E160", '"o"')]
    assert errors(display('Man of White: "o"', 'Man of Black: "O"')) == []


def test_what_an_option_leaves_out_is_silent() -> None:
    rules = 'option more: off | on = off\nif more == on:\n    piece Ox "X"\ndisplay:\n    Ox: "x"\n'
    assert errors(rules) == []


def test_a_number_with_a_range_has_two_marks() -> None:
    numbers = "var life: int in 0..12 = 6\nvar far: int in 0..99 = 0\nvar free: int = 0\nvar who: player = none\n"
    assert game(numbers + display('life: "*", "-", "lives"')).display["life"] == Look("*", "-", "lives")
    for name in ("far", "free", "who"):
        (found,) = [one for one in diagnostics(numbers + display(f'{name}: "*"')) if one.code == "E160"]
        assert found.title == f"{name} is not drawn as marks" and found.span.text == name


def test_members_of_kinds_have_a_name_only() -> None:
    members = 'piece Ox "X":\n    strength = 3\n    tired: bool = false\n'
    looks = game(members + display('strength: ""', 'tired: "needs a rest"')).display
    assert (looks["strength"], looks["tired"]) == (Look(), Look(name="needs a rest"))
    for line, words, title in (
        ('tired: "t", "tired"', '"tired"', "this line has too many texts"),
        ("tired: t", "t", "this is not a text"),
    ):
        (found,) = diagnostics(members + display(line))
        assert (found.code, found.span.text, found.title) == ("E160", words, title)
        assert found.hint == 'a member of kinds has a name and nothing else; with "" it is not told'


def test_members_of_one_kind() -> None:
    members = 'piece Ox "X":\n    strength = 3\npiece Calf "c" is Ox\n'
    found = game(members + display('strength of Calf: "might"', 'strength: ""'))
    ox, calf = (next(kind for kind in found.kinds if kind.name == name) for name in ("Ox", "Calf"))
    assert (found.member_name("strength", ox), found.member_name("strength", calf)) == ("", "might")
    (wrong,) = diagnostics(members + display('speed of Ox: ""'))
    assert (wrong.code, wrong.title) == ("E160", "Ox has no speed")


OPEN = """
piece Ox "X":
    strength = 3
card Card:
    value = 1
zone hand of each player: Card, visible to owner
zone table: Card
define strong(p: player): int = sum(x in Ox of p: x.strength)
define held(p: player): int = count(hand of p)
define shown_values: int = sum(c in table: c.value)
define best(x: Ox): int = x.strength
"""


def test_a_definition_is_told_where_it_looks_at_open_things() -> None:
    for name in ("strong", "held"):
        found = game(OPEN + display(f'{name}: "how much"'))
        assert [one.name for one in found.told] == [name] and found.look(name) == Look(name="how much")


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ('shown_values: "values"', "shown_values looks at Card, which may be hidden"),
        ('best: "best"', "best is not told"),
        ('strong: "s", "strength"', "this line has too many texts"),
    ],
)
def test_a_definition_that_is_not_told(line: str, title: str) -> None:
    (found,) = [one for one in diagnostics(OPEN + display(line)) if one.code[0] == "E"]
    assert (found.code, found.title) == ("E160", title)


def test_what_is_turned_over_may_be_hidden() -> None:
    flip = "setup:\n    place Ox of White on a1 as x\n    flip x\n"
    (found,) = [one for one in diagnostics(OPEN + flip + display('strong: "strength"')) if one.code[0] == "E"]
    assert found.title == "strong looks at Ox, which may be hidden"


def test_the_counters_have_a_name_only() -> None:
    assert game(display('turn_number: "", "", "turn"')).display["turn_number"] == Look("", "", "turn")
    for text in ('"t"', '"", "t", "turn"'):
        (found,) = [one for one in diagnostics(display(f"round_number: {text}")) if one.code == "E160"]
        assert (
            found.title == "round_number is not drawn as marks" and found.hint == 'give it a name only: "", "", "turn"'
        )


def test_sites_are_called_by_numbers() -> None:
    board = game(display("sites: 10 * site.row + site.column")).board
    assert board is not None
    assert board.sites[:4] == ("a1", "b1", "c1", "a2") and board.names[:4] == ("11", "12", "13", "21")
    # A number may come from options, definitions and what else is known.
    board = game(RULES + "define n(s: site): int = s.row * size + s.column\n" + "display:\n    sites: n(site)\n").board
    assert board is not None and board.names[-1] == "12"


def test_without_such_a_line_they_are_called_as_the_board_does() -> None:
    board = game(RULES).board
    assert board is not None and board.names == board.sites


@pytest.mark.parametrize(
    ("line", "words", "title"),
    [
        ("sites: site.row", "site.row", "a1 and b1 have one name, 1"),
        ("sites: 1, 2", "2", "the names of the sites are one number"),
        ("sites: site", "site", "a site is named by a number, and this is a site"),
        (
            "sites: count(Man of White) + site.row",
            "count(Man of White) + site.row",
            "the name of a site is not known before the game",
        ),
    ],
)
def test_names_of_sites_that_are_none(line: str, words: str, title: str) -> None:
    (found,) = diagnostics(display(line))
    assert (found.code, found.span.text, found.title) == ("E160", words, title)
    assert found.hint


def test_the_sites_are_named_once() -> None:
    (found,) = diagnostics(display("sites: 10 * site.row + site.column", "sites: 9 * site.row + site.column"))
    assert (found.code, found.title) == ("E160", "the sites are named twice")


# ---- counted from a site ----


def test_sites_are_called_by_columns_and_rows_from_a_site() -> None:
    board = game(display("origin: b2")).board
    assert board is not None
    assert board.names == ("-1,-1", "0,-1", "1,-1", "-1,0", "0,0", "1,0", "-1,1", "0,1", "1,1")
    board = game(
        RULES
        + "define middle: site = corner\nregion corners = {c3}\ndefine corner: site = c3\n"
        + "display:\n    origin: middle\n"
    ).board
    assert board is not None and board.names[-1] == "0,0" and board.names[0] == "-2,-2"


@pytest.mark.parametrize("columns", [5, 6])
def test_on_a_torus_the_nearest_way_round(columns: int) -> None:
    """From d: of five columns a and b are nearer to the right, of six a is as far both ways, and is to the right."""
    board = game(f"board hex {columns} by 5 wrapped\npiece Man\ndisplay:\n    origin: d3\n").board
    assert board is not None
    expected = {5: ["2", "-2", "-1", "0", "1"], 6: ["3", "-2", "-1", "0", "1", "2"]}[columns]
    assert [name.split(",")[0] for name in board.names[:columns]] == expected
    assert [board.names[row * columns].split(",")[1] for row in range(5)] == ["-2", "-1", "0", "1", "2"]


@pytest.mark.parametrize(
    ("line", "words", "title"),
    [
        ("origin: 3", "3", "sites are counted from a site, and this is a number"),
        ("origin: a1, b1", "b1", "sites are counted from one site"),
        ("origin: step(a1, S)", "step(a1, S)", "the site is not known before the game"),
        ("origin: (the King of White).at", "(the King of White).at", "the site is not known before the game"),
    ],
)
def test_no_site_to_count_from(line: str, words: str, title: str) -> None:
    (found,) = diagnostics(display(line))
    assert (found.code, found.span.text, found.title) == ("E160", words, title)
    assert found.hint


def test_an_origin_is_a_name_for_the_sites_too() -> None:
    (found,) = diagnostics(display("sites: 10 * site.row + site.column", "origin: a1"))
    assert (found.code, found.title) == ("E160", "the sites are named twice")


def test_a_board_with_edges_has_no_columns_and_rows_for_all_of_its_sites() -> None:
    (found,) = diagnostics("board square 2 by 2 with edges\npiece Man\ndisplay:\n    origin: a1\n")
    assert found.code == "E160" and "have one name, 0,0" in found.title

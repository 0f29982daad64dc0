"""How pieces of rules are put together: see snippets.py."""

from pages.snippets import changed, completed, declarations

BASE = """\
game "G"
players A, B

## A comment of the piece.
piece Pawn "P":
    strength = 2

end:
    A wins when true

scenario "one":
    play "a1"
"""


def test_a_file_is_split_into_its_declarations() -> None:
    found = declarations(BASE)
    assert "".join(found) == BASE
    assert [one.split()[0] for one in found] == ["game", "players", "##", "end:", "scenario"]
    assert "strength" in found[2]


def test_a_piece_takes_the_place_of_what_has_its_name() -> None:
    made = completed('piece Pawn "Q"\n\nend:\n    tie when true\n', BASE)
    assert made.startswith('piece Pawn "Q"')
    assert made.count("piece Pawn") == 1 and "strength" not in made
    assert "A wins" not in made and 'scenario "one"' in made


def test_triggers_are_added_and_not_replaced() -> None:
    base = BASE + "\nwhen moved(x):\n    nothing\n"
    assert completed("when moved(y):\n    nothing\n", base).count("when moved") == 2


def test_a_change_keeps_the_order_of_the_file() -> None:
    made = changed(BASE, 'piece Pawn "Q"\n\nvar n: int = 0\n')
    assert made.index("players") < made.index('piece Pawn "Q"') < made.index("end:") < made.index("var n")
    assert "strength" not in made and made.index("var n") < made.index("scenario")

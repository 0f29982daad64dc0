"""Letters of pictures that `display:` gives to kinds, or to the components of one player."""

import rulewright as rw

RULES = """
players White, Black
board square 3 by 1
piece Man "M"
piece King
{display}
action Stay
setup:
    board \"\"\"
        {picture}
        \"\"\"
turn:
    choose Stay
end:
    tie when count(Man of White) + count(King of Black) == 9
"""


def shown(display: str, picture: str) -> str:
    state = rw.loads(RULES.format(display=display, picture=picture)).start(seed=0)
    assert state.variables() == ()
    return str(state).splitlines()[0]


def test_without_display_the_label_or_the_name() -> None:
    assert shown("", "M m king") == "1 | M m k"


def test_a_letter_of_a_kind_shows_the_owner_by_its_case() -> None:
    assert shown('display:\n    King: "Q"\n    Man: "B"', "B b q") == "1 | B b q"


def test_a_letter_of_one_player_is_written_as_it_is() -> None:
    assert shown('display:\n    Man of White: "o"\n    Man of Black: "x"', "o x K") == "1 | o x K"


def test_one_player_may_have_a_letter_and_the_other_not() -> None:
    assert shown('display:\n    Man of White: "w"', "w m k") == "1 | w m k"


def test_a_letter_without_case_has_that_of_its_player_before_it() -> None:
    assert shown('display:\n    Man: "5"', "51 52 K") == "1 | 51 52 K"
    assert shown('display:\n    White: "w"\n    Man: "5"', "w5 52 K") == "1 | w5 52 K"


def test_with_one_player_cards_are_nobodys_and_pieces_the_players() -> None:
    rules = """
players Hermit
board square 4 by 1
piece Man "M"
card Fish "F2":
    copies = 2
action Stay
setup:
    board \"\"\"
        M M0 F2 F21
        \"\"\"
turn:
    choose Stay
end:
    tie when count(Man of Hermit) + count(Fish of Hermit) == 2 and a1.owner == Hermit and c1.owner == none
"""
    state = rw.loads(rules).start(seed=0)
    assert str(state).splitlines()[0] == "1 | M   M0  F2  F21"
    assert state.play("Stay").outcome == "a tie"

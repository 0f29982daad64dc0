"""Records of card games: cards as they fell, what is refused about them, and what one player saw."""

from __future__ import annotations

import pytest

import rulewright as rw
from match.conftest import Loader

MOVES = ("draw", "Old Oak", "Steal hand of South 4", "draw", "Pear")
"""South draws the Old Oak and North steals it, unseen; South draws a Pear."""


@pytest.fixture
def shuffled(load: Loader) -> rw.Game:
    return load("orchard", shuffled="on")


def a_game(game: rw.Game) -> rw.State:
    state = game.start(chance="explicit")
    for text in ("Apple", "Fire Bolt", "Apple", "Pear", "Apple", "Fire Bolt", *MOVES):
        state = state.play(text)
    return state


def refused(text: str, game: rw.Game, force: bool = False) -> rw.Diagnostic:
    with pytest.raises(rw.RecordError) as caught:
        _ = rw.read_record(text, game, force).state
    (found,) = caught.value.diagnostics
    return found


def test_cards_stand_under_the_move_after_which_they_fell(shuffled: rw.Game) -> None:
    state = a_game(shuffled)
    text = state.record()
    assert text.partition("\n\n")[2] == (
        "   deck: Apple\n   deck: Fire Bolt\n   deck: Apple\n   deck: Pear\n   deck: Apple\n   deck: Fire Bolt\n"
        "1. South: draw\n   deck: Old Oak\n"
        "2. North: Steal hand of South 4\n"
        "3. South: draw\n   deck: Pear\n"
        "result unfinished\n"
    )
    record = rw.read_record(text, shuffled)
    assert record.state == state and record.text == text and record.state.log == state.log


def test_a_card_that_is_none_cannot_fall(shuffled: rw.Game) -> None:
    text = a_game(shuffled).record().replace("deck: Old Oak", "deck: Old Oke")
    found = refused(text, shuffled)
    assert (found.code, found.title) == ("T109", "Old Oke cannot come from deck here")
    assert found.span.text == "deck: Old Oke" and found.hint == "possible are Apple, Old Oak, Pear"


def test_a_card_that_fell_before_is_gone(shuffled: rw.Game) -> None:
    text = a_game(shuffled).record().replace("deck: Pear\nresult", "deck: Old Oak\nresult")
    found = refused(text, shuffled)
    assert (found.code, found.title) == ("T109", "Old Oak cannot come from deck here")
    assert found.hint == "possible are Apple, Pear"


def test_a_missing_card_is_missed(shuffled: rw.Game) -> None:
    found = refused(a_game(shuffled).record().replace("   deck: Old Oak\n", ""), shuffled)
    assert (found.code, found.title) == ("T109", "the record does not say what deck gave before this move")


def test_a_card_from_another_place_is_refused(shuffled: rw.Game) -> None:
    found = refused(a_game(shuffled).record().replace("deck: Old Oak", "discard: Old Oak"), shuffled)
    assert (found.code, found.title) == ("T109", "here deck is drawn, not discard")


def test_a_place_in_a_hidden_hand_is_checked(shuffled: rw.Game) -> None:
    found = refused(a_game(shuffled).record().replace("hand of South 4", "hand of South 5"), shuffled)
    assert (found.code, found.span.text) == ("T107", "2. North: Steal hand of South 5")


def test_with_a_seed_the_cards_are_those_of_the_seed(shuffled: rw.Game) -> None:
    state = shuffled.start(7)
    for _ in range(4):
        state = state.play(state.moves()[-2])
    text = state.record()
    assert rw.read_record(text, shuffled).state == state
    _, first = state.line[0].fell[0]
    other = "Pear" if first != "Pear" else "Apple"
    found = refused(text.replace(f"deck: {first}", f"deck: {other}", 1), shuffled)
    assert (found.code, found.label) == ("T109", f"the seed 7 gives deck: {first}")


def test_a_record_is_the_same_in_every_language(shuffled: rw.Game) -> None:
    spanish = rw.load(shuffled.setting.declared.written[0].span.source.path, {"shuffled": "on"}, language="es")
    text = a_game(shuffled).record()
    assert rw.read_record(text, spanish).state.record() == text
    assert spanish.start(chance="explicit").chance()[0][0].text == "Apple"


# ---- what one player saw ----


def test_a_view_writes_down_what_it_saw(shuffled: rw.Game) -> None:
    text = a_game(shuffled).view("North").record({2: "Which one?"})
    heading, _, rest = text.partition("\n\n")
    assert heading.splitlines()[-1] == "view North"
    assert "seed" not in text and "generator" not in text
    assert rest == (
        "   deck: Pear\n   deck: Apple\n   deck: Fire Bolt\n"
        "1. South: draw\n"
        "2. North: Steal Old Oak\n# Which one?\n"
        "3. South: draw\n"
        "result unfinished\n"
    )


def test_a_game_with_a_seed_does_not_betray_it(shuffled: rw.Game) -> None:
    text = shuffled.start(12345).view("South").record()
    assert "12345" not in text and "pcg" not in text


@pytest.mark.parametrize("force", [False, True])
def test_what_one_player_saw_cannot_be_replayed(shuffled: rw.Game, force: bool) -> None:
    found = refused(a_game(shuffled).view("North").record(), shuffled, force)
    assert (found.code, found.title) == ("T115", "this record tells only what North saw")
    assert found.span.text == "view North"

"""Games of every bundled ruleset, written down and played again: the same states, the same text."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright as rw
from rulewright import resources
from rulewright.match.record_text import Entry, Fall, Heading, Written, parse_record, print_record
from rulewright.source import Source

LONGEST = 40
"""Moves of each game: enough for every sort of move, few enough for games with a thousand moves at a time."""


def random_game(game: rw.Game, seed: int, chance: str) -> rw.State:
    chooser = random.Random(seed)
    state = game.start(seed=seed) if chance == "sampled" else game.start(chance="explicit")
    while not state.over and len(state.log) < LONGEST:
        state = state.play(chooser.choice(state.moves() or [outcome for outcome, _ in state.chance()]))
    return state


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("name", resources.bundled())
def test_replaying_a_record_gives_the_same_states(name: str, chance: str) -> None:
    game = rw.load(name)
    end = random_game(game, 11, chance)
    text = end.record({0: "a game", 1: "the first move\n\n# of it"})
    record = rw.read_record(text)
    states = list(record.replay())
    decided = [state for state in end.line if state.before is None or state.before.mover is not None]
    if chance == "sampled":
        assert states == decided
        assert [state.fell for state in states] == [state.fell for state in end.line]
        assert states[-1].serialize() == end.serialize()
    assert states[-1] == end and states[-1].log == end.log
    assert record.text == text and states[-1].record(record.comments) == text


@pytest.mark.parametrize("name", resources.bundled())
def test_a_saved_state_goes_on_like_its_record(name: str) -> None:
    game = rw.load(name)
    middle = random_game(game, 5, "sampled")
    unpacked = game.unserialize(middle.serialize())
    replayed = rw.read_record(middle.record()).state
    for _ in range(3):
        if middle.over:
            break
        move = middle.moves()[-1]
        middle, unpacked, replayed = middle.play(move), unpacked.play(move), replayed.play(move.text)
        assert middle == unpacked == replayed and middle.fell == unpacked.fell == replayed.fell


# ---- the text of records that nobody played ----

WORDS = st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=12).filter(
    lambda text: text == text.strip() and text != ""
)
NAMES = st.from_regex(r"[A-Za-z]\w{0,7}", fullmatch=True)
FALLS = st.builds(Fall, NAMES.filter(lambda name: name != "record"), WORDS)
COMMENTS = st.lists(st.one_of(WORDS, st.just("")), max_size=2).map(tuple)


@st.composite
def records(draw: st.DrawFn) -> Written:
    heading = Heading(
        draw(NAMES),
        draw(WORDS),
        draw(st.from_regex(r"[0-9a-f]{16}", fullmatch=True)),
        tuple(draw(st.lists(st.tuples(NAMES, st.just("12ef")), max_size=3))),
        tuple(draw(st.dictionaries(NAMES, NAMES, max_size=3)).items()),
        tuple(draw(st.lists(NAMES, min_size=1, max_size=3))),
        draw(st.one_of(st.none(), st.integers(0, 2**64 - 1))),
        draw(st.sampled_from(["", "pcg32"])),
        draw(st.one_of(st.just(""), WORDS, st.just("8/8\n7\\n \\8"))),
        draw(st.one_of(st.just(""), NAMES)),
    )
    first = Entry(comments=draw(COMMENTS), fell=tuple(draw(st.lists(FALLS, max_size=2))))
    entries = [first]
    for number in range(1, draw(st.integers(0, 4)) + 1):
        fell = tuple(draw(st.lists(FALLS, max_size=2)))
        entries.append(Entry(number, draw(NAMES), draw(WORDS), fell, draw(COMMENTS)))
    return Written(heading, tuple(entries), draw(st.one_of(st.none(), WORDS)))


@settings(max_examples=150, deadline=None)
@given(records())
def test_what_is_written_is_read(record: Written) -> None:
    text = print_record(record)
    read, findings = parse_record(Source.of(text))
    assert not findings.errors and read == record
    assert print_record(read) == text


@settings(max_examples=150, deadline=None)
@given(records(), st.data())
def test_damaged_records_are_refused_or_read_but_never_break(record: Written, data: st.DataObject) -> None:
    text = print_record(record)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 20, len(text))))
    damaged = text[:start] + data.draw(st.text(max_size=5)) + text[end:]
    read, findings = parse_record(Source.of(damaged))
    assert (read is None) <= bool(findings.errors)
    for found in findings:
        assert (
            found.code.startswith("T1") and found.title and 0 <= found.span.start <= found.span.end <= len(damaged) + 1
        )


@pytest.mark.parametrize(
    ("name", "options"),
    [("mistwings", {"shadows": "on"}), ("hearts", {"passing": "across"}), ("liars_dice", {"seats": 4})],
)
def test_what_players_decide_together_and_in_secret_is_played_again(name: str, options: dict[str, object]) -> None:
    game = rw.load(name, options)
    for seed in range(3):
        end = random_game(game, seed, "sampled")
        record = rw.read_record(end.record(), game)
        assert record.state == end and record.state.log == end.log
        for player in game.players:
            assert record.state.view(player) == end.view(player)

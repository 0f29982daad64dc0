"""`many` layers: sets of components on a site, who owns it, moving all at once, what is alike, a race."""

from __future__ import annotations

import rulewright as rw
from constructs.playing import load, number, play, texts, trail


def crowds(state: rw.State) -> dict[str, list[str]]:
    """What stands on each site: `Token of White`."""
    declared = state.game.setting.declared
    assert declared.board is not None
    found: dict[str, list[str]] = {}
    for piece in state.standing():
        owner = f" of {declared.players[piece.owner]}" if piece.owner >= 0 else ""
        found.setdefault(declared.board.sites[piece.site], []).append(declared.kinds[piece.kind].name + owner)
    return {site: sorted(here) for site, here in found.items()}


TOKENS = """
board square 3 by 1

layer ground: Ground
layer tokens: many Token

tile Ground
token Token "T":
    copies of each player = 3
token King "K" is Token:
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
    return play(TOKENS.replace("{do}", "\n        ".join(lines)), "go")


def test_a_site_holds_a_set() -> None:
    state = after(
        "place 2 Token of White on a1",
        "place King, Token of Black on a1",
        "note(count(a1.tokens))",
        "note(10 * count(a1.tokens & mine) + count(t in a1.tokens: t is King))",
        "note(10 * count(b1.tokens) + count(step(c1, E).tokens))",
        "note(1 if the King of Black in a1.tokens and the King of Black not in b1.tokens else 2)",
        "note(count(sites.tokens))",
        "for t in a1.tokens where t.owner == Black:",
        "    note(1 if t is King else 2)",
        "note(10 * count(empty) + count(occupied))",
    )
    assert trail(state) == [4, 21, 0, 1, 4, 1, 2, 21]
    assert crowds(state) == {"a1": ["King of Black", "Token of Black", "Token of White", "Token of White"]}


def test_it_belongs_to_the_one_who_owns_all() -> None:
    state = after(
        "place Ground of Black on a1",
        "place 2 Token of White on a1",
        "note(1 if a1.owner == White else 2)",
        "place Token of Black on a1",
        "note(1 if a1.owner == none else 2)",
        "remove a1.tokens & mine",
        "note(1 if a1.owner == Black else 2)",
        "remove a1.tokens",
        "note(1 if a1.owner == Black and no(a1.tokens) and a1.occupied else 2)",
    )
    assert trail(state) == [1, 1, 1, 1]


def test_all_may_move_at_once() -> None:
    state = after(
        "place 2 Token of White on a1",
        "place King of White on b1",
        "let king = the King of White",
        "move a1.tokens + b1.tokens to c1",
        "note(10 * king.at.column + count(c1.tokens))",
        "note(count(empty))",
        "move king to a1",
        "swap king with first(c1.tokens)",
        "note(10 * king.at.column + count(c1.tokens))",
        "note(count(a1.tokens))",
    )
    assert trail(state) == [33, 2, 32, 1]


EVENTS = """
board square 3 by 1

layer tokens: many Token

token Token:
    copies of each player = 3

when placed(x, there):
    note(100 + count(there.tokens))

when moved(x, here, there):
    note(200 + 10 * count(here.tokens) + count(there.tokens))

when removed(x, here):
    note(300 + count(here.tokens))

action Go:
    do:
        place 2 Token of White on a1
        move a1.tokens to b1
        remove first(b1.tokens)
        remove b1.tokens
    say "go"

turn:
    choose Go
"""


def test_an_effect_on_several_is_done_whole() -> None:
    """Both stand when the first is told; both have moved; one is left, then none."""
    assert trail(play(EVENTS, "go")) == [102, 102, 202, 202, 301, 300]


ALIKE = """
board square 2 by 1

layer tokens: many Token

token Token:
    worth: int in 0..3 = 0
    copies of each player = 6

setup:
    place 2 Token of White on a1
    place 2 Token of White on a1 with worth = 3
    place Token of White on b1
    place Token of Black on b1

action One:
    pick t in mine
    do:
        move t to b1
        worth_there = sum(x in b1.tokens: x.worth)

action Two:
    pick 2 pair in mine
    do:
        move pair to b1
        worth_there = sum(x in b1.tokens: x.worth)

var worth_there: int = 0

turn:
    choose One | Two
"""


def test_fields_tell_apart() -> None:
    """On a1 one of worth 0 and one of worth 3 are offered, and that of b1. Pairs: two of 0, 0 and 3, two of 3, each of
    these with that of b1."""
    state = play(ALIKE)
    assert [move.action for move in state.moves()] == ["One"] * 3 + ["Two"] * 5
    assert [number(state.play(move), "worth_there") for move in state.moves()] == [0, 3, 0, 0, 3, 0, 6, 3]


def test_exact_names_tell_apart() -> None:
    """Both picks stand on a1, and their text would be the same."""
    assert texts(play(ALIKE))[:3] == ["One a1.tokens.1", "One a1.tokens.3", "One b1"]


LUDO = """
game "Small ludo"

players 2 to 3: Red, Green, Blue

board square 8 by 1
facing Red E, Green E, Blue E

layer tokens: many Token

token Token "o":
    copies of each player = 2

die d3: 1..3

setup:
    for p in players:
        place 2 Token of p on a1

procedure land(t: Token, there: site):
    for q in there.tokens where q.owner != t.owner:
        move q to a1
    move t to there

action Move(n: int):
    pick t in mine
    let there = along(t.at, forward, n)
    where there != none
    do:
        land(t, there)
    say "{t.at}{there}"

turn:
    let n = roll d3
    choose Move(n)
    else: nothing

end:
    player wins when count(t in Token of player: t.at == h1) == 2
"""


def test_a_race_with_tokens_that_may_share_a_site() -> None:
    """Red 3 to d1. Green 3 to d1: Red's token goes back. All three have tokens on a1, but only the own ones, alike, may
    move: one move each. Green's two meet on d1, and Red sends both back."""
    state = load(LUDO, seats=3).start(chance="explicit")
    for words in ("3", "a1d1", "3"):
        state = state.play(words)
    assert texts(state) == ["a1d1"]
    state = state.play("a1d1")
    assert crowds(state) == {
        "a1": ["Token of Blue"] * 2 + ["Token of Green"] + ["Token of Red"] * 2,
        "d1": ["Token of Green"],
    }
    state = state.play("1").play("a1b1").play("2").play("a1c1").play("3")
    assert texts(state) == ["a1d1", "d1g1"]
    state = state.play("a1d1")
    assert crowds(state)["d1"] == ["Token of Green"] * 2
    board = str(state).splitlines()[0].split()
    assert board == ["1", "|", "o1o3", "o3", "o1", "o2x2", ".", ".", ".", "."]
    state = state.play("3").play("b1e1").play("1")
    assert texts(state) == ["a1b1", "c1d1"]
    state = state.play("c1d1")
    assert crowds(state)["a1"] == ["Token of Blue", "Token of Green", "Token of Green", "Token of Red"]


def test_a_race_to_the_end() -> None:
    """Random games end with both tokens of the winner on h1."""
    for seed in range(1, 6):
        state = load(LUDO).start(seed=seed)
        while not state.over:
            moves = state.moves()
            state = state.play(moves[-1])
        winner = state.ranking[0][0]
        assert crowds(state)["h1"] == [f"Token of {winner}"] * 2


BOTH = """
board square 4 by 1

layer ground: pile Ground
layer tokens: many Token

tile Ground:
    copies = 8
token Token:
    copies of each player = 2

setup:
    place 3 Ground on a1
    place 2 Ground on c1
    place 2 Token of White on a1
    place Token of Black on a1

action Go:
    do:
        note(10 * count(a1.ground) + count(a1.tokens))
        move a1.tokens to b1
        move top(a1.ground) to c1
        note(10 * count(a1.ground) + count(b1.tokens))
        remove a1.ground
        note(count(empty))
        remove mine
        note(100 * count(b1.tokens) + 10 * count(c1.ground) + count(Ground))
    say "go"

turn:
    choose Go
"""


def test_piles_under_many() -> None:
    assert trail(play(BOTH, "go")) == [33, 23, 2, 133]

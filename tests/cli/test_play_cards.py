"""Card games at the terminal: hands, what cards say, what stays hidden, what may be taken back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import rulewright as rw
from rulewright.cli.cards import beside, hand_lines, hands, shown_hand
from rulewright.cli.eyes import eyes_of, log_lines
from rulewright.cli.group import root
from rulewright.cli.menu import Entry, Menu
from rulewright.match.view_log import Line

RULES = Path(__file__).parents[1] / "match" / "rules"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def play(name: str, lines: str, *arguments: str) -> Result:
    path = RULES / f"{name}.rules"
    return CliRunner().invoke(root, ["play", str(path) if path.exists() else name, *arguments], input=lines)


def test_the_own_hand_is_a_table_of_what_its_cards_say() -> None:
    result = play("orchard", "quit\n", "--seed", "1")
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[3:18] == [
        "`card NAME` tells all about a card.",
        "",
        "2 | . . .",
        "1 | . . .",
        "    a b c",
        "deck (1); hand of North (2)",
        "discard (2): Apple, Fire Bolt",
        "picked: 0",
        "",
        "   hand of South (4)  cost",
        "A  Apple x2              0  It is just eaten.",
        "F  Fire Bolt             1  Burns a card, or two.",
        "P  Pear                  0  It is just eaten.",
        "",
        "South to move: 23 moves.",
    ]


@pytest.mark.parametrize("width", [45, 60, 80, 120])
def test_the_table_is_no_wider_than_the_line(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = play("sylvion", "quit\n", "--seed", "1").output.splitlines()
    hand = lines[next(number for number, line in enumerate(lines) if line.startswith("    hand (")) :]
    assert all(len(line) <= width for line in hand[: hand.index("")])


def test_a_low_terminal_shows_the_hand_first_and_the_board_last(monkeypatch: pytest.MonkeyPatch) -> None:
    head = "   hand of South (4)  cost"
    for lines, low in (("60", False), ("15", True)):
        monkeypatch.setenv("LINES", lines)
        seen = play("orchard", "board\nhand\nquit\n", "--seed", "1").output.splitlines()
        assert seen[seen.index("") + 1] == (head if low else "2 | . . .")
        assert seen.count(head) == 3


def test_a_hand_that_is_the_same_is_told_in_short(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "beasts.csv").write_text(BEASTS["beasts.csv"], encoding="utf-8")
    rules = BEASTS["beasts.rules"].replace("zone hand", "board square 2 by 2\nzone hand", 1)
    rules = rules.replace('    may "Go on?":\n        nothing', "    choose Drop | Wait\n    choose Drop | Wait\n" * 2)
    rules += """action Drop:
    pick b in hand of mover
    do:
        remove b
action Wait:
    say "wait"
"""
    (tmp_path / "beasts.rules").write_text(rules, encoding="utf-8")
    monkeypatch.setenv("LINES", "10")
    seen = play("beasts.rules", "wait\nelk\nwait\nquit\n", "--seed", "1").output
    turns = seen.split("Ann to move")
    table, board = "hand of Ann (2)  cost", "\n\n2 | . .\n1 | . .\n    a b\n\n"
    assert table in turns[0] and turns[0].endswith(board)
    assert table not in turns[1] and f"hand of Ann (2): Owl, Elk{board}" in turns[1]
    assert "hand of Ann (1)  cost" in turns[2]  # it has become another
    assert turns[3].endswith(f"hand of Ann (1): Owl{board}")


BEASTS = {
    "beasts.csv": "name,cost,deep,text\nOwl,2,0,Flies to any place of the board and back.\nElk,1,0,\nOx,1,5,Dives.\n",
    "beasts.rules": """language 1
players Ann, Bob
card Beast from "beasts.csv":
    copies of each player = 1
zone hand of each player: Beast, visible to owner
setup:
    for k in kinds(Beast) where k.deep == 0:
        place k of Ann in hand of Ann
turn:
    may "Go on?":
        nothing
end:
    tie when turn_number > 3
""",
}
FLIES = "Flies to any place of the board and back."


@pytest.mark.parametrize(
    ("width", "hand"),
    [
        (
            69,
            [
                "hand of Ann (2)  cost  deep",
                f"Owl                 2     0  {FLIES[:35]}",
                f"{FLIES[36:]:>34}",
                "Elk                 1     0",
            ],
        ),
        (
            68,
            [
                "hand of Ann (2)  cost  deep",
                "Owl                 2     0",
                f"     {FLIES}",
                "Elk                 1     0",
            ],
        ),
        (
            44,
            [
                "hand of Ann (2)  cost  deep",
                "Owl                 2     0",
                f"     {FLIES[:35]}",
                f"     {FLIES[36:]}",
                "Elk                 1     0",
            ],
        ),
        (
            26,
            [
                "hand of Ann (2)  cost",
                "Owl                 2",
                "     Flies to any place of",
                "     the board and back.",
                "Elk                 1",
            ],
        ),
    ],
)
def test_texts_with_little_room_beside_the_table_stand_below_its_rows(
    width: int, hand: list[str], tmp_path: Path
) -> None:
    """The table is 27 wide; texts are beside it from 40 on. Only an ox dives."""
    for name, text in BEASTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    state = rw.load(tmp_path / "beasts.rules").start()
    (zone,) = hands(state.view("Ann"), 0)
    assert hand_lines(state.game, zone, width) == hand


def test_the_columns_are_those_of_the_zone_whatever_lies_there(tmp_path: Path) -> None:
    """An owl and an elk dive not at all, and only an ox would tell more; who has no text has a table, too."""
    (tmp_path / "beasts.csv").write_text(BEASTS["beasts.csv"], encoding="utf-8")
    for chosen, row in (
        ("k == Elk", "Elk                 1     0"),
        ("k == Ox", "Ox                  1     5  Dives."),
    ):
        rules = BEASTS["beasts.rules"].replace("k.deep == 0", chosen)
        (tmp_path / "beasts.rules").write_text(rules, encoding="utf-8")
        state = rw.load(tmp_path / "beasts.rules").start()
        (zone,) = hands(state.view("Ann"), 0)
        assert shown_hand(state.game, zone, 80) == ["", "hand of Ann (1)  cost  deep", row]


@pytest.mark.parametrize(
    ("display", "layers", "lettered"),
    [
        ('display:\n    Ox: "X"\n', "", True),
        ("", "", False),  # owl and ox have one letter
        ('display:\n    Ox: "X"\n', "layer ground: Stone", False),
        ('display:\n    Ox: "X"\n', "layer ground: Stone, Beast", True),
    ],
)
def test_letters_are_for_what_they_tell_apart_on_the_board(
    display: str, layers: str, lettered: bool, tmp_path: Path
) -> None:
    (tmp_path / "beasts.csv").write_text(BEASTS["beasts.csv"], encoding="utf-8")
    rules = BEASTS["beasts.rules"].replace("zone hand", f"board square 2 by 2\n{layers}\npiece Stone\nzone hand", 1)
    (tmp_path / "beasts.rules").write_text(rules + display, encoding="utf-8")
    state = rw.load(tmp_path / "beasts.rules").start()
    (zone,) = hands(state.view("Ann"), 0)
    assert hand_lines(state.game, zone, 80)[1].startswith("O  Owl" if lettered else "Owl")


def test_columns_with_long_words_leave_a_table_that_is_too_wide(tmp_path: Path) -> None:
    """The column `home` is 18 wide, with it the table 41; 9 cards are too many for whole texts."""
    rows = [f"Owl {at},2,woods and meadows{at},Flies to any place of the board and back." for at in range(9)]
    table = "\n".join(["name,cost,home,text", "Ox,1,stable,Dives.", *rows])
    (tmp_path / "beasts.csv").write_text(table, encoding="utf-8")
    (tmp_path / "beasts.rules").write_text(
        BEASTS["beasts.rules"].replace("k.deep == 0", "k.cost == 2"), encoding="utf-8"
    )
    state = rw.load(tmp_path / "beasts.rules").start()
    (zone,) = hands(state.view("Ann"), 0)
    lines = hand_lines(state.game, zone, 40)
    assert lines[:3] == ["hand of Ann (9)  cost", "Owl 0               2", "     Flies to any place of the board …"]
    assert len(lines) == 1 + 2 * 9


TEXTS = ["", *["Takes one step, and another one."] * 8, ""]


def test_texts_are_told_as_a_whole_while_the_table_is_not_too_high() -> None:
    # 8 texts of two lines each, and two lines without a text, are 18: one too many.
    assert beside(TEXTS[:-1], 16)[1] == ["Takes one step,", "and another one."]
    assert beside(TEXTS, 16)[1] == ["Takes one …"]
    assert beside(TEXTS, 40)[1] == ["Takes one step, and another one."]
    assert beside(TEXTS, 11) == [[]] * 10  # there is no room


def test_what_a_card_says_is_told_on_request() -> None:
    result = play("orchard", "card fire bolt\n?pear\n?fruit\n?peer\nquit\n")
    assert (
        "Fire Bolt (F), a kind of Fruit\n"
        "  Burns a card, or two.\n"
        "  cost 1; 2 in the game; 1 in hand of South, 1 in discard\n"
        "Pear (P), a kind of Fruit\n"
        "  It is just eaten.\n"
        "  cost 0; 2 in the game; 1 in hand of South\n"
        "Fruit (F)\n"
        "There is no kind peer; did you mean Pear?\n"
    ) in result.output


def test_who_asks_about_one_kind_is_told_everything(tmp_path: Path) -> None:
    """Constants that all kinds have alike, copies of each player, the comment above a kind without a text."""
    rules = """language 1
players Ann, Bob
## They fly
## at night.
card Bird from "birds.csv":
    legs = 2
    copies of each player = 3
## It hoots.
card Owl is Bird
zone hand of each player: Bird, visible to owner
setup:
    place Owl of Ann, Crow of Ann in hand of Ann
turn:
    may "Go on?":
        nothing
end:
    tie when turn_number > 3
"""
    (tmp_path / "birds.csv").write_text("name,cost,text\nOwl,1,\nCrow,2,It caws.\n", encoding="utf-8")
    (tmp_path / "birds.rules").write_text(rules, encoding="utf-8")
    (tmp_path / "one.rules").write_text(rules.replace("players Ann, Bob", "players Ann"), encoding="utf-8")
    told = CliRunner().invoke(root, ["play", "birds.rules"], input="card owl\ncard crow\ncard bird\nquit\n").output
    assert told.endswith(
        "Owl, a kind of Bird\n  It hoots.\n  legs 2, cost 1; 3 for each player; 1 in hand of Ann\n"
        "Crow, a kind of Bird\n  It caws.\n  legs 2, cost 2; 3 for each player; 1 in hand of Ann\n"
        "Bird\n  They fly at night.\n  legs 2\n"
    )
    assert "legs" not in told.partition("Ann to move")[0]
    alone = CliRunner().invoke(root, ["play", "one.rules"], input="card owl\nquit\n").output
    assert "legs 2, cost 1; 3 in the game;" in alone


def test_where_others_hold_a_card_is_not_told() -> None:
    result = play("orchard", "card old oak\nquit\n")
    assert "Old Oak (O), a kind of Fruit\n  cost 2; 1 in the game\n" in result.output


def test_zones_are_told_in_full_on_request() -> None:
    result = play("orchard", "zone discard\nzone deck\nzone hand\nzone hands\nquit\n")
    assert "discard (2): Apple, Fire Bolt\ndeck (1)\n" in result.output
    assert "hand of South (4): Apple x2, Fire Bolt, Pear\nhand of North (2)\n" in result.output
    assert "There is no zone hands" in result.output


def test_in_sentences_the_own_hand_says_what_its_cards_do() -> None:
    """Once, and when it is asked for; values that are nothing are not told."""
    told = play("orchard", "back\nhand\nquit\n", "--plain").output
    hand = "Apple: It is just eaten.\nFire Bolt: cost 1. Burns a card, or two.\nPear: It is just eaten.\n"
    assert f"picked: 0\n{hand}\nSouth to move" in told and told.count(hand) == 2


def test_empty_zones_are_left_out_of_sentences(tmp_path: Path) -> None:
    for name, text in BEASTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert "Bob" not in play("beasts.rules", "quit\n", "--plain").output.partition("In hand of Ann")[2]


def test_in_sentences() -> None:
    result = play("orchard", "quit\n", "--plain")
    assert (
        "The board is empty.\nIn deck: 1, not seen.\nIn hand of South: Apple x2, Fire Bolt, Pear.\n"
        "In hand of North: 2, not seen.\nIn discard: Apple, Fire Bolt.\n"
    ) in result.output


def test_in_another_language() -> None:
    result = play("orchard", "Plant Manzana a1\nquit\n", "--lang", "es", "--players", "human")
    assert "Rayo" in result.output and "Quema." in result.output and "Buy Rayo (Pera)" in result.output
    assert "South: Manzana a1\n" in result.output
    assert "Apple" not in result.output


def test_a_card_is_played_by_any_of_its_names() -> None:
    result = play("orchard", "apple A1\nquit\n", "--as", "South", "--seed", "4")
    assert "South: Apple a1\n" in result.output


def test_words_that_only_one_line_of_the_list_holds_mean_it() -> None:
    shown = Menu(
        "card", tuple(map(Entry, ["Jace Beleren", "Lantern Geists", "Avacyn, On Wings", "Jace Geists", "a12-b12"]))
    )
    for words, label in (("beleren", "Jace Beleren"), ("lantern", "Lantern Geists"), ("on wings", "Avacyn, On Wings")):
        entry = shown.with_words(words)
        assert entry is not None and entry.label == label
    assert [shown.with_words(words) for words in ("jace", "geists", "geist", "a12", "wings on", "")] == [None] * 6
    assert "South: Find Fire Bolt\n" in play("orchard", "bolt in discard\nquit\n", "--seed", "1").output


def test_a_pick_of_several_is_made_one_after_the_other() -> None:
    game = rw.load("hearts", {"deals": "one"})
    state = game.start(3)
    hand = [move.picks["cards"] for move in state.moves()]
    assert len(hand) == 286  # 13 over 3
    result = play("hearts", "SQ\nsa\nHJ\nquit\n", "--seed", "3", "--option", "deals=one")
    assert "North to move: 286 moves; first one of cards.\n" in result.output
    assert "North to move (SQ): 66 moves; next one of cards.\n" in result.output
    assert "North to move (SQ, SA): 11 moves.\n" in result.output
    assert "East: Pass hand of East x3\n" in result.output
    # A whole pick may be written at once, in any order.
    at_once = play("hearts", "Pass HJ, sa, SQ\nquit\n", "--seed", "3", "--option", "deals=one")
    assert "East: Pass hand of East x3\n" in at_once.output


def test_a_pick_may_be_ended_before_it_is_full() -> None:
    kinds = "".join(f"card Coin{n} is Coin\n" for n in range(1, 9))
    rules = f"""
game "Pay"
players South
card Coin
{kinds}
zone purse
setup:
    move supply(Coin) to purse
action Pay:
    pick 1..4 paid in purse
    do:
        remove paid
turn:
    choose Pay else Rest
action Rest:
    say "rest"
end:
    tie when turn_number > 1
"""
    Path("pay.rules").write_text(rules)
    result = CliRunner().invoke(root, ["play", "pay.rules"], input="Coin3\nno more\n")
    # 8 + 28 + 56 + 70 ways to pay; with Coin3 it is 1 + 7 + 21 + 35.
    assert "South to move: 162 moves; first one of paid.\n" in result.output, result.output
    assert "South to move (Coin3): 64 moves; next one of paid.\n" in result.output
    assert "no more" in result.output and "South: Pay Coin3\n" in result.output


# ---- what stays hidden ----


def before_the_end(output: str) -> str:
    """What was printed while the game went on: up to the last question."""
    return output[: output.rindex(" to move")]


@pytest.mark.parametrize("seed", range(12))
def test_nothing_tells_where_the_car_is(seed: int) -> None:
    lines = "zone behind\ncard car\nlog\nwhy door 4\nboard\nundo\ndoor 1\nlog\nboard\nmoves\nundo\nwhy door 1\nstay\n"
    output = play("monty_hall", lines, "--as", "Contestant", "--seed", str(seed)).output
    assert "The game is over" in output
    played = before_the_end(output)
    # Of each kind only what is printed for everybody: its name, and how many there are.
    assert [line for line in played.splitlines() if "Car" in line] == ["Car, a kind of Prize"]


@pytest.mark.parametrize("seed", range(6))
def test_the_other_card_is_not_seen_until_the_end(seed: int) -> None:
    state = rw.load("kuhn_poker").start(seed)
    ann = next(zone.cards[0] for zone in state.zones() if zone.name == "hand of Ann")
    assert ann is not None
    lines = "log\nzone hand of Ann\nmoves\nboard\nhelp\nundo\nwhy bet\nwhy raise\nbet\nbet\n"
    output = play("kuhn_poker", f"save one\n{lines}", "--as", "bob", "--seed", str(seed)).output
    saved = Path("one.record").read_text()
    assert ann not in before_the_end(output) and ann not in saved
    assert f"hand of Ann (1): {ann}" in output  # when the game is over
    assert "seed" not in saved and f"{seed}\n" not in saved.partition("players")[2].partition("deck")[0]
    assert "view Bob" in saved


def test_a_finished_game_is_written_down_whole() -> None:
    result = play("kuhn_poker", "pass\nbet\n", "--as", "Ann", "--seed", "1", "--save", "all")
    assert "The game is over" in result.output, result.output
    text = Path("all.record").read_text()
    assert "seed 1" in text and text.count("deck: ") == 2
    assert rw.read_record("all.record").state.over


def test_without_as_a_game_may_be_written_down_to_go_on() -> None:
    play("orchard", "Apple a1\nsave on\nquit\n", "--seed", "2")
    record = rw.read_record("on.record", RULES / "orchard.rules")
    assert not record.state.over and record.seed == 2
    result = play("orchard", "log\nquit\n", "--load", "on.record")
    assert "South: Apple a1" in result.output


def test_a_record_of_a_view_cannot_be_gone_on_with() -> None:
    play("orchard", "Apple a1\nsave on\nquit\n", "--seed", "2", "--as", "South")
    result = play("orchard", "quit\n", "--load", "on.record")
    assert result.exit_code == 1 and "error[T115]: this record tells only what South saw" in result.output


def test_json_tells_what_the_player_knows() -> None:
    Path("moves.txt").write_text("Apple a1\n")
    result = play("orchard", "", "--as", "South", "--moves", "moves.txt", "--format", "json", "--seed", "1")
    document = json.loads(result.output)
    zones = {zone["name"]: zone for zone in document["zones"]}
    assert zones["hand of South"]["contents"][:2] != [None, None]
    assert set(zones["hand of North"]["contents"]) == {None}
    assert zones["deck"] == {
        "zone": "deck", "name": "deck", "owner": None, "ordered": True,
        "count": zones["deck"]["count"], "contents": [None] * zones["deck"]["count"],
    }  # fmt: skip
    assert document["log"][0] == "South: Apple a1"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--as", "Soth"), "Orchard has no player Soth; did you mean South?"),
        (("--as", "East"), "Orchard has no player East; there are South, North."),
        (("--as", "South", "--players", "human"), "--as takes one seat"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    result = play("orchard", "", *arguments)
    assert result.exit_code == 2 and message in result.output


# ---- taking back ----


def test_own_moves_from_which_nobody_learned_something_are_taken_back() -> None:
    rules = """
game "Alone"
players South
card Ox
card Cow
card Goat:
    copies = 4
zone deck: ordered, hidden
zone hand: visible to South
zone table
setup:
    place Ox, Cow in hand
    move supply(Goat) to deck
    shuffle deck
action Lay:
    pick c in hand
    do:
        move c to table
action Draw:
    do:
        deal 1 from deck to hand
turn:
    choose Lay | Draw
end:
    tie when turn_number > 9
"""
    Path("alone.rules").write_text(rules)
    lines = "Lay Ox\nLay Cow\nundo\nundo\nundo\nLay Cow\ndraw\nundo\nquit\n"
    output = CliRunner().invoke(root, ["play", "alone.rules", "--seed", "1"], input=lines).output
    tables = [line.partition(": ")[2] for line in output.splitlines() if line.startswith("table")]
    assert tables == ["Ox", "Ox, Cow", "Ox", "Cow", "Cow"]
    told = [line for line in output.splitlines() if line.startswith("There is nothing to take back")]
    assert len(told) == 2 and output.rstrip().endswith(told[1])


def test_the_move_of_somebody_else_is_never_passed() -> None:
    output = play("kuhn_poker", "pass\nundo\nquit\n", "--players", "human", "--seed", "1").output
    assert "There is nothing to take back" in output


# ---- several at one screen ----


def test_each_of_several_sees_the_own_hand_and_what_the_others_did() -> None:
    output = play("orchard", "Pear b2\ndraw\nquit\n", "--players", "human", "--seed", "1").output
    first, second, third = output.split(" to move: ")[:3]
    assert "hand of North (2)\n" in first and "hand of South (4)  cost" in first
    assert "hand of South (3)" in second.rpartition("South: Pear b2")[2] and "Old Oak" in second
    assert "South: Pear b2\nSouth: Pear b2\n" in output  # told to South, and again to North
    # South is told that North drew, not what.
    assert "North: draw\n" in third and "deck: " not in third.rpartition("North: draw")[2]


def test_cards_in_a_row_are_one_line_and_each_roll_is_its_own() -> None:
    log = (
        Line("Ann", "", "go", "Ann: go"),
        Line("", "d6", "3", "d6: 3"),
        Line("", "d6", "3", "d6: 3"),
        Line("", "deck", "Owl", "deck: Owl", card=True),
        Line("", "deck", "Tree", "deck: Tree", card=True),
        Line("", "deck", "Owl", "deck: Owl", card=True),
        Line("", "pile", "Owl", "pile: Owl", card=True),
        Line("Ann", "", "Owl", "Ann: Owl"),
        Line("Ann", "", "Owl", "Ann: Owl"),
    )
    assert log_lines(log) == ["Ann: go", "d6: 3", "d6: 3", "deck: Owl x2, Tree", "pile: Owl", "Ann: Owl", "Ann: Owl"]


ASKED_IN_SECRET = """
game "Asked in secret"
players Cy, Bob, Ann
board square 3 by 1
piece Man:
    damage: int in 0..9 = 0
card Card
card Ace is Card
card King is Card
zone deck: ordered, hidden
zone hand of each player: visible to owner
setup:
    place Man of Ann on a1, b1
    move supply(Card) to deck
    shuffle deck
    deal 1 from deck to hand of Bob
action Hit:
    pick m in Man
    do:
        m.damage += 1
action React:
    do:
        nothing
turn:
    choose Hit
    if any(c in hand of Bob: c is Ace):
        may choose by Bob React
    for m in Man:
        m.damage += 1
    if mover == Cy:
        choose Hit
end:
    tie when turn_number > 9
"""


def test_what_is_told_does_not_depend_on_who_was_asked_in_secret() -> None:
    """With the Ace Bob is asked after each first hit, and declines, with the King nobody asks him."""
    game = rw.loads(ASKED_IN_SECRET)
    told = {}
    for deal, _ in game.start(chance="explicit").chance():
        state = game.start(chance="explicit").play(deal)
        eyes, lines, asked = eyes_of(game, [2]), [], 0
        for text in ("Hit a1", "Hit b1", "Hit a1"):
            for one in (text, "decline"):
                if one == text or (state.mover == "Bob" and state.find(one)):
                    after = state.play(one)
                    lines += eyes.happened(state, after, ())
                    asked += one == "decline"
                    state = after
        told[asked] = [*lines, *eyes.settled(state)]
    assert set(told) == {0, 2} and told[0] == told[2] == [
        "-- Cy's turn --",
        "Cy: Hit a1",
        "Man of Ann on a1: damage 2",
        "Man of Ann on b1: damage 1",
        "Cy: Hit b1",
        "Man of Ann on b1: damage 2",
        "Bob: Hit a1",
        "Man of Ann on a1: damage 4",
        "Man of Ann on b1: damage 3",
    ]  # fmt: skip


ROLLED_FIRST = """
game "Rolled first"
players South, North
card Card
card Ace is Card
card Two is Card
zone deck: ordered, hidden
zone hand of each player: visible to owner
die d6: 1..6
var first: int = 0
setup:
    move supply(Card) to deck
    shuffle deck
    for p in players:
        deal 1 from deck to hand of p
    first = roll d6
turn:
    may "Go on?":
        nothing
end:
    tie when turn_number > 2
"""


@pytest.mark.parametrize("players", ["human", "human,random"])
def test_what_dice_showed_before_the_first_decision_is_told_without_the_cards(players: str) -> None:
    Path("first.rules").write_text(ROLLED_FIRST)
    lines = play("first.rules", "\nyes\nquit\n", "--players", players, "--seed", "2").output.splitlines()
    fell = next(line for line in lines if line.startswith("first: ")).replace("first", "d6")
    assert [line for line in lines if line.startswith(("d6: ", "deck: "))] == [fell]


BREAKS = """
game "Breaks"
players South, North
card Card
card Ace is Card
card Two is Card
zone deck: ordered, hidden
zone hand of each player: visible to owner
zone secret: hidden
var left: int in 0..1 = 1
setup:
    place Ace in hand of South
    place Two in hand of North
action Hide:
    pick c in hand of mover
    do:
        move c to secret
        left -= 1
turn:
    choose Hide
end:
    tie when turn_number > 9
"""


def test_where_the_rules_break_down_a_hidden_move_is_not_told() -> None:
    Path("breaks.rules").write_text(BREAKS)
    result = CliRunner().invoke(root, ["play", "breaks.rules", "--as", "South", "--seed", "1"], input="1\n")
    assert result.exit_code == 1 and "left" in result.output + result.stderr
    assert "Two" not in result.output and "Two" not in result.stderr
    # Without a secret to keep the move is told.
    result = CliRunner().invoke(root, ["play", "breaks.rules", "--players", "random", "--seed", "1"])
    assert "after the move Hide Two" in result.stderr


ROADS = """language 1
players Ann, Bob
board hex 9 by 9
tile Road:
    ways of each direction: int in 0..3
tile Bend "B" is Road:
    copies of each player = 1
    ways = [1, 0, 2, 0, 0, 0]
tile Fork "F" is Road:
    copies of each player = 1
    ways = [1, 0, 1, 0, 1, 0]
zone hand of each player: Road, visible to owner
setup:
    for p in players:
        move supply(Road of p) to hand of p
action Lay:
    pick r in hand of mover
    pick s in {e5, e6, e7}
    pick turn in 0..5
    where s.empty
    do:
        move r to s
        r.rotation = turn
turn:
    choose Lay
end:
    tie when turn_number > 3
"""


def test_tiles_in_hand_are_drawn_and_so_is_how_one_may_be_turned(tmp_path: Path) -> None:
    r"""A bend has 1 to the north-east and 2 to the south-east."""
    file = tmp_path / "roads.rules"
    file.write_text(ROADS, encoding="utf-8")
    asked = ["play", str(file), "--players", "human,random", "--seed", "1"]
    lines = CliRunner().invoke(root, asked, input="Lay\nBend\ne6\n7\n4\nquit\n").output.splitlines()
    at = lines.index("hand of Ann (2):")
    assert lines[at + 1 : at + 5] == [
        " /    1\\     /    1\\",
        "|   B   |   |1  F   |",
        "| Bend  |   | Fork  |",
        " \\    2/     \\    1/",
    ]
    at = lines.index("Ann to move (Bend, e6): 6 moves; next the turn.")
    assert lines[at + 1 : at + 5] == [
        "   /    1\\     /     \\     /     \\     /2    \\     /    2\\     /1    \\",
        "  |   B   |   |   B  1|   |2  B   |   |   B   |   |1  B   |   |   B  2|",
        "  |   0   |   |   1   |   |   2   |   |   3   |   |   4   |   |   5   |",
        "   \\    2/     \\2    /     \\    1/     \\1    /     \\     /     \\     /",
    ]
    assert "7: there is no such move here" in lines[at + 5]
    assert "Ann: Lay Bend e6 4" in lines
    plain = CliRunner().invoke(root, [*asked, "--plain"], input="Lay\nBend\ne6\nquit\n").output.splitlines()
    at = plain.index("Ann to move (Bend, e6): 6 moves; next the turn.")
    assert plain[at + 1 : at + 3] == ["  0: NE 1, SE 2", "  1: E 1, SW 2"]
    about = CliRunner().invoke(root, asked, input="card bend\nquit\n").output
    assert "ways NE 1, SE 2; " in about

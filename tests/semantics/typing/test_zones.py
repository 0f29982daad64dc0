"""Zones as values and as collections, looks at their order, and what happens to what lies in them."""

import pytest

from rulewright.semantics import typed as t
from rulewright.semantics.types import ComponentType, ListType, SetType, ZoneType
from semantics.typing.parts import errors, found, game, mistake, value, warnings

ZONES = """
card Card:
    copies = 4
    rank = 1
card Ace is Card
piece Stone
zone deck: ordered, hidden
zone pile: ordered
zone hand of each player: visible to owner
zone box: Stone
zone on_stone of each Stone: Card, in_play
"""
CARDS = "c: Card, q: player, x: Stone, z: zone"


def expr(expression: str, before: str = "") -> t.Expr:
    return value(expression, CARDS, before=ZONES + before)


def op(expression: str, before: str = "") -> t.Op:
    found = expr(expression, before)
    assert isinstance(found, t.Op)
    return found


def wrong(expression: str, before: str = "") -> tuple[str, str]:
    one = mistake(expression, CARDS, before=ZONES + before)
    return one.code, one.span.text


def statements(lines: str, before: str = "") -> list[t.Statement]:
    """The statements of a procedure."""
    body = "".join(f"    {line}\n" for line in lines.splitlines())
    checked = game(f"{ZONES}{before}procedure tested({CARDS}):\n{body}")
    block = checked.procedures[0].methods[0].body
    assert isinstance(block, t.Block)
    return block.statements


def wrong_statement(line: str, before: str = "") -> tuple[str, str]:
    all_ = found(f"{ZONES}{before}procedure tested({CARDS}):\n    {line}\n")
    assert len(all_) == 1, [str(one) for one in all_]
    return all_[0].code, all_[0].span.text


# ---- values ----


def test_a_zone_is_a_value() -> None:
    one = expr("deck")
    assert isinstance(one, t.ZoneRef) and one.zone.name == "deck" and one.index is None
    of_player = expr("hand of q")
    assert isinstance(of_player, t.ZoneRef) and isinstance(of_player.index, t.LocalRef)
    of_component = expr("on_stone of x")
    assert isinstance(of_component, t.ZoneRef) and of_component.zone.holder is not None
    assert expr("c.zone == hand of q or c.zone == none or z != deck").type == expr("true").type


def test_a_zone_known_in_play_only() -> None:
    assert expr("z").type == ZoneType(None)
    assert expr("deck if q == White else pile").type == ZoneType(None)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("hand", ("E215", "hand")),
        ("deck of q", ("E215", "deck of q")),
        ("hand of players", ("E215", "hand of players")),
        ("hand of c", ("E210", "c")),
        ("on_stone of c", ("E210", "c")),
        ("dek", ("E200", "dek")),
        ("hnd of q", ("E200", "hnd")),
        ("{deck, pile}", ("E210", "deck")),
        ("c.zone + 1", ("E210", "1")),
        ("deck and true", ("E210", "deck")),
        ("deck is Card", ("E210", "deck")),
        ("hand of q > 3", ("E210", "hand of q")),
        ("c in {deck}", ("E210", "deck")),
    ],
)
def test_wrong_values(expression: str, expected: tuple[str, str]) -> None:
    assert wrong(expression) == expected


@pytest.mark.parametrize(
    ("expression", "hint"),
    [
        ("hand", "say whose: hand of mover"),
        ("on_stone", "say whose: on_stone of x"),
        ("hand of players", "what lies in all of them is union(p in players: hand of p)"),
        ("hand of q > 3", "how many lie in it is count(hand of q)"),
        ("deck.top", "write top(deck)"),
        ("deck.size", "write count(deck)"),
        ("mine.zone", "ask it of each of them: all(x in mine: x.zone == ...)"),
    ],
)
def test_hints(expression: str, hint: str) -> None:
    assert mistake(expression, CARDS, before=ZONES).hint == hint


# ---- collections ----


@pytest.mark.parametrize(
    "expression",
    [
        "c in hand of q",
        "c not in deck",
        "{c} within pile",
        "any(d in deck: d.rank > 1)",
        "all(d in z: d in deck)",
        "{d in hand of q: d.rank == 1}",
        "union(p in players: hand of p)",
        "hand of q + pile - {c}",
        "deck & hand of q",
        "pile if q == White else {}",
        "(hand of q).rank",
        "only(hand of q)",
        "the hand of q",
        "first(hand of q)",
        "reach(d from pile: {d})",
        "sum(d in deck: d.rank) + max(d in deck: d.rank)",
        "pile == {}",
    ],
)
def test_a_zone_stands_for_what_lies_in_it(expression: str) -> None:
    expr(expression)


def test_an_ordered_zone_is_a_list_and_another_a_set() -> None:
    def source(expression: str) -> t.Expr:
        bound = expr(expression)
        assert isinstance(bound, t.Bind)
        return bound.source

    pile, hand, unknown = (source(f"sum(d in {zone}: 1)") for zone in ("pile", "hand of q", "z"))
    assert isinstance(pile, t.Op) and pile.op == "in_zone"
    assert isinstance(pile.type, ListType) and isinstance(pile.type.of, ComponentType)
    assert pile.type.of.kind is not None and pile.type.of.kind.name == "Card"
    assert isinstance(hand.type, SetType)
    assert unknown.type == SetType(ComponentType(None))


def test_how_many_lie_in_a_zone() -> None:
    assert op("count(deck)").op == "zone_size"
    assert op("any(hand of q)").op == "gt" and op("no(z)").op == "eq"


def test_ends_of_a_zone() -> None:
    assert op("top(pile)").op == "zone_top" and op("bottom(pile)").op == "zone_bottom"
    assert wrong("top(hand of q)") == ("E181", "hand of q")
    assert wrong("bottom(z)") == ("E181", "z")


def test_properties() -> None:
    ops = {"c.zone": "zone_of", "c.holder": "holder", "c.position": "index_in_zone", "c.face_down": "face_down"}
    ops |= {"(hand of q).owner": "zone_owner", "z.holder": "zone_holder"}
    assert {expression: op(expression).op for expression in ops} == ops
    assert str(op("c.holder").type) == "Stone"
    assert wrong("c.zonee") == ("E204", "zonee")


def test_a_game_without_zones_has_none_of_their_properties() -> None:
    assert mistake("p.zone == none").title == "`zone` is about zones, and this game has none"
    assert "position" not in mistake("p.atx").hint


# ---- looks at an order that may be unknown ----

LOOKS = [
    "top(deck)",
    "bottom(deck)",
    "first(deck)",
    "deck[1]",
    "first(d in deck: d.rank > 1)",
    "best(d in deck: d.rank)",
    "prefix(d in deck: d.rank > 1)",
]
BLIND = ["count(deck)", "any(d in deck: d.rank > 1)", "c in deck", "deck + pile", "deck.rank", "only(deck)", "deck"]
SHUFFLED = "setup:\n    shuffle deck\n"


@pytest.mark.parametrize("look", LOOKS)
def test_a_look_at_a_shuffled_order_is_chance(look: str) -> None:
    expr(look)
    assert wrong(look, SHUFFLED)[0] == "E183"
    statements(f"let it = {look}", SHUFFLED)


@pytest.mark.parametrize("expression", BLIND)
def test_what_does_not_look_may_stand_anywhere(expression: str) -> None:
    expr(expression, SHUFFLED)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("let it = q == White and top(deck).rank == 1", "top(deck)"),
        ("let it = any(d in pile: d == top(deck))", "top(deck)"),
        ("let it = first(deck) if q == White else c", "first(deck)"),
    ],
)
def test_places_without_chance(line: str, words: str) -> None:
    assert wrong_statement(line, SHUFFLED) == ("E183", words)


@pytest.mark.parametrize(
    ("body", "words"),
    [("deal 1 from deck to pile", "deal 1 from deck to pile"), ("move deck to pile", "deck"), ("reveal deck", None)],
)
def test_what_comes_out_of_a_shuffled_zone_within_one_move(body: str, words: str | None) -> None:
    rules = f"{ZONES}{SHUFFLED}turn:\n    one move:\n        {body}\n"
    assert [(one.code, one.span.text) for one in found(rules)] == [("E183", words or body)]
    game(rules.replace(SHUFFLED, ""))


def test_conditions_of_actions_cannot_look() -> None:
    action = "action Take:\n    pick d in deck\n    where d == top(deck)\n    do:\n        move d to pile\n"
    rules = f"{ZONES}{action}turn:\n    choose Take\n"
    game(rules)
    assert errors(rules + SHUFFLED) == ["14 E183 top(deck)"]


def test_after_cannot_follow_a_draw() -> None:
    action = "action Take:\n    do:\n        deal 1 from deck to pile\n    after any(pile)\nturn:\n    choose Take\n"
    game(ZONES + action)
    assert [one.code for one in found(ZONES + SHUFFLED + action)] == ["E261"]


# ---- effects ----


def test_place_in_lists_the_topmost_first() -> None:
    below, above = statements("place Ace, Card of q in deck as d")
    assert isinstance(below, t.PlaceOne) and isinstance(above, t.PlaceOne)
    assert isinstance(below.kind, t.Constant) and isinstance(above.kind, t.Constant)
    assert (below.kind.value, above.kind.value) == (0, 1)
    assert below.name is not None and below.name.name == "d" and above.name is None
    assert isinstance(below.site, t.ZoneRef) and above.owner is not None


def test_place_several_in_several_zones() -> None:
    placed = statements("place 3 Ace in deck, hand of q")
    assert [one.site.span.text for one in placed if isinstance(one, t.PlaceOne)] == ["deck", "hand of q"]
    assert all(isinstance(one, t.PlaceOne) and one.count is not None for one in placed)


def test_moves_and_deals_have_an_end() -> None:
    ends = statements(
        "move c to deck\nmove c to deck bottom\nmove hand of q to pile top\ndeal 2 from deck to pile bottom"
    )
    assert [one.end for one in ends if isinstance(one, t.MoveTo | t.Deal)] == ["top", "bottom", "top", "bottom"]


def test_what_moves_to_a_zone() -> None:
    moves = statements(
        "move c to hand of q\nmove {c} to deck\nmove pile to deck\nmove supply(Card) to deck\nmove c to a1"
    )
    whats = [one.what for one in moves if isinstance(one, t.MoveTo)]
    assert isinstance(whats[2], t.Op) and whats[2].op == "in_zone" and isinstance(whats[2].type, ListType)
    supply = whats[3]
    assert isinstance(supply, t.Op) and supply.op == "supply_set" and isinstance(supply.data, tuple)
    assert [kind.name for kind in supply.data] == ["Ace"]


def test_the_other_effects() -> None:
    lines = "shuffle deck\nshuffle z\nreveal c to q\nreveal deck\nreveal hand of q to players\n"
    lines += "flip c\nflip hand of q\nremove pile\nswap top(pile) with c\nswap c with x"
    names = [type(one).__name__ for one in statements(lines)]
    assert names == ["Shuffle", "Shuffle", "Reveal", "Reveal", "Reveal", "Flip", "Flip", "Remove", "Swap", "Swap"]


def test_kinds_and_owners_of_what_lies_in_zones() -> None:
    kind, owner = statements("pile.kind = Ace\ntop(pile).owner = q")
    assert isinstance(kind, t.SetKind) and isinstance(kind.what, t.Op) and kind.what.op == "in_zone"
    assert isinstance(owner, t.SetOwner)


def test_the_event_dealt() -> None:
    checked = game(ZONES + "when dealt(d, there) if there == hand of mover:\n    reveal d\n")
    (trigger,) = checked.triggers
    assert [param.type for param in trigger.params] == [ComponentType(None), ZoneType(None)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("shuffle box", ("E181", "box")),
        ("shuffle mine", ("E181", "mine")),
        ("shuffle a1", ("E181", "a1")),
        ("deal 1 from mine to deck", ("E181", "mine")),
        ("deal true from deck to pile", ("E210", "true")),
        ("deal 1 from deck to box", ("E182", "deck")),
        ("deal 1 from deck to hand of q bottom", ("E181", "bottom")),
        ("deal 1 from deck to rows(1)", ("E210", "rows(1)")),
        ("move c to deck bottm", ("E181", "bottm")),
        ("move c to a1 top", ("E181", "top")),
        ("move c to box", ("E182", "c")),
        ("move x to deck", ("E182", "x")),
        ("move mine to deck", ("E182", "mine")),
        ("move supply(Stone) to deck", ("E182", "supply(Stone)")),
        ("remove supply(Card)", ("E184", "supply(Card)")),
        ("place Stone in deck", ("E182", "Stone")),
        ("place Ace on deck", ("E181", "deck")),
        ("place Ace in a1", ("E181", "a1")),
        ("place Ace in hand", ("E215", "hand")),
        ("place Ace in deck with face_down = true", ("E204", "face_down")),
        ("reveal a1", ("E210", "a1")),
        ("reveal c to all", ("E200", "all")),
        ("reveal c to a1", ("E210", "a1")),
        ("flip q", ("E210", "q")),
        ("swap top(pile) with x", ("E182", "x")),
        ("swap x with only(hand of q)", ("E182", "x")),
        ("deck = pile", ("E242", "deck")),
        ("top(pile) = c", ("E242", "top(pile)")),
        ("(hand of q).owner = q", ("E242", "(hand of q).owner")),
    ],
)
def test_wrong_effects(line: str, expected: tuple[str, str]) -> None:
    assert wrong_statement(line) == expected


def test_what_may_be_of_another_kind_is_taken_from_the_right_one() -> None:
    (one,) = found(f"{ZONES}procedure tested():\n    move mine to deck\n")
    assert one.hint == "take those that are: Card & mine"
    statements("move Card & mine to deck")


def test_a_zone_known_in_play_only_is_judged_there() -> None:
    statements("move c to z\nmove z to deck\ndeal 1 from z to hand of q")


@pytest.mark.parametrize("effect", ["shuffle deck", "deal 1 from deck to pile", "reveal top(deck)", "flip top(deck)"])
def test_definitions_change_nothing(effect: str) -> None:
    rules = f"{ZONES}define tested(n: int): int:\n    {effect}\n    return n\n"
    assert [one.code for one in found(rules)] == ["E240"]


# ---- picks and scenarios ----


def test_picks_from_zones() -> None:
    rules = f"""{ZONES}
action Play:
    pick c in hand of mover
    do:
        move c to pile
action Discard:
    pick 1..2 cs in hand of mover
    do:
        move cs to pile
turn:
    choose Play | Discard
    pick d in pile by opponent
    move d to deck
    let one = any_of(hand of mover)
    reveal one
scenario "cards":
    given:
        place 2 Ace in hand of White
        place Ace in deck
        move top(deck) to pile
        mover = White
    play Play c = Ace
    play Discard cs = [Ace, Ace]
    play Discard cs = hand of White
    expect any(c in hand of White: c is Ace) and count(pile) == 1
    expect top(pile) is Ace
"""
    (scenario,) = game(rules).scenarios
    picks = [step.move.picks[0][1] for step in scenario.steps if step.move is not None]
    assert [str(pick.type) for pick in picks] == ["kind", "list of kind", "set of Card"]


def test_scenarios_of_zones_that_are_wrong() -> None:
    rules = ZONES + 'setup:\n    shuffle deck\nscenario "s":\n    expect top(deck) is Ace\n'
    assert [(one.code, one.span.text) for one in found(rules)] == [("E183", "top(deck)")]


# ---- warnings ----


def test_what_comes_from_the_supply_is_placed() -> None:
    assert not [
        line for line in warnings(ZONES + "setup:\n    move supply(Card) to deck\n") if "W109" in line and "Ace" in line
    ]


def test_what_is_asked_of_a_zone_is_not_always_true() -> None:
    rules = f"{ZONES}turn:\n    if any(deck) and no(pile):\n        again\n"
    assert not [line for line in warnings(rules) if "W104" in line]


def test_cards_that_leave_a_hand_do_not_use_up_the_pieces() -> None:
    rules = f"""{ZONES}
setup:
    place Pawn of White on a1
    place 3 Ace in hand of White
action Step:
    pick p in Pawn of mover
    pick s in {{s in sites: s.empty}}
    do:
        move p to s
turn:
    choose Step
    remove hand of mover
"""
    assert not [line for line in warnings(rules) if "W103" in line]
    assert [line for line in warnings(rules.replace("remove hand of mover", "remove theirs")) if "W103" in line]


def test_a_position_does_not_hold_a_zone() -> None:
    (one,) = found(ZONES + "position is placement, hand of White\n")
    assert (one.code, one.hint) == (
        "E210",
        "say what of it counts: count(hand of White), or any(x in hand of White: ...)",
    )


@pytest.mark.parametrize(
    ("effect", "event"),
    [
        ("deal 1 from pile to hand of mover", "dealt"),
        ("deal 1 from pile to a1", "placed"),
        ("move Ace to pile", "removed"),
        ("place Ace in pile", "dealt"),
        ("swap top(pile) with only(Ace)", "dealt"),
        ("remove Stone", "removed"),  # what lies in its zone leaves with it
    ],
)
def test_after_looks_through_the_reactions(effect: str, event: str) -> None:
    reacts = f"card Ace is Card:\n    when {event}(self):\n        let n = roll d6\n        turn_back(n)\n"
    zones = ZONES.replace("card Ace is Card\n", reacts)
    rules = f"""{zones}
die d6: 1..6
procedure turn_back(n: int):
    if n > 6:
        remove theirs
action Act:
    do:
        {effect}
    after any(pile)
turn:
    choose Act
"""
    assert [one.code for one in found(rules)] == ["E261"]
    game(rules.replace("let n = roll d6", "let n = 6"))


def test_what_lies_in_a_zone_known_in_play_only_is_what_all_zones_hold() -> None:
    cards = "card Card:\n    rank = 1\ncard Ace is Card\npiece Stone\nzone deck: ordered\nzone pile: Ace\n"
    game(cards + "define tested(z: zone): int = sum(c in z: c.rank)\n")
    (one,) = found(cards + "zone box: Stone\ndefine tested(z: zone): int = sum(c in z: c.rank)\n")
    assert (one.code, one.span.text) == ("E214", "rank")


def test_a_zone_known_in_play_only_may_be_one_that_is_shuffled() -> None:
    rules = f"{ZONES}{SHUFFLED}procedure draw(z: zone):\n    one move:\n        deal 1 from z to hand of White\n"
    assert [(one.code, one.span.text) for one in found(rules)] == [("E183", "deal 1 from z to hand of White")]
    game(rules.replace("shuffle deck", "nothing"))

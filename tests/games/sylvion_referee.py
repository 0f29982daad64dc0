"""A referee of Sylvion's introductory game, written from the clauses of its rulebook alone, for the tests.

It shares no code with the rules, nor with any engine. The battlefield is a dict from (row, place) to the name of a
card: rows 1 to 4 from the top, place 0 the top of the row's stack, places 1 to 4 the battlefield, place 5 the forest. A
card's name tells all: F2 a fountain, T3 a tree, E1 an elemental, B4 a Blazing one, C a Blaze, D a Simoon, W, P, H, O a
whale, an elephant (pachyderm), hedgehogs, an owl.

`game` is a generator. It yields a `Draw` wherever a card leaves a shuffled stack, with the cards that lie there, and is
sent the one that comes; and a `Choice` wherever the Defender decides, and is sent what was chosen. Choices are tuples:

    ("H", row)                  hedgehogs discard what was revealed in a row
    ("F2", row, place)          a fountain or tree is put there
    ("W", here, there)          a whale takes an elemental a first step; here and there are (row, place)
    ("P", row, place)           an elephant destroys an elemental
    ("O",)                      an owl
    ("walk", here, there)       a further step of the whale's elemental
    ("cards", names)            cards of the hand that are given up, a sorted tuple of names
    ("draw",)                   the card for a fountain that was destroyed
    None                        no more, or no
"""

from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

Choosable = tuple[Any, ...] | None
Space = tuple[int, int]

ROWS = (1, 2, 3, 4)
FOREST, STACK = 5, 0
PLACES = (1, 2, 3, 4)
SYLVAN = Counter({f"{plant}{n}": 2 for plant in "FT" for n in (1, 2, 3, 4)} | dict.fromkeys("WPHO", 2))
RAVAGE = Counter({f"E{n}": 8 for n in (0, 1, 2, 3)} | {"C": 8, "D": 8})
BLAZED = {"E1": "B2", "E2": "B3", "E3": "B4", "E0": "B4"}
COST = {"W": 0, "P": 1, "O": 1}


@dataclass(frozen=True, slots=True)
class Draw:
    """A card comes off a shuffled stack of these: "army" when stacks are made, else "deck"."""

    stack: str
    cards: Counter[str]


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision of the Defender: everything that may be chosen."""

    among: frozenset[Choosable]


Playing = Generator[Draw | Choice, Any, None]


class GameOver(Exception):  # noqa: N818 (no error)
    """The game is over, won or not."""

    def __init__(self, won: bool) -> None:
        super().__init__(won)
        self.won = won


def elemental(card: str) -> bool:
    """Whether a card is an elemental, standard or Blazing."""
    return card[0] in "EB"


def plant(card: str) -> bool:
    """Whether a card is a tree or a fountain."""
    return card[0] in "FT"


def strength(card: str) -> int:
    """What counts in combat and in the forest; a tree has none [CMB-1]."""
    return 0 if card[0] == "T" else int(card[1])


def cost(card: str) -> int:
    """How many other cards must be given up: plants 0 to 3 by their number."""
    return int(card[1]) - 1 if plant(card) else COST[card]


def some(hand: Counter[str], number: int) -> frozenset[Choosable]:
    """All ways to take so many cards out of a hand."""
    return frozenset(("cards", cards) for cards in combinations(sorted(hand.elements()), number))


@dataclass(slots=True)
class Table:
    """What lies on the table. `seen` counts what has happened, so that a test can see that everything does."""

    board: dict[Space, str] = field(default_factory=dict)
    hand: Counter[str] = field(default_factory=Counter)
    deck: Counter[str] = field(default_factory=Counter)
    discard: Counter[str] = field(default_factory=Counter)
    army: Counter[str] = field(default_factory=Counter)
    ashes: Counter[str] = field(default_factory=Counter)
    stacks: dict[int, list[str]] = field(default_factory=lambda: {row: [] for row in ROWS})
    bloom: int = 6
    turn: int = 0
    last: bool = False
    seen: Counter[str] = field(default_factory=Counter)

    # ---- cards ----

    def give_up(self, card: str) -> None:
        """A card of the hand goes to the Sylvan discard."""
        self.hand[card] -= 1
        self.hand += Counter()
        self.discard[card] += 1

    def draw(self, number: int) -> Playing:
        """Draw, reshuffling when a card is needed and none is there [DRW-1, DRW-2]."""
        for _ in range(number):
            if not self.deck.total():
                self.deck, self.discard = self.discard, Counter()
                self.seen["reshuffled"] += self.deck.total() > 0
            if self.deck.total():
                card = yield Draw("deck", Counter(self.deck))
                self.deck[card] -= 1
                self.deck += Counter()
                self.hand[card] += 1

    def take(self) -> Generator[Draw | Choice, Any, str]:
        """A card off the Ravage's pack."""
        card: str = yield Draw("army", Counter(self.army))
        self.army[card] -= 1
        self.army += Counter()
        return card

    def choose_cards(self, number: int, hand: Counter[str]) -> Playing:
        """Give up so many of these cards of the hand."""
        chosen = yield Choice(some(hand, number))
        for card in chosen[1]:
            self.give_up(card)

    # ---- elementals ----

    def elementals(self) -> list[Space]:
        """Where elementals lie, in the order in which they move: by rows from the top, the leftmost first."""
        return sorted((s for s in self.board if elemental(self.board[s])), key=lambda space: (space[0], -space[1]))

    def go(self, here: Space, there: Space) -> Playing:
        """An elemental goes one space: into the forest, into combat, or onto a free space [MOV-2, MOV-3, CMB]."""
        card = self.board.pop(here)
        if there[1] == FOREST:
            self.ashes[card] += 1
            self.damage(strength(card))
            return
        met = self.board.get(there)
        if met is None:
            self.board[there] = card
            return
        assert plant(met)
        mine, other = strength(card), strength(met)
        if other <= mine:
            del self.board[there]
            self.discard[met] += 1
        if mine <= other:
            self.ashes[card] += 1
        else:
            self.board[there] = card
        self.seen["tie" if mine == other else "plant lost" if other < mine else "elemental lost"] += 1
        if other <= mine and met[0] == "F" and not self.last:
            self.seen["may draw"] += 1
            if (yield Choice(frozenset({("draw",), None}))):
                yield from self.draw(1)

    def damage(self, points: int) -> None:
        """Edges turn; the one that is not there loses the game [DMG]."""
        for _ in range(points):
            if self.bloom == 0:
                raise GameOver(False)
            self.bloom -= 1

    def march(self) -> Playing:
        """Every elemental goes one space left [MOV-1]."""
        for row, place in self.elementals():
            yield from self.go((row, place), (row, place + 1))

    # ---- the turn ----

    def reveal(self) -> Playing:
        """The stacks' top cards, then the window for hedgehogs [REV-1, ANI-H]."""
        for row in reversed(ROWS):
            if self.army.total() and row == 4:
                self.board[row, STACK] = yield from self.take()
            elif self.stacks[row]:
                self.board[row, STACK] = self.stacks[row].pop()
        while self.hand["H"]:
            choices: set[Choosable] = {("H", row) for row in ROWS if (row, STACK) in self.board}
            if not choices:
                return
            chosen = yield Choice(frozenset(choices | {None}))
            if not chosen:
                return
            self.give_up("H")
            self.ashes[self.board.pop((chosen[1], STACK))] += 1
            self.seen["hedgehogs"] += 1

    def support(self) -> Playing:
        """All Blazes, then all Simoons [SUP-1, SUP-2, BLZ, SIM]."""
        for letter in "CD":
            for row in ROWS:
                if self.board.get((row, STACK)) != letter:
                    continue
                if letter == "C":
                    for space, card in self.board.items():
                        self.board[space] = BLAZED.get(card, card)
                else:
                    yield from self.march()
                del self.board[row, STACK]
                self.ashes[letter] += 1
                self.seen[letter] += 1

    def plays(self) -> Iterator[Choosable]:
        """Everything that may be played from the hand [DEF-1, DEF-2, DEF-4, ANI]."""
        others = self.hand.total() - 1
        for card in self.hand:
            if card == "H" or cost(card) > others:
                continue
            if plant(card):
                yield from ((card, row, place) for row in ROWS for place in PLACES if (row, place) not in self.board)
            elif card == "P":
                yield from (("P", *space) for space in self.elementals())
            elif card == "W":
                yield from (("W", here, there) for here in self.elementals() for there in self.steps(here))
            else:
                yield ("O",)

    def steps(self, here: Space) -> Iterator[Space]:
        """Where a whale can take an elemental: not onto another one, not onto a stack, not off the rows [ANI-W]."""
        row, place = here
        for there in ((row - 1, place), (row + 1, place), (row, place - 1), (row, place + 1)):
            inside = there[0] in ROWS and 1 <= there[1] <= FOREST
            if inside and not (there in self.board and elemental(self.board[there])):
                yield there

    def defend(self) -> Playing:
        """Play as many cards as one likes, then discard down to ten [DEF]."""
        while choices := frozenset(self.plays()):
            chosen = yield Choice(choices | {None})
            if not chosen:
                break
            card, *target = chosen
            if cost(card):
                yield from self.choose_cards(cost(card), self.hand - Counter([card]))
            self.seen[card] += 1
            if plant(card):
                self.hand = self.hand - Counter([card])
                self.board[target[0], target[1]] = card
                continue
            self.give_up(card)
            if card == "P":
                self.ashes[self.board.pop((target[0], target[1]))] += 1
            elif card == "W":
                yield from self.whale(target[0], target[1])
            else:
                yield from self.draw(3)
        if self.hand.total() > 10:
            self.seen["too many"] += 1
            yield from self.choose_cards(self.hand.total() - 10, self.hand)

    def whale(self, here: Space, there: Space) -> Playing:
        """One to three steps; the walk ends where the elemental does."""
        for step in range(3):
            walker = self.board[here]
            yield from self.go(here, there)
            self.seen[f"step {step + 1}"] += 1
            further = frozenset(("walk", there, beyond) for beyond in self.steps(there))
            # Whatever stands there now is the walker, for nothing else that is an elemental can have come there.
            if self.board.get(there) != walker or not further or step == 2:
                return
            chosen = yield Choice(further | {None})
            if not chosen:
                return
            here, there = there, chosen[2]

    def final_assault(self) -> Playing:
        """Every elemental left marches to its end, one after the other; then the trees count [END]."""
        self.last = True
        for row, place in self.elementals():
            while (row, place) in self.board and elemental(self.board[row, place]):
                yield from self.go((row, place), (row, place + 1))
                place += 1
        trees = sum(int(card[1]) for card in self.board.values() if card[0] == "T")
        self.bloom = min(12, self.bloom + trees)
        raise GameOver(self.bloom == 12)

    def play(self) -> Playing:
        """Twelve turns and the Final Assault."""
        for self.turn in range(1, 13):
            yield from self.reveal()
            yield from self.support()
            yield from self.march()
            yield from self.draw(3)
            yield from self.defend()
        yield from self.final_assault()


def game(table: Table) -> Playing:
    """A whole game on an empty table. The stacks of rows 3, 2, 1 are dealt off the Ravage's pack in turn, card upon
    card; what is left is the stack of row 4."""
    table.deck, table.army = Counter(SYLVAN), Counter(RAVAGE)
    for row in (3, 2, 1):
        for _ in range(12):
            table.stacks[row].append((yield from table.take()))
    yield from table.draw(8)
    yield from table.play()

"""Whole games of Arena of the Planeswalkers with spells, by its referee: casting, enchantments, Mind reader.

As in arena_game.py; what each spell does is told here from the column `text` of spells.csv, and from no rule. A player
knows nothing of this: the referee sees all hands. Further choices, where a card is meant by its owner and its front:

    ("cast", name, cell or None, owner or None, card or None)    ("replay", ...)    ("read", player, name)

and `Drawn` also where a library is looked into. Every deck is played once at most, so that a spell's owner is the one
whose deck it is from.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from games.arena_box import ARMIES, CARDS, MOORLANDS, SORTS, SQUAD, WALKER, Card, Cell, ground
from games.arena_game import DECK, HAND, SUMMONS, Drawn, Playing, War
from games.arena_referee import CROSSED, SHIELD, Choice, Chosen, Figure, First, roll
from games.arena_sight import around

TABLE = Path(__file__).parents[2] / "rulesets" / "arena" / "spells.csv"
CASTS = 3
LETTERS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
AGAINST = {"Stone Will": "attack", "Phantom Guard": "attack", "Sheltering Word": "spell", "Prepared Answer": "spell"}
"""Concealed ones that prevent 2 damage (Sheltering Word all of it), and of what."""
LIVES = "Survive the Night"
GREEN = ("Arlinn, Goldnight Outcast", "Kessig Rangers")
NEAR = {"Called Away", "Swallowed by Mist", "Unsteady Ground", "Led Astray", "Corpse Lunge", "Dual Shot"}
NEAR |= {"Burn from Within", "Burn at the Stake", "Silverstrike"}
"""At figures of opponents within five clear sight spaces."""
SIGHT = 5

Held = tuple[str, str]
"""An army card: its owner, and its front."""


@cache
def spells() -> dict[str, dict[str, str]]:
    """The table of the spells."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {row["name"]: row for row in csv.DictReader(file)}


def number(name: str, column: str) -> int:
    """A number of the table, 0 where there is none."""
    return int(spells()[name][column] or 0)


@dataclass(eq=False, slots=True)
class Enchantment:
    """An enchantment on an army card, concealed or an aura."""

    name: str
    concealed: bool


@dataclass
class Magic(War):
    """A game with spells. `decks` are who owns which spell; `unseen` the spells of a library of which nobody knows
    where they lie, `tops` those that lie on top of them, first the topmost. `lying` are the enchantments on each army
    card, oldest first, `counters` its counters of power and toughness. Of this turn: `cast`, `read`, and `pounce`, who
    has more power in the next attack. `marching` is whom a spell moves, so many spaces."""

    decks: dict[str, str] = field(default_factory=dict)
    unseen: dict[str, set[str]] = field(default_factory=dict)
    tops: dict[str, list[str]] = field(default_factory=dict)
    lying: dict[Held, list[Enchantment]] = field(default_factory=dict)
    counters: dict[Held, tuple[int, int]] = field(default_factory=dict)
    cast: int = 0
    read: bool = False
    pounce: dict[Figure, int] = field(default_factory=dict)
    marching: tuple[Figure, int] | None = None

    # ---- numbers ----

    def auras(self, f: Figure, column: str) -> int:
        """What auras on its card add to a figure."""
        there = self.lying.get((f.owner, f.sort.card), [])
        return sum(number(one.name, column) for one in there if not one.concealed)

    def power(self, f: Figure) -> int:
        """Its power, with counters and all [AP-TRM-3, Q15]."""
        counters = self.counters.get((f.owner, f.sort.card), (0, 0))[0]
        more = f.more_power + counters + self.auras(f, "power") + self.pounce.get(f, 0)
        return max(0, f.sort.power + more + self.weird(f))

    def toughness(self, f: Figure) -> int:
        """The same for toughness."""
        held = (f.owner, f.sort.card)
        counters = self.counters.get(held, (0, 0))[1]
        more = f.more_toughness + counters + self.auras(f, "toughness")
        return max(0, f.sort.toughness + more + self.weird(f))

    def move(self, f: Figure) -> int:
        """The spaces a figure may move, or as many as a spell allows."""
        if self.marching and self.marching[0] is f:
            return self.marching[1]
        return f.sort.move + f.more_move + self.auras(f, "speed")

    def attack_dice(self, f: Figure, g: Figure) -> int:
        """As without spells."""
        return self.power(f) + (self.surface(f.here) > self.surface(g.here))

    def defence_dice(self, f: Figure, g: Figure) -> int:
        """As without spells."""
        return self.toughness(g) + (self.surface(g.here) > self.surface(f.here))

    def batter_dice(self, f: Figure) -> int:
        """As without spells."""
        return self.power(f)

    # ---- damage ----

    def hurt(self, f: Figure, markers: int, source: str = "") -> None:
        """Markers, less what concealed spells prevent, which come one after the other [AP-SPL-5, AP-SPL-6]."""
        if f.cell is None:
            return
        for one in list(self.lying.get((f.owner, f.sort.card), [])):
            if markers and one.concealed and AGAINST.get(one.name) == source:
                markers = 0 if one.name == "Sheltering Word" else max(0, markers - 2)
                self.bury(one)
        f.damage += markers
        if f.damage >= f.sort.life:
            self.destroy(f)

    def destroy(self, f: Figure) -> None:
        """A figure is destroyed, unless a concealed spell keeps it alive."""
        for one in self.lying.get((f.owner, f.sort.card), []):
            if one.concealed and one.name == LIVES:
                f.damage = f.sort.life - 1
                self.bury(one)
                return
        self.fallen.append(f)
        self.remove(f)

    def attack(self, f: Figure, g: Figure) -> Playing[bool]:
        """An attack, and whether it has destroyed g [AP-ATK-8, AP-ATK-9]."""
        f.attacked = True
        offence, defence = self.attack_dice(f, g), self.defence_dice(f, g)
        hits = (yield from roll(offence)).count(CROSSED)
        shields = (yield from roll(defence)).count(SHIELD)
        self.pounce.pop(f, None)
        if hits > shields:
            self.hurt(g, hits - shields, "attack")
        return g.cell is None

    def batter(self, f: Figure, stone: Cell) -> Playing[None]:
        """An attack on a cryptolith."""
        yield from War.batter(self, f, stone)
        self.pounce.pop(f, None)

    # ---- where cards lie ----

    def bury(self, one: Enchantment) -> None:
        """An enchantment goes to its owner's graveyard [AP-SPL-8]."""
        for there in self.lying.values():
            if one in there:
                there.remove(one)
        self.discard(one.name)

    def discard(self, name: str) -> None:
        """A spell goes to its owner's graveyard."""
        owner = self.decks[name]
        self.graveyards[owner].append(name)

    def remove(self, f: Figure) -> None:
        """A figure leaves the battlefield; what lies on its card goes with the last one."""
        War.remove(self, f)
        self.cleared((f.owner, f.sort.card))

    def cleared(self, held: Held) -> None:
        """Nothing lies on a card that is not in play."""
        if held[1] in self.armies[held[0]]:
            return
        for one in list(self.lying.get(held, [])):
            self.bury(one)
        self.counters.pop(held, None)

    def waiting(self, player: str, card: str) -> list[Figure]:
        """The figures of a card that could be summoned."""
        # A side without a cost cannot come [AP-BLD-6].
        if any(f.sort.name != CARDS[card].figure for f in self.squad(player, card)):
            return []
        return self.absent(player, card)

    # ---- libraries ----

    def set_up(self, armies: dict[str, str]) -> Playing[str]:
        """Who begins."""
        for player, army in armies.items():
            deck = [name for name, row in spells().items() if row["deck"] == ARMIES[army][0]]
            assert len(deck) == DECK
            self.decks |= dict.fromkeys(deck, player)
            self.unseen[player], self.tops[player] = set(deck), []
        return (yield from War.set_up(self, armies))

    def look_at_top(self, player: str) -> Playing[str]:
        """The topmost spell of a library, which is known from then on; the last one is no surprise."""
        if not self.tops[player]:
            unseen = self.unseen[player]
            name: str = next(iter(unseen)) if len(unseen) == 1 else (yield Drawn(player))
            unseen.remove(name)
            self.tops[player].append(name)
        return self.tops[player][0]

    def draw(self, player: str) -> Playing[None]:
        """A spell of the library, if there is any [AP-TRN-3]."""
        if self.libraries[player]:
            yield from self.look_at_top(player)
            self.libraries[player] -= 1
            self.hands[player].append(self.tops[player].pop(0))

    def draws(self, player: str, spells: int) -> Playing[None]:
        """Spells are drawn, by who has a planeswalker [AP-TRN-5]."""
        for _ in range(spells):
            if self.walker(player):
                yield from self.draw(player)

    # ---- turns ----

    def rest(self) -> None:
        """A turn is over."""
        War.rest(self)
        self.cast, self.read = 0, False
        self.pounce.clear()

    def one_turn(self, player: str) -> Playing[None]:
        """A turn [AP-TRN-1]."""
        for f in self.figures:
            f.more_toughness *= f.owner != player
        walker = self.walker(player)
        if walker and any(one.name == "Creeping Dread" for one in self.lying.get((player, walker.sort.card), [])):
            yield from self.discards(player)
        self.heal(player)  # no clause says what is first
        if walker and (self.turn > 1 or len(self.players) > 2):
            yield from self.draw(player)
        while self.armies[player]:
            among = {("card", card) for card in self.armies[player]} | self.castable(player)
            chosen = yield Choice(player, frozenset(among))
            assert chosen
            if chosen[0] == "card":
                yield from self.with_card(player, chosen[1])
                break
            yield from self.play_spell(player, chosen)
        while len(self.hands[player]) > HAND:  # [AP-TRN-4]
            yield from self.discards(player)

    def discards(self, player: str) -> Playing[None]:
        """A player discards a spell of choice."""
        if self.hands[player]:
            _, name = yield Choice(player, frozenset(("spell", one) for one in self.hands[player]))
            self.hands[player].remove(name)
            self.discard(name)

    def with_card(self, player: str, name: str) -> Playing[None]:
        """The turn from when a card is chosen on. Spells come before anybody moves and after the attacks [AP-SPL-1]."""
        card = CARDS[name]
        summoned, transformed = 0, not card.other
        while True:
            among = self.castable(player) | self.minds(player, card)
            if not transformed and self.squad(player, name):
                among.add(("transform",))
            if card.rank == WALKER and self.walker(player) and summoned < SUMMONS:
                cards = [*self.reserves[player], *self.armies[player]]
                among |= {("summon", one) for one in cards if self.room(player, CARDS[one])}
            if not among or not (chosen := (yield Choice(player, frozenset(among | {None})))):
                break
            if chosen[0] == "transform":
                transformed = True
                self.transform(player, card)
            elif chosen[0] == "summon":
                summoned += 1
                yield from self.summon(player, CARDS[chosen[1]])
            else:
                yield from self.play_spell(player, chosen)
        yield from self.moving(player, name)
        if self.battlefield != MOORLANDS or self.turn > len(self.players):  # [AP-B2-4]
            yield from self.attacking(player, name)
        while among := self.castable(player) | self.minds(player, card):
            if not (chosen := (yield Choice(player, frozenset(among | {None})))):
                break
            yield from self.play_spell(player, chosen)

    def room(self, player: str, card: Card) -> bool:
        """Whether there is room for all that wait [AP-SUM-3]."""
        return 0 < len(self.waiting(player, card.name)) <= len(self.landings(player, card))

    def summon(self, player: str, card: Card) -> Playing[None]:
        """The figures of a card, or those of them that wait."""
        for f in self.waiting(player, card.name):
            self.dress(f)
            cells = self.landings(player, card)
            _, cell = yield Choice(player, frozenset(("space", cell) for cell in cells))
            self.into_play(player, card.name)
            f.cell = cell
            if self.is_exit(cell):  # [AP-B3-3]
                yield from self.enter(f)
                self.look()

    def dress(self, f: Figure) -> None:
        """Who comes is of the side of the card that is up."""
        others = self.squad(f.owner, f.sort.card)
        f.sort = others[0].sort if others else SORTS[CARDS[f.sort.card].figure]

    # ---- casting ----

    def minds(self, player: str, card: Card) -> set[Chosen]:
        """Jace reads the top of an opponent's library, once a turn [AP-TRN-6]."""
        if card.figure != "Jace" or self.read or not self.squad(player, card.name):
            return set()
        foes = [foe for foe in self.players if not self.friends(player, foe) and self.libraries[foe]]
        return {("read", foe, name) for foe in foes for name in spells()}

    def castable(self, player: str) -> set[Chosen]:
        """What a player may cast, and at whom or onto what [AP-SPL-1, AP-SPL-7, AP-TRN-5]."""
        if self.cast >= CASTS or not self.walker(player):
            return set()
        return {("cast", *one) for name in self.hands[player] for one in self.ways(player, name)}

    def ways(self, player: str, name: str) -> Iterator[tuple[object, ...]]:
        """The ways in which a spell may be cast."""
        row, walker = spells()[name], self.walker(player)
        assert walker
        if LETTERS[row["color"]] not in CARDS[walker.sort.card].colors or not self.possible(player, name):
            return
        if row["on"]:
            owners = self.hosts(player, name, row["form"])
            for owner in owners:
                cards = [card for card in self.armies[owner] if CARDS[card].rank in row["on"].split()]
                if name == "Angel's Mercy":
                    cards = [card for card in cards if any(f.damage for f in self.squad(owner, card))]
                yield from ((name, None, owner, card) for card in cards)
        elif row["aim"]:
            yield from ((name, f.here, None, None) for f in self.standing() if self.aimed(player, name, f))
        else:
            yield (name, None, None, None)

    def hosts(self, player: str, name: str, form: str) -> Iterable[str]:
        """On whose cards a spell may be played [AP-SPL-4, AP-SPL-5]."""
        if name == "Creeping Dread":
            return [foe for foe in self.players if not self.friends(player, foe)]
        return self.players if form == "aura" else [player]

    def creatures(self, player: str) -> list[Figure]:
        """A player's creatures on the battlefield."""
        return [f for f in self.of(player) if not f.walker]

    def possible(self, player: str, name: str) -> bool:
        """Whether what a spell needs is there."""
        match name:
            case "Not Forgotten":
                return bool(self.graveyards[player])
            case "Corpse Lunge":
                return any(f.owner == player for f in self.fallen)
            case "Burn at the Stake" | "Infernal Plunge":
                return bool(self.creatures(player))
            case "Behold the Beyond":
                return self.libraries[player] > 0
            case "Ever After":
                return bool(self.lost_squads(player) and self.beside(player))
            case "Natural End":
                return any(self.lying.values())
            case "Harness the Storm":
                return bool(self.sorceries(player))  # that one of them can be cast is not asked
            case "Through the Mirror" | "A Step Between":
                return bool(self.leaps(player))
            case _:
                return True

    def lost_squads(self, player: str) -> list[Figure]:
        """A player's figures of squads that have fallen."""
        return [f for f in self.fallen if f.owner == player and CARDS[f.sort.card].rank == SQUAD]

    def beside(self, player: str) -> list[Cell]:
        """The empty spaces adjacent to a planeswalker, for figures of height 4 as those of all squads."""
        walker = self.walker(player)
        assert walker
        there = [cell for cell in around(walker.here) if self.empty(cell)]
        return [cell for cell in there if self.adjacent_at(Figure(SORTS["Cultist"], player, cell), cell, walker)]

    def leaps(self, player: str) -> list[Cell]:
        """The empty spaces within four clear sight spaces of a planeswalker."""
        walker = self.walker(player)
        assert walker
        near = (cell for cell in self.ground.level if self.empty(cell))
        return [cell for cell in near if self.clear_space(walker, cell, walker.sort.height, 4)]

    def replays(self, player: str) -> set[Chosen]:
        """What Harness the Storm may cast."""
        return {("replay", *one) for name in self.sorceries(player) for one in self.ways(player, name)}

    def sorceries(self, player: str) -> set[str]:
        """The sorceries in a graveyard that may come again."""
        found = {name for name in self.graveyards[player] if spells()[name]["form"] == "sorcery"}
        return found - {"Harness the Storm"}

    def aimed(self, player: str, name: str, f: Figure) -> bool:
        """Whether a spell may be aimed at a figure."""
        walker = self.walker(player)
        assert walker
        if spells()[name]["aim"] == "own":
            return f.owner == player and (name != "Chaplain's Blessing" or f.damage > 0)
        if self.friends(player, f.owner) or (name in NEAR and not self.clear_figure(walker, f, SIGHT)):
            return False
        match name:
            case "Silverstrike":
                return f.damage > 0
            case "Called Away" | "Swallowed by Mist" | "Malevolent Whispers":
                return CARDS[f.sort.card].rank == SQUAD
            case "Dissension in the Ranks":
                return bool(self.rivals(player, f))
            case "Moonlight Hunt":
                return bool(self.hunters(player, f))
            case "Rabid Bite":
                return any(self.adjacent(g, f) for g in self.creatures(player))
            case "Dual Shot":
                return bool(self.seconds(player, f))
            case _:
                return True

    def rivals(self, player: str, f: Figure) -> list[Figure]:
        """Other figures of a player's opponents adjacent to f."""
        others = (g for g in self.standing() if g is not f and not self.friends(player, g.owner))
        return [g for g in others if self.adjacent(f, g)]

    def hunters(self, player: str, f: Figure) -> list[Figure]:
        """A player's green figures adjacent to f."""
        return [g for g in self.of(player) if g.sort.card in GREEN and self.adjacent(g, f)]

    def seconds(self, player: str, f: Figure) -> list[Figure]:
        """Who else may be shot with f."""
        walker = self.walker(player)
        assert walker
        others = (g for g in self.standing() if g is not f and not self.friends(player, g.owner))
        return [g for g in others if self.clear_figure(walker, g, SIGHT)]

    # ---- what spells do ----

    def play_spell(self, player: str, chosen: Chosen) -> Playing[None]:
        """A spell is cast, or a mind read."""
        assert chosen
        if chosen[0] == "read":
            self.read = True
            _, foe, name = chosen
            if (yield from self.look_at_top(foe)) == name:
                self.libraries[foe] -= 1
                self.hands[player].append(self.tops[foe].pop(0))
            return
        self.cast += 1
        _, name, cell, owner, card = chosen
        self.hands[player].remove(name)
        if spells()[name]["form"] == "sorcery":
            if name == "Harness the Storm":  # it lies there when what it casts is chosen
                self.discard(name)
            yield from self.resolve(player, name, cell, card)
            if name != "Harness the Storm":
                self.discard(name)
        else:
            held = (owner, card)
            self.lying.setdefault(held, []).append(Enchantment(name, spells()[name]["form"] == "concealed"))
            power, toughness = self.counters.get(held, (0, 0))
            more = (name == "Nahiri's Machinations", name == "Hope Against Hope")
            self.counters[held] = power + more[0], toughness + more[1]
        self.look()

    def resolve(self, player: str, name: str, cell: Cell | None, card: str | None) -> Playing[None]:
        """What a sorcery does."""
        target = self.on(cell)[0] if cell is not None else None
        walker = self.walker(player)
        assert walker
        if target:
            yield from self.strike_with(player, name, target)
        elif card:
            yield from self.bless(player, name, card)
        else:
            yield from self.without_target(player, name, walker)

    def strike_with(self, player: str, name: str, f: Figure) -> Playing[None]:
        """Spells that are aimed at a figure."""
        match name:
            case "Skillful Lunge" | "Rush of Adrenaline":
                f.more_power += number(name, "power")
                f.more_move += number(name, "speed")
            case "Predatory Strike":
                self.pounce[f] = self.pounce.get(f, 0) + 2
            case "Chaplain's Blessing":
                f.damage = max(0, f.damage - 1)
            case "Called Away" | "Swallowed by Mist":
                self.remove(f)  # it is neither destroyed nor gone: it waits in the reserve
                f.more_power = f.more_toughness = f.more_move = 0
            case "Unsteady Ground" | "Led Astray":
                yield from self.march(player, f, 2)
            case "Malevolent Whispers":
                yield from self.march(player, f, self.move(f))
            case "Dissension in the Ranks":
                g = yield from self.pick(player, self.rivals(player, f))
                destroyed = yield from self.attack(f, g)
                if destroyed and f.sort.name == "Sorin" and not g.walker:
                    f.damage = max(0, f.damage - 1)
            case "Dual Shot":
                g = yield from self.pick(player, self.seconds(player, f))
                for one in (f, g):  # in the order in which they were chosen
                    self.hurt(one, 1, "spell")
                    self.look()
            case "Moonlight Hunt":
                for _ in self.hunters(player, f):
                    self.hurt(f, 1, "spell")
            case "Burn at the Stake":
                yield from self.sacrifice(player)
                self.hurt(f, number(name, "damage"), "spell")
            case _:
                self.hurt(f, number(name, "damage"), "spell")

    def bless(self, player: str, name: str, card: str) -> Playing[None]:
        """Sorceries for the figures of an army card."""
        if name != "Angel's Mercy":
            for f in self.squad(player, card):
                f.more_toughness += number(name, "toughness")
            return
        for _ in range(3):
            hurt = [f for f in self.squad(player, card) if f.damage]
            if not hurt:
                break
            (yield from self.pick(player, hurt)).damage -= 1

    def without_target(self, player: str, name: str, walker: Figure) -> Playing[None]:
        """All other sorceries."""
        match name:
            case "Fell the Mighty":
                mighty = [f for f in self.standing() if self.power(f) >= 5]
                near = [f for f in mighty if f is walker or self.clear_figure(walker, f, SIGHT)]
                yield from self.hurt_all(player, dict.fromkeys(near, 1))
            case "Rolling Temblor":
                near = [f for f in self.standing() if f.walker and f is not walker and self.clear_figure(walker, f, 4)]
                yield from self.hurt_all(player, {walker: 2} | dict.fromkeys(near, 1))
            case "Not Forgotten":
                name = yield from self.choose_spell(player, self.graveyards[player])
                self.graveyards[player].remove(name)
                self.tops[player].insert(0, name)
                self.libraries[player] += 1
            case "Barter in Blood":
                others = {one for one in self.players if one != player and self.creatures(one)}
                yield from self.sacrifice(player)
                while others:  # in any order
                    one = yield First(frozenset(others))
                    others.remove(one)
                    yield from self.sacrifice(one)
            case "Behold the Beyond":
                yield from self.search(player)
            case "Harrowing Journey" | "Borrowed Insight" | "Voices in the Fog":
                yield from self.draws(player, 2)
                if name == "Harrowing Journey":
                    self.hurt(walker, 1, "spell")
                    self.look()
            case "Infernal Plunge":
                yield from self.sacrifice(player)
                yield from self.draws(player, 2)
            case "Ever After":
                yield from self.ever_after(player)
            case "Natural End":
                there = [one for held in self.lying.values() for one in held]
                chosen = yield from self.choose_spell(player, [one.name for one in there])
                self.bury(next(one for one in there if one.name == chosen))
                walker.damage = max(0, walker.damage - 1)
            case "Harness the Storm":
                if not self.replays(player):
                    return
                chosen = yield Choice(player, frozenset(self.replays(player)))
                _, name, cell, _, card = chosen
                self.graveyards[player].remove(name)
                yield from self.resolve(player, name, cell, card)
                self.discard(name)
            case "Through the Mirror" | "A Step Between":
                _, cell = yield Choice(player, frozenset(("space", cell) for cell in self.leaps(player)))
                yield from self.put(walker, cell)
            case _:
                raise AssertionError(name)

    def sacrifice(self, player: str) -> Playing[None]:
        """A player destroys a creature, if there is any."""
        if self.creatures(player):
            self.destroy((yield from self.pick(player, self.creatures(player))))
            self.look()

    def pick(self, player: str, figures: list[Figure]) -> Playing[Figure]:
        """One of some figures on the battlefield."""
        _, cell = yield Choice(player, frozenset(("space", f.here) for f in figures))
        return next(f for f in figures if f.cell == cell)

    def choose_spell(self, player: str, names: Iterable[str]) -> Playing[str]:
        """One of some spells."""
        _, name = yield Choice(player, frozenset(("spell", name) for name in names))
        return str(name)

    def hurt_all(self, player: str, damage: dict[Figure, int]) -> Playing[None]:
        """Damage that is dealt at once: the player chooses the order [AP-TRM-4]."""
        left = list(damage)
        while left:
            f = left[0] if len(left) == 1 else (yield from self.pick(player, left))
            left.remove(f)
            self.hurt(f, damage[f], "spell")
            self.look()

    def search(self, player: str) -> Playing[None]:
        """A library is looked through, one spell taken, and the rest shuffled."""
        known = self.tops[player]
        while len(self.unseen[player]) > 1:
            name = yield Drawn(player)
            self.unseen[player].remove(name)
            known.append(name)
        known += self.unseen[player]
        self.unseen[player] = set()
        name = yield from self.choose_spell(player, known)
        self.hands[player].append(name)
        self.libraries[player] -= 1
        self.unseen[player], self.tops[player] = set(known) - {name}, []

    def ever_after(self, player: str) -> Playing[None]:
        """A figure comes back, and brings its card [AP-LIF-4]."""
        fallen = self.lost_squads(player)
        _, name = yield Choice(player, frozenset(("spell", f.sort.name) for f in fallen))
        f = next(f for f in fallen if f.sort.name == name)
        _, cell = yield Choice(player, frozenset(("space", cell) for cell in self.beside(player)))
        self.fallen.remove(f)
        self.returned.append(f)
        self.dress(f)
        self.into_play(player, f.sort.card)
        yield from self.put(f, cell)

    def put(self, f: Figure, cell: Cell) -> Playing[None]:
        """A figure is put somewhere: that is no move, and ends none."""
        halted, f.cell = f.halted, cell
        yield from self.enter(f)
        f.halted = halted

    def march(self, player: str, f: Figure, spaces: int) -> Playing[None]:
        """A player moves somebody else's figure, by the rules of moving, but along no road for more."""
        before = f.spent, f.begun, f.on_road, f.halted, self.walking
        f.spent, f.begun, f.on_road, f.halted, self.walking = 0, False, False, False, None
        self.marching = f, spaces
        while f.cell is not None and (among := set(self.moves([f]))):
            chosen = yield Choice(player, frozenset(among if self.crowded() else among | {None}))
            if chosen is None:
                break
            what, _, there = chosen
            yield from {"step": self.step, "scale": self.scale, "fly": self.fly}[what](f, there)
            f.on_road = False
            self.look()
        f.spent, f.begun, f.on_road, f.halted, self.walking = before
        self.marching = None


def magic(battlefield: str) -> Magic:
    """A battlefield before the game."""
    lies = ground(battlefield)
    return Magic(battlefield, lies, stones=dict.fromkeys(lies.stones, 0), glyphs=dict(lies.glyphs))

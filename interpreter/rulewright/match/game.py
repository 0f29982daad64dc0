"""Games: loading them, and where play starts.

`load` and `loads` run every pass - parse, check, compile - and hand the program to the reference engine. What is wrong
with the rules is raised as one RulesError with all its diagnostics.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import random
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from rulewright import resources
from rulewright.engines.choose import EngineName, Whole
from rulewright.engines.reference import ReferenceEngine
from rulewright.match.observed import Observer
from rulewright.match.pickling import Origin, game_again
from rulewright.match.playouts import Playouts, played
from rulewright.match.positions import position_setup
from rulewright.match.rules_hash import rules_hash
from rulewright.match.setting import Setting
from rulewright.match.sight import Token
from rulewright.match.state import State
from rulewright.program import compile_game
from rulewright.semantics import check_file, check_text, typed
from rulewright.semantics.walk import rules, walk
from rulewright.source import Diagnostic, RulesError

if TYPE_CHECKING:
    import networkx as nx

    from rulewright.engines.protocol import Act
    from rulewright.program.ir import Routine
    from rulewright.semantics.symbols import Game as Declarations

_MAGIC = b"rulewright state 1\n"
_VIEW = b"rulewright view 1\n"


class Game:
    """Rules that can be played, with their options decided.

    `name` is what it was loaded as, `title` what the rules call it. `made_of`: see the function; "" if the program is
    another one than `compile_game` makes.
    """

    def __init__(self, name: str, setting: Setting, engine: EngineName = "auto", made_of: str = "") -> None:
        self.name = name
        self.setting = setting
        """The compiled game, for the tools; it may change from one release to the next."""
        self.origin: Origin | None = None
        """Where the rules came from, for pickles; None if that is not known."""
        self.pools: dict[Any, Any] = {}
        """Worlds that were found, kept for the next who asks for them: see `match.knowledge`."""
        self.too_many: dict[Any, tuple[Token, ...]] = {}
        """What was observed where worlds were too many to enumerate."""
        self._observers: dict[int, Observer] = {}
        assert isinstance(setting.engine, ReferenceEngine)
        self.whole = Whole(setting.engine, engine, made_of)
        """What plays whole games, for the tools."""

    @property
    def title(self) -> str:
        return self.setting.declared.title

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players in seat order."""
        return self.setting.declared.players

    @property
    def options(self) -> dict[str, str]:
        """The options in force, by name."""
        return {name: option.show(option.value) for name, option in self.setting.declared.options.items()}

    @property
    def presets(self) -> dict[str, dict[str, str]]:
        """The presets by name, each with the options that it sets."""
        return {name: dict(options) for name, options in self.setting.declared.presets.items()}

    @property
    def board(self) -> nx.MultiDiGraph[str] | None:
        """The board as a frozen networkx graph; None without a board."""
        board = self.setting.declared.board
        return board.graph if board else None

    @cached_property
    def hash(self) -> str:
        """16 hexadecimal digits that stand for the rules, whatever the options: see `match.rules_hash`."""
        return rules_hash(self.setting.declared)

    @property
    def identity(self) -> tuple[object, ...]:
        """What tells games apart whose states are compared."""
        return self.title, self.players, tuple(self.options.items())

    @property
    def notations(self) -> tuple[str, ...]:
        """The names of the notations in which the rules write positions."""
        return tuple(notation.name for notation in self.setting.declared.notations)

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of the languages for which the rules have labels."""
        return tuple(language for language in self.setting.declared.labels if language)

    def say(self, text: str) -> str:
        """A name or a text of the rules in the language with which the game was loaded."""
        return self.setting.say(text)

    def start(
        self,
        seed: int | None = None,
        chance: Literal["sampled", "explicit"] = "sampled",
        setup: str | None = None,
    ) -> State:
        """A new game at its first decision.

        Sampled chance is drawn from `seed`; without one a seed is made up, which `state.seed` tells. With explicit
        chance the state stops wherever chance decides, `state.chance()` lists what may come, and `play` takes one of
        it. `setup` is a position in a notation of the rules, which replaces their set-up: in the first one, or in that
        whose name begins the text (`fen: 8/8/8 White`).

        Raises PlayError if the rules break down, PositionError with the places in `setup` that cannot be read,
        LookupError if the rules have no notation, ValueError for another word than these two.
        """
        if chance not in ("sampled", "explicit"):
            raise ValueError(f"chance is sampled or explicit, not {chance}")
        given = None if setup is None else position_setup(self.setting, setup)
        if chance == "explicit":
            seed = None
        elif seed is None:
            seed = random.SystemRandom().randrange(10**9)
        machine = self.setting.engine.start(seed, explicit=chance == "explicit", given=given)
        return State(self, seed, machine, setup=setup or "")

    def given(self, setup: str | None) -> Routine | None:
        """The function that sets up a position in place of the rules' own set-up; None for that. Raises as `start`."""
        return position_setup(self.setting, setup) if setup else None

    @cached_property
    def has_together(self) -> bool:
        """Whether somewhere players decide together."""
        declared = self.setting.declared
        return any(isinstance(node, typed.Together) for root in rules(declared) for node in walk(root))

    def observer(self, seat: int) -> Observer:
        """What notes the observations of a seat."""
        if seat not in self._observers:
            self._observers[seat] = Observer(self.setting, seat)
        return self._observers[seat]

    def world(self, setup: str, machine: Any, acts: tuple[Act, ...], seed: int | None) -> State:
        """The state to which acts lead from the start of a game, at which chance begins to be drawn from `seed`."""
        from rulewright.match.knowing import World

        return World(self, seed, self.setting.engine.reseeded(machine, seed), setup, acts)

    def perft(self, depth: int) -> int:
        """The number of different lines of `depth` moves from the start; every outcome of chance between
        them is followed.

        Raises PlayError, and ValueError for a negative depth.
        """
        return self.start(chance="explicit").perft(depth)

    @property
    def engine(self) -> str:
        """The engine that plays whole games: `native` or `reference`. Machine code is made if there is none yet."""
        return self.whole.name

    @property
    def engine_note(self) -> str:
        """Why the reference engine does what the native one was to do, in a sentence; "" if it does not."""
        return self.whole.note

    def playouts(
        self,
        n: int,
        seed: int = 0,
        jobs: int | None = None,
        limit: int = 1_000_000,
        progress: Callable[[int, int], None] | None = None,
        branching: bool = False,
    ) -> Playouts:
        """`n` games from the start in which every player takes any legal move, each as likely as the others.

        The same seed gives the same games on every machine, on both engines, and whatever `jobs` is: the number of
        threads, by default one for each processor. A game is cut off after `limit` decisions. `progress` is called
        now and then with how many games are done and how many there are to be. Raises PlayError if the rules break
        down in a game, ValueError for a number that is too small, and EngineMissing.

        In games whose moves are tried out (`after`) they are drawn before they are tried and not counted: `branching`
        has them counted all the same, which changes nothing in the games.
        """
        return played(self, n, seed, jobs, limit, progress, branching)

    def wrap(self, seed: int | None, packed: bytes) -> bytes:
        """The bytes of a state with what tells the game."""
        head = {**self._told, "seed": seed}
        return _MAGIC + json.dumps(head).encode() + b"\n" + packed

    def wrap_view(self, setup: str, packed: bytes) -> bytes:
        """The same for what a player knows of a game that began with a position of its own, "" for none."""
        return _VIEW + json.dumps({**self._told, "setup": setup}).encode() + b"\n" + packed

    @property
    def _told(self) -> dict[str, Any]:
        return {"title": self.title, "players": self.players, "options": self.options}

    def unserialize(self, data: bytes) -> State:
        """The state from which `State.serialize` made the bytes; its log is empty.

        Raises ValueError for anything else, also for a state of another game or of other options.
        """
        magic, newline, rest = data.partition(b"\n")
        if magic + newline != _MAGIC:
            raise ValueError("this is no saved state")
        head, _, packed = rest.partition(b"\n")
        try:
            told = json.loads(head)
            of = told["title"], tuple(told["players"]), tuple(told["options"].items())
            seed = told["seed"]
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ValueError("this saved state is damaged") from error
        if of != self.identity:
            options = ", ".join(f"{name}={value}" for name, value in of[2])
            raise ValueError(f"this is a state of {of[0]}" + (f" with {options}" if options else ""))
        return State(self, seed, self.setting.engine.unpack(packed))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as where its rules came from."""
        if self.origin is None:
            raise pickle.PicklingError("it is not known where this game came from")
        return game_again, (self.origin, self.hash)

    def __repr__(self) -> str:
        return f"<Game {self.title}>"


def load(
    name_or_path: str | Path,
    options: Mapping[str, object] | None = None,
    preset: str | None = None,
    language: str = "",
    engine: EngineName = "auto",
) -> Game:
    """The game of that name among those that come with Rulewright, or of a rule file, or of a folder with NAME.rules.

    `options` sets options of the game: `{"size": 6, "swoop": "on"}`; `preset` names a set of them. `language` is the
    code of one for which the rules have labels, such as "es": names and reasons are then shown in it, moves are not.
    `engine` says what plays whole games: "native" is machine code, "reference" is Python, "auto" is the native engine
    where it can. Raises RulesError with the diagnostics, SourceError if the file cannot be read, LookupError if there
    is no such game or language, EngineMissing if the native engine is asked for and cannot run the game.
    """
    path = resources.find_rules(name_or_path)
    declared, findings = check_file(path, texts_of(options), preset)
    game = _compiled(path.stem, declared, findings.errors, language, engine)
    name = path.stem if path.stem in resources.bundled() and path == resources.ruleset(path.stem) else ""
    game.origin = Origin(name, str(path.resolve()), "", tuple(game.options.items()), language, engine)
    return game


def loads(
    text: str,
    options: Mapping[str, object] | None = None,
    preset: str | None = None,
    engine: EngineName = "auto",
) -> Game:
    """The game whose rules are `text`. As `load`."""
    declared, findings = check_text(text, "<text>", texts_of(options), preset)
    game = _compiled("<text>", declared, findings.errors, engine=engine)
    game.origin = Origin("", "", text, tuple(game.options.items()), "", engine)
    return game


def texts_of(options: Mapping[str, object] | None) -> dict[str, str]:
    """Options as the texts in which people write them."""
    words = {True: "on", False: "off"}
    return {name: words[value] if isinstance(value, bool) else str(value) for name, value in (options or {}).items()}


def _compiled(
    name: str,
    declared: Declarations | None,
    errors: list[Diagnostic],
    language: str = "",
    engine: EngineName = "auto",
) -> Game:
    if errors or declared is None:
        raise RulesError(errors)
    check_language(declared, language)
    program = compile_game(declared)
    game = Game(name, Setting(declared, program, ReferenceEngine(program), language), engine, made_of(declared))
    if engine == "native":
        game.whole.native()
    return game


def made_of(declared: Declarations) -> str:
    """What a program is made of, as a checksum: the texts of all files, the options."""
    options = [(name, option.show(option.value)) for name, option in declared.options.items()]
    return hashlib.sha256(repr((declared.sources, sorted(declared.files.items()), options)).encode()).hexdigest()


def check_language(declared: Declarations, language: str) -> None:
    """Raise LookupError if the rules have no labels in a language ("" is the rules' own)."""
    if language and language not in declared.labels:
        languages = [one for one in declared.labels if one]
        known = f"; there are {', '.join(languages)}" if languages else ""
        raise LookupError(f"{declared.title} has no labels in {language}{known}.")

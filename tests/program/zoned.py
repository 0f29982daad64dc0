"""What the tests of zones share: small games on the guarded engine, and what lies where in their states.

Components are named by their kinds; `trail` are the numbers that the rules note with `note(k)`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from rulewright.engines.protocol import Act
from rulewright.engines.reference import ReferenceEngine
from rulewright.program import compile_game, ir
from rulewright.program.verify import verify
from rulewright.semantics import Game, check_text

NOTES = """
var noted: int in 0..60 = 0
var trail of each 1..60: int = 0

procedure note(k: int):
    noted += 1
    trail of noted = k
"""


@dataclass(frozen=True)
class Table:
    """A compiled game. `deck` in `lies("deck")` is a zone's name, `hand of White` one of several."""

    game: Game
    program: ir.Program
    engine: ReferenceEngine

    def start(self, seed: int | None = 1) -> Any:
        """The state at its first stop; without a seed chance is explicit."""
        return self.engine.start(seed)

    def view(self, state: Any, name: str, *args: int) -> Any:
        return self.engine.evaluate(self.program.views[name], state, args)

    def number(self, zone: str) -> int:
        names = [f"{info.name} of {info.label}" if info.label else info.name for info in self.program.zones]
        return names.index(zone)

    def name(self, state: Any, ref: int) -> str:
        kind = self.view(state, "kind_of", ref)
        return self.game.kinds[kind].name if kind >= 0 else "nothing"

    def refs(self, state: Any, zone: str) -> tuple[int, ...]:
        return tuple(self.view(state, "contents", self.number(zone)))

    def lies(self, state: Any, zone: str) -> str:
        """What lies in a zone in its order: `Ace King`."""
        return " ".join(self.name(state, ref) for ref in self.refs(state, zone))

    def loose(self, state: Any, zone: str) -> tuple[int, int]:
        number = self.number(zone)
        return self.view(state, "loose_from", number), self.view(state, "loose_to", number)

    def known(self, state: Any, zone: str) -> list[str]:
        """For each that lies in a zone the players who know it, by their first letters."""
        return [self.seats(self.view(state, "known", ref)) for ref in self.refs(state, zone)]

    def seats(self, bits: int) -> str:
        return "".join(name[0] for seat, name in enumerate(self.game.players) if bits >> seat & 1)

    def told(self, state: Any) -> list[tuple[int, ...]]:
        return list(self.engine.told(state))

    def cell(self, state: Any, name: str) -> Any:
        cell = next(cell for cell in self.program.cells if cell.name == name)
        return state.cells[cell.offset : cell.offset + cell.size]

    def trail(self, state: Any) -> list[int]:
        return list(self.cell(state, "trail")[: self.cell(state, "noted")[0]])

    def moves(self, state: Any) -> list[str]:
        """The picks of each move, components by kind; `-` declines."""
        return [self.shown(state, act) for act in self.engine.moves(state)]

    def shown(self, state: Any, act: Act) -> str:
        decision = self.engine.stopped(state).decision
        if act.alternative < 0:
            return "-"
        assert decision is not None
        alternative = decision.alternatives[act.alternative]
        words = [alternative.action] if alternative.action else []
        for shown, pick in zip(alternative.shown, act.picks, strict=True):
            words.append(self._value(state, shown, pick))
        return " ".join(words)

    def _value(self, state: Any, shown: ir.Shown, value: Any) -> str:
        if shown.sort == "component":
            return self.name(state, value) if value >= 0 else "none"
        if shown.sort == "set" and shown.of is not None and shown.of.sort == "component":
            members = [ref for ref in range(value.bit_length()) if value >> ref & 1]
            return "{" + " ".join(self.name(state, ref) for ref in members) + "}"
        return shown.words[value] if shown.words and value >= 0 else str(value)

    def play(self, state: Any, *moves: str) -> Any:
        """The state after these moves."""
        for move in moves:
            legal = self.moves(state)
            assert move in legal, f"{move} is not among {legal}"
            state = self.engine.apply(state, self.engine.moves(state)[legal.index(move)])
        return state

    def chance(self, state: Any) -> list[tuple[str, Fraction]]:
        """At a stop for chance: what may come, with its probability."""
        draw = self.engine.stopped(state).draw
        assert draw is not None
        return [(self._value(state, draw.shown, act.picks[0]), p) for act, p in self.engine.outcomes(state)]

    def all_ends(self, state: Any, read: Any) -> dict[Any, Fraction]:
        """What `read` gives at the first stops behind all that chance may do, with its probability."""
        if self.engine.stopped(state).kind != "chance":
            return {read(state): Fraction(1)}
        found: dict[Any, Fraction] = {}
        for act, p in self.engine.outcomes(state):
            for value, q in self.all_ends(self.engine.apply(state, act), read).items():
                found[value] = found.get(value, Fraction(0)) + p * q
        return found


@cache
def table(rules: str) -> Table:
    """The game of these rules; `game` and `players` are added where they are missing."""
    lines = rules.strip("\n").splitlines()
    if not any(line.startswith("players") for line in lines):
        lines.insert(0, "players White, Black")
    text = "\n".join(['game "Test"', *lines]) + "\n"
    game, findings = check_text(text + NOTES if "note(" in text else text)
    assert game is not None, [str(finding) for finding in findings if finding.code.startswith("E")]
    program = compile_game(game)
    assert verify(program) == [], verify(program)
    return Table(game, program, ReferenceEngine(program, guarded=True))


def do(rules: str, *lines: str) -> str:
    """Rules whose only action `Go` does these lines in place of `{do}`; the turn offers it again and again."""
    body = "\n".join(f"        {line}" for line in lines)
    return f"{rules.strip()}\n\naction Go:\n    do:\n{body}\n\nturn:\n    choose Go\n"


def after(rules: str, *lines: str, seed: int | None = 1) -> tuple[Table, Any]:
    """The table, and the state after an action that does these lines."""
    made = table(do(rules, *lines))
    return made, made.play(made.start(seed), "Go")

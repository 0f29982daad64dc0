"""Running scenarios.

`given` and `do` make a state; `roll` fills a queue that the next chance stops empty; `play` and `decline` go on; the
`expect` lines look. A failed expectation is noted and the scenario goes on; where it cannot go on - a move that is not
legal, an undecided roll, rules that break down - it ends. No scenario stops another.

Which card leaves a shuffled zone need not be said: then it is drawn with seed 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any

from rulewright.engines.pcg import Generator, below, seeded
from rulewright.engines.protocol import Act, PlayError, Value
from rulewright.match import findings as codes
from rulewright.match.errors import AmbiguousMove
from rulewright.match.notation import DECLINE, bag_faces, move_texts, outcome_text
from rulewright.match.outcomes import expected_outcome, told_outcome
from rulewright.match.picture import whole
from rulewright.match.reading import Position
from rulewright.match.setting import Setting
from rulewright.match.values import items_of, names_of, show
from rulewright.match.wording import Named, folded
from rulewright.match.zones import looks
from rulewright.program.ir import DrawInfo, Routine, Shown
from rulewright.program.scenario import CompiledMove, CompiledScenario, CompiledStep
from rulewright.source import Diagnostic, Label, Span

SEED = 1
"""From which shuffled cards are drawn."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a scenario: no `failures` if it passed, else also the board (as text) at the first of them."""

    scenario: CompiledScenario
    failures: tuple[Diagnostic, ...]
    board: str = ""

    @property
    def passed(self) -> bool:
        return not self.failures


class StuckError(Exception):
    """The scenario cannot go on."""


def run_scenario(setting: Setting, scenario: CompiledScenario) -> Result:
    """Run one scenario that has steps."""
    run = _Run(setting, scenario.span)
    with suppress(StuckError):
        run.all(scenario)
    return Result(scenario, tuple(run.failures), run.board)


@dataclass(slots=True)
class _Rolled:
    """A face that waits to fall."""

    value: Value
    shown: Shown
    step: CompiledStep


@dataclass(slots=True)
class _Run:
    setting: Setting
    span: Span
    machine: Any = None
    started: bool = False
    queue: list[_Rolled] = field(default_factory=list)
    failures: list[Diagnostic] = field(default_factory=list)
    board: str = ""
    generator: Generator = field(default_factory=lambda: seeded(SEED))

    def all(self, scenario: CompiledScenario) -> None:
        steps = list(scenario.steps)
        given = steps.pop(0) if steps and steps[0].what == "given" else None
        do = steps.pop(0) if steps and steps[0].what == "do" else None
        self.start(given, do, (given or do or scenario).span)
        for step in steps:
            self.step(step)
        self.settle(None)
        if self.queue:
            left = self.queue[0]
            said = show(self.setting, self.machine, left.value, left.shown)
            self.note(codes.NO_SUCH_ROLL, f"nothing was rolled that could be {said}", left.step.span)

    # ---- steps ----

    def start(self, given: CompiledStep | None, do: CompiledStep | None, span: Span) -> None:
        routines = {"given": given.routine if given else None, "flow": do.routine if do else None}
        self.machine = self.guarded(partial(self.setting.engine.start, None, explicit=True, **routines), span)
        self.started = True

    def step(self, step: CompiledStep) -> None:
        match step.what:
            case "roll":
                for routine, shown in step.values:
                    self.queue.append(_Rolled(self.value(routine, step), shown, step))
                self.settle(None)
            case "do":
                self.settle(step)
                assert step.routine is not None
                self.machine = self.guarded(partial(self.setting.engine.run, self.machine, step.routine), step.span)
            case "play" | "decline":
                self.settle(step)
                self.play(step)
            case "illegal" | "legal":
                self.settle(step)
                self.legality(step)
            case "expect":
                self.settle(step)
                assert step.routine is not None
                if not self.value(step.routine, step):
                    self.note(codes.NOT_SO, "this does not hold", step.span, label="not so")
            case "outcome":
                self.settle(step)
                self.outcome(step)
            case _:
                raise AssertionError(f"no step is called {step.what}")

    def play(self, step: CompiledStep) -> None:
        position = self.position()
        if position.stop.kind != "decision":
            raise self.stuck(codes.NO_DECISION, position.refusal(DECLINE).reason, step.span)
        if step.what == "decline":
            index = next((i for i, act in enumerate(position.acts) if act.alternative < 0), None)
            if index is None:
                raise self.stuck(codes.NO_DECISION, "this decision may not be declined", step.span)
        else:
            assert step.move is not None
            index = self.find(position, step.move)
            if index is None:
                refusal = position.refusal(self.asked(step.move))
                others = (Label(refusal.span, "this refuses it"),) if refusal.span else ()
                title = f"the move is not legal: {refusal.reason}"
                raise self.stuck(codes.NOT_LEGAL, title, step.move.span, label="not legal", others=others)
        act = position.acts[index]
        self.machine = self.guarded(partial(self.setting.engine.apply, self.machine, act), step.span)

    def legality(self, step: CompiledStep) -> None:
        assert step.move is not None
        position = self.position()
        wanted = step.what == "legal"
        try:
            index = self.lookup(position, step.move)
        except AmbiguousMove as error:
            index = position.texts.index(error.candidates[0])
        if wanted and index is None:
            title = f"the move is not legal: {position.refusal(self.asked(step.move)).reason}"
            self.note(codes.NOT_LEGAL, title, step.move.span, label="not legal")
        elif not wanted and index is not None:
            self.note(codes.LEGAL, "the move is legal", step.move.span, label=f"legal: {position.texts[index]}")
        elif not wanted and step.because is not None:
            refusal = position.refusal(self.asked(step.move))
            if step.because not in (refusal.given, refusal.reason):
                others = (Label(refusal.span, "this refuses it"),) if refusal.span else ()
                title = f"the move is illegal for another reason: {refusal.reason}"
                self.note(codes.OTHER_REASON, title, step.span, others=others)

    def outcome(self, step: CompiledStep) -> None:
        stop = self.setting.engine.stopped(self.machine)
        players = self.setting.declared.players
        if stop.kind != "over":
            decider = f"{players[stop.chooser]} is to move" if stop.kind == "decision" else "it goes on"
            self.note(codes.OTHER_OUTCOME, f"the game is not over: {decider}", step.span)
            return
        returns = self.setting.engine.returns(self.machine)
        if not expected_outcome(returns, step.verb, step.seat):
            told = told_outcome(players, returns)
            self.note(codes.OTHER_OUTCOME, f"the game ended otherwise: {told}", step.span)

    # ---- moves ----

    def position(self) -> Position:
        stop = self.setting.engine.stopped(self.machine)
        acts: Sequence[Act] = ()
        if stop.kind == "decision":
            acts = self.setting.engine.moves(self.machine)
        texts = move_texts(self.setting.untranslated, self.machine, stop, acts)
        return Position(self.setting, self.machine, stop, tuple(acts), texts, open=True)

    def find(self, position: Position, move: CompiledMove) -> int | None:
        try:
            return self.lookup(position, move)
        except AmbiguousMove as error:
            found = [position.texts.index(text) for text in error.candidates]
            if len({self.told(position, index) for index in found}) == 1:
                return found[0]
            shown = ", ".join(error.candidates[:8]) + (", …" if len(error.candidates) > 8 else "")
            title = f"{len(error.candidates)} legal moves fit: {shown}"
            raise self.stuck(codes.SEVERAL, title, move.span, hint="name more of its picks") from error

    def told(self, position: Position, index: int) -> object:
        """A move without regard to which of several it is about that lie in one zone and look the same."""
        act = position.acts[index]
        if act.path or position.stop.decision is None:
            return act
        shown = position.stop.decision.alternatives[act.alternative].shown
        told: list[object] = [act.alternative]
        for value, how in zip(act.picks, shown, strict=True):
            items = items_of(value, how)
            if (how.of or how).sort != "component":
                told.append(value)
            elif items is None:
                told.append(self.looks(value))
            else:
                told.append(tuple(sorted(self.looks(item) for item in items)))
        return tuple(told)

    def looks(self, ref: Value) -> tuple[int, str]:
        return looks(self.setting, self.machine, ref) if isinstance(ref, int) and ref >= 0 else (-1, "")

    def lookup(self, position: Position, move: CompiledMove) -> int | None:
        if move.text is not None:
            return position.by_text(move.text)
        return position.by_picks(self.named(move), "this")

    def asked(self, move: CompiledMove) -> str | Named:
        return move.text if move.text is not None else self.named(move)

    def named(self, move: CompiledMove) -> Named:
        picks = []
        for name, routine, shown in move.picks:
            value = self.guarded(partial(self.setting.engine.evaluate, routine, self.machine), move.span)
            picks.append((folded(name), folded(show(self.setting, self.machine, value, shown))))
        return Named(move.action, tuple(picks))

    # ---- chance ----

    def settle(self, step: CompiledStep | None) -> None:
        """Let fall what waits. With a step that needs a state beyond chance: complain if a roll is undecided."""
        place = step.span if step else self.queue[0].step.span if self.queue else self.span
        while True:
            stop = self.setting.engine.stopped(self.machine)
            if stop.kind != "chance" or stop.draw is None:
                return
            weighed = self.setting.engine.outcomes(self.machine)
            outcomes = [act for act, _ in weighed]
            faces = bag_faces(stop.draw, outcomes[0].picks[0])
            count = 1 if faces is None else len(faces)
            if self.is_card(stop.draw) and not (self.queue and self.queue[0].shown.sort in ("kind", "component")):
                if step is None and not self.queue:
                    return
                self.machine = self.guarded(
                    partial(self.setting.engine.apply, self.machine, self.drawn(weighed)), place
                )
                continue
            if len(self.queue) < count:
                if step is not None:
                    title = f"here {stop.draw.name} is not decided yet"
                    hint = "write what falls before this line: `roll …`"
                    raise self.stuck(codes.UNDECIDED, title, step.span, hint=hint)
                return
            falling, self.queue = self.queue[:count], self.queue[count:]
            act = self.fallen(stop.draw, outcomes, falling)
            self.machine = self.guarded(partial(self.setting.engine.apply, self.machine, act), falling[0].step.span)

    def is_card(self, draw: DrawInfo) -> bool:
        """Whether it is decided which component leaves a shuffled zone."""
        zones = {zone.name for zone in self.setting.declared.zones}
        return draw.secret and draw.shown.sort == "component" and draw.name in zones

    def drawn(self, weighed: Sequence[tuple[Act, Fraction]]) -> Act:
        """An outcome by its probability, from the generator of the scenario."""
        whole = lcm(*(chance.denominator for _, chance in weighed))
        number, self.generator = below(self.generator, whole)
        for act, chance in weighed:
            number -= int(chance * whole)
            if number < 0:
                return act
        raise AssertionError("the probabilities do not add up to 1")

    def fallen(self, draw: DrawInfo, outcomes: list[Act], falling: list[_Rolled]) -> Act:
        """The outcome that the scenario wants."""
        item = draw.shown.of or draw.shown if draw.faces else draw.shown
        wanted = [folded(show(self.setting, self.machine, one.value, one.shown)) for one in falling]
        for act in outcomes:
            faces = bag_faces(draw, act.picks[0])
            if faces is not None:
                shown = Counter(folded(show(self.setting, self.machine, face, item)) for face in faces)
                if shown == Counter(wanted):
                    return act
            elif wanted[0] in names_of(self.setting, self.machine, act.picks[0], item):
                return act
        some = ", ".join(outcome_text(self.setting, self.machine, draw, act) for act in outcomes[:8])
        title = f"{draw.name} cannot give {', '.join(wanted)}"
        raise self.stuck(codes.NO_SUCH_ROLL, title, falling[0].step.span, hint=f"it can give {some}")

    # ---- failures ----

    def value(self, routine: Routine, step: CompiledStep) -> Value:
        value: Value = self.guarded(partial(self.setting.engine.evaluate, routine, self.machine), step.span)
        return value

    def guarded(self, go: Callable[[], Any], span: Span) -> Any:
        """What `go` gives; rules that break down end the scenario."""
        try:
            return go()
        except PlayError as error:
            others = (Label(error.span, "here in the rules"),) if error.span and error.span != span else ()
            raise self.stuck(codes.BROKEN, f"the rules broke down: {error.message}", span, others=others) from error

    def note(
        self, code: str, title: str, span: Span, *, label: str = "", hint: str = "", others: tuple[Label, ...] = ()
    ) -> None:
        if not self.failures and self.started:
            self.board = "\n".join(whole(self.setting, self.machine, None))
        self.failures.append(Diagnostic(code, title, span, label, hint, others=others))

    def stuck(
        self, code: str, title: str, span: Span, *, label: str = "", hint: str = "", others: tuple[Label, ...] = ()
    ) -> StuckError:
        self.note(code, title, span, label=label, hint=hint, others=others)
        return StuckError()

"""From what a person writes to a legal move, or to the reason why there is none.

Tried in this order: the text of a move as it is; without regard to case and blanks; as the rules say it, without what
`then` adds and where several moves have one text; in the default notation; for a move of several steps these on any
way, and those of which each goes on from the one before by their first and last place alone; with picks by name; with
any names of its picks. Naming picks looks at every combination that the rules yield, also those that are one move with
an earlier one, and is enough where exactly one legal move fits. Names are read in the rules' words and in the language
that is spoken, and no component is found by a name that the chooser does not know.

A refusal is explained by the decision's `explain` generator, which yields every combination of picks with the first
test that failed. Among those that were meant the one that got furthest gives the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.engines.protocol import Act, PlayError, Stopped, Value
from rulewright.match.errors import AmbiguousMove
from rulewright.match.notation import (
    DECLINE,
    Step,
    default_text,
    filled,
    in_short,
    joined,
    said_text,
    step_text,
    steps_of,
)
from rulewright.match.setting import Setting
from rulewright.match.stepwise import Way, read_way
from rulewright.match.values import items_of, names_of, one_by_one, show
from rulewright.match.wording import Named, folded, named_form, spelled
from rulewright.program.ir import Alternative, Shown
from rulewright.source import Span, did_you_mean

_DECLINING = (DECLINE, "no", "pass")
_LISTED, _LONG = 8, 200
"""No more moves than these, and no more characters, tell what would be possible."""
NO_SUCH_MOVE = "there is no such move here"
_NAMED = ("component", "kind", "enum", "player", "zone")
"""Sorts of values whose names people may misspell."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move may not be made. `given` is the reason as the rules give it ("" if they give none), `met` whether
    some combination of picks is what was asked for."""

    reason: str
    given: str = ""
    span: Span | None = None
    met: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """What reading needs of a state: where it stopped, what may be done, and how that is written. `open`: whoever asks
    knows everything, else what the chooser knows."""

    setting: Setting
    machine: Any
    stop: Stopped
    acts: tuple[Act, ...]
    texts: tuple[str, ...]
    open: bool = False

    @property
    def seat(self) -> int | None:
        """Who asks."""
        return None if self.open else self.stop.chooser

    @property
    def voices(self) -> tuple[Setting, ...]:
        """The settings in whose language a move may be named, with either names of sites."""
        own = self.setting.untranslated
        spoken = (own,) if own is self.setting else (own, self.setting)
        return tuple(dict.fromkeys((*spoken, *(voice.by_board for voice in spoken))))

    def by_text(self, text: str) -> int | None:
        """The index of the move that a text means; None if there is none. Raises AmbiguousMove."""
        if text in self.texts:
            return self.texts.index(text)
        wanted = folded(text)
        if not wanted:
            return None
        found = [i for i, one in enumerate(self.texts) if folded(one) == wanted]
        if not found and self.stop.kind == "decision":
            found = [i for i, act in enumerate(self.acts) if wanted in self._said(act)]
            if not found:
                found = [i for i, act in enumerate(self.acts) if wanted in self._default(act)]
            if not found and not self.stop.compound:
                found = self._combinations(lambda step: wanted in self._defaults(step))
            if not found and wanted in _DECLINING:
                found = [i for i, act in enumerate(self.acts) if act.alternative < 0]
        if not found and self.stop.compound:
            ways = [act for voice in self.voices for act in read_way(Way(voice, self.machine), wanted)]
            found = [self.acts.index(act) for act in dict.fromkeys(ways)]
            found = found or [i for i, act in enumerate(self.acts) if wanted in self._short(act)]
        if not found and (named := named_form(text)) and (at := self.by_picks(named, text)) is not None:
            return at
        if not found and self.stop.kind == "decision" and not self.stop.compound:
            found = self._combinations(lambda step: self._spelled(step[2], wanted))
        if not found:
            found = [i for i, one in enumerate(self.texts) if _without_blanks(one) == _without_blanks(text)]
        return self._only(found, text)

    def by_picks(self, named: Named, text: str) -> int | None:
        """The index of the only legal move in which these picks are so named; None if none. Raises AmbiguousMove."""
        if self.stop.kind != "decision" or self.stop.decision is None:
            return None
        if self.stop.compound:
            return self._only([i for i, act in enumerate(self.acts) if self._has_step(act, named)], text)
        alternatives = self.stop.decision.alternatives
        found = self._combinations(
            lambda step: self._fits(named, self.machine, alternatives[step[2].alternative], step[2].picks)
        )
        return self._only(found, text)

    def _combinations(self, meant: Callable[[Step], bool]) -> list[int]:
        """The indices of the legal moves one of whose combinations of picks is meant."""
        assert self.stop.decision is not None
        index = {(act.alternative, act.key): i for i, act in enumerate(self.acts)}
        found: dict[int, None] = {}
        every = self.stop.decision.spelled or self.stop.decision.generator
        for one in self.setting.engine.generate(every, self.machine, self.stop.args):
            at = index.get((one.alternative, one.key))
            if at is not None and at not in found:
                act = Act(one.alternative, one.key, one.picks)
                if meant((self.machine, self.stop, act)):
                    found[at] = None
        return sorted(found)

    def _only(self, found: Sequence[int], text: str) -> int | None:
        if len(found) > 1:
            raise AmbiguousMove(text, tuple(self.texts[i] for i in found))
        return found[0] if found else None

    def _said(self, act: Act) -> set[str]:
        """What the rules say for a single step, without what they add with `then`; several moves may have that in
        common. Nothing if they say nothing."""
        texts = () if act.path else (said_text(voice, (self.machine, self.stop, act)) for voice in self.voices)
        return {folded(text) for text in texts if text}

    def _default(self, act: Act) -> set[str]:
        way = steps_of(self.setting, self.machine, self.stop, act)
        return {folded(joined([default_text(voice, step) for step in way])) for voice in self.voices}

    def _short(self, act: Act) -> set[str]:
        way = steps_of(self.setting, self.machine, self.stop, act)
        return {folded(in_short([step_text(voice, step) for step in way])) for voice in self.voices}

    def _defaults(self, step: Step) -> set[str]:
        return {folded(default_text(voice, step)) for voice in self.voices}

    def _spelled(self, act: Act, wanted: str) -> bool:
        if act.alternative < 0 or self.stop.decision is None:
            return False
        alternative = self.stop.decision.alternatives[act.alternative]
        return any(spelled(voice, self.machine, alternative, act.picks, wanted, self.seat) for voice in self.voices)

    def _fits(self, named: Named, machine: Any, alternative: Alternative, picks: tuple[Value, ...]) -> bool:
        return any(named.fits(voice, machine, alternative, picks, self.seat) for voice in self.voices)

    def _has_step(self, act: Act, named: Named) -> bool:
        for machine, stop, step in steps_of(self.setting, self.machine, self.stop, act):
            if step.alternative >= 0 and stop.decision:
                alternative = stop.decision.alternatives[step.alternative]
                if self._fits(named, machine, alternative, step.picks):
                    return True
        return False

    # ---- refusals ----

    def refusal(self, asked: str | Named) -> Refusal:
        """Why what was asked for is no legal move here."""
        if self.stop.kind == "over":
            return Refusal("the game is over")
        if self.stop.kind == "chance":
            what = self.stop.draw.name if self.stop.draw else "chance"
            return Refusal(f"chance decides here: {what}{self._may('it can give')}")
        if self.stop.kind == "idle":
            return Refusal("nothing is to be decided here")
        named = named_form(asked) if isinstance(asked, str) else asked
        best = self._furthest(asked, named)
        if best is None:
            return Refusal(self._unknown(asked))
        alternative, failed, picks = best
        if failed < 0 and self.stop.compound:
            return Refusal(f"it is only one step of a move{self._may('possible')}", met=True)
        if failed < 0:
            return Refusal("its own conditions hold, but the rules offer other moves before it", met=True)
        given = alternative.reasons[failed] if failed < len(alternative.reasons) else ""
        span = alternative.spans[failed] if failed < len(alternative.spans) else None
        where = f" in line {span.line}" if span else ""
        told = self._told(alternative, failed, picks) or self.setting.say(given)
        return Refusal(told or f"the condition{where} does not hold", given, span, met=True)

    def _told(self, alternative: Alternative, failed: int, picks: tuple[Value, ...]) -> str:
        """A reason that holds values, with them; "" for others, and where the values cannot be worked out."""
        found = alternative.tell(failed) if alternative.tell else None
        if found is None:
            return ""
        routine, pieces = found
        try:
            return filled(self.setting, self.machine, routine, pieces, (*self.stop.args, *picks), self.seat)
        except PlayError:
            return ""

    def _furthest(self, asked: str | Named, named: Named | None) -> tuple[Alternative, int, tuple[Value, ...]] | None:
        decision = self.stop.decision
        assert decision is not None
        best: tuple[Alternative, int, tuple[Value, ...]] | None = None
        for one in self.setting.combinations(self.machine, self.stop):
            failed = one.key[0]
            assert isinstance(failed, int)
            if best is not None and (best[1] < 0 or 0 <= failed <= best[1]):
                continue
            alternative = decision.alternatives[one.alternative]
            act = Act(one.alternative, one.key, one.picks)
            meant = named is not None and self._fits(named, self.machine, alternative, one.picks)
            if meant or (isinstance(asked, str) and self._written(act, folded(asked))):
                best = alternative, failed, one.picks
        return best

    def _written(self, act: Act, wanted: str) -> bool:
        if wanted in self._defaults((self.machine, self.stop, act)) or self._spelled(act, wanted):
            return True
        try:
            return wanted in self._said(act)
        except PlayError:  # a notation need not make sense for what is no move
            return False

    def _unknown(self, asked: str | Named) -> str:
        named = asked if isinstance(asked, Named) else named_form(asked)
        if named is not None and (slip := self._misspelt(named)):
            return slip
        if isinstance(asked, Named):
            return f"{NO_SUCH_MOVE}{self._may('possible')}"
        near = did_you_mean(asked, self.texts) if len(self.texts) > 1 else None
        meant = f"; did you mean {near}?" if near else ""
        return f"{NO_SUCH_MOVE}{meant}" + ("" if near else self._may("possible"))

    def _misspelt(self, named: Named) -> str:
        """What was meant by a value of a pick that no value is called; "" if all are known, or nothing is near."""
        known: dict[str, dict[str, str]] = {name: {} for name, _ in named.picks}
        for one in self.setting.combinations(self.machine, self.stop):
            assert self.stop.decision is not None
            alternative = self.stop.decision.alternatives[one.alternative]
            for name, value, shown in zip(alternative.names, one.picks, alternative.shown, strict=True):
                if name.casefold() in known and (shown.of or shown).sort in _NAMED:
                    known[name.casefold()] |= self._called(value, shown)
        for name, text in named.picks:
            for item in one_by_one(text):
                slip = len(item) > 2 and item not in known[name]
                near = did_you_mean(item, known[name]) if slip else None
                if near is not None:
                    return f"nothing here is called {item}; did you mean {known[name][near]}?"
        return ""

    def _called(self, value: Value, shown: Shown) -> dict[str, str]:
        """What a value, or the members of one, may be called, with the name that is shown."""
        items = items_of(value, shown)
        found: dict[str, str] = {}
        for item in [value] if items is None else items:
            of = shown if items is None else shown.of or shown
            text = show(self.setting, self.machine, item, of, seat=self.seat)
            found |= dict.fromkeys(names_of(self.setting, self.machine, item, of, self.seat), text)
        return found

    def _may(self, words: str) -> str:
        return f"; {words}: {some_of(self.texts)}" if self.texts else ""


def some_of(texts: Sequence[str]) -> str:
    """The first of some texts, at least one."""
    shown = [text for at, text in enumerate(texts[:_LISTED]) if not at or len(", ".join(texts[: at + 1])) <= _LONG]
    return ", ".join(shown) + (", …" if len(shown) < len(texts) else "")


def _without_blanks(text: str) -> str:
    return "".join(folded(text).split())

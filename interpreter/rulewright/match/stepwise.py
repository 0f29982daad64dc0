"""Making a move of several decisions step by step.

Only steps are offered that some legal way continues. Ways that end alike are one move, so the same move may be reached
by steps in another order than the one in which it is listed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from rulewright.engines.protocol import Act, Stopped
from rulewright.match.notation import Step, default_text, joined, step_text, written_on
from rulewright.match.setting import Setting
from rulewright.match.wording import folded

_BETWEEN = " /"


@dataclass(frozen=True, slots=True)
class Way:
    """The steps made so far at a compound stop, with their texts."""

    setting: Setting
    machine: Any
    done: tuple[Act, ...] = ()
    texts: tuple[str, ...] = ()

    def onward(self) -> tuple[Way, ...]:
        """The ways with one step more, in the order of the rules; () for a whole way."""
        ways = []
        for act in self.setting.engine.steps(self.machine, self.done):
            path = (*self.done, act)
            inner, stop = self.setting.engine.along(self.machine, path)[-1]
            ways.append((path, (inner, stop, act)))
        texts = _different(self.setting, [step for _, step in ways])
        return tuple(
            Way(self.setting, self.machine, path, (*self.texts, text))
            for (path, _), text in zip(ways, texts, strict=True)
        )

    @property
    def place(self) -> tuple[Any, Stopped] | None:
        """The inner state in which the next step is made, with its stop; None for a whole way."""
        acts = self.setting.engine.steps(self.machine, self.done)
        return self.setting.engine.along(self.machine, (*self.done, acts[0]))[-1] if acts else None

    @property
    def text(self) -> str:
        """The steps so far in a row."""
        return joined(list(self.texts))

    @property
    def act(self) -> Act | None:
        """The move that this way makes; None if it is not whole."""
        return self.setting.engine.completed(self.machine, self.done) if self.done else None


def _different(setting: Setting, steps: list[Step]) -> list[str]:
    texts = [step_text(setting, step) for step in steps]
    often = Counter(texts)
    return [default_text(setting, step) if often[text] > 1 else text for step, text in zip(steps, texts, strict=True)]


def read_way(way: Way, text: str) -> list[Act]:
    """All moves whose steps, on any way, are written as `text`, in small letters; what is declined may be left out."""
    act = way.act
    if act is not None:
        return [] if text else [act]
    found: dict[Act, None] = {}
    for longer in way.onward():
        step = folded(longer.texts[-1])
        onward = written_on(folded(way.texts[-1]), step) if way.texts else ""
        left = [text[len(form) :] for form in (step, onward) if form and text.startswith(form)]
        rest = next((rest for rest in left if not rest or rest[0] in _BETWEEN or _goes_on(longer, rest)), None)
        if rest is not None:
            found |= dict.fromkeys(read_way(longer, rest.lstrip(_BETWEEN)))
        elif longer.done[-1].alternative < 0:
            found |= dict.fromkeys(read_way(longer, text))
    return list(found)


def _goes_on(way: Way, text: str) -> bool:
    """Whether a text begins with a step that goes on from the end of the last one and is written on."""
    last = folded(way.texts[-1])
    return any(
        onward and text.startswith(onward)
        for onward in (written_on(last, folded(longer.texts[-1])) for longer in way.onward())
    )

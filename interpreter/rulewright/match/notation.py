"""The texts of the moves at a stop.

A move is written as the rules say (`say`, and `then` on the state after it); without that in the default notation, the
action's name and the picks in order: `Capture b3 W e5`, `Play Fountain 4 (Owl, Tree 3)`. Where two moves would have the
same text, all of these are written in the default notation, then with more and more exact names of components, then
with the names of the picks, too, until they differ. The move of several steps is its steps in a row; what was declined
in it is told only where moves would look the same.

Moves are written for whoever decides: what that player does not know is named by its place. They are written with the
names that the rules have; `told_texts` has those of the language that is spoken.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import count, pairwise
from typing import Any

from rulewright.engines.protocol import Act, PlayError, Stopped, Value
from rulewright.match.naming import EXACT, NUMBERED, PLAIN, ZONED, Knower
from rulewright.match.setting import Setting
from rulewright.match.values import NONE, by_kind, in_zones, items_of, show
from rulewright.program.ir import Alternative, DrawInfo, Routine, Shown

_LAST = re.compile(r"\w(?P<sign>x|[^\w\s])(?P<end>[a-z]{0,2}\d+)$")
"""A sign and a place at the end of a text: `xa3`, `-26`."""

DECLINE = "decline"
YES = "yes"
NO = "no"
UNKNOWN = "?"

Step = tuple[Any, Stopped, Act]
"""One step of a move: the state in which it is made, the stop there, the act."""

Style = Callable[[Setting, Step], str]


def move_texts(setting: Setting, machine: Any, stop: Stopped, acts: Sequence[Act]) -> tuple[str, ...]:
    """The texts of `acts`, all legal at this stop; no two are the same as far as the picks tell them apart."""
    ways = [steps_of(setting, machine, stop, act) for act in acts]
    texts = [_as_said(setting, machine, way, act) for way, act in zip(ways, acts, strict=True)]
    for style in (default_text, zoned_text, numbered_text, exact_text, named_text):
        often = Counter(texts)
        texts = [
            joined([style(setting, step) for step in way]) if often[text] > 1 else text
            for text, way in zip(texts, ways, strict=True)
        ]
    return tuple(texts)


def steps_of(setting: Setting, machine: Any, stop: Stopped, act: Act) -> list[Step]:
    """The steps that make up a move: one, or those of its path."""
    if not act.path:
        return [(machine, stop, act)]
    inner = setting.engine.along(machine, act.path)
    return [(where, at, step) for (where, at), step in zip(inner, act.path, strict=True)]


def alternative_of(stop: Stopped, act: Act) -> Alternative | None:
    """The alternative that an act chooses; None for declining and for chance."""
    return stop.decision.alternatives[act.alternative] if stop.decision and act.alternative >= 0 else None


def default_text(setting: Setting, step: Step, *, exact: int = PLAIN) -> str:
    """`Capture b3 W e5`: the action's name and its picks in order; several cards beside other picks in parentheses."""
    machine, stop, act = step
    alternative = alternative_of(stop, act)
    if alternative is None:
        return DECLINE
    texts = [text for _, text in pick_texts(setting, machine, alternative, act, exact=exact, seat=stop.chooser)]
    if len(texts) > 1:
        values = zip(texts, act.picks, alternative.shown, strict=True)
        texts = [f"({text})" if in_zones(setting, machine, one, shown) else text for text, one, shown in values]
    return " ".join(filter(None, [alternative.action, *texts])) or YES


def zoned_text(setting: Setting, step: Step) -> str:
    """The same with more exact names of components: their layer on the board, the zone in which they lie."""
    return default_text(setting, step, exact=ZONED)


def numbered_text(setting: Setting, step: Step) -> str:
    """The same with numbers of those that have one name in a zone."""
    return default_text(setting, step, exact=NUMBERED)


def exact_text(setting: Setting, step: Step) -> str:
    """The same with both."""
    return default_text(setting, step, exact=EXACT)


def named_text(setting: Setting, step: Step) -> str:
    """`Capture p = b3, d = W, hit = e5`: the picks with their names."""
    machine, stop, act = step
    alternative = alternative_of(stop, act)
    if alternative is None:
        return DECLINE
    told = pick_texts(setting, machine, alternative, act, exact=EXACT, seat=stop.chooser)
    picks = ", ".join(f"{name} = {text}" for name, text in told)
    return " ".join(filter(None, [alternative.action, picks])) or YES


def pick_texts(
    setting: Setting,
    machine: Any,
    alternative: Alternative,
    act: Act,
    *,
    exact: int = PLAIN,
    seat: Knower = None,
) -> list[tuple[str, str]]:
    """Each pick's name with the text of its value."""
    named = zip(alternative.names, act.picks, alternative.shown, strict=True)
    return [(name, show(setting, machine, value, shown, exact=exact, seat=seat)) for name, value, shown in named]


def picked_texts(
    setting: Setting, machine: Any, alternative: Alternative, act: Act, seat: int
) -> Iterator[tuple[str, tuple[str, ...] | str]]:
    """Each pick's name with the text of its value, or of a set or list with the texts of its members."""
    for name, value, shown in zip(alternative.names, act.picks, alternative.shown, strict=True):
        items = items_of(value, shown)
        if items is None:
            yield name, show(setting, machine, value, shown, seat=seat)
        else:
            of = shown.of or shown
            if of.sort == "component" and not isinstance(value, tuple):
                items = by_kind(setting, machine, items, seat)
            yield name, tuple(show(setting, machine, item, of, seat=seat) for item in items)


def said_text(setting: Setting, step: Step) -> str | None:
    """What the rules' `say` gives for a step; None if they have none for it."""
    machine, stop, act = step
    alternative = alternative_of(stop, act)
    if alternative is None or alternative.say is None:
        return None
    args = (*stop.args, *act.picks)
    return filled(setting, machine, alternative.say, alternative.notation, args, stop.chooser)


def step_text(setting: Setting, step: Step) -> str:
    """A step as the rules say it, or else in the default notation."""
    said = said_text(setting, step)
    return default_text(setting, step) if said is None else said


def answered(setting: Setting, stop: Stopped, act: Act, text: str) -> str:
    """The text of a move behind what was asked, in the language that is spoken: `Which card? Owl`, `Go on? no`; behind
    a pick's name if the rules ask nothing: `there b4`. Actions, and moves of several steps, are just their text."""
    decision = stop.decision
    first = decision.alternatives[0] if decision else None
    if decision is None or first is None or first.action or act.path or not decision.question:
        return text
    asked = setting.say(decision.question)
    if decision.question in first.names:
        return text if act.alternative < 0 else f"{asked} {text}"
    if act.alternative < 0 and not first.names:
        text = NO
    return f"{asked}{':' if asked[-1].isalnum() else ''} {text}"


def outcome_text(setting: Setting, machine: Any, draw: DrawInfo, act: Act) -> str:
    """What fell: `4`, or for several dice `sword, sword, blank`."""
    faces = bag_faces(draw, act.picks[0])
    if faces is None:
        return show(setting, machine, act.picks[0], draw.shown) or NONE
    return ", ".join(show(setting, machine, face, draw.shown.of or draw.shown) for face in faces)


def bag_faces(draw: DrawInfo, value: Value) -> list[int] | None:
    """The faces of a bag of dice, each as often as it fell; None for anything else."""
    if not draw.faces or not isinstance(value, int):
        return None
    return [face for i, face in enumerate(draw.faces) for _ in range(value >> (8 * i) & 0xFF)]


def _as_said(setting: Setting, machine: Any, way: list[Step], act: Act) -> str:
    made = [step for step in way if step[2].alternative >= 0] or way
    return joined([step_text(setting, step) for step in made]) + _afterwards(setting, machine, way[-1], act)


def joined(texts: list[str]) -> str:
    """The steps of a move in a row; one that goes on from where the step before it ended is written on: `a1xa3xc3`."""
    between = " / " if any(" " in text for text in texts) else " "
    out = texts[0] if texts else ""
    for before, text in pairwise(texts):
        onward = written_on(before, text)
        out += onward or between + text
    return out


def written_on(before: str, text: str) -> str:
    """What of a step is left to be written where it goes on from the end of the step before it: `xc3` of `a3xc3` after
    `a1xa3`; "" if it does not."""
    found = _LAST.search(before)
    if found is None or not text.startswith(found["end"]):
        return ""
    onward = text[len(found["end"]) :]
    return onward if onward.startswith(found["sign"]) else ""


def in_short(texts: Sequence[str]) -> str:
    """Steps of which each goes on from the one before it, as its first and its last place alone: `a1xc3`; "" if they
    do not, or are fewer than two."""
    if len(texts) < 2 or not all(written_on(before, text) for before, text in pairwise(texts)):
        return ""
    return texts[0][: _begin(texts[0])] + texts[-1][_begin(texts[-1]) :]


def _begin(text: str) -> int:
    """Where the last place in the text of a step begins."""
    found = _LAST.search(text)
    return found.start("end") if found else len(text)


def _afterwards(setting: Setting, machine: Any, last: Step, act: Act) -> str:
    """What `then` adds: it looks at the state after the move."""
    _, stop, step = last
    alternative = alternative_of(stop, step)
    if alternative is None or alternative.then is None:
        return ""
    try:
        # What chance will give is not told.
        after, args = setting.engine.applied(setting.engine.reseeded(machine, None), act)
        return filled(setting, after, alternative.then, alternative.then_notation, args, stop.chooser)
    except PlayError:  # the rules break down in this move: it is told to whoever makes it, not to who lists it
        return ""


def filled(
    setting: Setting,
    machine: Any,
    routine: Routine,
    notation: Sequence[str | Shown],
    args: tuple[Value, ...],
    seat: Knower = None,
    hidden: Collection[int] = (),
) -> str:
    """A template with the values that its routine yields, `?` for those whose numbers are `hidden`."""
    values = zip(count(), setting.engine.generate(routine, machine, args)[0].picks)
    texts = []
    for part in notation:
        if isinstance(part, str):
            texts.append(part)
            continue
        number, value = next(values)
        texts.append(UNKNOWN if number in hidden else show(setting, machine, value, part, say=True, seat=seat))
    return "".join(texts)

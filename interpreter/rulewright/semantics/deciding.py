"""Whether the `do` of an action has just one outcome, as `after` needs it.

Looked through: what it calls, the events that it emits at once, and the triggers of what its effects bring about. A
trigger about `self` counts only if what moves may be of its kind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rulewright.semantics import codes_rules, typed
from rulewright.semantics.fitting import element, overlap
from rulewright.semantics.scope import Env
from rulewright.semantics.symbols import Game
from rulewright.semantics.typed import Action, Event, Generic, Trigger
from rulewright.semantics.types import ComponentType, KindType, Type, ZoneType
from rulewright.semantics.walk import walk
from rulewright.semantics.zones import contents, draws_card
from rulewright.source import Label, Span


def check_after(env: Env) -> None:
    """Report actions with an `after` whose `do` may decide or roll."""
    for action in env.game.actions:
        if not action.after or action.do is None:
            continue
        found = Search(env, decides).first(action.do)
        if found is None:
            continue
        what, inner, outer = found
        others = () if inner == outer else (Label(inner, f"{what} here"),)
        env.findings.add(
            codes_rules.AFTER_DECIDES,
            f"{action.name} has an `after`, and its `do` {'leads to' if others else 'holds'} {what}",
            outer,
            hint="decide with `pick` before `do`; or test with `where` instead of `after`",
            others=(*others, Label(action.after[0].span, "`after` looks at the position behind `do`")),
        )


Found = tuple[str, Span, Span]


@dataclass(slots=True)
class Search:
    """`wanted` tells what a node is if it is looked for; `offers`: what the actions that are offered do counts, too."""

    env: Env
    wanted: Callable[[object, Game], str | None]
    offers: bool = False
    seen: set[Generic | Trigger | Action] = field(default_factory=set)

    def first(self, root: object) -> Found | None:
        """The first node that is wanted: what it is, where it stands, and where `root` leads there."""
        for node in walk(root):
            direct = self.wanted(node, self.env.game)
            if direct is not None:
                span = getattr(node, "span", None)
                assert isinstance(span, Span)
                return direct, span, span
            for body in self.led_to(node):
                deeper = self.first(body)
                if deeper is not None:
                    span = getattr(node, "span", None)
                    assert isinstance(span, Span)
                    return deeper[0], deeper[1], span
        return None

    def led_to(self, node: object) -> list[object]:
        """The bodies that run because of a statement, those seen before left out."""
        match node:
            case typed.CallProcedure(generic=generic):
                if generic in self.seen:
                    return []
                self.seen.add(generic)
                return [method.body for method in generic.methods]
            case typed.Choose(choice=choice) | typed.MayChoose(choice=choice) if self.offers:
                offered = [offer.action for group in choice.groups for offer in group]
                new = [action for action in offered if action not in self.seen]
                self.seen.update(new)
                return [action.do for action in new]
            case typed.Emit(event=event, later=False):
                return self.triggers(event, None)
            case typed.PlaceOne(kind=kind):
                moved = ComponentType(kind.type.kind) if isinstance(kind.type, KindType) else None
                return self.builtin("dealt" if isinstance(node.site.type, ZoneType) else "placed", moved)
            case typed.MoveTo(what=what, place=place):
                return self.moved(what.type, place)
            case typed.Deal(source=source, place=place):
                return self.moved(contents(source, self.env.game).type, place)
            case typed.Remove(what=what):
                holders = any(zone.holder is not None for zone in self.env.game.zones)
                return self.builtin("removed", None if holders else what.type)
            case typed.Swap(first=first, second=second):
                names = ("moved", "placed", "removed", "dealt") if self.env.game.zones else ("moved",)
                return [body for name in names for one in (first, second) for body in self.builtin(name, one.type)]
            case typed.SetOwner(what=what):
                return self.builtin("owner_changed", what.type)
            case typed.SetKind(what=what):
                return self.builtin("kind_changed", None)
            case _:
                return []

    def moved(self, what: Type, place: typed.Expr) -> list[object]:
        """The reactions to something that comes from anywhere."""
        names = ("removed", "dealt") if isinstance(place.type, ZoneType) else ("moved", "placed")
        return [body for name in names for body in self.builtin(name, what)]

    def builtin(self, name: str, about: Type | None) -> list[object]:
        event = next((event for event in self.env.game.events if event.builtin and event.name == name), None)
        return self.triggers(event, about) if event is not None else []

    def triggers(self, event: Event, about: Type | None) -> list[object]:
        out: list[object] = []
        subject = (element(about) or about) if about is not None else None
        for trigger in self.env.game.triggers:
            if trigger.event is not event or trigger in self.seen:
                continue
            if trigger.about == 0 and trigger.self_var is not None and subject is not None:
                own = trigger.self_var.type
                if not overlap(own, subject, self.env.game):
                    continue
            self.seen.add(trigger)
            out.append(trigger.body)
        return out


def decides(node: object, game: Game) -> str | None:
    """A decision or chance, in words."""
    match node:
        case typed.Choose() | typed.MayChoose() | typed.PickOne() | typed.Ask() | typed.For(by_choice=True):
            return "a decision"
        case typed.Together():
            return "a decision"
        case typed.RollDie() | typed.AnyOf():
            return "a roll of chance"
        case typed.Statement() | typed.Expr() if draws_card(node, game):
            return "a card drawn by chance"
        case _:
            return None

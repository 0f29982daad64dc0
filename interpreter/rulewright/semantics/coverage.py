"""Which rules implement the clauses of the rulebook, and which scenarios show that they do.

A rule bears the clauses it implements as tags in brackets; a scenario names in `covers` what it shows. Tags may stand
on any declaration with a body, on members of kinds and on turns inside a flow. `tagged_rules` reads them off the
declarations, those of other options among them; `coverage` lays them beside the clauses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.semantics.ast_walk import nodes_in
from rulewright.semantics.symbols import ClauseDecl, Game, TaggedRule
from rulewright.syntax import ast

if TYPE_CHECKING:
    from rulewright.semantics import typed

_Tagged = (
    ast.Region
    | ast.Kind
    | ast.Define
    | ast.Modify
    | ast.Procedure
    | ast.Trigger
    | ast.Action
    | ast.Setup
    | ast.Turn
    | ast.Flow
    | ast.EndRules
    | ast.TurnOf
)


@dataclass(frozen=True, slots=True)
class Row:
    """A clause with the rules that bear its tag and the scenarios that cover it, each in the order of the file."""

    clause: ClauseDecl
    rules: tuple[TaggedRule, ...]
    scenarios: tuple[typed.Scenario, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """What the clause lacks: `rule`, `scenario`. A clause that is not played needs neither."""
        if self.clause.not_played is not None:
            return ()
        found = (("rule", self.rules), ("scenario", self.scenarios))
        return tuple(what for what, there in found if not there)


def coverage(game: Game) -> tuple[Row, ...]:
    """A row for each clause of the rulebook, in its order; none without a rulebook."""
    return tuple(
        Row(
            clause,
            tuple(rule for rule in game.tagged if rule.clause == clause.name),
            tuple(scenario for scenario in game.scenarios if clause.name in scenario.covers),
        )
        for clause in game.clauses
    )


def tagged_rules(declarations: Sequence[ast.Declaration]) -> Iterator[TaggedRule]:
    """Every tag of every rule, one by one, with what the rule is called and where it begins."""
    for item in declarations:
        for node in nodes_in(item, _TAGGED):
            inside = f" of {item.name.text}" if isinstance(item, ast.Kind) and node is not item else ""
            what = _called(node) + inside
            for tag in node.tags:
                yield TaggedRule(tag.text, what, node.span)


_TAGGED: tuple[type[_Tagged], ...] = (
    ast.Region,
    ast.Kind,
    ast.Define,
    ast.Modify,
    ast.Procedure,
    ast.Trigger,
    ast.Action,
    ast.Setup,
    ast.Turn,
    ast.Flow,
    ast.EndRules,
    ast.TurnOf,
)


def _called(node: _Tagged) -> str:
    """`action Capture`, `when moved`, `end`"""
    match node:
        case ast.Region(name=name):
            return f"region {name.text}"
        case ast.Kind(name=name, word=word):
            return f"{word.text} {name.text}"
        case ast.Define(name=name):
            return f"define {name.text}"
        case ast.Modify(name=name):
            return f"modify {name.text}"
        case ast.Procedure(name=name):
            return f"procedure {name.text}"
        case ast.Trigger(event=name):
            return f"when {name.text}"
        case ast.Action(name=name):
            return f"action {name.text}"
        case ast.Setup():
            return "setup"
        case ast.Turn():
            return "turn"
        case ast.Flow():
            return "flow"
        case ast.EndRules():
            return "end"
        case ast.TurnOf():
            return "turn of"

"""Short rules for the tests of typing: a small game around the part that is looked at.

Parts that the rules have themselves (`players`, `board`, `facing`, `piece Pawn`, `turn` or `flow`) are not added.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.semantics import Game, check_text
from rulewright.semantics import typed as t
from rulewright.source import Diagnostic, Severity

PARTS = {
    "players": "players White, Black\n",
    "board": "board square 8 by 8\n",
    "facing": "facing White N, Black S\n",
    "piece Pawn": "piece Pawn\n",
}

PARAMS = "p: Pawn, q: player, s: site, d: direction, n: int"


def program(rules: str) -> str:
    """The rules with the missing parts behind them, so that line numbers stay."""
    rules = rules if rules.endswith("\n") else rules + "\n"
    starts = tuple(line for line in rules.splitlines() if line and not line[0].isspace())
    for start, part in PARTS.items():
        if not any(line.startswith(start) for line in starts):
            rules += part
    if not any(line.startswith(("turn", "flow")) for line in starts):
        rules += "turn:\n    nothing\n"
    return rules


def found(rules: str, options: Mapping[str, str] | None = None) -> list[Diagnostic]:
    """The errors, by place."""
    _, findings = check_text(program(rules), options=options)
    return [one for one in findings.sorted() if one.severity is Severity.ERROR]


def errors(rules: str, options: Mapping[str, str] | None = None) -> list[str]:
    """`3 E210 the words under the caret` for each error; the line counts from 1."""
    return [f"{one.span.line} {one.code} {one.span.text}" for one in found(rules, options)]


def only(rules: str) -> Diagnostic:
    """The one error there is."""
    all_ = found(rules)
    assert len(all_) == 1, "\n".join(f"{one} | {one.span.text}" for one in all_)
    return all_[0]


def warnings(rules: str) -> list[str]:
    _, findings = check_text(program(rules))
    return [f"{one.span.line} {one.code} {one.span.text}" for one in findings.sorted() if one.code[0] == "W"]


def game(rules: str, options: Mapping[str, str] | None = None) -> Game:
    """The game of rules that have no errors."""
    checked, findings = check_text(program(rules), options=options)
    assert checked is not None, "\n".join(f"{one} | {one.hint}" for one in findings.errors)
    return checked


def value(
    expression: str, params: str = "p: Pawn, q: player, s: site, d: direction, n: int", before: str = ""
) -> t.Expr:
    """The typed tree of an expression, in a definition with some parameters."""
    checked = game(f"{before}define tested({params}) = {expression}\n")
    tested = next(generic for generic in checked.definitions if generic.name == "tested")
    body = tested.methods[0].body
    assert isinstance(body, t.Expr)
    return body


def mistake(
    expression: str, params: str = "p: Pawn, q: player, s: site, d: direction, n: int", before: str = ""
) -> Diagnostic:
    """The one error of an expression, in a definition with some parameters."""
    return only(f"{before}define tested({params}) = {expression}\n")

"""Errors that show only when the whole game is known: nothing to play, constants without a value, clauses."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import codes_declarations as codes
from rulewright.semantics import typed
from rulewright.semantics.ast_walk import nodes_in
from rulewright.semantics.coverage import tagged_rules
from rulewright.semantics.declare_game import has_unread, heading
from rulewright.semantics.declare_layers import check_room
from rulewright.semantics.scope import Env
from rulewright.semantics.symbols import KindDecl
from rulewright.semantics.types import POISON, Poison
from rulewright.semantics.walk import first_values, rules, walk
from rulewright.semantics.wording import listing
from rulewright.source import Label, Span, did_you_mean, register
from rulewright.syntax import ast

UNKNOWN_CLAUSE = register(
    "R101",
    "unknown-clause",
    """
A tag such as `[CAP-1]`, or `covers CAP-1`, names a clause that the rulebook does not have.

```rules wrong
players White, Black
rulebook "The game":
    clause END-1 "after nine turns it is a tie"
turn [TURN-1]:
    nothing
end [END-1]:
    tie when turn_number > 9
scenario "it goes on" covers END-1:
    expect turn_number == 1
```

```rules right
players White, Black
rulebook "The game":
    clause END-1 "after nine turns it is a tie"
turn:
    nothing
end [END-1]:
    tie when turn_number > 9
scenario "it goes on" covers END-1:
    expect turn_number == 1
```
""",
)
CLAUSE_WITHOUT_RULE = register(
    "R102",
    "clause-without-rule",
    """
No rule bears the tag of this clause, with whatever options: it may have been forgotten. A clause that is meant to stay
unplayed says why: `clause CAP-9 "…" not played "reason"`.

```rules wrong
players White, Black
rulebook "The game":
    clause END-1 "after nine turns it is a tie"
turn:
    nothing
end:
    tie when turn_number > 9
scenario "it goes on" covers END-1:
    expect turn_number == 1
```

```rules right
players White, Black
rulebook "The game":
    clause END-1 "after nine turns it is a tie"
turn:
    nothing
end [END-1]:
    tie when turn_number > 9
scenario "it goes on" covers END-1:
    expect turn_number == 1
```
""",
)
CLAUSE_WITHOUT_SCENARIO = register(
    "R103",
    "clause-without-scenario",
    """
No scenario covers this clause, so nothing shows that it is played as the rulebook says.

```rules wrong
players White, Black
rulebook "The game":
    clause END-1 "after nine turns it is a tie"
turn:
    nothing
end [END-1]:
    tie when turn_number > 9
```

```rules right
players White, Black
rulebook "The game":
    clause END-1 "after nine turns it is a tie"
turn:
    nothing
end [END-1]:
    tie when turn_number > 9
scenario "it goes on" covers END-1:
    expect turn_number == 1
```
""",
)


def check_whole(env: Env, declarations: Sequence[ast.Declaration], start: Span) -> None:
    _something_to_play(env, declarations, start)
    if not has_unread(env, declarations):
        _constants_have_values(env)
        check_room(env)
    _everything_has_a_type(env)
    _clauses(env, declarations)


def _everything_has_a_type(env: Env) -> None:
    """If nothing is wrong, nothing may be poison: else it would have to be played."""
    if env.findings.errors:
        return
    for root in [*rules(env.game), *first_values(env.game), *env.game.scenarios]:
        for node in walk(root):
            if isinstance(node, typed.Expr) and isinstance(node.type, Poison):
                env.findings.add(
                    codes.NOT_WORKED_OUT,
                    "what this is cannot be told",
                    node.span,
                    hint="write down what the definition gives, or break the circle",
                )
                return


def _something_to_play(env: Env, declarations: Sequence[ast.Declaration], start: Span) -> None:
    turns = [item for item in declarations if isinstance(item, ast.Turn | ast.Flow)]
    if not turns and not has_unread(env, declarations):
        env.findings.add(
            codes.NOTHING_TO_PLAY,
            "this game has no turn",
            start,
            hint="write `turn:` and under it what a player does, such as `choose Move`",
        )
    elif len(turns) > 1:
        env.findings.add(
            codes.NOTHING_TO_PLAY,
            "a game has a `turn` or a `flow`, not both",
            heading(turns[1].span),
            hint="put the turn into the flow: `turn of P:`",
            others=(Label(heading(turns[0].span), "the other one"),),
        )


def _constants_have_values(env: Env) -> None:
    """Every kind of which there may be components has a value of each constant; kinds of one parent that lack the same
    are told together."""
    lacking: dict[tuple[str, ...], list[KindDecl]] = {}
    for kind in env.game.kinds:
        if kind.children and not kind.placed:
            continue
        families = [family for above in kind.ancestors() for family in above.constants.values()]
        known = [family for family in families if family.type != POISON and family.values]
        names = tuple(family.name for family in known if kind.index not in family.values)
        if names:
            place = kind if kind.children or kind.parent is None else kind.parent
            lacking.setdefault((place.name, *names), []).append(kind)
    for (_, *lacked), kinds in lacking.items():
        kind, which = kinds[0], listing(lacked)
        more = f", and so {'does' if len(kinds) == 2 else 'do'} {len(kinds) - 1} more" if len(kinds) > 1 else ""
        title = f"{kind.name} itself has no {which}" if kind.children else f"{kind.name} lacks {which}"
        env.findings.add(codes.NO_VALUE, title + more, kind.span, hint=_how_to_have(env, kind, lacked[0]))


def _how_to_have(env: Env, kind: KindDecl, name: str) -> str:
    if kind.children:
        return f"write `{name} = …` in its block, or place only the kinds below it"
    table = next((found for above in kind.ancestors() if (found := env.tables.get(above.name)) is not None), None)
    if table is None:
        return f"write `{name} = …` in its block"
    taken = {other.name for other in env.game.kinds if other.span.source is kind.span.source}
    near = did_you_mean(kind.name, [row for row in table.rows if row not in taken])
    return f"{table.file} has no row {kind.name}" + (
        f"; {near} may be meant" if near else f", nor has its block `{name} = …`"
    )


def _clauses(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    clauses = {clause.name: clause for clause in env.game.clauses}
    if not clauses and not any(isinstance(item, ast.Rulebook) for item in declarations):
        return
    env.game.tagged = list(tagged_rules(env.game.written))
    # a rule that only other options bring into the game implements its clause all the same
    ruled = {rule.clause for rule in env.game.tagged}
    covered: set[str] = set()
    for item in declarations:
        if isinstance(item, ast.Rulebook):
            continue
        for tag in nodes_in(item, ast.Tag):
            if tag.text in clauses:
                (covered if isinstance(item, ast.Scenario) else ruled).add(tag.text)
                continue
            near = did_you_mean(tag.text, clauses)
            env.findings.add(
                UNKNOWN_CLAUSE,
                f"the rulebook has no clause {tag.text}",
                tag.span,
                hint=f"did you mean {near}?" if near else "",
            )
    for clause in clauses.values():
        if clause.not_played is not None:
            continue
        if clause.name not in ruled:
            env.findings.add(
                CLAUSE_WITHOUT_RULE,
                f"no rule implements {clause.name}",
                clause.span,
                hint=f"write [{clause.name}] at the rule, or `not played` and the reason",
            )
        elif clause.name not in covered:
            env.findings.add(
                CLAUSE_WITHOUT_SCENARIO,
                f"no scenario covers {clause.name}",
                clause.span,
                hint=f"write a scenario with `covers {clause.name}`",
            )

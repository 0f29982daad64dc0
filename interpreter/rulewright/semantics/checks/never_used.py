"""
Something is declared and nothing uses it: perhaps it was forgotten, perhaps its name is misspelt where it should be
used. Use it, or take it away.

```rules wrong
players White, Black
board square 4 by 4
region goal = rows(4)
turn:
    nothing
```

```rules right
players White, Black
board square 4 by 4
region goal = rows(4)
turn:
    nothing
end:
    player wins when any(goal & occupied)
```
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import typed
from rulewright.semantics.ast_walk import nodes_in, words_in
from rulewright.semantics.names import what_is
from rulewright.semantics.scope import Env
from rulewright.semantics.symbols import DieDecl, EnumDecl, FieldDecl, OptionDecl, RegionDecl, VarDecl, ZoneDecl
from rulewright.semantics.walk import first_values, rules, walk
from rulewright.source import register
from rulewright.syntax import ast

NEVER_USED = register("W101", "never-used", __doc__)


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Definitions, procedures, events, regions, zones, options, dice, vars, fields and enums that nothing names. An
    option may be named behind a guard that another option shuts."""
    used = set(env.used) | _types(declarations) | _named_in_tree(env)
    guarded = {word.name for guard in nodes_in(env.game.written, ast.Guard) for word in words_in(guard)}
    used |= guarded & set(env.game.options)
    for name, symbol in env.declared.items():
        span = env.spans.get(name)
        if span is None or name in used:
            continue
        match symbol:
            case OptionDecl() if name == "seats":
                continue
            case VarDecl() | FieldDecl() | RegionDecl() | ZoneDecl() | OptionDecl() | DieDecl() | typed.Generic():
                pass
            case EnumDecl() if not any(isinstance(item, ast.Die) and item.name.text == name for item in declarations):
                if any(value in used for value in symbol.values):
                    continue
            case typed.Event(builtin=False):
                pass
            case _:
                continue
        env.findings.add(
            NEVER_USED, f"{name} is never used", span, label=f"{what_is(symbol)}", hint="use it, or take it away"
        )


def _types(declarations: Sequence[ast.Declaration]) -> set[str]:
    """Names that stand as types."""
    return {node.name.text for item in declarations for node in nodes_in(item, ast.TypeName)}


def _named_in_tree(env: Env) -> set[str]:
    """What the typed tree refers to, so that a name counts also where it was not looked up by itself."""
    out: set[str] = set()
    for root in [*rules(env.game), *first_values(env.game), *env.game.scenarios]:
        if isinstance(root, typed.Trigger):
            out.add(root.event.name)
        for node in walk(root):
            match node:
                case typed.VarRef():
                    out.add(node.var.name)
                case typed.FieldRef():
                    out.add(node.field.name)
                case typed.Call() | typed.CallProcedure():
                    out.add(node.generic.name)
                case typed.RegionRef():
                    out.add(node.region.name)
                case typed.ZoneRef():
                    out.add(node.zone.name)
                case typed.RollDie():
                    out.add(node.die.name)
                case typed.Emit():
                    out.add(node.event.name)
                case _:
                    pass
    return out

"""Binding local names: a name once in a block, and a warning where it hides another."""

from __future__ import annotations

from rulewright.semantics import codes_typing as codes
from rulewright.semantics.scope import Scope
from rulewright.semantics.typed import ChoiceVar, Local
from rulewright.syntax import ast


def declare_local(scope: Scope, name: ast.Name, local: Local | ChoiceVar) -> None:
    """Bind a local name; a second one in the same block is an error, hiding another name a warning."""
    text = name.text
    old = scope.names.get(text)
    if old is not None:
        scope.env.findings.add(
            codes.DOUBLED_LOCAL,
            f"there is already a {text} here",
            name.span,
            hint="give it another name; a `var` is changed with: " + text + " = ...",
        )
    elif scope.parent is not None and scope.parent.find(text) is not None:
        scope.env.findings.add(
            codes.HIDES,
            f"this {text} hides another {text} of the same body",
            name.span,
            hint="give one of them another name",
        )
    elif text in scope.env.declared:
        scope.env.findings.add(
            codes.HIDES,
            f"this {text} hides the {text} that the game declares",
            name.span,
            hint="give one of them another name",
        )
    scope.names[text] = local

"""The warnings, one a file. Each module's docstring is the page that `explain` shows.

A check is a function that reads a game without errors and adds findings. `run_checks` runs all of them, and then takes
away what `# allow CODE: reason` silences; an allowance that silences nothing is a warning of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics.checks import (
    constant_condition,
    never_offered,
    never_placed,
    never_read,
    never_used,
    unreachable_end,
    unreachable_statement,
    unused_allowance,
)
from rulewright.semantics.scope import Env
from rulewright.source import Source
from rulewright.syntax import ast

CHECKS = (
    never_used.check,
    never_read.check,
    never_placed.check,
    never_offered.check,
    constant_condition.check,
    unreachable_statement.check,
    unreachable_end.check,
)


def run_checks(env: Env, declarations: Sequence[ast.Declaration], sources: Sequence[Source]) -> None:
    """Add all warnings if there is no error; then let allowances do their work."""
    if env.findings.errors:
        return
    for check in CHECKS:
        check(env, declarations)
    unused_allowance.silence(env.findings, sources)

"""The warnings and findings of style, one a file. Each module's docstring is the page that `explain` shows.

A check is a function that reads a game without errors and adds findings. `run_checks` runs all of them, and then takes
away what `# allow CODE: reason` silences; an allowance that silences nothing is a warning of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics.checks import (
    blanks,
    constant_condition,
    feeds_itself,
    naming,
    never_emptied,
    never_ends,
    never_equal,
    never_filled,
    never_offered,
    never_placed,
    never_read,
    never_used,
    nothing_to_choose,
    secret_notation,
    tells_secret,
    unreachable_end,
    unreachable_statement,
    unread_column,
    unused_allowance,
    unused_local,
)
from rulewright.semantics.scope import Env
from rulewright.source import Source
from rulewright.syntax import ast

CHECKS = (
    never_used.check,
    never_read.check,
    never_placed.check,
    never_filled.check,
    never_emptied.check,
    unread_column.check,
    never_offered.check,
    never_equal.check,
    nothing_to_choose.check,
    feeds_itself.check,
    constant_condition.check,
    unreachable_statement.check,
    unreachable_end.check,
    never_ends.check,
    unused_local.check,
    tells_secret.check,
    secret_notation.check,
    naming.check,
)


def run_checks(env: Env, declarations: Sequence[ast.Declaration], sources: Sequence[Source]) -> None:
    """Add all warnings if there is no error; then let allowances do their work.

    Beside errors only what the passes have found is there. It can be allowed too, but an allowance that silences
    nothing is not reported: what it is for may show only when the errors are gone.
    """
    sound = not env.findings.errors
    if sound:
        for check in CHECKS:
            check(env, declarations)
        for source in sources:
            blanks.check_blanks(env.findings, source)
    unused_allowance.silence(env.findings, sources, report=sound)

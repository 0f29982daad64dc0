"""
A declaration bears a name that the language has already, such as `mine` or `step`. That is allowed, and from there on
the name means the declaration; but who reads the rules may take it for the other. Choose another name.

```rules wrong
players White, Black
board square 4 by 4
region corners = {a1, d4}
turn:
    nothing
end:
    tie when any(corners & occupied)
```

```rules right
players White, Black
board square 4 by 4
region camps = {a1, d4}
turn:
    nothing
end:
    tie when any(camps & occupied)
```
"""

from __future__ import annotations

from rulewright.semantics.builtins import BUILTIN_NAMES
from rulewright.semantics.scope import Env
from rulewright.source import register
from rulewright.syntax import ast

SHADOWED = register("W102", "shadowed-name", __doc__)


def warn_if_shadowed(env: Env, name: ast.Name) -> None:
    """Warn if a declared name hides one of the language's names."""
    if name.text in BUILTIN_NAMES:
        env.findings.add(
            SHADOWED,
            f"{name.text} hides the name {name.text} of the language",
            name.span,
            hint="give it another name",
        )

"""Constructs that parse but have no meaning yet: the checker answers each use with one E900 and goes on.

CONTRIBUTING lists them; the list shrinks to nothing.
"""

from rulewright.source import register

E_NOT_YET = register(
    "E900",
    "not-yet",
    """The construct is part of the language, but this version of Rulewright cannot play it yet.

```rules wrong
piece Tunnel:
    sides of each direction = 1
```

```rules right
piece Tunnel:
    open = 1
```
""",
)

NOT_YET: dict[str, str] = {
    "sides": "`sides of each direction`, `rotation`",
}

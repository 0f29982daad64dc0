"""The AST in one name: `from rulewright.syntax import ast`, then `ast.Capture`-style names for every node class."""

from rulewright.syntax.declarations import *  # noqa: F403
from rulewright.syntax.expressions import *  # noqa: F403
from rulewright.syntax.nodes import *  # noqa: F403
from rulewright.syntax.statements import *  # noqa: F403

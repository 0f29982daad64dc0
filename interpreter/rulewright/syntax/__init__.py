"""Floor 2: from text to the AST and back. Knows nothing of what names mean.

`parse` reads a file; `parse_expression` and `parse_template` read what stands inside texts; `print_file`,
`print_expression`, `print_type` write; `allowances` finds the comments that silence findings. `ast` has every class of
node.
"""

from rulewright.syntax import ast
from rulewright.syntax.allowing import Allowance, allowances
from rulewright.syntax.parser import parse
from rulewright.syntax.print_expressions import print_expression, print_type
from rulewright.syntax.printer import print_file
from rulewright.syntax.templates import parse_expression, parse_template

__all__ = [
    "Allowance",
    "allowances",
    "ast",
    "parse",
    "parse_expression",
    "parse_template",
    "print_expression",
    "print_file",
    "print_type",
]

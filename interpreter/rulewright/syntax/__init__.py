"""Floor 2: from text to the AST and back. Knows nothing of what names mean.

`parse` reads a file; `parse_expression` and `parse_template` read what stands inside texts; `print_file`,
`print_expression`, `print_type` write. `ast` has every node class.
"""

from rulewright.syntax import ast
from rulewright.syntax.parser import parse
from rulewright.syntax.print_expressions import print_expression, print_type
from rulewright.syntax.printer import print_file

__all__ = ["ast", "parse", "print_expression", "print_file", "print_type"]

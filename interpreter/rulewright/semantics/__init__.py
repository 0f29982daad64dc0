"""Floor 4: from the AST to a checked game. Knows nothing of running it.

`check_file` and `check_text` read rules and give the typed `Game` with everything that was found.
"""

from rulewright.semantics.check import check_file, check_source, check_text
from rulewright.semantics.symbols import Game

__all__ = ["Game", "check_file", "check_source", "check_text"]

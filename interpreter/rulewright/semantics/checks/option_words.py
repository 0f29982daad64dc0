"""Which words of a rule file depend on the options: the options, and all definitions, regions and constants made of
them, step by step. What is constant only because of an option deserves no warning."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.semantics.ast_walk import nodes_in
from rulewright.semantics.scope import Env
from rulewright.syntax import ast

_WORD = re.compile(r"[^\W\d]\w*")
_LOGIC = frozenset({"and", "or", "not", "true", "false", "if", "else", "in", "is"})


@dataclass(frozen=True, slots=True)
class OptionWords:
    """`words` depend on options; if `board` does, every name may."""

    words: frozenset[str]
    board: bool

    @staticmethod
    def of(env: Env, declarations: Sequence[ast.Declaration]) -> OptionWords:
        tainted = set(env.game.options)
        if not tainted:
            return OptionWords(frozenset(), False)
        made = [(name, frozenset(_words(item))) for item in declarations for name in _names(item)]
        changed = True
        while changed:
            changed = False
            for name, words in made:
                if name not in tainted and words & tainted:
                    tainted.add(name)
                    changed = True
        return OptionWords(frozenset(tainted), "board" in tainted)

    def depends(self, text: str) -> bool:
        """Whether an expression, as text, may depend on an option."""
        words = set(_WORD.findall(text))
        return bool(words & self.words) or (self.board and bool(words - _LOGIC))


def _names(item: ast.Declaration) -> list[str]:
    match item:
        case ast.Define() | ast.Region():
            return [item.name.text]
        case ast.Kind():
            return [member.name.text for member in item.members if isinstance(member, ast.Constant | ast.Define)]
        case ast.Board():
            return ["board"]
        case _:
            return []


def _words(item: ast.Declaration) -> list[str]:
    return [word.name for word in nodes_in(item, ast.Word)] + [call.function.text for call in nodes_in(item, ast.Call)]

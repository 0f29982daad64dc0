"""The entry points: a file, an expression inside a text, a template.

A sound file is read in one go. Only when the layout is broken or Lark refuses a token do the lines go through recovery;
what comes out of it is always read.
"""

from __future__ import annotations

import lark
from lark import Token

from rulewright.source import Diagnostic, Findings, Source
from rulewright.syntax import declarations as ast
from rulewright.syntax import grammar
from rulewright.syntax.build_declarations import build_file
from rulewright.syntax.building import Building
from rulewright.syntax.codes_words import COMPONENT_WORDS
from rulewright.syntax.layout import Layout, lay_out, stream
from rulewright.syntax.repair import Repair


def parse(source: Source) -> tuple[ast.RulesFile, list[Diagnostic]]:
    """The tree of a file, and what is wrong with its syntax, by place; never raises.

    Where something could not be read, a Bad node stands in the tree; nothing that is in it needs to be reported again.
    """
    findings = Findings()
    layout = lay_out(source, findings)
    tree, broken = _read(source, layout, findings)
    building = Building(source, findings, layout.docs, broken)
    return build_file(building, tree), findings.sorted()


def _read(source: Source, layout: Layout, findings: Findings) -> tuple[lark.Tree[Token], frozenset[int]]:
    """Lark's tree, and where the lines begin that recovery had to make up."""
    if layout.sound and not findings.items and not _unknown_kinds(layout):
        try:
            return grammar.tree(stream(layout.lines)), frozenset()
        except lark.UnexpectedToken:
            pass
    repair = Repair(source, layout.lines, findings)
    repair.run()
    return grammar.tree(repair.out), frozenset(repair.broken)


def _unknown_kinds(layout: Layout) -> bool:
    """Whether a declaration has the form of a kind but not one of its words, which the grammar cannot tell."""
    firsts = (line.tokens[0] for line in layout.lines if line.depth == 0)
    return any(token.type == "NAME" and token not in COMPONENT_WORDS for token in firsts)

"""The entry points: a file, an expression inside a text, a template."""

from __future__ import annotations

import lark

from rulewright.source import Diagnostic, Findings, Source
from rulewright.syntax import declarations as ast
from rulewright.syntax import grammar
from rulewright.syntax.build_declarations import build_file
from rulewright.syntax.building import Building
from rulewright.syntax.layout import lay_out, stream
from rulewright.syntax.messages import UNEXPECTED


def parse(source: Source) -> tuple[ast.RulesFile, list[Diagnostic]]:
    """The tree of a file, and what is wrong with its syntax; never raises.

    Where something could not be read, a Bad node stands in the tree.
    """
    findings = Findings()
    layout = lay_out(source, findings)
    try:
        tree = grammar.tree(stream(layout.lines))
    except lark.UnexpectedToken as error:
        t = error.token
        findings.add(UNEXPECTED, f"unexpected {t.type} {t}", source.span(t.start_pos, t.end_pos))
        tree = grammar.tree([])
    return build_file(Building(source, findings, layout.docs), tree), findings.sorted()

"""Reading a file.

A sound file is read in one go. Only where the layout is broken, or Lark refuses a token, do the lines go through
recovery; what comes out of it is always read.
"""

from __future__ import annotations

import lark

from rulewright.source import Diagnostic, Findings, Source
from rulewright.syntax import declarations as ast
from rulewright.syntax import grammar
from rulewright.syntax.build_declarations import build_file
from rulewright.syntax.building import Building
from rulewright.syntax.layout import Layout, lay_out, stream
from rulewright.syntax.repair import Repair


def parse(source: Source) -> tuple[ast.RulesFile, list[Diagnostic]]:
    """The tree of a file, and what is wrong with its syntax, by place; never raises.

    Where something could not be read, a Bad node stands in the tree; nothing that is in it needs to be reported again.
    """
    findings = Findings()
    layout = lay_out(source, findings)
    file = None
    if layout.sound and not findings.items:
        file = _read_sound(source, layout, findings)
    if file is None:
        repair = Repair(source, layout.lines, findings)
        repair.run()
        building = Building(source, findings, layout.docs, frozenset(repair.broken))
        file = build_file(building, grammar.tree(repair.out))
    return file, findings.sorted()


def _read_sound(source: Source, layout: Layout, findings: Findings) -> ast.RulesFile | None:
    """The tree of a file in which the parser refuses nothing; else None, and nothing is reported."""
    try:
        tree = grammar.tree(stream(layout.lines))
    except lark.UnexpectedToken:
        return None
    own = Findings()
    building = Building(source, own, layout.docs)
    file = build_file(building, tree)
    if building.unknown_kind:
        return None
    findings.extend(own.items)
    return file

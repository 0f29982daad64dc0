"""What stands inside texts: the expressions between `{` and `}` in `say` and notations, read at their own places."""

from __future__ import annotations

from rulewright.source import Diagnostic, Findings, Source, Span
from rulewright.syntax import expressions as ast
from rulewright.syntax import grammar
from rulewright.syntax.automaton import automaton
from rulewright.syntax.build_expressions import build_expression
from rulewright.syntax.building import Building
from rulewright.syntax.codes_words import TEMPLATE
from rulewright.syntax.layout import too_deep
from rulewright.syntax.look import Look, line_tokens
from rulewright.syntax.slips import known_slip, report_deep
from rulewright.syntax.slips_other import closest


def parse_template(span: Span) -> tuple[tuple[str | ast.Expr, ...], list[Diagnostic]]:
    """The literal pieces of a text and its expressions, in order, and what is wrong with them.

    `span` is the text without its quotation marks, as in `SayItem.text_span`. A broken expression is a Bad node.
    """
    source, text = span.source, span.text
    findings = Findings()
    pieces: list[str | ast.Expr] = []
    done = 0
    while (opening := text.find("{", done)) >= 0:
        if opening > done:
            pieces.append(text[done:opening])
        closing = _closing(text, opening)
        if closing is None:
            if source.text[span.end : span.end + 1] == '"':  # else the text itself is not closed, which is told already
                findings.add(
                    TEMPLATE,
                    "this `{` is never closed",
                    source.span(span.start + opening, span.start + opening + 1),
                    hint="put `}` behind the expression",
                )
            return (*pieces, ast.Bad(span=source.span(span.start + opening, span.end))), findings.sorted()
        inside = span.start + opening + 1, span.start + closing
        if not text[opening + 1 : closing].strip():
            place = source.span(inside[0] - 1, inside[1] + 1)
            findings.add(TEMPLATE, "there is nothing between `{` and `}`", place, hint="write a value between them")
            pieces.append(ast.Bad(span=place))
        else:
            found, wrong = parse_expression(source, *inside)
            findings.extend(wrong)
            pieces.append(found if found is not None else ast.Bad(span=source.span(*inside)))
        done = closing + 1
    if done < len(text):
        pieces.append(text[done:])
    return tuple(pieces), findings.sorted()


def _closing(text: str, opening: int) -> int | None:
    """Where the `}` stands that belongs to a `{`."""
    depth = 0
    for index in range(opening, len(text)):
        depth += (text[index] == "{") - (text[index] == "}")
        if depth == 0:
            return index
    return None


def parse_expression(source: Source, start: int, end: int) -> tuple[ast.Expr | None, list[Diagnostic]]:
    """The expression in the characters `start..end` of a file, and what is wrong with it; None if it cannot be read."""
    findings = Findings()
    text = source.text[start:end]
    tokens = [token for token in line_tokens(text) if token.type != "_NL"]
    reader = automaton(grammar.EXPRESSION)
    look = Look(source, text, range(start, end + 1), tokens, reader, reader.begin())
    if (deep := too_deep(look.placed())) is not None:
        report_deep(findings, source, deep)
        return None, findings.items
    told = False
    while not look.whole and len(findings.items) < 3 and (slip := known_slip(look)) is not None:
        look.tell(findings, slip)
        told = True
        if not slip.edits:
            break
        look = look.edited(slip.edits)
    if not look.whole:
        if not told:
            slip, _ = closest(look)
            look.tell(findings, slip)
        return None, findings.items
    tree = grammar.tree(look.placed(), grammar.EXPRESSION)
    return build_expression(Building(source, findings), tree), findings.items

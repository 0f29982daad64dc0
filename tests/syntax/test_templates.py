"""Expressions inside texts, and the comments that silence findings."""

import pytest

from rulewright.source import Source
from rulewright.syntax import allowances, ast, parse, parse_expression, parse_template, print_expression


def template(text: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The pieces, expressions in printed form with their place, and the errors with the words pointed at."""
    source = Source.of(f'action A:\n    say "{text}"\n')
    (action,) = parse(source)[0].items
    assert isinstance(action, ast.Action) and isinstance(action.items[0], ast.SayItem)
    span = action.items[0].text_span
    assert span is not None
    pieces, wrong = parse_template(span)
    shown = [piece if isinstance(piece, str) else f"<{print_expression(piece)}>" for piece in pieces]
    for piece in pieces if not wrong else ():
        assert isinstance(piece, str | ast.Bad) or piece.span.text == print_expression(piece)
    return shown, [(finding.code, finding.span.text) for finding in wrong]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", []),
        ("plain", ["plain"]),
        ("{p.at}x{hit.site}", ["<p.at>", "x", "<hit.site>"]),
        ("({step(p.at, N)})", ["(", "<step(p.at, N)>", ")"]),
        ("{p.at}{there}", ["<p.at>", "<there>"]),
        ("a {count({b1, b2})} b", ["a ", "<count({b1, b2})>", " b"]),
        ("100% }", ["100% }"]),
    ],
)
def test_pieces(text: str, pieces: list[str]) -> None:
    assert template(text) == (pieces, [])


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("a {p.at", [("E045", "{")]),
        ("a {} b", [("E045", "{}")]),
        ("a {p at} b", [("E004", "at")]),
        ("{p +}", [("E041", "")]),
        ("{p = q}{f(x}", [("E018", "="), ("E011", "(")]),
        ("{a && b}", [("E020", "&&")]),
        ("{x = a ? b}", [("E014", "?")]),
    ],
)
def test_broken_pieces(text: str, wrong: list[tuple[str, str]]) -> None:
    assert sorted(template(text)[1]) == sorted(wrong)


def test_expression_at_its_place() -> None:
    source = Source.of("xx (a + b) * c yy\n")
    expression, wrong = parse_expression(source, 3, 14)
    assert wrong == []
    assert isinstance(expression, ast.Binary)
    assert (expression.op, expression.span.text) == ("*", "(a + b) * c")
    assert expression.left.span.text == "a + b"


def test_expression_that_is_none() -> None:
    source = Source.of("a b")
    expression, (found,) = parse_expression(source, 0, 3)
    assert expression is None
    assert (found.code, found.span.text) == ("E004", "b")
    expression, (found,) = parse_expression(source, 1, 1)
    assert expression is None
    assert found.title == "a value is missing at the end"
    expression, (found,) = parse_expression(Source.of("(" * 300), 0, 300)
    assert (expression, found.code) == (None, "E015")


def test_the_corrected_line_is_the_whole_line() -> None:
    source = Source.of('action A:\n    say "{p = q}!" then "+"\n')
    start = source.text.index("p = q")
    _, (found,) = parse_expression(source, start, start + 5)
    assert found.fix == '    say "{p == q}!" then "+"'


def test_allowances() -> None:
    source = Source.of(
        'game "# allow W100: no"\n# allow W101: it is meant so\nvar x: int  # allow W102\n'
        "#allow R100 :  \n# allowed W1\n"
    )
    found = [(one.line, one.code, one.reason, one.span.text) for one in allowances(source)]
    assert found == [
        (2, "W101", "it is meant so", "# allow W101: it is meant so"),
        (3, "W102", "", "# allow W102"),
        (4, "R100", "", "#allow R100 :"),
    ]
    assert allowances(Source.of("var x: int\n")) == []

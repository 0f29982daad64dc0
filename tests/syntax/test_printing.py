"""The printer and the parser undo each other, on generated trees of every class of node."""

from hypothesis import HealthCheck, Phase, given, settings

from rulewright.source import Source
from rulewright.syntax import ast, parse, parse_expression, print_expression, print_file, print_type
from rulewright.syntax.nodes import Node
from syntax.trees import expressions, files, long_blocks
from syntax.walking import below, classes

QUICK = settings(
    max_examples=500,
    derandomize=True,
    deadline=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


def test_files() -> None:
    seen: set[type[Node]] = set()

    def check(file: ast.RulesFile) -> None:
        seen.update(type(node) for node in below(file))
        text = print_file(file)
        read, wrong = parse(Source.of(text))
        assert wrong == []
        assert read == file
        assert print_file(read) == text

    QUICK(given(files())(check))()
    QUICK(given(long_blocks())(check))()
    assert classes() - seen == set()


@QUICK
@given(expressions())
def test_expressions(expression: ast.Expr) -> None:
    text = print_expression(expression)
    assert parse_expression(Source.of(text), 0, len(text)) == (expression, [])


def test_types() -> None:
    (declaration,) = parse(Source.of("var tired: set of list of Man\n"))[0].items
    assert isinstance(declaration, ast.Var)
    assert print_type(declaration.typed.type) == "set of list of Man"


def test_parentheses_only_where_they_are_needed() -> None:
    pairs = {
        "((a + b)) * c": "(a + b) * c",
        "a + (b * c)": "a + b * c",
        "(a + b) + c": "a + b + c",
        "a + (b + c)": "a + (b + c)",
        "not (a and b)": "not (a and b)",
        "(not a) and b": "not a and b",
        "(a == b) == c": "(a == b) == c",
        "(the King of p).at": "(the King of p).at",
        "the King of (p.at)": "the King of p.at",
        "(a of b) of c": "(a of b) of c",
        "-(a + b)": "-(a + b)",
        "- - a": "--a",
        "(1..n) - {3}": "(1..n) - {3}",
        "1..(n - 1)": "1..n - 1",
        "(a if b else c) if d else e": "(a if b else c) if d else e",
        "a if b else (c if d else e)": "a if b else c if d else e",
        "roll (2 of d6)": "roll (2 of d6)",
        "roll 2 of d6": "roll 2 of d6",
        "any_of((x in S) by w)": "any_of((x in S) by w)",
        "any_of(x in S by w)": "any_of(x in S by w)",
        "cost of (a + b)": "cost of (a + b)",
    }
    for written, printed in pairs.items():
        expression, wrong = parse_expression(Source.of(written), 0, len(written))
        assert expression is not None and wrong == [], written
        assert print_expression(expression) == printed


def test_layout_of_a_file() -> None:
    text = (
        'language 1\ngame "G"\nvar x:int=0\nvar y :int\n## What it does.\n#plain\n## More.\n'
        "action A:\n  pick   p in(mine)\n\n  do:\n      choose B\n      else:\n        tie\n"
    )
    assert print_file(parse(Source.of(text))[0]) == (
        'language 1\n\ngame "G"\n\nvar x: int = 0\nvar y: int\n\n## More.\n'
        "action A:\n    pick p in mine\n    do:\n        choose B\n        else: tie\n"
    )

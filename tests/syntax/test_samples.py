"""Every sample reads without a finding, prints to text that reads the same, and has true spans."""

from dataclasses import fields
from pathlib import Path

import pytest

from rulewright.source import Source, Span
from rulewright.syntax import ast, parse, print_file
from rulewright.syntax.nodes import Name, Node, Tag
from syntax.walking import below, classes

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.rules"))
each_sample = pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)


def read(path: Path) -> ast.RulesFile:
    file, wrong = parse(Source.of(path.read_text(encoding="utf-8"), path.name))
    assert [str(finding) for finding in wrong] == []
    return file


@each_sample
def test_reads_and_prints(path: Path) -> None:
    file = read(path)
    text = print_file(file)
    again, wrong = parse(Source.of(text, path.name))
    assert [str(finding) for finding in wrong] == []
    assert again == file
    assert print_file(again) == text


@each_sample
def test_spans(path: Path) -> None:
    """A name's span holds the name, a node's span is trimmed, and what is below a node lies within it."""
    file = read(path)
    for node in below(file):
        text = node.span.text
        match node:
            case Name() | Tag():
                assert text == node.text
            case ast.Word():
                assert text == node.name
            case ast.Int():
                assert text == str(node.value)
            case ast.RulesFile():
                continue
        assert text == text.strip() != ""
        for one in inside(node):
            assert node.span.start <= one.start <= one.end <= node.span.end


def inside(node: Node) -> list[Span]:
    """The spans of the nodes directly below a node, and those kept beside them."""
    values = [getattr(node, one.name) for one in fields(node) if one.name != "span"]
    return [value.span for value in values if isinstance(value, Node)] + [v for v in values if isinstance(v, Span)]


def test_constructs_has_every_class_of_node() -> None:
    file = read(next(path for path in SAMPLES if path.stem == "constructs"))
    assert classes() - {type(node) for node in below(file)} == set()


def test_blocks_end_with_their_last_word() -> None:
    text = "setup:\n    if a:\n        tie  # why\n\n# after\nvar x: int\n"
    file, _ = parse(Source.of(text))
    setup, var = file.items
    assert setup.span.text == "setup:\n    if a:\n        tie"
    assert var.span.text == "var x: int"


def test_doc_comments() -> None:
    text = (
        "## First.\n##\n##   Indented.\nvar a: int\n\n## Not joined.\n\n## Second.\npiece P:\n"
        '    ## Of a member.\n    strength = 6  ## no doc\n    x = """\n## text\n"""\n    y = 3\n'
    )
    file, wrong = parse(Source.of(text))
    assert wrong == []
    var, kind = file.items
    assert var.doc == "First.\n\n  Indented."
    assert isinstance(kind, ast.Kind)
    assert kind.doc == "Second."
    assert [member.doc for member in kind.members] == ["Of a member.", None, None]


def test_where_texts_stand() -> None:
    text = 'action A:\n    say "{p}" then "+"\nnotation fen = """{board}"""\n'
    action, notation = parse(Source.of(text))[0].items
    assert isinstance(action, ast.Action) and isinstance(notation, ast.Notation)
    (say,) = action.items
    assert isinstance(say, ast.SayItem)
    assert say.text_span is not None and say.text_span.text == say.text == "{p}"
    assert say.then_span is not None and say.then_span.text == say.then == "+"
    assert notation.text_span is not None and notation.text_span.text == notation.text == "{board}"

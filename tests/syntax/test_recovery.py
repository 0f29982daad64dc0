"""What is left of broken rules: one broken line harms no other, and what it would have declared is known."""

from rulewright.source import Source
from rulewright.syntax import ast, parse
from syntax.walking import below


def read(text: str) -> tuple[tuple[ast.Declaration, ...], list[str]]:
    file, wrong = parse(Source.of(text))
    return file.items, [finding.code for finding in wrong]


def test_a_mended_line_is_read_as_it_was_meant() -> None:
    right, _ = read("turn:\n    if a and b == 3:\n        place Pawn of White on a1\n")
    wrong, codes = read("turn:\n    if a && b = 3\n        place White Pawn on a1\n")
    assert sorted(codes) == ["E006", "E018", "E020", "E024"]
    assert wrong == right


def test_a_broken_declaration_keeps_its_name() -> None:
    items, codes = read("define ready: bool = a b c d\nvar x: int\nregion goal = {a1 b2 c3}\nevent e(, ,)\n")
    assert len(codes) == 3
    bad, var, region, event = items
    for item, name in ((bad, "ready"), (region, "goal"), (event, "e")):
        assert isinstance(item, ast.BadDeclaration)
        assert item.name is not None and item.name.text == name == item.name.span.text
    assert isinstance(var, ast.Var)


def test_the_block_of_a_broken_header_is_still_read() -> None:
    items, codes = read("action Move(a b c):\n    pick p in mine\n    where p.row = 3\nvar x: int\n")
    assert codes == ["E004", "E018"]
    assert isinstance(items[0], ast.BadDeclaration) and isinstance(items[1], ast.Var)
    items, codes = read("turn:\n    if a b c d:\n        x = 1\n        y == 2\n    z = 3\n")
    assert codes == ["E004", "E031"]
    (turn,) = items
    assert isinstance(turn, ast.Turn)
    branch, after = turn.body
    assert isinstance(branch, ast.If) and isinstance(branch.branches[0][0], ast.Bad) and len(branch.branches[0][1]) == 2
    assert isinstance(after, ast.Assign)


def test_a_block_under_an_unknown_header_is_left_out() -> None:
    items, codes = read("gibberish of this and that:\n    more of it\n    and = more\nvar x: int\n")
    assert codes == ["E005"]
    assert [type(item) for item in items] == [ast.BadDeclaration, ast.Var]


def test_broken_statements_that_give_names_keep_them() -> None:
    (turn,), codes = read("turn:\n    let a = 1 2 3\n    pick b in 1 2 3\n    for c in 1 2 3:\n        d = 1 2 3\n")
    assert codes == ["E004"] * 4
    assert isinstance(turn, ast.Turn)
    let, pick, loop = turn.body
    assert isinstance(let, ast.Let) and let.name.text == "a" and isinstance(let.value, ast.Bad)
    assert isinstance(pick, ast.PickOne) and pick.pick.name.text == "b" and isinstance(pick.pick.source, ast.Bad)
    assert isinstance(loop, ast.For) and loop.var.text == "c" and isinstance(loop.source, ast.Bad)
    assert isinstance(loop.body[0], ast.BadStatement)


def test_an_else_under_a_broken_decision_is_no_error() -> None:
    (turn,), codes = read("turn:\n    choose 1 2 3\n    else: tie\n    x = 1\n")
    assert codes == ["E004"]
    assert isinstance(turn, ast.Turn)
    assert [type(statement) for statement in turn.body] == [ast.BadStatement, ast.Assign]
    assert read("turn:\n    3 4 5\n    else:\n        tie\n    x = 1\n")[1] == ["E004"]


def test_lines_of_other_blocks_that_are_broken_are_left_out() -> None:
    text = (
        'game "G":\n    year = 3\n    year 3\nboard points 6 by 6:\n    link a b c\n    remove {a1}\n'
        "end:\n    tie 3 x\n    tie when x\ndisplay:\n    Pawn = 3\n    Pawn: 3\n"
        'rulebook "R":\n    clause 3\n    clause A-1 "x"\nscenario "s":\n    expect = 3\n    expect tie\n'
        "action A:\n    where\n    pick p in mine\n"
    )
    items, codes = read(text)
    assert len(codes) == 7
    game, board, end, display, rulebook, scenario, action = items
    assert isinstance(game, ast.Game) and len(game.fields) == 1
    assert isinstance(board, ast.Board) and len(board.items) == 1
    assert isinstance(end, ast.EndRules) and len(end.lines) == 1
    assert isinstance(display, ast.Display) and len(display.items) == 1
    assert isinstance(rulebook, ast.Rulebook) and len(rulebook.clauses) == 1
    assert isinstance(scenario, ast.Scenario) and len(scenario.items) == 1
    assert isinstance(action, ast.Action) and len(action.items) == 2


def test_a_block_of_a_foreign_comment_is_empty() -> None:
    (end, var), codes = read("end:\n    // nothing yet\nvar x: int\n")
    assert codes == ["E021"]
    assert isinstance(end, ast.EndRules) and end.lines == ()
    assert isinstance(var, ast.Var)


def test_a_missing_value_is_a_hole() -> None:
    (define,), codes = read("define f: int = 1 +\n")
    assert codes == ["E041"]
    assert isinstance(define, ast.Define) and isinstance(define.body, ast.Binary)
    assert isinstance(define.body.right, ast.Bad)


def test_places_stay_true_behind_a_mended_slip() -> None:
    (turn,), _ = read("turn:\n    if a && b = 3 and far.away:\n        tie\n")
    words = {node.name: node.span.text for node in below(turn) if isinstance(node, ast.Word)}
    assert words == {name: name for name in words}
    assert set(words) == {"a", "b", "far"}
    (turn,), _ = read("turn:\n    x = 1 < yy < zz + “abc”\n")
    assert {node.name for node in below(turn) if isinstance(node, ast.Word)} >= {"x", "yy", "zz"}


# ---- the whole file ----


def test_nothing_and_almost_nothing() -> None:
    for text in ("", "\n", "# comment", "\n\n  \n# a\n\t# b\n", "   # a\n"):
        assert read(text) == ((), [])


def test_carriage_returns_byte_order_mark_and_a_missing_last_newline() -> None:
    for text in ("\ufeffsetup:\r\n    tie\r\nvar x: int", "setup:\r    tie\rvar x: int"):
        items, codes = read(text)
        assert codes == [] and [type(item) for item in items] == [ast.Setup, ast.Var]


def test_tabs_alone_are_fine() -> None:
    items, codes = read("setup:\n\tif x:\n\t\ttie\n\telse:\n\t\ttie\n")
    assert codes == [] and len(items) == 1


def test_comments_and_empty_lines_anywhere() -> None:
    items, codes = read(
        "setup:   # a\n# at the margin\n\n    if x:\n  # less deep\n        tie\n            # deeper\n\n"
        "    y = (1 +\n\n# in\n2)\n"
    )
    assert codes == [] and len(items) == 1


def test_brackets_and_long_texts_go_over_lines() -> None:
    text = 'define f: bool = (a\nand b\n  and c)\nsetup:\n    board """\n. .\n    P .\n"""\n    tie\n'
    items, codes = read(text)
    assert codes == [] and len(items) == 2


# ---- limits ----


def test_limits_of_nesting() -> None:
    for head, tail in (("(", ")"), ("not ", ""), ("-", ""), ("the ", ""), ("f(", ")"), ("{", "}"), ("x of ", "")):
        assert read(f"define f: int = {head * 63}x{tail * 63}\n")[1] == [], head
        assert read(f"define f: int = {head * 300}x{tail * 300}\nvar x: int\n")[1] == ["E015"], head
    assert read(f"define f: int = {'a if b else ' * 32}x\n")[1] == []
    assert read(f"define f: int = {'a if b else ' * 300}x\n")[1] == ["E015"]
    assert read(f"define f: int = {' + '.join(['a'] * 100)}\n")[1] == []
    assert read(f"define f: int = {' + '.join(['a'] * 3000)}\n")[1] == ["E015"]
    assert read(f"define f: int = x{'.at' * 3000}\n")[1] == ["E015"]
    assert read(f"define f: set of site = {{{', '.join(['a + 1'] * 3000)}}}\n")[1] == []


def test_limits_of_blocks() -> None:
    def nested(depth: int) -> str:
        lines = [f"{'    ' * level}if x:\n" for level in range(1, depth)]
        return f"setup:\n{''.join(lines)}{'    ' * depth}tie\nvar x: int\n"

    assert read(nested(64))[1] == []
    items, codes = read(nested(300))
    assert codes == ["E015"]
    assert [type(item) for item in items] == [ast.Setup, ast.Var]

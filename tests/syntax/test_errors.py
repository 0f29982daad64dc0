"""What is said of broken rules: code, line, title, the words pointed at, and the corrected line."""

from dataclasses import dataclass

import pytest

from rulewright.source import Diagnostic, Source
from rulewright.syntax import parse


@dataclass(frozen=True)
class Case:
    """`~` in `text` stands around the words to which the error points; `fix` is the corrected line, "" for none."""

    text: str
    code: str
    title: str
    fix: str = ""


ACTION = "action Move:\n    pick p in mine\n    {}\n    do:\n        move p to x\n"
DO = "turn:\n    {}\n    nothing\n"


def action(line: str, code: str, title: str, fix: str = "") -> Case:
    return Case(ACTION.replace("{}", line), code, title, fix and f"    {fix}")


def statement(line: str, code: str, title: str, fix: str = "") -> Case:
    return Case(DO.replace("{}", line), code, title, fix and f"    {fix}")


CASES = [
    # one word too many, one too few
    action("pick there in ~in~ empty", "E004", "`in` does not belong here", "pick there in empty"),
    action("where a or ~or~ b", "E004", "`or` does not belong here", "where a or b"),
    action("pick q ~from~ mine", "E004", "`from` cannot stand here", "pick q in mine"),
    action("pick q ~mine~", "E041", "`in` is missing before `mine`", "pick q in mine"),
    action("where x ==~~", "E041", "a value is missing at the end of this line"),
    action("where any(q in mine: ~)~", "E041", "a value is missing before `)`"),
    action("where any(q in mine ~q~.at in S)", "E041", "`:` is missing before `q`", "where any(q in mine: q.at in S)"),
    action("pick ~in~ mine", "E041", "a name is missing before `in`"),
    action("let n ~3~", "E041", "`=` is missing before `3`", "let n = 3"),
    action("say ~p~.at", "E004", "`p` cannot stand here"),
    action("where p.at in {a1 ~b2~}", "E004", "`b2` cannot stand here"),
    statement("move p ~there~", "E041", "`to` is missing before `there`", "move p to there"),
    statement("place Pawn of White ~at~ a1", "E004", "`at` cannot stand here"),
    statement("choose Step~,~ Jump", "E004", "actions to choose from are joined with `|`", "choose Step | Jump"),
    Case("players White ~Black~\n", "E041", "`,` is missing before `Black`", "players White, Black"),
    Case("players A, B,~~\n", "E041", "a name is missing at the end of this line"),
    Case("zone hand of ~player~\n", "E041", "`each` is missing before `player`", "zone hand of each player"),
    Case("var n of each player ~int~ = 0\n", "E041", "`:` is missing before `int`", "var n of each player: int = 0"),
    Case("enum T ~land~, water\n", "E041", "`:` is missing before `land`", "enum T: land, water"),
    Case("board square 8 ~x~ 8\n", "E004", "the sizes of a board are joined with `by`", "board square 8 by 8"),
    Case("game ~Duel~\n", "E004", "`Duel` cannot stand here"),
    Case("end:\n    player wins~~\n", "E041", "this line does not say when"),
    Case("end:\n    player wins ~if~ x\n", "E004", "`if` cannot stand here", "    player wins when x"),
    Case("turn:\n    repeat 3~:~\n        tie\n", "E041", "`times` is missing before `:`", "    repeat 3 times:"),
    Case("turn:\n    all(x)~:~\n        tie\n", "E004", "this line cannot begin a block"),
    # words
    Case('~peice~ Pawn "P":\n    n = 1\n', "E005", "the language has no word `peice` here", 'piece Pawn "P":'),
    Case("~Pawn~:\n    n = 1\n", "E005", "no declaration begins with `Pawn`"),
    Case("~print~ x\n", "E005", "no declaration begins with `print`"),
    Case("~def~ f: int = 3\n", "E005", "the language has no word `def` here", "define f: int = 3"),
    statement("~mvoe~ p to x", "E005", "the language has no word `mvoe` here", "move p to x"),
    action("pick q ~inn~ mine", "E005", "the language has no word `inn` here", "pick q in mine"),
    statement("let ~pick~ = 3", "E025", "`pick` is a word of the language and cannot be a name", "let my_pick = 3"),
    Case(
        "define ~the~: int = 3\n",
        "E025",
        "`the` is a word of the language and cannot be a name",
        "define my_the: int = 3",
    ),
    statement("var ~2nd~ = 3", "E027", "`2nd` is no name: a name begins with a letter", "var nd2 = 3"),
    Case("~Setup~:\n    tie\n", "E040", "`Setup` is written `setup`", "setup:"),
    action("~Where~ p.free", "E040", "`Where` is written `where`", "where p.free"),
    statement(
        "place ~White Pawn~ on a1", "E024", "`White Pawn` is written `Pawn of White`", "place Pawn of White on a1"
    ),
    action("where any(~Red Man~)", "E024", "`Red Man` is written `Man of Red`", "where any(Man of Red)"),
    # conditions
    action("where x ~=~ 3", "E018", "`=` gives a value; to compare, write `==`", "where x == 3"),
    action("where x ~=~ 3 and y = 4", "E018", "`=` gives a value; to compare, write `==`", "where x == 3 and y == 4"),
    Case(
        "turn:\n    if x ~=~ 3:\n        tie\n", "E018", "`=` gives a value; to compare, write `==`", "    if x == 3:"
    ),
    Case("end:\n    tie when x ~=~ 3\n", "E018", "`=` gives a value; to compare, write `==`", "    tie when x == 3"),
    statement("x ~==~ 3", "E031", "`==` compares; to give a value, write `=`", "x = 3"),
    statement("let n ~==~ 3", "E031", "`==` compares; to give a value, write `=`", "let n = 3"),
    action("where a ~&&~ b || !c", "E020", "`&&` is written `and`", "where a and b or not c"),
    action("where ~!~p.free", "E020", "`!` is written `not`", "where not p.free"),
    action("where 1 < x ~<~ 5", "E028", "comparisons do not chain", "where 1 < x and x < 5"),
    action("where f(a == b ~==~ c)", "E028", "comparisons do not chain", "where f(a == b and b == c)"),
    action("where x ~≥~ 3 and y ≠ 4", "E017", "`≥` is written `>=`", "where x >= 3 and y != 4"),
    action("where x ~=>~ 3", "E017", "`=>` is written `>=`", "where x >= 3"),
    action("where x ~<>~ 3", "E017", "`<>` is written `!=`", "where x != 3"),
    action("let n ~:=~ 3", "E017", "`:=` is written `=`", "let n = 3"),
    action("where x ~is~ 3", "E037", "`is` only asks what kind something is", "where x == 3"),
    action("where x ~is not~ 3", "E037", "`is` only asks what kind something is", "where x != 3"),
    action("where x ~is in~ S", "E037", "`is` only asks what kind something is", "where x in S"),
    action("where p is ~a~ Pawn", "E037", "`is a Pawn` is written `is Pawn`", "where p is Pawn"),
    Case(
        'action A:\n    pick ~"Who?"~: p in mine\n',
        "E047",
        "the picks of an action are one move, and nobody is asked for each of them",
    ),
    Case(
        'action A:\n    pick ~"Who?"~: 1..2 p in mine\n',
        "E047",
        "the picks of an action are one move, and nobody is asked for each of them",
    ),
    Case('scenario "s":\n    expect a == b and ~legal~ "c"\n', "E046", "`expect legal` is a line of its own"),
    Case('scenario "s":\n    expect a == b and ~illegal~ "c"\n', "E046", "`expect illegal` is a line of its own"),
    Case("turn:\n    if x ~then~:\n        tie\n", "E038", "a condition ends with `:`, without `then`", "    if x:"),
    Case("turn:\n    if x ~then~\n        tie\n", "E038", "a condition ends with `:`, without `then`", "    if x:"),
    Case(
        "turn:\n    if x:\n        tie\n    ~else if~ y:\n        tie\n",
        "E019",
        "`else if` is written `elif`",
        "    elif y:",
    ),
    Case(
        "turn:\n    if x:\n        tie\n    ~elsif~ y:\n        tie\n",
        "E019",
        "`elsif` is written `elif`",
        "    elif y:",
    ),
    Case("turn:\n    ~elif~ y:\n        tie\n", "E023", "this `elif` belongs to no `if`"),
    Case("turn:\n    move p to q\n    ~else~: tie\n", "E023", "this `else` belongs to no `if`"),
    Case(
        "turn:\n    for ~each~ p in players:\n        tie\n",
        "E039",
        "`for each` is written `for`",
        "    for p in players:",
    ),
    statement("n~++~", "E036", "there is no `++`", "n += 1"),
    statement("n ~*=~ 2", "E036", "there is no `*=`", "n = n * 2"),
    action("let n = ~1.5~", "E035", "there are no fractions: all numbers are whole"),
    Case("define n: int = ~2147483648~\n", "E026", "this number is larger than 2147483647"),
    Case(f"define n: int = ~{'9' * 5000}~\n", "E026", "this number is larger than 2147483647"),
    # blocks and lines
    Case("setup~~\n    tie\n", "E006", "a `:` is missing at the end of this line", "setup:"),
    Case("action A~~\n    pick p in mine\n", "E006", "a `:` is missing at the end of this line", "action A:"),
    Case("turn:\n    if x == 3~~\n        tie\n", "E006", "a `:` is missing at the end of this line", "    if x == 3:"),
    Case("~setup:~\nturn:\n    tie\n", "E007", "a block must follow this line, but there is none"),
    Case("turn:\n    ~if x:~\n    tie\n", "E007", "a block must follow this line, but there is none"),
    Case(
        "turn:\n    x = 1\n~        ~y = 1\n    z = 1\n",
        "E008",
        "this line lies deeper than the one above, which begins no block",
    ),
    Case("~  ~var x: int\nvar y: int\n", "E008", "this line lies deeper than the one above, which begins no block"),
    Case("turn:\n    x = 1\n~  ~y = 1\n    z = 1\n", "E009", "the indentation of this line matches no line above it"),
    Case(
        "turn:\n    x = 1\n~\t~y = 1\n    z = 1\n",
        "E010",
        "this line is indented with tabs, but the lines above with spaces",
    ),
    Case(
        "turn:\n    if x:\n~\t~y = 1\n    z = 1\n",
        "E010",
        "this line is indented with tabs, but the lines above with spaces",
    ),
    Case(
        "turn:\n  if x:\n    if y:\n~\t~y = 1\n  z = 1\n",
        "E010",
        "this line is indented with tabs, but the lines above with spaces",
    ),
    Case("turn:\n\tx = 1\n~    ~y = 1\n", "E010", "this line is indented with spaces, but the lines above with tabs"),
    Case("turn:\n    if x: ~tie~\n    y = 1\n", "E032", "a block stands on lines of its own", "    if x:"),
    Case("setup ~{~\n    tie\n}\nvar x: int\n", "E033", "blocks are not marked by braces", "setup:"),
    Case(
        "turn:\n    if x ~{~\n        tie\n    }\n    y = 1\n", "E033", "blocks are not marked by braces", "    if x:"
    ),
    statement("x = 1~;~", "E022", "a line does not end with `;`", "x = 1"),
    statement("x = 1~;~ y = 2", "E022", "`;` does not join statements", "x = 1"),
    statement("x = 1 ~//~ why", "E021", "comments begin with `#`, not with `//`", "x = 1 # why"),
    Case("~//~ why\nvar x: int\n", "E021", "comments begin with `#`, not with `//`", "# why"),
    Case("~--~ why\nvar x: int\n", "E021", "comments begin with `#`, not with `--`", "# why"),
    action("~move~ p to x", "E030", "`move` cannot stand in an action"),
    statement("~where~ x", "E030", "`where` cannot stand among statements"),
    Case("~move~ p to x\n", "E030", "`move` cannot stand outside all blocks"),
    Case("turn:\n    x = 1\n    ~enum~ T: a, b\n", "E030", "`enum` cannot stand among statements"),
    Case('scenario "a":\n    ~place~ Pawn on a1\n', "E030", "`place` cannot stand in a scenario"),
    Case("~player~ wins when x\n", "E030", "`player` cannot stand outside all blocks"),
    # brackets and texts
    action("let n = f~(~a, b", "E011", "this `(` is never closed", "let n = f(a, b)"),
    action("let n = f~(~g(a), {b}", "E011", "this `(` is never closed", "let n = f(g(a), {b})"),
    Case(
        "turn:\n    if any~(~p in mine: p.free:\n        tie\n",
        "E011",
        "this `(` is never closed",
        "    if any(p in mine: p.free):",
    ),
    Case("region a = ~{~a1, a2\nregion b = {b1}\n", "E011", "this `{` is never closed", "region a = {a1, a2}"),
    Case("define f: bool = ~(~a\n    and b\n    and c\nvar x: int\n", "E011", "this `(` is never closed"),
    action("let n = f(a~]~", "E012", "`(` is closed by `]`", "let n = f(a)"),
    action("let n = f({~(~a, b})", "E011", "this `(` is never closed", "let n = f({(a), b})"),
    action("let n = f(a)~)~", "E012", "this `)` closes nothing", "let n = f(a)"),
    action('where x ~"too far~', "E013", "this text has no closing quotation mark", 'where x "too far"'),
    Case('game ~"Duel:~\n    year 1999\n', "E013", "this text has no closing quotation mark", 'game "Duel":'),
    Case(
        'board map hex:\n    ~"""~\n    a b\n    c d\nsetup:\n    tie\n',
        "E013",
        'this text begins with `"""` and is never closed',
    ),
    Case(
        'setup:\n    board ~"""~\n        a b\nturn:\n    board """\n        c d\n        """\n',
        "E013",
        'this text begins with `"""` and is never closed',
    ),
    action("say ~“{p.at}”~", "E016", "this text stands in curly quotation marks", 'say "{p.at}"'),
    action('say "{p.at}~”~', "E016", "this text stands in curly quotation marks", 'say "{p.at}"'),
    action("where x ~‘no’~", "E029", "this text stands in single quotation marks", 'where x "no"'),
    Case("game ~'Duel'~\n", "E029", "this text stands in single quotation marks", 'game "Duel"'),
    action("where x ~$~", "E014", "the sign `$` means nothing here", "where x"),
    Case(
        "define f(x: int) ~->~ int = x\n",
        "E042",
        "the type of a result stands behind a colon",
        "define f(x: int): int = x",
    ),
    # forms that the builder checks
    action("where all(~p~: p.free)", "E034", "before the `:` there must be one name, `in`, and where it comes from"),
    action(
        "where {~p.x in S~: p} == {}", "E034", "before the `:` there must be one name, `in`, and where it comes from"
    ),
    action("where reach(~f(x)~ from S: x) == S", "E034", "before `from` there must be one name"),
    action("where possible(A | ~3~)", "E043", "only names of actions can stand here"),
    statement(
        "~settle(p in mine: p.at)~",
        "E044",
        "what is called on a line of its own takes plain values, with commas between them",
    ),
    # nesting
    Case(
        "define f: int = " + "(" * 64 + "~(~" + "1" + ")" * 65 + "\n",
        "E015",
        "this expression is nested more than 64 deep, or joins too many parts",
    ),
]


def marked(text: str) -> tuple[str, int, int]:
    """The text without its two marks, and the offsets between which they stand."""
    start = text.index("~")
    end = text.index("~", start + 1) - 1
    return text.replace("~", ""), start, end


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}-{case.text.strip()[-40:]}")
def test_one_slip_is_one_error(case: Case) -> None:
    text, start, end = marked(case.text)
    (found,) = parse(Source.of(text))[1]
    assert (found.code, found.title) == (case.code, case.title)
    assert found.span.text == text[start:end]
    assert (found.span.start, found.span.end) == (start, end)
    assert found.fix == case.fix


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.fix and ";~ y" not in case.text], ids=lambda case: case.text.strip()[-40:]
)
def test_the_corrected_line_is_right(case: Case) -> None:
    """Put in place of the wrong one, it leaves no error of this sort."""
    text, _, _ = marked(case.text)
    (found,) = parse(Source.of(text))[1]
    lines = text.split("\n")
    lines[found.span.line - 1] = found.fix
    assert [one.code for one in parse(Source.of("\n".join(lines)))[1] if one.code not in ("E007", "E012", "E033")] == []


def errors(text: str) -> list[Diagnostic]:
    return parse(Source.of(text))[1]


def test_what_is_expected_is_said_in_words() -> None:
    (found,) = errors("game Duel\n")
    assert found.label == 'expected a text in `"`'
    (found,) = errors("turn:\n    place Pawn of White at a1\n")
    assert found.label == "expected `in` or `on`"
    (found,) = errors("define f: set of site = {a1 b2}\n")
    assert found.label == "expected an operator such as `+`, `==` or `and`, `,`, `:`, `where` or `}`"
    (found,) = errors("turn:\n    while\n")
    assert (found.title, found.label) == ("this line ends too early", "expected a value")


def test_no_terminal_is_ever_named() -> None:
    for case in CASES:
        for found in errors(marked(case.text)[0]):
            for words in (found.title, found.label, found.hint):
                assert not any(word.isupper() and len(word) > 1 for word in words.replace("`", " ").split()), words


def test_two_slips_are_two_errors() -> None:
    text = "turn:\n    if x = 3\n        tie\n    place White Pawn on a1\n    y == 4 // why\n"
    assert [(found.code, found.span.line) for found in errors(text)] == [
        ("E018", 2),
        ("E006", 2),
        ("E024", 4),
        ("E031", 5),
        ("E021", 5),
    ]


def test_a_keyword_used_as_a_name_is_told_once() -> None:
    text = "turn:\n    let pick = 3\n    x = pick + 1\n    y = pick\n"
    assert [(found.code, found.span.line) for found in errors(text)] == [("E025", 2)]


def test_misplaced_lines_of_one_block_are_told_once() -> None:
    text = "action A:\n    pick p in mine\n    move p to x\n    remove q\n    x = 3\n"
    assert [(found.code, found.span.line) for found in errors(text)] == [("E030", 3)]


def test_very_many_errors_are_cut() -> None:
    assert len(errors("foo bar baz\n" * 1000)) == 100

"""The slips that every beginner makes: one message each, with the corrected line, which then is right."""

import pytest

from bad.test_pages import CHECKS, completed, examples
from rulewright.semantics import check_text
from rulewright.source import Check

SLIPS = [
    # curly quotes, signs of mathematics and of other languages
    ("game “Duel”", "E016", 'game "Duel"'),
    ("define rich(p: player): bool = count(mine) ≥ 3", "E017", "define rich(p: player): bool = count(mine) >= 3"),
    ("define odd(n: int): bool = n % 2 <> 0", "E017", "define odd(n: int): bool = n % 2 != 0"),
    ("define both(s: site): bool = s.empty && s.row > 1", "E020", "define both(s: site): bool = s.empty and s.row > 1"),
    ("define one(s: site): bool = s.empty || s.row > 1", "E020", "define one(s: site): bool = s.empty or s.row > 1"),
    ("define full(s: site): bool = !s.empty", "E020", "define full(s: site): bool = not s.empty"),
    # = for ==, and the other way round
    ("end:\n    player wins when count(Pawn of player) = 3", "E018", "    player wins when count(Pawn of player) == 3"),
    ("turn:\n    if mover = White:\n        again", "E018", "    if mover == White:"),
    ("var n: int = 0\nturn:\n    n == 3", "E031", "    n = 3"),
    ("var n: int = 0\nturn:\n    n++", "E036", "    n += 1"),
    ("turn:\n    if mover is White:\n        again", "E210", "    if mover == White:"),
    ("turn:\n    if mover is not White:\n        again", "E210", "    if mover != White:"),
    # else if, then, a missing colon
    ("turn:\n    if any(mine):\n        tie\n    else if any(theirs):\n        tie", "E019", "    elif any(theirs):"),
    ("turn:\n    if any(mine) then\n        again", "E038", "    if any(mine):"),
    ("turn:\n    if any(mine)\n        again", "E006", "    if any(mine):"),
    ("setup\n    place Pawn of White on a1", "E006", "setup:"),
    ("turn:\n    for each p in mine:\n        remove p", "E039", "    for p in mine:"),
    # White Pawn for Pawn of White
    ("setup:\n    place White Pawn on a1", "E024", "    place Pawn of White on a1"),
    ("end:\n    White wins when no(Black Pawn)", "E024", "    White wins when no(Pawn of Black)"),
    # names and words in the wrong case, or misspelt
    ("setup:\n    place pawn of White on a1", "E200", "    place Pawn of White on a1"),
    ("setup:\n    place Pawn of white on a1", "E200", "    place Pawn of White on a1"),
    ("Setup:\n    place Pawn of White on a1", "E040", "setup:"),
    ("turn:\n    If any(mine):\n        again", "E040", "    if any(mine):"),
    ("define near(s: Site): bool = s.row < 3", "E205", "define near(s: site): bool = s.row < 3"),
    ("define near(s: site): set of site = neighbours(s)", "E216", "define near(s: site): set of site = neighbors(s)"),
    ("turn:\n    may choose step\naction Step", "E257", "    may choose Step"),
    ("when Moved(x, here, there):\n    remove x", "E262", "when moved(x, here, there):"),
    ("turn:\n    Nothing", "E250", "    nothing"),
    # other comments, semicolons, braces, arrows
    ("turn:\n    nothing  // yet", "E021", "    nothing  # yet"),
    ("turn:\n    nothing;", "E022", "    nothing"),
    ("turn {\n    nothing\n}", "E033", "turn:"),
    ("define twice(n: int) -> int = 2 * n", "E042", "define twice(n: int): int = 2 * n"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "code", "line"), SLIPS, ids=[rules for rules, _, _ in SLIPS])
def test_a_slip_is_one_error_with_the_corrected_line(rules: str, code: str, line: str) -> None:
    whole = completed(rules + "\n", code)
    (found,) = check_text(whole)[1].errors
    assert (found.code, found.fix) == (code, line)
    lines = whole.split("\n")
    lines[found.span.line - 1] = line
    left = check_text("\n".join(lines))[1].errors
    assert [one.code for one in left] == (
        ["E033"] if code == "E033" else []
    )  # the closing brace stands on its own line


CORRECTED = [
    check for check in CHECKS if any(found.fix for found in check_text(examples(check)["wrong"])[1].errors)
]  # fmt: skip
OTHERWISE = {
    "E005": "completing the example adds a Pawn",
    "E021": "the blanks before the comment",
    "E025": "the name stands on two lines",
    "E027": "a name of one's own choice",
    "E032": "what was behind the colon stands on a line of its own",
    "E033": "the closing brace is another line",
    "E160": "the right example shows more",
    "E250": "the right example does nothing at all",
}


@pytest.mark.parametrize("check", CORRECTED, ids=lambda check: check.code)
def test_the_corrected_line_makes_the_wrong_example_right(check: Check) -> None:
    both = examples(check)
    lines = both["wrong"].split("\n")
    for found in check_text(both["wrong"])[1].errors:
        lines[found.span.line - 1] = found.fix
    assert ("\n".join(lines) == both["right"]) != (check.code in OTHERWISE)


def test_there_are_many_of_these() -> None:
    assert len(CORRECTED) > 30

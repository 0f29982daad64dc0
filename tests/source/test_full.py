"""What people read: every expectation is written by hand."""

from textwrap import dedent

from rulewright.source import Diagnostic, Label, Source
from rulewright.source.render import Role, full

PAWN = dedent(
    """\
    language 1
    piece Pawn
    action Step:
        pick p in Pwan of mover
        do:
            remove p
    """
)


def at(source: Source, words: str, code: str = "E201", **more: object) -> Diagnostic:
    start = source.text.index(words)
    return Diagnostic(code, "there is no `Pwan`", source.span(start, start + len(words)), **more)  # type: ignore[arg-type]


def shown(found: Diagnostic, width: int = 100) -> str:
    return full(found, width=width) + "\n"


def test_carets_under_the_exact_words_with_label_hint_and_fix() -> None:
    found = at(
        Source.of(PAWN, "game.rules"),
        "Pwan",
        label="unknown name",
        hint="did you mean `Pawn`?",
        fix="    pick p in Pawn of mover",
    )
    assert shown(found) == dedent(
        """\
        error[E201]: there is no `Pwan`
         --> game.rules:4:15
          |
        4 |     pick p in Pwan of mover
          |               ^^^^ unknown name
          |
          = hint: did you mean `Pawn`?
          = fix: pick p in Pawn of mover
        """
    )


def test_without_label_and_hint() -> None:
    assert shown(at(Source.of(PAWN, "game.rules"), "Pwan", code="W102")) == dedent(
        """\
        warning[W102]: there is no `Pwan`
         --> game.rules:4:15
          |
        4 |     pick p in Pwan of mover
          |               ^^^^
        """
    )


def test_further_labels_in_the_same_file_stand_in_the_order_of_the_lines() -> None:
    source = Source.of(PAWN, "game.rules")
    pawn = source.text.index("Pawn")
    remove = source.text.index("remove")
    found = at(
        source,
        "Pwan",
        label="unknown",
        others=(
            Label(source.span(remove, remove + 6), "used here"),
            Label(source.span(pawn, pawn + 4), "this is near"),
        ),
    )
    assert shown(found) == dedent(
        """\
        error[E201]: there is no `Pwan`
         --> game.rules:4:15
          |
        2 | piece Pawn
          |       ---- this is near
        3 | action Step:
        4 |     pick p in Pwan of mover
          |               ^^^^ unknown
        5 |     do:
        6 |         remove p
          |         ------ used here
        """
    )


def test_far_lines_are_left_out() -> None:
    source = Source.of("piece A\n" + "# more\n" * 10 + "piece A\n", "two.rules")
    second = source.text.rindex("A")
    found = Diagnostic(
        "E204",
        "two kinds are named A",
        source.span(second, second + 1),
        others=(Label(source.span(6, 7), "the first"),),
    )
    assert shown(found) == dedent(
        """\
        error[E204]: two kinds are named A
          --> two.rules:12:7
           |
         1 | piece A
           |       - the first
        ...
        12 | piece A
           |       ^
        """
    )


def test_two_labels_on_one_line() -> None:
    source = Source.of("piece A A\n", "two.rules")
    found = Diagnostic("E204", "twice", source.span(8, 9), label="again", others=(Label(source.span(6, 7), "first"),))
    assert shown(found) == dedent(
        """\
        error[E204]: twice
         --> two.rules:1:9
          |
        1 | piece A A
          |       - first
          |         ^ again
        """
    )


def test_a_label_in_another_file() -> None:
    main = Source.of('include "cards.rules"\ncard Ace\n', "main.rules")
    cards = Source.of("card Ace\n", "cards.rules")
    found = Diagnostic(
        "E204",
        "two kinds are named Ace",
        main.span(27, 30),
        label="declared again",
        hint="rename one of them",
        others=(Label(cards.span(5, 8), "the first one"),),
    )
    assert shown(found) == dedent(
        """\
        error[E204]: two kinds are named Ace
         --> main.rules:2:6
          |
        2 | card Ace
          |      ^^^ declared again
         ::: cards.rules:1:6
          |
        1 | card Ace
          |      --- the first one
          |
          = hint: rename one of them
        """
    )


def test_a_span_over_several_lines_marks_the_first_and_the_last() -> None:
    source = Source.of(PAWN, "game.rules")
    start = source.text.index("action")
    found = Diagnostic("W102", "nobody may do this", source.span(start, len(source.text)), label="never offered")
    assert shown(found) == dedent(
        """\
        warning[W102]: nobody may do this
         --> game.rules:3:1
          |
        3 | action Step:
          | ^^^^^^^^^^^^
        ...
        6 |         remove p
          |         ^^^^^^^^ never offered
        """
    )


def test_the_newline_at_the_end_of_a_span_is_not_underlined() -> None:
    source = Source.of("piece A\npiece B\n", "two.rules")
    assert shown(Diagnostic("E204", "no", source.span(0, 8))) == dedent(
        """\
        error[E204]: no
         --> two.rules:1:1
          |
        1 | piece A
          | ^^^^^^^
        """
    )


def test_an_empty_span_and_the_end_of_the_file_are_one_caret() -> None:
    source = Source.of("piece A\n", "one.rules")
    assert shown(Diagnostic("E204", "no", source.span(5, 5))).endswith("1 | piece A\n  |      ^\n")
    assert shown(Diagnostic("E204", "no", source.span(7, 8))).endswith("1 | piece A\n  |        ^\n")
    assert shown(Diagnostic("E204", "no", source.span(8, 8))) == dedent(
        """\
        error[E204]: no
         --> one.rules:2:1
          |
        2 |
          | ^
        """
    )


def test_a_file_without_text_is_only_named() -> None:
    found = Diagnostic("E001", "there is no file x.rules", Source("x.rules", "").span(0, 0), hint="check its name")
    assert shown(found) == dedent(
        """\
        error[E001]: there is no file x.rules
         --> x.rules
          |
          = hint: check its name
        """
    )


def test_tabs_are_four_blanks() -> None:
    source = Source.of("do:\n\tremove\tp\n", "t.rules")
    assert shown(Diagnostic("E204", "no", source.span(12, 13))) == dedent(
        """\
        error[E204]: no
         --> t.rules:2:9
          |
        2 |     remove    p
          |               ^
        """
    )


def test_wide_and_combining_characters() -> None:
    wide = Source.of("say '王王' of p\n", "t.rules")
    start = wide.text.index("of")
    assert shown(Diagnostic("E204", "no", wide.span(start, start + 2))).endswith(
        "1 | say '王王' of p\n  |            ^^\n"
    )
    assert shown(Diagnostic("E204", "no", wide.span(5, 7))).endswith("  |      ^^^^\n")
    combining = Source.of("say 'e\u0301' of p\n", "t.rules")
    start = combining.text.index("of")
    assert shown(Diagnostic("E204", "no", combining.span(start, start + 2))).endswith("  |         ^^\n")


def test_control_and_direction_characters_cannot_steer_the_terminal() -> None:
    source = Source.of("say '\x1b[31m\u202e' of p\n", "a\x1b.rules")
    text = shown(Diagnostic("E204", "no \x07", source.span(13, 15), label="\x1b", hint="a\x1bb"))
    assert "\x1b" not in text and "\u202e" not in text and "\x07" not in text
    assert "1 | say '\ufffd[31m\ufffd' of p\n  |              ^^ \ufffd\n" in text


def test_a_long_line_is_cut_around_the_caret() -> None:
    source = Source.of("x" * 50 + " Pwan " + "y" * 50 + "\n", "long.rules")
    found = at(source, "Pwan", label="unknown")
    assert shown(found, width=30) == dedent(
        """\
        error[E201]: there is no `Pwan`
         --> long.rules:1:52
          |
        1 | ...xxxxxxxxx Pwan yyyyyyyyyyyyyyy...
          |              ^^^^ unknown
        """
    )


def test_a_long_line_with_the_mark_at_its_start_is_cut_at_its_end() -> None:
    source = Source.of("Pwan " + "y" * 50 + "\n", "long.rules")
    assert shown(at(source, "Pwan"), width=20).endswith("1 | Pwan yyyyyyyyyyyyyyy...\n  | ^^^^\n")


def test_a_mark_longer_than_the_window_is_cut_with_it() -> None:
    source = Source.of("y" * 50 + "\n", "long.rules")
    assert shown(at(source, "y" * 50), width=20).endswith(f"1 | {'y' * 20}...\n  | {'^' * 20}\n")


def test_hints_and_fixes_of_several_lines_stand_under_each_other() -> None:
    found = at(Source.of(PAWN, "game.rules"), "Pwan", hint="one\ntwo", fix="    pick p in Pawn:\n        where p.at")
    assert shown(found).endswith(
        "  |\n  = hint: one\n          two\n  = fix: pick p in Pawn:\n             where p.at\n"
    )


def test_paint_receives_every_piece_with_its_role() -> None:
    def tagged(text: str, role: Role) -> str:
        return f"<{role}>{text}</{role}>"

    source = Source.of("piece A A\n", "two.rules")
    others = (Label(source.span(6, 7), "first"),)
    found = Diagnostic("E204", "twice", source.span(8, 9), label="again", hint="rename", others=others)
    assert full(found, tagged) == "\n".join(
        [
            "<error>error[E204]</error><title>: twice</title>",
            "<gutter> --> </gutter>two.rules:1:9",
            "<gutter>  |</gutter>",
            "<gutter>1 |</gutter> piece A A",
            "<gutter>  | </gutter>      <label>- first</label>",
            "<gutter>  | </gutter>        <error>^ again</error>",
            "<gutter>  |</gutter>",
            "<gutter>  = </gutter><hint>hint: </hint>rename",
        ]
    )

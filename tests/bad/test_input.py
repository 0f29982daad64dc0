"""Bad input from end to end: whatever a file holds or a player types, there is a clear answer with its place, nothing
is lost, and there is never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.group import root
from rulewright.match import AmbiguousMove, Game, IllegalMove, PlayError, loads
from rulewright.semantics import check_text
from rulewright.source import Source
from rulewright.syntax import parse

GAME = """\
players White, Black
board square 4 by 4
piece Man "M"
setup:
    place Man of White on a1, b1
    place Man of Black on d4
action Step:
    pick p in mine
    pick there in neighbors(p.at)
    where there.empty "something stands there"
    do:
        move p to there
    say "{there}"
turn:
    choose Step
end:
    tie when turn_number > 9
"""

RESERVED = [
    "and", "because", "break", "by", "choose", "each", "elif", "else", "for", "from", "if", "illegal", "in", "is",
    "let", "legal", "may", "not", "of", "or", "pick", "return", "roll", "the", "to", "var", "when", "where", "while",
    "with",
]  # fmt: skip


def lint(path: Path, *arguments: str) -> list[tuple[str, int, int]]:
    """Code, line and column of all findings; the command has told all of them in full before."""
    shown = CliRunner().invoke(root, ["lint", str(path), *arguments], catch_exceptions=False)
    assert "Traceback" not in shown.output
    result = CliRunner().invoke(root, ["lint", str(path), "--format", "json", *arguments], catch_exceptions=False)
    found = json.loads(result.stdout)["diagnostics"]
    assert result.exit_code == (1 if found else 0) == shown.exit_code
    for one in found:
        assert f"[{one['code']}]" in shown.stdout
        assert one["title"] and one["file"]
    return [(one["code"], one["start"]["line"], one["start"]["column"]) for one in found]


def write(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "duel" / "duel.rules"


# ---- files ----


@pytest.mark.parametrize(
    "content",
    [
        GAME,
        "\ufeff" + GAME,
        GAME.replace("\n", "\r\n"),
        "\ufeff" + GAME.replace("\n", "\r\n"),
        GAME.replace("\n", "\r"),
        GAME.rstrip("\n"),
        GAME + "\n\n\n",
        GAME + "# the end",
    ],
    ids=["LF", "BOM", "CRLF", "BOM and CRLF", "CR", "no last newline", "empty lines", "a comment at the end"],
)
def test_forms_of_text_that_are_fine(file: Path, content: str) -> None:
    assert lint(write(file, content)) == []


def test_places_are_the_same_with_a_byte_order_mark_and_windows_line_ends(file: Path) -> None:
    wrong = GAME.replace("neighbors(p.at)", "neighbours(p.at)")
    expected = [("E216", 9, 19)]
    for content in (wrong, "\ufeff" + wrong, wrong.replace("\n", "\r\n")):
        assert lint(write(file, content)) == expected


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "E109"),
        (b"\n\n# nothing yet\n", "E109"),
        (b"\xff\xfe" + GAME.encode("utf-16-le"), "E002"),
        ("# Läufer\n".encode("latin-1") + GAME.encode(), "E002"),
        (GAME.encode() + b"\0\0\0", "E002"),
        (bytes(range(256)) * 20, "E002"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "E002"),
        (b"#" * (5 * 1024 * 1024), "E003"),
        ((GAME * 20_000).encode(), "E003"),
    ],
    ids=["empty", "comments", "UTF-16", "Latin-1", "NUL", "all bytes", "a picture", "5 MiB", "5 MiB of rules"],
)
def test_files_that_are_no_rules(file: Path, content: bytes, code: str) -> None:
    found = [one for one in lint(write(file, content)) if one[0] != "E126"]
    assert found == [(code, 1, 1)]


def test_a_large_file_that_is_only_just_allowed_is_read_in_time(file: Path) -> None:
    filler = "".join(f"# {number}\n" for number in range(300_000))
    assert lint(write(file, GAME + filler)) == []


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    for arguments, words in (
        (["lint", str(tmp_path / "none.rules")], "There is no file"),
        (["lint", str(tmp_path)], "holds no"),
        (["play", str(tmp_path / "none.rules")], "There is no file"),
        (["lint", "no_such_game"], "There is no game no_such_game"),
    ):
        result = CliRunner().invoke(root, arguments, catch_exceptions=False)
        assert result.exit_code == 2 and words in result.stderr


def test_a_folder_that_is_called_like_a_rule_file(tmp_path: Path) -> None:
    (tmp_path / "duel.rules").mkdir()
    result = CliRunner().invoke(root, ["lint", str(tmp_path / "duel.rules")], catch_exceptions=False)
    assert result.exit_code in (1, 2) and "duel.rules" in result.output


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(file: Path) -> None:
    write(file, GAME).chmod(0)
    assert lint(file) == [("E001", 1, 1)]


# ---- lines, brackets, texts ----


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (GAME.replace("    do:", "\tdo:"), [("E010", 11)]),
        (GAME.replace("    do:", "      do:"), [("E008", 11)]),
        (GAME.rstrip("\n").replace("    tie when", "  tie when") + "\n tie when no(Man)\n", [("E009", 18)]),
        (GAME + "setup:\n    if any(mine):\n        nothing\n  move a1.piece to a2", [("E009", 21)]),
        (GAME.replace("turn:", "# here it begins\n    # and here\nturn:\n# a turn\n        # deeper"), []),
        (GAME.replace("neighbors(p.at)", "neighbors(p.at"), [("E011", 9)]),
        (GAME.replace("neighbors(p.at)", "neighbors(p.at]"), [("E012", 9)]),
        (GAME.replace("place Man of Black on d4", "place Man of Black on {d4"), [("E011", 6)]),
        (GAME.replace('stands there"', "stands there"), [("E013", 10)]),
        (GAME.replace('"{there}"', '"""{there}"'), [("E013", 13)]),
        (GAME.replace('"{there}"', '"{there"'), [("E045", 13)]),
    ],
)
def test_lines_brackets_and_texts(file: Path, rules: str, expected: list[tuple[str, int]]) -> None:
    assert [(code, line) for code, line, _ in lint(write(file, rules))] == expected


@pytest.mark.parametrize("word", RESERVED)
@pytest.mark.parametrize(
    "rules", ["var {}: int = 0\n", "piece {}\n", "region {} = {{a1}}\n", "define {}(n: int): int = n\n", "action {}\n"]
)
def test_reserved_words_as_names(word: str, rules: str) -> None:
    """One error, at the word."""
    (found,) = parse(Source.of(rules.format(word)))[1]
    assert (found.code, found.span.text) == ("E025", word)
    assert found.hint


def test_reserved_words_as_names_of_players_and_locals() -> None:
    for word in RESERVED:
        for rules in (f"players White, {word}\n", f"turn:\n    for {word} in mine:\n        nothing\n"):
            found = parse(Source.of(rules))[1]
            assert len(found) == 1 and found[0].span.line <= 2, (word, found)


def nested_ifs(depth: int) -> str:
    lines = [f"{'    ' * level}if any(mine):\n" for level in range(1, depth)]
    return f"turn:\n{''.join(lines)}{'    ' * depth}nothing\n"


def nested_blocks(depth: int) -> str:
    heads = ["repeat 2 times:", "while any(mine):", "repeat 3 times:"]
    lines = [f"{'    ' * level}{heads[level % 3]}\n" for level in range(1, depth)]
    return f"turn:\n{''.join(lines)}{'    ' * depth}nothing\n"


@pytest.mark.parametrize(
    "rules",
    [
        f"define deep: int = {'(' * 300}1{')' * 300}\n",
        f"define deep: int = {'abs(' * 300}1{')' * 300}\n",
        f"define deep: set of site = {'{' * 300}a1{'}' * 300}\n",
        f"define deep: int = {'[' * 300}1{']' * 300}\n",
        f"define deep: int = {'(' * 300}1\n",
        f"define deep: int = 1{')' * 300}\n",
        f"define deep: bool = {'not ' * 300}true\n",
        f"define deep: int = {'1 if true else ' * 300}2\n",
        nested_ifs(300),
        nested_blocks(300),
        f"option deep: off | on = off\n{''.join('    ' * n + 'if deep == on:' + chr(10) for n in range(300))}"
        + "    " * 300
        + "region far = {a1}\n",
    ],
    ids=[
        "parentheses", "calls", "braces", "brackets", "only opened", "only closed", "nots", "conditionals", "ifs",
        "blocks", "ifs around declarations",
    ],
)  # fmt: skip
def test_three_hundred_deep(file: Path, rules: str) -> None:
    found = lint(write(file, rules + "players White, Black\nboard square 4 by 4\n"))
    assert found, "no finding"
    assert {code for code, _, _ in found} <= {"E015", "E011", "E012", "E126"}
    assert len(found) <= 2


@pytest.mark.parametrize("depth", [60, 63])
def test_what_is_just_not_too_deep_is_checked(depth: int) -> None:
    for rules in (f"define deep: int = {'(' * depth}1{')' * depth}\n", nested_ifs(depth)):
        found = check_text("players White, Black\nend:\n    tie when turn_number > 9\n" + rules)[1]
        assert {one.code for one in found} <= {"W101", "E126"}, found.items[0]


# ---- includes ----


def ruleset(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        write(folder / f"{name}.rules", text)
    return folder / "duel.rules"


@pytest.mark.parametrize(
    ("files", "chain"),
    [
        ({"duel": 'include "duel.rules"\n'}, "duel.rules -> duel.rules"),
        ({"duel": 'include "a.rules"\n', "a": 'include "duel.rules"\n'}, "duel.rules -> a.rules -> duel.rules"),
        (
            {"duel": 'include "a.rules"\n', "a": 'include "b.rules"\n', "b": 'include "duel.rules"\n'},
            "duel.rules -> a.rules -> b.rules -> duel.rules",
        ),
        (
            {"duel": 'include "a.rules"\n', "a": 'include "b.rules"\n', "b": 'include "c.rules"\n',
             "c": 'include "a.rules"\n'},
            "a.rules -> b.rules -> c.rules -> a.rules",
        ),
    ],
    ids=["one file", "two files", "three files", "three of four files"],
)  # fmt: skip
def test_circles_of_includes(tmp_path: Path, files: dict[str, str], chain: str) -> None:
    files["duel"] += GAME
    path = ruleset(tmp_path / "duel", **files)
    assert [code for code, _, _ in lint(path)] == ["E106"]
    shown = CliRunner().invoke(root, ["lint", str(path)], catch_exceptions=False).stdout
    assert chain in shown


@pytest.mark.parametrize(
    ("named", "code"),
    [
        ("../outside.rules", "E106"),
        ("/etc/passwd", "E106"),
        ("cards/../../outside.rules", "E106"),
        ("link.rules", "E106"),
        ("far/outside.rules", "E106"),
        ("none.rules", "E001"),
        ("cards", "E001"),
        ("", "E106"),
        ("binary.rules", "E002"),
        ("a\tb.rules", "E001"),
    ],
)
def test_includes_that_cannot_be(tmp_path: Path, named: str, code: str) -> None:
    path = ruleset(tmp_path / "duel", duel=f'include "{named}"\n' + GAME)
    write(tmp_path / "outside.rules", "piece Spy\n")
    write(tmp_path / "duel" / "binary.rules", b"\0\1\2")
    (tmp_path / "duel" / "cards").mkdir()
    try:
        (tmp_path / "duel" / "link.rules").symlink_to(tmp_path / "outside.rules")
        (tmp_path / "duel" / "far").symlink_to(tmp_path)
    except OSError:
        pytest.skip("no symbolic links here")
    assert lint(path) == [(code, 1, 9)]


# ---- options, from the command line ----


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--option", "sise=4"], ["sise", "did you mean size?"]),
        (["--option", "size=99"], ["99", "size takes 3 to 9"]),
        (["--option", "size=four"], ["four", "size takes 3 to 9"]),
        (["--option", "size=-1"], ["-1", "size takes 3 to 9"]),
        (["--option", "swap=maybe"], ["maybe", "off"]),
        (["--preset", "Tny"], ["Tny", 'did you mean "Tiny"?']),
    ],
)
def test_options_that_cannot_be(file: Path, arguments: list[str], words: list[str]) -> None:
    rules = GAME.replace("square 4 by 4", "square size by size").replace("on d4", "on b2")
    head = 'option size: 3..9 = 4\noption swap: off | on = off\npreset "Tiny": size = 3\n'
    tail = "    tie when swap == on and turn_number > 5\n"
    path = write(file, head + rules + tail)
    assert lint(path) == []
    for command in ("lint", "play", "perft"):
        more = ["--depth", "1"] if command == "perft" else []
        result = CliRunner().invoke(root, [command, str(path), *more, *arguments], input="", catch_exceptions=False)
        assert result.exit_code == 1, result.output
        for word in words:
            assert word in result.output


# ---- playing ----


def game() -> Game:
    return loads(GAME)


def test_illegal_and_ambiguous_moves_leave_the_position_as_it_is() -> None:
    state = game().start(seed=1)
    before = state.serialize()
    for text in (
        "d3",
        "z9",
        "",
        " ",
        "a1",
        "Jump",
        "Step p = d4, there = d3",
        "Step q = a1",
        "\x00",
        "👾" * 50,
    ):
        with pytest.raises(IllegalMove) as wrong:
            state.play(text)
        assert wrong.value.reason, text
    for text in ("b2", "B2 "):
        with pytest.raises(AmbiguousMove) as several:
            state.play(text)
        assert several.value.candidates == ("Step a1 b2", "Step b1 b2")
    with pytest.raises(IllegalMove) as refused:
        state.play("Step p = a1, there = b1")
    assert refused.value.reason == "something stands there"
    assert state.serialize() == before
    assert state.play("Step p = a1, there = a2").serialize() != before
    assert state.serialize() == before


def test_a_move_of_another_position_or_game() -> None:
    start = game().start(seed=1)
    later = start.play("c1")
    before = later.serialize()
    first = start.find("c1")
    assert first is not None
    with pytest.raises(IllegalMove, match="it is a move of another position"):
        later.play(first)
    assert later.serialize() == before
    other = loads(GAME.replace("4 by 4", "5 by 5")).start(seed=1).find("c1")
    assert other is not None
    with pytest.raises(IllegalMove, match="it is a move of another position"):
        start.play(other)


def test_a_choose_with_nothing_legal_is_an_error_at_its_line(file: Path) -> None:
    rules = GAME.replace("pick there in neighbors(p.at)", "pick there in neighbors(p.at) & rows(4)")
    path = write(file, rules)
    with pytest.raises(PlayError) as broken:
        state = loads(rules).start(seed=1)
        _ = state.moves
    assert broken.value.code == "X103"
    assert broken.value.span is not None and broken.value.span.line == 15
    result = CliRunner().invoke(root, ["play", str(path)], input="a2\n", catch_exceptions=False)
    assert result.exit_code == 1
    assert "error[X103]: White must choose here, but nothing is legal" in result.output
    assert "15 |     choose Step" in result.output


# ---- terminals, pipes ----


def rulewright(
    *arguments: str, input: bytes = b"", encoding: str = "utf-8", **more: str
) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, **more}
    return subprocess.run(
        [sys.executable, "-m", "rulewright", *arguments], input=input, capture_output=True, timeout=60, env=environment
    )


WIDE = (
    GAME.replace("something stands there", "dort steht etwas · ≥ 王 …")
    .replace("Step", "Zug_über")
    .replace("Man", "Läufer")
)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "latin-1", "cp437", "utf-8"])
def test_terminals_that_lack_characters(file: Path, encoding: str) -> None:
    path = write(file, WIDE)
    for arguments, wanted in (
        (["lint", str(path)], 0),
        (["lint", str(path), "--option", "größe=王"], 1),
        (["show", str(path)], 0),
        (["play", str(path)], 0),
        (["explain", "E017"], 0),
    ):
        done = rulewright(*arguments, input="b2\na2\n王\n".encode(), encoding=encoding)
        assert done.returncode == wanted, done.stderr
        assert b"Traceback" not in done.stdout + done.stderr
        assert done.stdout.decode(encoding) is not None


@pytest.mark.parametrize("typed", [b"", b"\n", b"a2", b"a2\n", b"\xff\xfe\n", b"\x04", b"help\nquit\n"])
def test_the_end_of_the_input_at_the_prompt(file: Path, typed: bytes) -> None:
    done = rulewright("play", str(write(file, GAME)), input=typed)
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stdout + done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of POSIX")
def test_a_closed_pipe(file: Path) -> None:
    path = write(file, GAME.replace("Man", "Maan", 1))
    for arguments in (["lint", str(path)], ["show", "hex"], ["explain", "E200"], ["games"]):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(
            [sys.executable, "-m", "rulewright", *arguments],
            stdout=writer,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
        os.close(writer)
        assert (done.returncode, done.stderr) == (141, b"")

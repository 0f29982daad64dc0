"""Reading and normalising files, places in them."""

import os
from pathlib import Path

import pytest

from rulewright.source import Source, SourceError, read_source
from rulewright.source.files import MAX_BYTES, normalise


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("", ""),
        ("a", "a\n"),
        ("a\n", "a\n"),
        ("\ufeffa\n", "a\n"),
        ("a\r\nb\rc\n", "a\nb\nc\n"),
        ("a\r\n\r\nb", "a\n\nb\n"),
    ],
)
def test_normalise(raw: str, text: str) -> None:
    assert normalise(raw) == text


def test_positions_count_from_one() -> None:
    source = Source.of("ab\n\ncd\n")
    assert [source.position(offset) for offset in range(8)] == [
        (1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2), (3, 3), (4, 1),
    ]  # fmt: skip
    assert [source.line(number) for number in range(6)] == ["", "ab", "", "cd", "", ""]


def test_spans() -> None:
    source = Source.of("piece Pawn\npiece King\n", "x.rules")
    first, second = source.span(6, 10), source.span(17, 21)
    assert (first.text, first.line, first.column) == ("Pawn", 1, 7)
    assert (second.text, second.line, second.column) == ("King", 2, 7)
    assert first.to(second).text == "Pawn\npiece King"
    assert first.to(first) == first
    assert str(second) == "x.rules:2:7"


def test_read(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    path.write_bytes("\ufeffpiece Läufer\r\n".encode())
    source = read_source(path)
    assert (source.text, source.path, source.name) == ("piece Läufer\n", path, str(path))
    assert read_source(path, "x.rules").name == "x.rules"


def failure(path: Path) -> tuple[str, str]:
    with pytest.raises(SourceError) as caught:
        read_source(path, path.name)
    return caught.value.diagnostic.code, caught.value.diagnostic.title


def test_missing(tmp_path: Path) -> None:
    assert failure(tmp_path / "no.rules") == ("E001", "there is no file no.rules")
    assert failure(Path("a\0b")) == ("E001", "a\0b cannot be read")


def test_folder_names_the_file_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "chess"
    folder.mkdir()
    with pytest.raises(SourceError) as caught:
        read_source(folder, "chess")
    assert caught.value.diagnostic.title == "chess is a folder"
    assert caught.value.diagnostic.hint == f"name the file: {folder / 'chess.rules'}"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert failure(tmp_path / "pipe") == ("E001", "pipe is not a file")


def test_not_text(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    path.write_bytes("piece Läufer\n".encode("latin-1"))
    assert failure(path) == ("E002", "x.rules is not UTF-8 text (byte 8)")
    path.write_bytes(b"piece\0")
    assert failure(path) == ("E002", "x.rules is not a text file")


def test_too_large(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    path.write_bytes(b"#" * MAX_BYTES)
    assert len(read_source(path).text) == MAX_BYTES + 1
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    assert failure(path) == ("E003", "x.rules is larger than 4 MiB")


def test_an_include_is_blamed_at_its_place(tmp_path: Path) -> None:
    source = Source.of('include "cards.rules"\n', "main.rules")
    with pytest.raises(SourceError) as caught:
        read_source(tmp_path / "cards.rules", "cards.rules", source.span(8, 21))
    assert str(caught.value) == "main.rules:1:9: E001 there is no file cards.rules"

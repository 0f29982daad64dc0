"""Starting, helping and ending: what holds for every command."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from rulewright import __version__
from rulewright.cli import FAULT, INTERRUPTED, PIPE_CLOSED, main
from rulewright.cli.group import COMMANDS, LazyGroup, root
from rulewright.cli.terminal import transliterate, wants_colour

LAZY = ("rich", "networkx", "lark", "numpy", "rulewright.syntax", "rulewright.semantics", "rulewright.match")


def rulewright(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "rulewright", *arguments],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        env={**os.environ, **environment},
    )


def test_help_lists_every_command_and_imports_none() -> None:
    script = f"""
import sys
from rulewright.cli.group import root
try:
    root.main(["--help"])
except SystemExit as stop:
    assert stop.code == 0
print([name for name in {LAZY!r} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    *text, imported = done.stdout.splitlines()
    assert imported == "[]"
    listed = [line.split()[0] for line in text[text.index("Commands:") + 1 :]]
    assert listed == list(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_that_begins_as_listed(name: str) -> None:
    result = CliRunner().invoke(root, [name, "--help"])
    assert result.exit_code == 0, result.output
    command = root.get_command(click.Context(root), name)
    assert command is not None and command.help is not None
    assert command.help.splitlines()[0] == COMMANDS[name]


def test_version() -> None:
    done = rulewright("--version")
    assert (done.returncode, done.stdout.decode().strip()) == (0, f"rulewright {__version__}")


def test_unknown_command() -> None:
    result = CliRunner().invoke(root, ["lnit"])
    assert result.exit_code == 2
    assert "There is no command lnit. Did you mean lint?" in result.stderr
    assert "Did you mean" not in CliRunner().invoke(root, ["zzzzzzz"]).stderr


def test_unknown_option_is_wrong_usage() -> None:
    assert rulewright("lint", "--frmat", "json").returncode == 2
    assert rulewright("lint").returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close differently there")
@pytest.mark.parametrize("arguments", [["--help"], ["explain", "E001"]])
def test_a_closed_pipe_ends_quietly(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", *arguments], stdout=writer, stderr=subprocess.PIPE, timeout=60, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (PIPE_CLOSED, b"")


def run_command(monkeypatch: pytest.MonkeyPatch, body: object) -> int:
    """The exit code of `main` when the command `games` is replaced by `body`."""
    command = click.command("games")(body)  # type: ignore[call-overload]
    monkeypatch.setattr(LazyGroup, "get_command", lambda self, ctx, name: command)
    with pytest.raises(SystemExit) as stop:
        main(["games"])
    assert isinstance(stop.value.code, int)
    return stop.value.code


def test_interrupts_and_the_end_of_the_input(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    def ended() -> None:
        raise EOFError

    def aborted() -> None:
        raise click.Abort

    assert run_command(monkeypatch, interrupted) == INTERRUPTED
    assert run_command(monkeypatch, ended) == 0
    assert run_command(monkeypatch, aborted) == 0
    assert capfd.readouterr().err.strip() == ""


def test_the_end_of_the_input_at_a_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        assert run_command(monkeypatch, lambda: click.prompt("?")) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ there")
def test_control_c_ends_without_a_traceback() -> None:
    script = """
import time
import click
from rulewright.cli import main
from rulewright.cli.group import LazyGroup

@click.command()
def wait():
    click.echo("ready")
    time.sleep(30)

LazyGroup.get_command = lambda self, ctx, name: wait
main(["games"])
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == INTERRUPTED
        assert process.stderr.read().strip() == b""


def test_our_own_faults_are_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def faulty() -> None:
        raise RuntimeError("no such thing")

    assert run_command(monkeypatch, faulty) == FAULT
    message = capfd.readouterr().err
    assert "Rulewright itself went wrong (RuntimeError: no such thing)." in message
    assert "Traceback" not in message
    monkeypatch.setenv("RULEWRIGHT_TRACEBACK", "1")
    with pytest.raises(RuntimeError):
        run_command(monkeypatch, faulty)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_no_character_stops_the_output(encoding: str, tmp_path: Path) -> None:
    done = rulewright("lint", str(tmp_path / "Läufer→王.rules"), PYTHONIOENCODING=encoding)
    shown = {"ascii": "Laufer->?.rules", "cp1252": "Läufer->?.rules", "utf-8": "Läufer→王.rules"}[encoding]
    assert done.returncode == 2
    assert shown in done.stderr.decode(encoding)


def test_transliterate() -> None:
    assert transliterate("Größe … „é“ ≥ 王 ①") == 'Grosse ... "e" >= ? 1'


def test_colour(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    with (tmp_path / "file").open("w") as file:
        assert not wants_colour(file)
        monkeypatch.setenv("FORCE_COLOR", "1")
        assert wants_colour(file)
        monkeypatch.setenv("NO_COLOR", "1")
        assert not wants_colour(file)

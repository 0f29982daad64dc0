"""Floor 10: the command line. One file per command; each is imported only when it is asked for.

`main` is the only place that ends the process. It sees to it that every way out is quiet: the end of the input and
Ctrl-C at a prompt, a reader that closes the pipe, and a fault of our own, which is told in a sentence.
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import click

from rulewright.cli.group import root
from rulewright.cli.terminal import prepare_streams

INTERRUPTED = 130  # what shells report for a program ended by Ctrl-C
PIPE_CLOSED = 141  # and for one whose reader went away
FAULT = 70  # an error in Rulewright itself, so that it is not mistaken for findings


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit: 0 all is well, 1 findings or failed tests, 2 wrong usage."""
    prepare_streams()
    out, err = sys.stdout, sys.stderr
    code = _run(arguments)
    if sys.stdout is not out:  # click met a closed pipe and put something else in its place
        sys.stdout, sys.stderr = out, err
        code = PIPE_CLOSED
    try:
        out.flush()
        err.flush()
    except OSError:
        code = PIPE_CLOSED
    if code == PIPE_CLOSED:
        _write_into_nothing()
    sys.exit(code)


def _run(arguments: list[str] | None) -> int:
    """The exit code of the command."""
    try:
        code = root.main(arguments, prog_name="rulewright", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort as error:  # Ctrl-C or the end of the input; only its cause tells which
        causes = (error.__cause__, error.__context__)
        return INTERRUPTED if any(isinstance(cause, KeyboardInterrupt) for cause in causes) else 0
    except SystemExit as stop:  # shell completion, and click at a closed pipe
        return stop.code if isinstance(stop.code, int) else 1
    except Exception as error:
        if os.environ.get("RULEWRIGHT_TRACEBACK"):
            raise
        click.echo(f"Rulewright itself went wrong ({type(error).__name__}: {error}).", err=True)
        click.echo("Please report it, with what you see when RULEWRIGHT_TRACEBACK=1 is set.", err=True)
        return FAULT


def _write_into_nothing() -> None:
    """Let what is still unwritten go nowhere, so that the interpreter does not complain while it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())

"""What all tests share."""

from __future__ import annotations

import os
import shutil
import tempfile

import pytest

_CACHE = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """What tests make goes to a cache of their own, which all processes of one run share."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        config.stash[_CACHE] = os.environ["RULEWRIGHT_CACHE"] = tempfile.mkdtemp(prefix="rulewright")


def pytest_unconfigure(config: pytest.Config) -> None:
    if folder := config.stash.get(_CACHE, ""):
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The width of the terminal that runs the tests is none of their business."""
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("LINES", raising=False)


@pytest.fixture(autouse=True)
def code_goes_by_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some tests compile the same rules in other ways: what rules a program is made of says nothing here."""
    monkeypatch.setattr("rulewright.match.game.made_of", lambda declared: "")

"""Tests of what programs do run twice: on the reference engine, and with the native engine beside it."""

from __future__ import annotations

import pytest

from engines.checked import CheckedEngine

_TWICE = ("test_limits", "test_references", "test_chance", "test_compound", "test_together")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rpartition(".")[2] in _TWICE:
        metafunc.parametrize("engine_kind", ["reference", "native"], indirect=True)


@pytest.fixture(autouse=True)
def engine_kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if getattr(request, "param", "") == "native":
        name = "reference" if hasattr(request.module, "reference") else "ReferenceEngine"
        monkeypatch.setattr(request.module, name, CheckedEngine)

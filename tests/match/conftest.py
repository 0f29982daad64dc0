"""The small games of these tests, each compiled once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Protocol

import pytest

import rulewright as rw

RULES = Path(__file__).parent / "rules"


class Loader(Protocol):
    def __call__(self, name: str, **options: object) -> rw.Game: ...


@cache
def _load(name: str, options: tuple[tuple[str, object], ...]) -> rw.Game:
    return rw.load(RULES / f"{name}.rules", options=dict(options))


@pytest.fixture
def load() -> Loader:
    return lambda name, **options: _load(name, tuple(options.items()))

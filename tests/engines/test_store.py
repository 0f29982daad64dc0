"""Machine code in the cache: made once, read afterwards, made anew when it is not whole."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rulewright as rw
from engines.programs import tic_tac_toe
from rulewright.engines.native import store
from rulewright.engines.native.module import Module
from rulewright.engines.native.worker import Worker

MODULE = Module(tic_tac_toe())


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("code")
    store.compiled(MODULE, folder)
    return folder


def works(folder: Path) -> bool:
    worker = Worker(store.compiled(MODULE, folder))
    return worker.perft(worker.start(None), 5) == 15120


def test_code_is_read_again(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (file,) = filled.iterdir()
    before = file.read_bytes()

    def never(text: str) -> bytes:
        raise AssertionError("it was made again")

    monkeypatch.setattr(store, "object_code", never)
    assert works(filled)
    assert file.read_bytes() == before


@pytest.mark.parametrize("damage", ["empty", "cut", "changed", "foreign"])
def test_damaged_code_is_made_again(filled: Path, tmp_path: Path, damage: str) -> None:
    (file,) = filled.iterdir()
    good = file.read_bytes()
    wrong = {"empty": b"", "cut": good[:-1], "changed": good[:500] + b"x" + good[501:], "foreign": b"#!/bin/sh\n"}
    there = tmp_path / file.name
    there.write_bytes(wrong[damage])
    assert works(tmp_path)
    assert there.read_bytes() == good
    assert list(tmp_path.iterdir()) == [there]


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert works(blocked / "cache")


def test_other_texts_processors_and_versions_have_other_names(monkeypatch: pytest.MonkeyPatch) -> None:
    import llvmlite.binding as llvm

    names = {store.key("a"), store.key("b")}
    monkeypatch.setattr(llvm, "get_host_cpu_name", lambda: "another")
    names.add(store.key("a"))
    monkeypatch.setattr(llvm, "get_host_cpu_features", lambda: {"fast": True})
    names.add(store.key("a"))
    monkeypatch.setattr(store, "__version__", "0.0.0")
    names.add(store.key("a"))
    assert len(names) == 5


def test_only_the_last_ones_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for age in range(6):
        old = tmp_path / f"native-{age}.bin"
        old.write_bytes(b"")
        os.utime(old, (1000 + age, 1000 + age))
    (tmp_path / "grammar-1.bin").write_bytes(b"")
    monkeypatch.setattr(store, "MOST", 3)
    assert works(tmp_path)
    left = {file.name for file in tmp_path.iterdir()}
    assert len(left) == 4 and {"grammar-1.bin", "native-4.bin", "native-5.bin"} < left


# ---- without writing the assembly ----


def never_made() -> Module:
    raise AssertionError("the module was made again")


def test_a_module_need_not_be_made_again(tmp_path: Path) -> None:
    made = store.remembered(lambda: MODULE, "rules", tmp_path)
    found = store.remembered(never_made, "rules", tmp_path)
    assert found.code == made.code and found.shape == made.shape
    assert bytes(Worker(found).playouts(None, 0, 20, 1, 100)) == bytes(Worker(made).playouts(None, 0, 20, 1, 100))
    with pytest.raises(AssertionError, match="made again"):
        store.remembered(never_made, "other rules", tmp_path)
    with pytest.raises(AssertionError, match="made again"):
        store.remembered(never_made, "", tmp_path)


def test_the_module_is_made_when_it_is_asked_for(tmp_path: Path) -> None:
    store.remembered(lambda: MODULE, "rules", tmp_path)
    worker = Worker(store.remembered(lambda: MODULE, "rules", tmp_path))
    assert worker.perft(worker.start(None), 5) == 15120
    assert worker.module is MODULE


@pytest.mark.parametrize("pattern", ["module-*.txt", "native-*.bin"])
def test_what_is_remembered_may_be_gone_or_damaged(tmp_path: Path, pattern: str) -> None:
    for damage in (Path.unlink, lambda file: file.write_bytes(file.read_bytes()[:-1])):
        store.remembered(lambda: MODULE, "rules", tmp_path)
        (file,) = tmp_path.glob(pattern)
        damage(file)
        with pytest.raises(AssertionError, match="made again"):
            store.remembered(never_made, "rules", tmp_path)


def test_a_change_of_this_package_makes_all_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.remembered(lambda: MODULE, "rules", tmp_path)
    monkeypatch.setattr(store, "_stamp", lambda: "another")
    with pytest.raises(AssertionError, match="made again"):
        store.remembered(never_made, "rules", tmp_path)


RULES = """
game "Up"
option most: 2..9 = 3 "the greatest number"
players A, B
var count: int in 0..9 = 0
action Up:
    do:
        count += 1
        if count == most:
            mover wins
    say "up"
turn:
    choose Up
"""


def test_what_a_game_is_made_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts of all files and options, and nothing else."""
    monkeypatch.undo()

    def known(text: str, **options: object) -> str:
        return rw.loads(text, options).whole.known

    base = known(RULES)
    assert len(base) == 64 and base == known(RULES, most=3) == known(RULES)
    assert base not in (known(RULES, most=4), known(RULES.replace("wins", "loses")))
    (tmp_path / "rest.rules").write_text("turn:\n    choose Up\n")
    (tmp_path / "up.rules").write_text(RULES.partition("turn:")[0] + 'include "rest.rules"\n')
    first = rw.load(tmp_path / "up.rules").whole.known
    (tmp_path / "rest.rules").write_text("turn:\n    choose Up | Up\n")
    assert rw.load(tmp_path / "up.rules").whole.known != first


def test_games_are_the_same_from_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    for name in ("tic_tac_toe", "kuhn_poker", "hearts"):
        first = rw.load(name).playouts(20, seed=5)
        again = rw.load(name, engine="native")
        for module in ("Module", "RollingModule"):
            monkeypatch.setattr(f"rulewright.engines.native.whole.{module}", lambda *_: never_made())
        found = again.playouts(20, seed=5)
        monkeypatch.undo()
        monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
        assert found.lengths.tolist() == first.lengths.tolist() and (found.returns == first.returns).all()
        # Whatever needs the module, gets it.
        assert rw.load(name).start(seed=1).playout(3) == rw.load(name, engine="reference").start(seed=1).playout(3)


PROCESS = """
import sys
sys.path.insert(0, sys.argv[1])
from engines.test_store import works
from pathlib import Path
assert works(Path(sys.argv[2]))
"""


def test_several_processes_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROCESS, str(Path(__file__).parents[1]), str(tmp_path)]
    running = [subprocess.Popen(command) for _ in range(3)]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    assert len(list(tmp_path.iterdir())) == 1
    assert works(tmp_path)

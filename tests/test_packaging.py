"""What is installed: a wheel made from a copy of the repository, and the program run from it."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent


@pytest.mark.slow
def test_the_wheel_holds_the_grammar_and_the_games_and_runs(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    unwanted = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis")
    shutil.copytree(REPOSITORY, copy, ignore=unwanted)
    command = [sys.executable, "-m", "pip", "wheel", str(copy), "--no-deps", "--quiet", "--wheel-dir", str(tmp_path)]
    subprocess.run(command, check=True, timeout=300)
    (wheel,) = tmp_path.glob("*.whl")

    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    package = installed / "rulewright"
    tops = {path.name for path in installed.iterdir()}
    assert {name.partition("-")[0] for name in tops} == {"rulewright"}
    files = ("py.typed", "_grammar/rules.lark", "_rulesets/LICENSE", "_rulesets/breakthrough/breakthrough.rules")
    for name in (*files, "engines/native/assembly/lists.ll"):
        assert (package / name).is_file(), name
    modules = {path.relative_to(REPOSITORY / "interpreter") for path in (REPOSITORY / "interpreter").rglob("*.py")}
    assert {path.relative_to(installed) for path in package.rglob("*.py")} == modules
    licences = {path.name for path in installed.glob("*.dist-info/licenses/**/*") if path.is_file()}
    assert licences == {"LICENSE"}

    def run(*arguments: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(installed)}
        done = subprocess.run(
            [sys.executable, *arguments], check=True, capture_output=True, text=True, env=environment, cwd=tmp_path
        )
        return done.stdout

    assert run("-c", "import rulewright; print(rulewright.__file__)").strip() == str(package / "__init__.py")
    assert "breakthrough" in run("-m", "rulewright", "games")
    assert (
        run("-m", "rulewright", "perft", "tic_tac_toe", "--depth", "3", "--engine", "native").splitlines()[-1] == "504"
    )

"""All scenarios of a rule file.

A scenario may ask for other options than the file was checked with. Rules with other options are other rules, so the
file is then checked and compiled once more with them, once for each set of options. Options given from outside are what
scenarios take for granted in place of the defaults.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rulewright.engines.reference import ReferenceEngine
from rulewright.match.game import Game, check_language
from rulewright.match.scenarios import Result, run_scenario
from rulewright.match.setting import Setting
from rulewright.program import compile_with_scenarios
from rulewright.program.scenario import CompiledScenario
from rulewright.semantics import check_file
from rulewright.source import Diagnostic, RulesError


@dataclass(frozen=True, slots=True)
class _Compiled:
    game: Game
    scenarios: list[CompiledScenario]


@dataclass(frozen=True, slots=True)
class Suite:
    """A rule file's scenarios, ready to run. `titles` in the order of the file."""

    path: Path
    assumed: Mapping[str, str]
    base: _Compiled
    wanted: tuple[CompiledScenario, ...]
    language: str = ""

    @property
    def titles(self) -> tuple[str, ...]:
        return tuple(scenario.title for scenario in self.wanted)

    def run(self) -> Iterator[Result]:
        """The results, one by one."""
        kept: dict[tuple[tuple[str, str], ...], _Compiled | list[Diagnostic]] = {}
        for scenario in self.wanted:
            if self._in_force(scenario):
                yield run_scenario(self.base.game.setting, scenario)
                continue
            key = tuple(sorted(scenario.options.items()))
            if key not in kept:
                kept[key] = _with_options(self.path, {**self.assumed, **scenario.options}, self.assumed, self.language)
            found = kept[key]
            if isinstance(found, list):
                yield Result(scenario, tuple(found))
                continue
            same = next(one for one in found.scenarios if one.span.start == scenario.span.start)
            yield run_scenario(found.game.setting, same)

    def _in_force(self, scenario: CompiledScenario) -> bool:
        options = self.base.game.options
        return all(options.get(name) == text for name, text in scenario.options.items())


def suite(
    path: Path, options: Mapping[str, str], preset: str | None = None, title: str = "", language: str = ""
) -> Suite:
    """The scenarios of a rule file whose titles hold `title`. Raises RulesError, SourceError, and LookupError if the
    rules have no labels in a language."""
    assumed = dict(options)
    if preset is not None:
        declared, findings = check_file(path, options, preset)
        if declared is None:
            raise RulesError(findings.errors)
        assumed = {**declared.presets[preset], **options}
    base = _with_options(path, assumed, assumed, language)
    if isinstance(base, list):
        raise RulesError(base)
    wanted = tuple(one for one in base.scenarios if title.casefold() in one.title.casefold())
    return Suite(path, assumed, base, wanted, language)


def _with_options(
    path: Path, options: Mapping[str, str], assumed: Mapping[str, str], language: str
) -> _Compiled | list[Diagnostic]:
    declared, findings = check_file(path, options, None, assumed)
    if declared is None or findings.errors:
        return findings.errors
    check_language(declared, language)
    program, scenarios = compile_with_scenarios(declared)
    return _Compiled(Game(path.stem, Setting(declared, program, ReferenceEngine(program), language)), scenarios)

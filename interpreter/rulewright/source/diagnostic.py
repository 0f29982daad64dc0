"""What the tools say about a rule file: code, place, what is wrong, what to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from rulewright.source.span import Span
from rulewright.source.suggest import corrected


class Severity(Enum):
    """Told by the first letter of the code; X is an error while the rules run, T of scenario or record."""

    ERROR = "error"
    WARNING = "warning"
    RULEBOOK = "rulebook"
    STYLE = "style"


_LETTERS = {
    "E": Severity.ERROR,
    "X": Severity.ERROR,
    "T": Severity.ERROR,
    "W": Severity.WARNING,
    "R": Severity.RULEBOOK,
    "S": Severity.STYLE,
}


def severity_of(code: str) -> Severity:
    """What the first letter of a code says."""
    return _LETTERS[code[0]]


@dataclass(frozen=True, slots=True)
class Label:
    """A further place that helps to understand a diagnostic; it may lie in another file."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `title` says in one line what is wrong, `label` a few words put beside the caret, `hint` what to do,
    `fix` (if there is one) the corrected source line.
    """

    code: str
    title: str
    span: Span
    label: str = ""
    hint: str = ""
    fix: str = ""
    others: tuple[Label, ...] = ()

    @property
    def severity(self) -> Severity:
        return severity_of(self.code)

    def __str__(self) -> str:
        return f"{self.span}: {self.code} {self.title}"


@dataclass(slots=True)
class Findings:
    """Collects diagnostics during the passes; equal ones at one place are kept once."""

    items: list[Diagnostic] = field(default_factory=list)
    _seen: set[Diagnostic] = field(default_factory=set, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._seen.update(self.items)

    def add(
        self,
        code: str,
        title: str,
        span: Span,
        *,
        label: str = "",
        hint: str = "",
        fix: str = "",
        others: tuple[Label, ...] = (),
    ) -> None:
        """A finding whose hint says what name was meant gets the corrected line by itself."""
        self.extend([Diagnostic(code, title, span, label, hint, fix or corrected(span, hint), others)])

    def extend(self, more: Iterable[Diagnostic]) -> None:
        for found in more:
            if found not in self._seen:
                self._seen.add(found)
                self.items.append(found)

    @property
    def errors(self) -> list[Diagnostic]:
        return [found for found in self.items if found.severity is Severity.ERROR]

    def sorted(self) -> list[Diagnostic]:
        """By file, then place, then code."""
        return sorted(self.items, key=lambda d: (d.span.source.name, d.span.start, d.span.end, d.code))

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.items)


class RulesError(Exception):
    """A rule file that cannot be played; `diagnostics` says why."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__("\n".join(str(found) for found in diagnostics))
        self.diagnostics = diagnostics

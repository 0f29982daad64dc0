"""Floor 1: files, spans and diagnostics. Knows nothing of the language."""

from rulewright.source.diagnostic import Diagnostic, Findings, Label, RulesError, Severity
from rulewright.source.files import Source, SourceError, read_source, write_bytes, write_text
from rulewright.source.registry import Check, check, checks, register
from rulewright.source.span import Span
from rulewright.source.suggest import did_you_mean

__all__ = [
    "Check",
    "Diagnostic",
    "Findings",
    "Label",
    "RulesError",
    "Severity",
    "Source",
    "SourceError",
    "Span",
    "check",
    "checks",
    "did_you_mean",
    "read_source",
    "register",
    "write_bytes",
    "write_text",
]

"""Diagnostics as text: one module per format, all pure functions from findings to a string."""

from rulewright.source.render.concise import concise
from rulewright.source.render.document import document
from rulewright.source.render.full import Paint, Role, excerpt, full, plain
from rulewright.source.render.github import github
from rulewright.source.render.sarif import sarif
from rulewright.source.render.summary import summary

__all__ = ["Paint", "Role", "concise", "document", "excerpt", "full", "github", "plain", "sarif", "summary"]

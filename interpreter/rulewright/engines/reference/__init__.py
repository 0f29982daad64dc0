"""The reference engine: a program becomes Python functions."""

from rulewright.engines.reference.engine import ReferenceEngine

__all__ = ["ReferenceEngine"]

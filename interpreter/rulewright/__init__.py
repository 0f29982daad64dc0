"""Rulewright: the rules of board games, as a language."""

__version__ = "0.1.0"

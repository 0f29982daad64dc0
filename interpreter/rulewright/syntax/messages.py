"""The codes of the syntax floor."""

from rulewright.source import register

UNEXPECTED = register("E004", "unexpected-word", "x")
UNKNOWN_LINE = register("E005", "unknown-line", "x")
BAD_DEDENT = register("E009", "bad-dedent", "x")
MIXED_INDENTATION = register("E010", "tabs-and-spaces", "x")
UNCLOSED_TEXT = register("E013", "unclosed-text", "x")
TOO_DEEP = register("E015", "nested-too-deep", "x")
NUMBER_TOO_LARGE = register("E026", "number-too-large", "x")
BINDER_FORM = register("E034", "binder-form", "x")
CHOICES_FORM = register("E043", "choices-form", "x")
PLAIN_VALUES = register("E044", "plain-values", "x")
COMPONENT_WORDS = ("piece", "card", "tile", "token")

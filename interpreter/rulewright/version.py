"""The package's version, for all floors."""

__version__ = "0.1.0"

"""Names of sites: letters for the column, a number for the row."""

from __future__ import annotations


def column_name(column: int) -> str:
    """The letters of a column counted from 1: a to z, then aa, ab … az, ba …"""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def site_name(column: int, row: int) -> str:
    """The name of the site in that column and row, both counted from 1: `site_name(2, 7)` is b7."""
    return f"{column_name(column)}{row}"

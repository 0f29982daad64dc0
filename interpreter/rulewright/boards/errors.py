"""The one error that building a board or reading a picture can raise.

This floor does not know source files. An error says *which* of the things it was given is wrong, and the caller, who
knows where that thing stands, points at it.
"""

from __future__ import annotations

What = object


class BoardError(ValueError):
    """A board, a link or a picture cannot be built as asked.

    `message` says what is wrong and `hint` what to do, both in whole sentences for people who do not program. `what`
    names the offending item of the input: for a board's sizes the index of the size (None if all of them together
    are wrong), for a shape its name, for links the pair of the link's index and the name of its field (`start`,
    `leaving`, `end` or `heading`), for a picture the index of the line in its text; other builders say it themselves.
    Indices count from 0.
    """

    def __init__(self, message: str, hint: str, what: What = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.what = what

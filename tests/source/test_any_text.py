"""Whatever a file holds and wherever a span lies: findings can be shown, and the carets stand under the words."""

import json

from hypothesis import given
from hypothesis import strategies as st

from rulewright.source import Diagnostic, Source
from rulewright.source.render import concise, document, full

TEXTS = st.text(alphabet=st.sampled_from("ab \t\n\r\x0b\x1b\u2028\u202e\ufeff王é\u0301🎲#\0"), max_size=60)
WORDS = st.text(alphabet="xyz", min_size=1, max_size=5)


@given(TEXTS, st.data())
def test_nothing_breaks_the_renderers(text: str, data: st.DataObject) -> None:
    source = Source.of(text, "t.rules")
    start = data.draw(st.integers(0, len(source.text)))
    end = data.draw(st.integers(start, len(source.text)))
    found = Diagnostic("E204", "twice", source.span(start, end), label="here", hint=text, fix=text)
    shown = full(found, width=data.draw(st.integers(10, 80)))
    assert all(char.isprintable() or char in "\n\ufeff\u0301\u2028" for char in shown)
    assert "\x1b" not in shown and "\u202e" not in shown and "\u2028" not in shown
    assert not source.text or "^" in shown
    assert "\n" not in concise(found)
    assert json.loads(document([found]))["diagnostics"][0]["start"]["line"] == source.position(start)[0]


@given(st.text(alphabet="ab \t王é", max_size=30), WORDS, st.text(alphabet="ab \t王é", max_size=30))
def test_carets_stand_under_the_words(before: str, word: str, after: str) -> None:
    source = Source.of(before + word + after, "t.rules")
    found = Diagnostic("E204", "twice", source.span(len(before), len(before) + len(word)))
    *_, line, carets = full(found, width=1000).split("\n")
    wide = {"王": 2}
    column = sum(wide.get(char, 1) for char in line[: line.index(word)])
    assert carets == "  | " + " " * (column - 4) + "^" * len(word)

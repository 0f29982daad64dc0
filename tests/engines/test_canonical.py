"""The canonical text of values."""

import pytest

from rulewright.engines import canonical


@pytest.mark.parametrize("value", [0, -1, 255, (), (1,), ((), (1, (2, -3)), 4), (1 << 70_000,)])
def test_text_is_read_back(value: object) -> None:
    assert canonical.read(canonical.text(value)) == value  # type: ignore[arg-type]


def test_text_is_hexadecimal() -> None:
    assert canonical.text((10, (-16, 0), ())) == "(a,(-10,0),())"


def test_lists_and_tuples_are_alike_and_digests_tell_values_apart() -> None:
    assert canonical.digest([1, [2]]) == canonical.digest((1, (2,)))
    assert len({canonical.digest(value) for value in (0, (0,), ((0,),), (0, 0), (), 1, -1)}) == 7
    assert 0 <= canonical.digest(5) < 2**64


@pytest.mark.parametrize("text", ["", "(", ")", "1,2", "(1", "(1,)", "01", "x", "(1 2)", "-0", "(1))"])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        canonical.read(text)

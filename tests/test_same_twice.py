"""Two runs of the suite try the same examples."""

from hypothesis import given, settings
from hypothesis import strategies as st


def tried() -> list[str]:
    """The examples of one run of a property test."""
    texts: list[str] = []

    @settings(settings.get_profile("multis"), database=None)
    @given(st.text())
    def remember(text: str) -> None:
        texts.append(text)

    remember()
    return texts


def test_a_property_test_tries_the_same_examples_in_every_run() -> None:
    assert tried() == tried()

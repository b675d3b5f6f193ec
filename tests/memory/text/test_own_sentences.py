"""Messages of several sentences: which of them says what has changed."""

import pytest

from memory.text.changes.decision import choose_ended
from memory.text.own_sentences import list_own_sentences


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("our cat is called Pickle", "kids decided. the cat is Gherkin from now on"),
        ("the rent is 900", "My landlord wrote. The rent is 950 now."),
        ("unsere Katze heißt Minka", "Die Kinder wollten es. Unsere Katze heißt jetzt Mia."),
    ],
)
def test_a_sentence_that_names_its_thing_changes_it(known: str, new: str) -> None:
    assert choose_ended(new, [known]) == 0


@pytest.mark.parametrize(
    "new",
    [
        "Tom rang. Moved to York.",
        "My brother has news. He moved to York.",
        'She wrote: "Big news. I moved to York."',
        "If only. I moved to York.",
        "I moved to York. Just kidding!",
    ],
)
def test_a_sentence_that_may_be_another_s_is_not_taken_alone(new: str) -> None:
    assert "moved to York" not in " ".join(list_own_sentences(new, "I live in Leeds"))

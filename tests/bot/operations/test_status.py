from bot.operations.status import Status, format_status
from indexer.embedding.backfill import EmbeddingProgress
from tests.factories import NOON

MODEL = "local:all-MiniLM-L6-v2"


def lines(vectors: EmbeddingProgress | None) -> list[str]:
    status = Status("1.0", NOON, None, 0, 0, 3, 480, 1_000_000, vectors)
    return [line for line in format_status(status) if "meaning" in line]


def test_nothing_is_said_of_meaning_where_no_model_ever_was() -> None:
    assert lines(None) == []


def test_how_far_a_model_has_come() -> None:
    assert lines(EmbeddingProgress(MODEL, 120, 480)) == [
        f"Search by meaning: 120 of 480 texts are ready (25%, {MODEL})."
    ]
    assert lines(EmbeddingProgress(MODEL, 480, 480)) == [f"Search by meaning is ready ({MODEL})."]
    assert lines(EmbeddingProgress(MODEL, 0, 0)) == [f"Search by meaning is ready ({MODEL})."]


def test_what_keeps_it_from_going_on() -> None:
    trouble = "Ollama cannot be reached. Is it running?"
    assert lines(EmbeddingProgress("ollama:x", 120, 480, trouble)) == [
        f"Search by meaning is waiting at 120 of 480 (ollama:x): {trouble}"
    ]


def test_texts_that_the_model_cannot_represent_are_named() -> None:
    assert lines(EmbeddingProgress(MODEL, 480, 480, unsupported=12)) == [
        f"Search by meaning is ready ({MODEL}). 12 texts are in languages that it does not"
        " support and are found by words alone."
    ]

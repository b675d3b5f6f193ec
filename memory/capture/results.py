"""What becomes of a model's answer: notes, what each rests on, and how they are searched. Pure."""

from collections.abc import Sequence

from indexer.documents import Chunk
from memory.capture.extraction import Distilled
from memory.capture.provenance import Source
from memory.capture.state import Noted, Result
from memory.messages import Message
from memory.text.grounding import Statement


def noted(distilled: Distilled, batch: Sequence[Message]) -> tuple[Noted, ...]:
    """In the order in which they were said, whatever that of the model: the last word counts."""

    def place(statement: Statement) -> tuple[int, int]:
        return statement.number, batch[statement.number - 1].content.find(statement.text)

    last = [(max(map(place, note.rests_on)), note) for note in distilled.notes]
    return tuple(
        Noted(note.text, note.type, note.topic, batch[number - 1].timestamp, note.author)
        for (number, _), note in sorted(last, key=lambda each: each[0])
    )


def sources(result: Result, distilled: Distilled, batch: Sequence[Message]) -> list[Source]:
    """One for each turn that a note rests on, with all that was said there for it."""
    said: dict[tuple[str, str], list[str]] = {}
    for note in distilled.notes:
        for statement in note.rests_on:
            turn = batch[statement.number - 1].key
            said.setdefault((note.text, turn), []).append(statement.text)
    chat = result.ticket.chat
    return [
        Source(result.stamp, note, chat, turn, " ".join(sentences))
        for (note, turn), sentences in said.items()
    ]


def summary(result: Result, body: str) -> Chunk:
    """The captured section as it is searched: one chunk, never the messages themselves.

    `body` is what it tells: what was only asked stands in the notes alone.
    """
    chat = result.ticket.chat
    return Chunk(
        chunk_id=f"mem-{chat}-{result.stamp}",
        name=f"Conversation, {result.stamp[:10]}",
        text=body,
        path=(chat,),
        element_type="memory_summary",
        metadata={"chat": chat},
    )

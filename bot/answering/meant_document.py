"""Finds the document that a message means without naming it: "what is it about?"."""

import re
from collections.abc import Sequence

from bot.turns.command import Turn
from indexer.documents import UPLOAD, Document

RECENT = 3600  # seconds since a document was read, or quoted
TOGETHER = 5  # seconds between two documents of which none is meant before the other
_MARK = re.compile(r"\[\d+\]")


async def find_meant_document(turn: Turn) -> Document | None:
    """Return the document that was read last, or quoted since; None where it may be several."""
    documents = await turn.services.store.list_documents(turn.recall)
    recent = int(turn.now.timestamp()) - RECENT
    last = await turn.services.last_answers.find(turn.message.chat.key)
    told = last.answered_at if last else 0
    quoted = await _find_quoted(turn, documents, last.passages) if last and told >= recent else None
    since = told + 1 if quoted else recent
    read = [each for each in documents if each.indexed_at >= since and _is_from_here(turn, each)]
    return _choose_latest(read) if read else quoted


async def _find_quoted(
    turn: Turn, documents: Sequence[Document], passages: Sequence[str]
) -> Document | None:
    """Find the document that the last answer quoted first, if it quoted any."""
    answers = [each for each in await turn.read_conversation() if each.role == "assistant"]
    if not (passages and answers and _MARK.search(answers[-1].content)):
        return None
    hit = await turn.services.store.load_passage(turn.recall, passages[0])
    return next((each for each in documents if hit and each.file == hit.file), None)


def _is_from_here(turn: Turn, document: Document) -> bool:
    """Return whether whoever asks had a document read: nobody means what others add meanwhile."""
    sent = document.file.startswith(f"{UPLOAD}{turn.message.chat.key}/")
    return turn.private_owner or bool(document.scope.chat) or sent


def _choose_latest(documents: Sequence[Document]) -> Document | None:
    latest = max(documents, key=lambda each: each.indexed_at)
    together = [each for each in documents if latest.indexed_at - each.indexed_at < TOGETHER]
    return latest if len(together) == 1 else None

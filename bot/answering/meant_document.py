"""Finds the document that a message means without naming it: "what is it about?"."""

import re
from collections.abc import Sequence
from datetime import datetime
from itertools import groupby

from msgspec import Struct

from bot.answering.extracts.phrases import Grade, format_phrase
from bot.answering.file_requests import FileRequest, find_file_request
from bot.answering.own_data.about_multis import BEGIN, find_whole
from bot.answering.question.asked_question import parse_question
from bot.answering.small_talk import find_courtesy
from bot.turns.command import Turn
from indexer.documents import UPLOAD, Document
from memory.messages import Message

RECENT = 3600  # seconds since a document was read, or quoted
TOGETHER = 5  # seconds between two documents of which none is meant before the other
_MARK = re.compile(r"\[\d+\]")


class _Exchange(Struct, frozen=True):
    asked: str
    answered: str
    at: int  # seconds

    @property
    def is_aside(self) -> bool:
        """Return whether it speaks of nothing but the document that is meant, or told nothing."""
        language = parse_question(self.asked).language
        told_nothing = (Grade.NOTHING.format_lead(language), format_phrase("cannot", language))
        return self.answered in told_nothing or find_file_request(self.asked) is not None


async def find_meant_request(turn: Turn, text: str) -> tuple[FileRequest, str] | None:
    """Return what a message asks of the document that it means, and the identity of that.

    None where it says anything else, or where several may be meant.
    """
    wanted = find_file_request(text)
    if wanted in (None, FileRequest.NOTHING) or turn.message.forwarded or turn.message.attachments:
        return None
    if find_whole(text, BEGIN):  # "what is this for?" asks of what was spoken of
        return None
    meant = await find_meant_document(turn)
    return (wanted, meant.file) if meant else None


async def find_meant_document(turn: Turn) -> Document | None:
    """Return the document that was read last, or quoted last; None where it may be several.

    Whoever spoke of something else since a document was read does not mean it.
    """
    documents = await turn.services.store.list_documents(turn.recall)
    recent = int(turn.now.timestamp()) - RECENT
    said = _list_exchanges(await turn.read_conversation(), recent)
    since = next((each.at for each in reversed(said) if not each.is_aside), recent)
    read = [each for each in documents if each.indexed_at >= since and _is_from_here(turn, each)]
    quotes = bool(said) and bool(_MARK.search(said[-1].answered))
    if quotes and not any(each.indexed_at > said[-1].at for each in read):
        return await _find_quoted(turn, documents)
    return _choose_latest(read) if read else None


def _list_exchanges(conversation: Sequence[Message], since: int) -> list[_Exchange]:
    """List what was asked and answered since then, but courtesies."""
    grouped = (list(each) for _key, each in groupby(conversation, lambda each: each.key))
    exchanges = map(_build_exchange, grouped)
    return [each for each in exchanges if each.at >= since and not find_courtesy(each.asked)]


def _build_exchange(messages: Sequence[Message]) -> _Exchange:
    asked = next((each.content for each in messages if each.role != "assistant"), "")
    answered = next((each.content for each in messages if each.role == "assistant"), "")
    return _Exchange(
        asked, answered, int(datetime.fromisoformat(messages[0].timestamp).timestamp())
    )


async def _find_quoted(turn: Turn, documents: Sequence[Document]) -> Document | None:
    """Find the document that the last answer quoted first."""
    last = await turn.services.last_answers.find(turn.message.chat.key)
    if not (last and last.passages):
        return None
    hit = await turn.services.store.load_passage(turn.recall, last.passages[0])
    return next((each for each in documents if hit and each.file == hit.file), None)


def _is_from_here(turn: Turn, document: Document) -> bool:
    """Return whether whoever asks had a document read: nobody means what others add meanwhile."""
    sent = document.file.startswith(f"{UPLOAD}{turn.message.chat.key}/")
    return turn.private_owner or bool(document.scope.chat) or sent


def _choose_latest(documents: Sequence[Document]) -> Document | None:
    latest = max(documents, key=lambda each: each.indexed_at)
    together = [each for each in documents if latest.indexed_at - each.indexed_at < TOGETHER]
    return latest if len(together) == 1 else None

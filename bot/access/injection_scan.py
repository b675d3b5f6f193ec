"""Texts of others that look as if they were written to the model, for the audit log.

Nothing is stopped by this: whoever means it finds other words. What protects are the fences in the
prompt, and that tools reach no further than the reader of the reply. It tells the owner who tries.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from bot.access.audit_log import AuditLog
from bot.messages import IncomingMessage
from indexer.text.word_lists import list_languages, load_entries

LOOKED_AT = 20_000  # characters


def find_patterns(text: str) -> list[str]:
    """The names of the patterns that `text` shows."""
    return [name for name, pattern in load_patterns().items() if pattern.search(text[:LOOKED_AT])]


@cache
def load_patterns() -> Mapping[str, re.Pattern[str]]:
    """By name, which tells the language unless it is English."""
    languages = list_languages("injection_patterns")
    english_first = sorted(languages, key=lambda language: (language != "en", language))
    return {name: found for each in english_first for name, found in _load_language(each)}


def _load_language(language: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    suffix = "" if language == "en" else f" ({language})"
    for entry in load_entries("injection_patterns", language):
        name, _, pattern = entry.partition(": ")
        yield name + suffix, re.compile(pattern, re.IGNORECASE)


def record_injection(audit: AuditLog, message: IncomingMessage) -> None:
    """One line for a message that shows any; never its text."""
    kind = "forwarded" if message.forwarded else "message"
    if found := find_patterns(message.text):
        audit.record("injection", message.sender, kind=kind, patterns=", ".join(found))

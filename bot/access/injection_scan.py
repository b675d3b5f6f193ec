"""Records in the audit log texts of others that look like prompt injection.

It stops nothing: attackers find other words. The protection is in the fences of the prompt, and in
tools that reach no further than the reader of the reply. This shows the owner who tries.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from bot.access.audit_log import AuditLog
from bot.messages import IncomingMessage
from indexer.text.word_lists import list_languages, load_entries

SCANNED = 20_000  # characters


def find_patterns(text: str) -> list[str]:
    """Return the names of the patterns found in `text`."""
    return [name for name, pattern in load_patterns().items() if pattern.search(text[:SCANNED])]


@cache
def load_patterns() -> Mapping[str, re.Pattern[str]]:
    """Return the patterns by name, which ends with the language unless that is English."""
    languages = list_languages("injection_patterns")
    english_first = sorted(languages, key=lambda language: (language != "en", language))
    return {name: found for each in english_first for name, found in _load_language(each)}


def _load_language(language: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    suffix = "" if language == "en" else f" ({language})"
    for entry in load_entries("injection_patterns", language):
        name, _, pattern = entry.partition(": ")
        yield name + suffix, re.compile(pattern, re.IGNORECASE)


def record_injection(audit: AuditLog, message: IncomingMessage) -> None:
    """Record one line for a message in which a pattern is found; never its text."""
    kind = "forwarded" if message.forwarded else "message"
    if found := find_patterns(message.text):
        audit.record("injection", message.sender, kind=kind, patterns=", ".join(found))

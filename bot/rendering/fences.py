"""Fences, escapes and shortens stored and foreign text on its way into a prompt.

A fence is a pair of tags whose name ends in a nonce that is new in every conversation, so a text
written earlier cannot hold it, and a text written since has it taken out. Tags that only look like
ours are escaped as well, for a model may not read the nonce as carefully as we do.
"""

import re
import secrets
from collections.abc import Callable, Mapping
from datetime import date
from hashlib import blake2b

from msgspec import Struct

from indexer.late_patterns import compile_late
from indexer.text.llm_tokens import count_llm_tokens

TAGS = (
    "core",
    "rules",
    "memory",
    "chat-notes",
    "related",
    "daily-context",
    "passage",
    "said",
    "forwarded",
    "quoted",
    "documents",
    "conversation",
    "notes",
)
ATTRIBUTE = 120  # characters of a file's name or a heading
SHORTENED = "(… shortened here)"
# Also the wide and small forms of the bracket: a model reads them as one.
_BRACKET = compile_late(rf"[<＜﹤‹](?=\s*+[/／]?\s*+(?:{'|'.join(TAGS)})\b)", re.IGNORECASE)
# Characters that nobody sees and a model reads: control and direction marks, and the tag alphabet.
_UNSEEN = compile_late(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
)


class PromptNonces:
    """Gives every conversation its nonce: the same for one chat and day, until the process ends.

    Prompts of one conversation begin alike then, which is what a provider's cache needs.
    """

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def get(self, chat: str, day: date) -> str:
        """Return 12 hexadecimal digits for the chat `chat` (`platform:id`) on `day`."""
        named = f"{day.isoformat()} {chat}".encode(errors="replace")
        return blake2b(named, digest_size=6, key=self._key).hexdigest()


class Fence(Struct, frozen=True):
    """The tags around one text, built once where several texts are tried between them."""

    opening: str
    closing: str
    nonce: str

    def enclose(self, text: str) -> str:
        """Put `text` between the tags; empty for an empty text."""
        if not text.strip():
            return ""
        return f"{self.opening}\n{escape(text, self.nonce).strip()}\n{self.closing}"


def build_fence(tag: str, nonce: str, attributes: Mapping[str, str]) -> Fence:
    written = "".join(
        f' {name}="{_escape_attribute(value, nonce)}"'
        for name, value in attributes.items()
        if value
    )
    return Fence(f"<{tag}-{nonce}{written}>", f"</{tag}-{nonce}>", nonce)


def fence(tag: str, text: str, nonce: str, attributes: Mapping[str, str] | None = None) -> str:
    """Put `text` between the opening and the closing tag of `tag`; empty for an empty text."""
    return build_fence(tag, nonce, attributes or {}).enclose(text)


def fence_within(
    tag: str, text: str, nonce: str, budget: int, shorten: Callable[[str, int], str]
) -> str:
    """Fence what `shorten` leaves of `text`, in at most `budget` tokens."""
    room = budget - count_llm_tokens(fence(tag, "…", nonce))
    return fence(tag, shorten(escape(text, nonce).strip(), room), nonce) if room > 0 else ""


def escape(text: str, nonce: str) -> str:
    """Escape what could be taken for one of our tags, and remove invisible characters."""
    seen = text if text.isprintable() else _remove_unseen(text)
    return _BRACKET.sub("&lt;", seen.replace(nonce, "…") if nonce else seen)


def _remove_unseen(text: str) -> str:
    return _UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def _escape_attribute(value: str, nonce: str) -> str:
    line = " ".join(escape(value, nonce).split())
    return line.replace('"', "'").replace("<", "&lt;").replace(">", "&gt;")[:ATTRIBUTE]


def keep_beginning(text: str, budget: int) -> str:
    """Keep as many whole lines from the beginning as fit into `budget` tokens, and say so."""
    if count_llm_tokens(text) <= budget:
        return text
    room = budget - count_llm_tokens(SHORTENED) - 1
    kept = _take_lines(text.split("\n"), room)
    if not kept:
        return _take_characters(text, room) + SHORTENED if room > 0 else ""
    return "\n".join([*kept, SHORTENED])


def keep_end(text: str, budget: int) -> str:
    """Keep lines from the end instead, where notes are newest."""
    if count_llm_tokens(text) <= budget:
        return text
    room = budget - count_llm_tokens(SHORTENED) - 1
    kept = _take_lines(text.split("\n")[::-1], room)[::-1]
    if not kept:
        return SHORTENED + _take_characters(text[::-1], room)[::-1] if room > 0 else ""
    return "\n".join([SHORTENED, *kept])


def _take_lines(lines: list[str], budget: int) -> list[str]:
    size = 0
    for count, line in enumerate(lines):
        size += len(line.encode("utf-8", "surrogatepass")) + 1
        if size > 4 * budget:
            return lines[:count]
    return lines


def _take_characters(text: str, budget: int) -> str:
    """Take the longest beginning of `text` that fits."""
    end = len(text)
    while end and count_llm_tokens(text[:end]) > budget:
        end = min(end - 1, end * budget // count_llm_tokens(text[:end]))
    return text[:end]

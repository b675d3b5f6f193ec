"""Stored and foreign text on its way into a prompt: fenced, escaped, cut to size.

A fence is a pair of tags whose name ends in a nonce that is drawn anew for every prompt, so a text
written earlier cannot hold it. Tags that only look like ours are escaped as well, for a model may
not read the nonce as carefully as we do.
"""

import re
from collections.abc import Callable, Mapping

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
)
ATTRIBUTE = 120  # characters of a file's name or a heading
SHORTENED = "(… shortened here)"
# Also the wide and small forms of the bracket: a model reads them as one.
_BRACKET = re.compile(rf"[<＜﹤‹](?=\s*[/／]?\s*(?:{'|'.join(TAGS)})\b)", re.IGNORECASE)
# Signs that nobody sees and a model reads: control and direction marks, and the tag alphabet.
_UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
)


def fence(tag: str, text: str, nonce: str, attributes: Mapping[str, str] | None = None) -> str:
    """`text` between the opening and the closing tag of `tag`; empty for an empty text."""
    if not text.strip():
        return ""
    told = "".join(
        f' {name}="{_escape_attribute(value, nonce)}"'
        for name, value in (attributes or {}).items()
        if value
    )
    return f"<{tag}-{nonce}{told}>\n{escape(text, nonce).strip()}\n</{tag}-{nonce}>"


def fence_within(
    tag: str, text: str, nonce: str, budget: int, shorten: Callable[[str, int], str]
) -> str:
    """`fence` around what `shorten` leaves of `text`; at most `budget` tokens in all."""
    room = budget - count_llm_tokens(fence(tag, "…", nonce))
    return fence(tag, shorten(escape(text, nonce).strip(), room), nonce) if room > 0 else ""


def escape(text: str, nonce: str) -> str:
    """`text` without what could be taken for one of our tags or is meant to be unseen."""
    seen = _UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _BRACKET.sub("&lt;", seen.replace(nonce, "…") if nonce else seen)


def _escape_attribute(value: str, nonce: str) -> str:
    line = " ".join(escape(value, nonce).split())
    return line.replace('"', "'").replace("<", "&lt;").replace(">", "&gt;")[:ATTRIBUTE]


def keep_beginning(text: str, budget: int) -> str:
    """As many whole lines from the beginning as fit into `budget` tokens, and a word about it."""
    if count_llm_tokens(text) <= budget:
        return text
    room = budget - count_llm_tokens(SHORTENED) - 1
    kept = _take_lines(text.split("\n"), room)
    if not kept:
        return _take_characters(text, room) + SHORTENED if room > 0 else ""
    return "\n".join([*kept, SHORTENED])


def keep_end(text: str, budget: int) -> str:
    """The same from the end, where notes are newest."""
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
    """The longest beginning of `text` that fits."""
    reach = len(text)
    while reach and count_llm_tokens(text[:reach]) > budget:
        reach = min(reach - 1, reach * budget // count_llm_tokens(text[:reach]))
    return text[:reach]

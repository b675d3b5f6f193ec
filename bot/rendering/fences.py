"""Stored and foreign text on its way into a prompt: fenced, escaped, cut to size.

A fence is a pair of tags whose name ends in a nonce that is drawn anew for every prompt, so a text
written earlier cannot hold it. Tags that only look like ours are escaped as well, for a model may
not read the nonce as carefully as we do.
"""

import re
from collections.abc import Callable, Mapping

from indexer.text.llm_tokens import tokens

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
        f' {name}="{_attribute(value, nonce)}"'
        for name, value in (attributes or {}).items()
        if value
    )
    return f"<{tag}-{nonce}{told}>\n{escape(text, nonce).strip()}\n</{tag}-{nonce}>"


def fitted(tag: str, text: str, nonce: str, budget: int, shorten: Callable[[str, int], str]) -> str:
    """`fence` around what `shorten` leaves of `text`; at most `budget` tokens in all."""
    room = budget - tokens(fence(tag, "…", nonce))
    return fence(tag, shorten(escape(text, nonce).strip(), room), nonce) if room > 0 else ""


def escape(text: str, nonce: str) -> str:
    """`text` without what could be taken for one of our tags or is meant to be unseen."""
    seen = _UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _BRACKET.sub("&lt;", seen.replace(nonce, "…") if nonce else seen)


def _attribute(value: str, nonce: str) -> str:
    line = " ".join(escape(value, nonce).split())
    return line.replace('"', "'").replace("<", "&lt;").replace(">", "&gt;")[:ATTRIBUTE]


def head(text: str, budget: int) -> str:
    """As many whole lines from the beginning as fit into `budget` tokens, and a word about it."""
    if tokens(text) <= budget:
        return text
    room = budget - tokens(SHORTENED) - 1
    kept = _fitting(text.split("\n"), room)
    if not kept:
        return _characters(text, room) + SHORTENED if room > 0 else ""
    return "\n".join([*kept, SHORTENED])


def tail(text: str, budget: int) -> str:
    """The same from the end, where notes are newest."""
    if tokens(text) <= budget:
        return text
    room = budget - tokens(SHORTENED) - 1
    kept = _fitting(text.split("\n")[::-1], room)[::-1]
    if not kept:
        return SHORTENED + _characters(text[::-1], room)[::-1] if room > 0 else ""
    return "\n".join([SHORTENED, *kept])


def _fitting(lines: list[str], budget: int) -> list[str]:
    size = 0
    for count, line in enumerate(lines):
        size += len(line.encode("utf-8", "surrogatepass")) + 1
        if size > 4 * budget:
            return lines[:count]
    return lines


def _characters(text: str, budget: int) -> str:
    """The longest beginning of `text` that fits."""
    reach = len(text)
    while reach and tokens(text[:reach]) > budget:
        reach = min(reach - 1, reach * budget // tokens(text[:reach]))
    return text[:reach]

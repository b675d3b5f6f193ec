"""Removes HTML tags from Markdown, but not what only looks like one.

Tags are noise to a reader, and some converters write pages of them. But people also write
`connect <server>` or `copy <input>`, where the word in brackets is the text.
"""

import re
from collections.abc import Iterable
from functools import cache

# A code span, which is kept, or a tag or comment, which is not. An address in angle brackets and
# a comparison are neither.
CODE_OR_TAG = re.compile(
    r"(?P<code>(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`))"
    r"|<!--.*?-->|</(?P<closing>[a-zA-Z][\w-]*)\s*>|<(?P<opening>[a-zA-Z][\w-]*)"
    r"(?:\s+[\w:.-]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'=<>`]+))?)*\s*/?>",
    re.S,
)
CLOSING = re.compile(r"</([a-zA-Z][\w-]*)\s*>")
HIDDEN = re.compile(r"<(?P<opening>script|style)\b.*?(?:</(?P=opening)\s*>|\Z)", re.S | re.I)
# The elements of HTML that markdown-it does not count among blocks.
INLINE = (
    "a abbr acronym applet area audio b bdi bdo big br button canvas cite code data datalist del "
    "dfn em embed font i img input ins kbd label map mark meter nobr noscript object output "
    "picture pre progress q rp rt ruby s samp script select slot small source span strike strong "
    "style sub sup svg template textarea time tt u var video wbr"
)
# Nobody would put these words in brackets; many of them are never closed.
BARE = (
    "br",
    "dd",
    "div",
    "dt",
    "hr",
    "li",
    "p",
    "span",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
)


def find_closed_tags(texts: Iterable[str]) -> frozenset[str]:
    """Return the names of the tags that are closed somewhere in a document."""
    return frozenset(name.lower() for text in texts for name in CLOSING.findall(text))


def strip_tags(text: str, pairs: frozenset[str]) -> str:
    """Remove tags outside code from `text`; `pairs` are the names that its document closes."""

    def strip_tag(found: re.Match[str]) -> str:
        return found["code"] or ("" if _is_tag(found, pairs) else found[0])

    def strip_hidden(found: re.Match[str]) -> str:
        return "" if found["opening"].lower() in pairs else found[0]

    return CODE_OR_TAG.sub(strip_tag, HIDDEN.sub(strip_hidden, text))


def _is_tag(found: re.Match[str], pairs: frozenset[str]) -> bool:
    """Return whether this is HTML: closed somewhere, with attributes, or no word of anybody's."""
    name = (found["closing"] or found["opening"] or "").lower()
    if not name:
        return True  # a comment
    used = name in pairs or name in BARE or "=" in found[0] or found[0].endswith("/>")
    return used and name in _load_elements()


@cache
def _load_elements() -> frozenset[str]:
    from markdown_it.common.html_blocks import block_names  # takes a while to load

    return frozenset([*INLINE.split(), *block_names])

"""Removes HTML tags and attributes in braces from Markdown, but not what only looks like them.

Tags are noise to a reader, and some converters write pages of them. But people also write
`connect <server>` or `copy <input>`, where the word in brackets is the text.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache

# An address in angle brackets and a comparison are no tags.
TAG = re.compile(
    r"</(?P<closing>[a-zA-Z][\w-]*+)\s*+>|<(?P<opening>[a-zA-Z][\w-]*+)"
    r"(?>(?:\s++[\w:.-]++(?:\s*+=\s*+(?:\"[^\"]*\"|'[^']*'|[^\s\"'=<>`]++))?)*)\s*+/?>",
)
# As Pandoc, kramdown and others write them: `{#id .class width=50%}`, `{: .class}`.
_ATTRIBUTE = r"(?:[#.][\w:.-]++|[\w:-]++=(?:\"[^\"\n]*+\"|'[^'\n]*+'|[^\s\"'{}]++))"
ATTRIBUTES = re.compile(rf"\{{:?[ \t]*+(?:-|{_ATTRIBUTE})(?>(?:[ \t]++{_ATTRIBUTE})*)[ \t]*+\}}")
# As Pandoc writes them: ```{.python startFrom="10"}
FENCE = re.compile(
    r"^([ \t>]{0,40}(?:`{3,}|~{3,}))[ \t]{0,8}\{(?:\.([\w+-]++))?[^{}\n]*+\}[ \t]*+$"
)
# The beginning and end of a box: `::: {.note}`, `::: warning`, `:::`.
BOX = re.compile(r"^[ \t]{0,3}:{3,}[ \t]*+(?:\{[^{}\n]*+\}|[\w-]++)?[ \t]*+:*+$", re.M)
TICKS_OR_BRACKET = re.compile("`+|[<{]")
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
    """Remove tags and attributes outside code; `pairs` are the names that a document closes."""

    def strip_hidden(found: re.Match[str]) -> str:
        return "" if found["opening"].lower() in pairs else found[0]

    left = HIDDEN.sub(strip_hidden, BOX.sub("", text) if ":::" in text else text)
    pieces, last = list[str](), 0
    for start, end in _find_tags(left, pairs):
        pieces.append(left[last:start])
        last = end
    return "".join((*pieces, left[last:]))


def _find_tags(text: str, pairs: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Yield where the tags, comments and attributes outside code begin and end."""
    ends, position = _SpanEnds(text), 0
    while found := TICKS_OR_BRACKET.search(text, position):
        start, position = found.span()
        if found[0] == "{":
            yield from _find_attributes(text, start)
        elif found[0] != "<":
            position = ends.find_code_end(found[0], position) or position
        elif text.startswith("<!--", start):
            if end := ends.find_comment_end(start + 4):
                yield start, end
                position = end
        elif tag := TAG.match(text, start):
            position = tag.end()
            if _is_tag(tag, pairs):
                yield start, position


def _find_attributes(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Yield where attributes of a link, of code, or of the block beside their line are."""
    found = ATTRIBUTES.match(text, start)
    if not found:
        return
    before, after = text[max(0, start - 1) : start], text[found.end() : found.end() + 1]
    named = found[0].lstrip("{: \t")[:1] in ("#", ".")
    beside = before in (")", "]", "`") or (named and before == " " and after in ("", "\n"))
    if named and before == " ":
        start -= 1
    if beside or (before in ("", "\n") and after in ("", "\n")):
        yield start, found.end()


def strip_fence_attributes(line: str) -> str:
    """Return the line that opens a code fence with the language for its attributes."""
    return FENCE.sub(lambda found: found[1] + (found[2] or ""), line)


def strip_heading_attributes(title: str) -> str:
    """Remove the attributes at the end of a heading."""
    start = title.rfind("{")
    found = ATTRIBUTES.match(title, start) if start >= 0 else None
    return title[:start].rstrip() if found and not title[found.end() :].strip() else title


class _SpanEnds:
    """Finds where code and comments end, without looking twice for an end that is not there."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ticks: dict[str, list[int]] = {}
        for found in re.finditer("`+", text):
            self._ticks.setdefault(found[0], []).append(found.start())
        self._last_comment = text.rfind("-->")

    def find_code_end(self, ticks: str, position: int) -> int:
        """Return the end of the code that `ticks` open; 0 if nothing closes it."""
        starts = self._ticks[ticks]
        at = bisect_left(starts, position)
        return starts[at] + len(ticks) if at < len(starts) else 0

    def find_comment_end(self, position: int) -> int:
        """Return the end of a comment; 0 if it has none."""
        return self._text.find("-->", position) + 3 if position <= self._last_comment else 0


def _is_tag(found: re.Match[str], pairs: frozenset[str]) -> bool:
    """Return whether this is HTML: closed somewhere, with attributes, or no word of anybody's."""
    name = (found["closing"] or found["opening"]).lower()
    used = name in pairs or name in BARE or "=" in found[0] or found[0].endswith("/>")
    return used and name in _load_elements()


@cache
def _load_elements() -> frozenset[str]:
    from markdown_it.common.html_blocks import block_names  # takes a while to load

    return frozenset([*INLINE.split(), *block_names])

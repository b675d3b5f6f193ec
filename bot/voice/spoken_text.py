"""The words of an answer as they are read out: without citations, code, addresses and markup."""

import re
from collections.abc import Sequence

MOST = 4000  # characters; engines take 4,096
CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
LINK = re.compile(r"!?\[([^\[\]\n]{0,500})\]\((?:[^()\s]|\([^()\s]*\)){0,2000}\)")
ADDRESS = re.compile(r"\bhttps?://\S+")
HEAD = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+)", re.MULTILINE)
MARKUP = re.compile(r"[*`~|]+|(?<!\w)_+|_+(?!\w)")
MARK = re.compile(r"\[\d+\]")
ENDS = re.compile(r"[.!?。！？…]\s+|\n")


def build_spoken_text(text: str, marks: Sequence[int]) -> str:
    """Return the words of a Markdown text; its citations begin at `marks`."""
    words = CODE.sub(" ", _drop_marks(text, marks))
    for pattern, instead in ((LINK, r"\1"), (ADDRESS, " "), (HEAD, ""), (MARKUP, "")):
        words = pattern.sub(instead, words)
    lines = (" ".join(line.split()) for line in words.splitlines())
    return _cut("\n".join(filter(None, lines)))


def _drop_marks(text: str, marks: Sequence[int]) -> str:
    for start in sorted(marks, reverse=True):
        if found := MARK.match(text, start):
            text = text[:start].rstrip(" ") + text[found.end() :]
    return text


def _cut(text: str) -> str:
    """Return the text up to the last sentence that an engine still takes."""
    if len(text) <= MOST:
        return text
    ends = [found.start() + 1 for found in ENDS.finditer(text, 0, MOST)]
    return text[: ends[-1] if ends else MOST].rstrip()

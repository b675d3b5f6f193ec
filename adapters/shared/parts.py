"""Split long Markdown into several messages."""

from bot.messages import find_letter_start

PART_BYTES = 12_000


def split(markdown: str, size: int = PART_BYTES) -> list[str]:
    """Split Markdown into parts of at most `size` bytes, without blank ones.

    A part ends after a paragraph if possible, else after a line, a word or a character. A code
    block that is split is closed at the end of one part and reopened at the start of the next.
    """
    parts, left = list[str](), markdown.strip("\n")
    while len(left) > size or len(left.encode()) > size:
        at = _find_cut(left, size)
        head, left = left[:at], left[at:].lstrip("\n")
        if fence := _find_open_fence(head):
            head, left = f"{head.rstrip()}\n{_build_closing_fence(fence)}", f"{fence}\n{left}"
        parts.append(head)
    return [part.rstrip() for part in (*parts, left) if part.strip()]


def _find_cut(text: str, size: int) -> int:
    """Find the end of a part of at most `size` bytes, with room for closing a fence."""
    end = len(text[:size].encode()[: size - 80].decode(errors="ignore"))
    for mark in ("\n\n", "\n", " "):
        at = text.rfind(mark, end // 2, end)
        if at > 0:
            return at + len(mark)
    return find_letter_start(text, end) or end


def _find_open_fence(text: str) -> str:
    """Return the line that opened the code block in which `text` ends; "" if in none."""
    fence = ""
    for line in text.splitlines():
        mark = line.strip()
        if fence and mark.startswith(_build_closing_fence(fence)) and set(mark) == {fence[0]}:
            fence = ""
        elif not fence and mark.startswith(("```", "~~~")):
            fence = mark[:40]
    return fence


def _build_closing_fence(fence: str) -> str:
    """Return the closing fence: the same characters, without the language."""
    return fence[: len(fence) - len(fence.lstrip(fence[0]))]

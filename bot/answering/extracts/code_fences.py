"""Puts quoted code between fences and limits its length."""

from textwrap import dedent

from indexer.text import markdown_blocks

BLOCK = 1000  # characters of code


def fence_code(text: str) -> str:
    """Put code between its own fences, closed if `text` ends too early, and limit its length."""
    opening, *lines = text.strip().splitlines()
    found = markdown_blocks.FENCE.match(opening)
    marker = found[1] if found else "```"
    if lines and lines[-1].strip().startswith(marker):
        lines.pop()
    kept = _take_lines(lines, BLOCK)
    return "\n".join([opening.strip(), *kept, *(["…"] if len(kept) < len(lines) else []), marker])


def fence_indented_code(source: str) -> str:
    """Move indented code to the margin and put it between fences."""
    code = dedent(source).strip("\n")
    marker = "````" if "```" in code else "```"
    return fence_code(f"{marker}\n{code}\n{marker}")


def _take_lines(lines: list[str], room: int) -> list[str]:
    kept: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept

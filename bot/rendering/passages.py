"""Formats where a passage stands, and renders numbered passages for a prompt."""

from collections.abc import Mapping, Sequence

from bot.rendering.fences import build_fence, escape, keep_beginning
from indexer.documents import Chunk, Hit, Pages
from indexer.i18n import _, join_parts
from indexer.scopes import Scope
from indexer.text.llm_tokens import count_llm_tokens

SAME = "(the same text as [{}])"  # not translated: for the model
BEGINNING = 12  # tokens of a passage below which it is not worth a number


def format_section(chunk: Chunk) -> str:
    """Format the headings above the passage, outermost first; its name where it has none."""
    return " › ".join(chunk.path) or chunk.name


def format_pages(spread: Pages | None) -> str:
    """Format `page 12` or `pages 3–5`; empty for None."""
    if spread is None:
        return ""
    first, last = map(str, spread)
    if first == last:
        return _("page {page}", page=first)
    return _("pages {first}–{last}", first=first, last=last)


def format_file(name: str, scope: Scope, *, shared: bool) -> str:
    """Format the name of a file; in a `shared` chat with whether one of its members sent it.

    A member may send a file under the very name of one of the owner's.
    """
    return f"{name} ({_('from this chat')})" if shared and scope.chat else name


def format_location(hit: Hit, *, shared: bool = False) -> str:
    """Format `handbook.pdf, Setting up › Mail, page 12`; what is not known is left out."""
    file = format_file(hit.file_name, hit.scope, shared=shared)
    title = format_section(hit.chunk)
    number = "" if hit.chunk.pages else str(hit.chunk.line or "")
    line = _("line {number}", number=number) if number else ""
    shown = title if title not in (hit.file_name, name_page(hit.chunk.pages)) else ""
    return join_parts(file, shown, format_pages(hit.chunk.pages), line)


def name_page(spread: Pages | None) -> str:
    """Return the title of a page that has no heading, as a parser gives it."""
    return f"Page {spread[0]}" if spread else ""  # not translated: as the parser writes it


def render_passages(hits: Sequence[Hit], nonce: str, budget: int, first: int = 1) -> list[str]:
    """Render each passage in its fence, numbered from `first`; together at most `budget` tokens.

    The longest are shortened first, and the last left out where not even a beginning fits: the
    others keep their numbers. A text that stood before is not repeated.
    """
    fences = [
        build_fence("passage", nonce, _list_attributes(hit, n)) for n, hit in enumerate(hits, first)
    ]
    sizes = [count_llm_tokens(each.enclose("…")) + 1 for each in fences]
    while sum(sizes) + BEGINNING * len(sizes) > budget and sizes:
        sizes.pop()
    fences = fences[: len(sizes)]
    texts = [escape(hit.chunk.text, nonce).strip() for hit in hits[: len(sizes)]]
    rooms = _share_budget(texts, budget - sum(sizes))
    numbers: dict[str, int] = {}
    parts: list[str] = []
    for n, (fence, text, room) in enumerate(zip(fences, texts, rooms, strict=True), first):
        same = numbers.setdefault(text, n)
        parts.append(fence.enclose(SAME.format(same) if same != n else keep_beginning(text, room)))
    return parts


def _list_attributes(hit: Hit, n: int) -> Mapping[str, str]:
    chunk = hit.chunk
    title = format_section(chunk)
    return {
        "n": str(n),
        "file": hit.file_name,
        "section": title if title != hit.file_name else "",
        "page": "–".join(dict.fromkeys(map(str, chunk.pages or ()))),
    }


def _share_budget(texts: Sequence[str], budget: int) -> list[int]:
    """Tokens for each text: the short ones whole, the rest in equal shares of what is left."""
    sizes = [count_llm_tokens(text) for text in texts]
    rooms = [0] * len(texts)
    left = budget
    for done, index in enumerate(sorted(range(len(texts)), key=sizes.__getitem__)):
        rooms[index] = min(sizes[index], left // (len(texts) - done))
        left -= rooms[index]
    return rooms

"""Markdown, as a model or a document writes it, to text with entities.

No character of the content is lost: raw HTML and `<name>` stay as they are, a link target that
Telegram would drop is written out, a reference definition stays a line of its own. What goes is
the marking that an entity stands for.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block.table import escapedSplit
from markdown_it.tree import SyntaxTreeNode

from adapters.shared.nesting import NESTING, too_deep
from adapters.telegram.formatted import Formatted, Kind, joined, settled
from adapters.telegram.links import accepted, in_words
from adapters.telegram.tables import Alignment, aligned

STYLE: dict[str, Kind] = {"strong": "bold", "em": "italic", "s": "strikethrough"}
LANGUAGE = re.compile(r"[\w+#.-]{1,32}")
RULE = "———"
NOTHING = Formatted()

# What Telegram removes or turns into a space, put so that the reader loses nothing. It drops the
# ring of a decomposed "å" (U+030A), and line separators.
INVISIBLE = dict.fromkeys(range(0x202A, 0x202F)) | {0x2028: "\n", 0x2029: "\n"}
CONTROL = dict.fromkeys((*range(9), 0x0B, 0x0C, *range(0x0E, 0x20)), " ")
RING = re.compile(r"\w\u030a")


class _Parser(MarkdownIt):
    """Leaves link targets as they were written; they are shown to people."""

    def normalizeLink(self, url: str) -> str:
        return url

    def normalizeLinkText(self, link: str) -> str:
        return link


@cache
def _parser() -> MarkdownIt:
    options = {"html": False, "maxNesting": NESTING}
    parser = _Parser("commonmark", options).enable(["table", "strikethrough"])
    # A definition such as `[1]: handbook.pdf` would vanish from the text: it stays a line.
    return parser.disable("reference")


def render(markdown: str) -> Formatted:
    """Ready to be split and sent; blank if there is nothing to show."""
    text = _clean(markdown)
    tokens = _parser().parse(text)
    if too_deep(tokens):
        return settled(Formatted(text.strip()))
    whole = _blocks(SyntaxTreeNode(tokens), text.split("\n"))
    return settled(Formatted(whole.text.rstrip().replace("\t", " "), whole.entities))


def _clean(markdown: str) -> str:
    whole = markdown.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    lines = whole.replace("\r\n", "\n").replace("\r", "\n").translate(INVISIBLE).translate(CONTROL)
    return RING.sub(lambda found: unicodedata.normalize("NFC", found[0]), lines)


def _blocks(node: SyntaxTreeNode, source: Sequence[str], gap: str = "\n\n") -> Formatted:
    pieces = (_block(child, source) for child in node.children)
    return joined(gap, (piece for piece in pieces if piece.text))


def _block(node: SyntaxTreeNode, source: Sequence[str]) -> Formatted:
    match node.type:
        case "heading":
            return _inline(node).styled("bold")
        case "fence" | "code_block":
            return _code(node)
        case "blockquote":
            return _blocks(node, source).styled("blockquote")
        case "bullet_list" | "ordered_list":
            return _list(node, source)
        case "table":
            return _table(node, source)
        case "hr":
            return Formatted(RULE)
    return _inline(node)


def _code(node: SyntaxTreeNode) -> Formatted:
    content = Formatted(node.content.rstrip("\n").expandtabs(4))
    language, _, caption = node.info.strip().partition(" ")
    if not LANGUAGE.fullmatch(language):
        language, caption = "", node.info.strip()
    code = content.styled("pre", language=language) if content.text.strip() else Formatted(language)
    return joined("\n", (piece for piece in (Formatted(caption), code) if piece.text))


def _list(node: SyntaxTreeNode, source: Sequence[str], depth: int = 0) -> Formatted:
    items = (_item(item, source, depth) for item in node.children)
    return joined("\n", items)


def _item(item: SyntaxTreeNode, source: Sequence[str], depth: int) -> Formatted:
    # `info` is the number as written: "1. 1. 1." is renumbered by Markdown, "5." may be meant.
    marker = f"{item.info}{item.markup} " if item.info else "• "
    lists = ("bullet_list", "ordered_list")
    pieces = (
        _list(child, source, depth + 1) if child.type in lists else _block(child, source)
        for child in item.children
    )
    content = joined("\n", (piece for piece in pieces if piece.text))
    begins_with_list = bool(item.children) and item.children[0].type in lists
    return Formatted("  " * depth + marker + "\n" * begins_with_list) + content


def _table(node: SyntaxTreeNode, source: Sequence[str]) -> Formatted:
    rows = [row for part in node.children for row in part.children]
    heads = rows[0].children
    cells = [[_inline(cell, links=False).text for cell in row.children] for row in rows]
    for row, line in zip(cells[1:], rows[1:], strict=True):
        row += _surplus(source[line.map[0]] if line.map else "", len(heads))
    return Formatted(aligned(cells, [_alignment(head) for head in heads])).styled("pre")


def _surplus(line: str, columns: int) -> list[str]:
    """The cells beyond the header's, which Markdown drops."""
    cells = [cell.strip() for cell in escapedSplit(line.lstrip(" >\t").rstrip())]
    first = 1 if cells and not cells[0] else 0
    last = len(cells) - 1 if cells and not cells[-1] else len(cells)
    return cells[first:last][columns:]


def _alignment(head: SyntaxTreeNode) -> Alignment:
    style = str(head.attrs.get("style", ""))
    return "right" if "right" in style else "center" if "center" in style else "left"


def _inline(node: SyntaxTreeNode, links: bool = True) -> Formatted:
    """The children of `node`, with their styles; without `links`, targets are written out."""
    return joined("", _spans(node, links))


def _spans(node: SyntaxTreeNode, links: bool) -> Iterator[Formatted]:
    for child in node.children:
        match child.type:
            case "inline":
                yield _inline(child, links)
            case "softbreak" | "hardbreak":
                yield Formatted("\n")
            case "code_inline":
                yield Formatted(child.content).styled("code")
            case "strong" | "em" | "s":
                yield _style(child, links)
            case "link":
                yield _link(child, links)
            case "image":
                yield _target(Formatted(child.content), "src", child, links)
            case _:
                yield Formatted(child.content)


def _style(node: SyntaxTreeNode, links: bool) -> Formatted:
    content = _inline(node, links)
    if node.markup == "__" and content.text.isidentifier():
        return Formatted(f"__{content.text}__")  # a name such as __init__
    return content.styled(STYLE[node.type])


def _link(node: SyntaxTreeNode, links: bool) -> Formatted:
    if node.info != "auto":
        return _target(_inline(node, links=False), "href", node, links)
    target = str(node.attrs["href"])
    content = _inline(node)
    # Telegram finds an address by itself; the brackets of `<name:type>` are content.
    return content if target.startswith("http") else Formatted(f"<{content.text}>")


def _target(label: Formatted, key: str, node: SyntaxTreeNode, links: bool) -> Formatted:
    """The label as a link if Telegram takes it, else followed by the target in words."""
    target, title = str(node.attrs.get(key, "")), str(node.attrs.get("title", ""))
    label = label if label.text.strip() else Formatted(target)
    told = Formatted(in_words(label.text, title))
    if links and accepted(target) and label.text:
        return label.styled("text_link", url=target) + told
    return label + Formatted(in_words(label.text, target)) + told

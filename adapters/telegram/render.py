"""Render Markdown from a model or a document as text with Telegram entities.

No character of the content is lost: raw HTML and `<name>` stay as they are, a link target that
Telegram would drop is written out, a reference definition stays a line of its own. Only the
markup that an entity replaces is removed.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block.table import escapedSplit
from markdown_it.tree import SyntaxTreeNode

from adapters.shared.markdown_tree import open_tree
from adapters.shared.nesting import NESTING, is_too_deep
from adapters.telegram.formatted import FormattedText, Kind, join, normalize
from adapters.telegram.links import format_target, is_openable
from adapters.telegram.tables import Alignment, format_table

STYLE: dict[str, Kind] = {"strong": "bold", "em": "italic", "s": "strikethrough"}
LANGUAGE = re.compile(r"[\w+#.-]{1,32}")
RULE = "———"

# Replacements for characters that Telegram removes or turns into a space, so that the reader loses
# nothing. It drops the ring of a decomposed "å" (U+030A), and line separators.
INVISIBLE = dict.fromkeys(range(0x202A, 0x202F)) | {0x2028: "\n", 0x2029: "\n"}
CONTROL = dict.fromkeys((*range(9), 0x0B, 0x0C, *range(0x0E, 0x20)), " ")
RING = re.compile(r"\w\u030a")


class _Parser(MarkdownIt):
    """Leaves link targets as they were written, because people see them."""

    def normalizeLink(self, url: str) -> str:
        return url

    def normalizeLinkText(self, link: str) -> str:
        return link


@cache
def _build_parser() -> MarkdownIt:
    options = {"html": False, "maxNesting": NESTING}
    parser = _Parser("commonmark", options).enable(["table", "strikethrough"])
    # A definition such as `[1]: handbook.pdf` would vanish from the text: it stays a line.
    return parser.disable("reference")


def render(markdown: str) -> FormattedText:
    """Render Markdown, ready to be split and sent; blank if there is nothing to show."""
    text = _clean(markdown)
    tokens = _build_parser().parse(text)
    if is_too_deep(tokens):
        return normalize(FormattedText(text.strip()))
    with open_tree(tokens) as tree:
        whole = _render_blocks(tree, text.split("\n"))
    return normalize(FormattedText(whole.text.rstrip().replace("\t", " "), whole.entities))


def _clean(markdown: str) -> str:
    whole = markdown.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    lines = whole.replace("\r\n", "\n").replace("\r", "\n").translate(INVISIBLE).translate(CONTROL)
    return RING.sub(lambda found: unicodedata.normalize("NFC", found[0]), lines)


def _render_blocks(node: SyntaxTreeNode, source: Sequence[str]) -> FormattedText:
    pieces = (_render_block(child, source) for child in node.children)
    return join("\n\n", (piece for piece in pieces if piece.text))


def _render_block(node: SyntaxTreeNode, source: Sequence[str]) -> FormattedText:
    match node.type:
        case "heading":
            return _render_inline(node).with_style("bold")
        case "fence" | "code_block":
            return _render_code(node)
        case "blockquote":
            return _render_blocks(node, source).with_style("blockquote")
        case "bullet_list" | "ordered_list":
            return _render_list(node, source)
        case "table":
            return _render_table(node, source)
        case "hr":
            return FormattedText(RULE)
    return _render_inline(node)


def _render_code(node: SyntaxTreeNode) -> FormattedText:
    content = FormattedText(node.content.rstrip("\n").expandtabs(4))
    language, _, caption = node.info.strip().partition(" ")
    if not LANGUAGE.fullmatch(language):
        language, caption = "", node.info.strip()
    code = (
        content.with_style("pre", language=language)
        if content.text.strip()
        else FormattedText(language)
    )
    return join("\n", (piece for piece in (FormattedText(caption), code) if piece.text))


def _render_list(node: SyntaxTreeNode, source: Sequence[str], depth: int = 0) -> FormattedText:
    items = (_render_item(item, source, depth) for item in node.children)
    return join("\n", items)


def _render_item(item: SyntaxTreeNode, source: Sequence[str], depth: int) -> FormattedText:
    # `info` is the number as written: "1. 1. 1." is renumbered by Markdown, "5." may be intended.
    marker = f"{item.info}{item.markup} " if item.info else "• "
    lists = ("bullet_list", "ordered_list")
    pieces = (
        _render_list(child, source, depth + 1)
        if child.type in lists
        else _render_block(child, source)
        for child in item.children
    )
    content = join("\n", (piece for piece in pieces if piece.text))
    begins_with_list = bool(item.children) and item.children[0].type in lists
    return FormattedText("  " * depth + marker + "\n" * begins_with_list) + content


def _render_table(node: SyntaxTreeNode, source: Sequence[str]) -> FormattedText:
    rows = [row for part in node.children for row in part.children]
    heads = rows[0].children
    cells = [[_render_inline(cell, links=False).text for cell in row.children] for row in rows]
    for row, line in zip(cells[1:], rows[1:], strict=True):
        row += _find_surplus_cells(source[line.map[0]] if line.map else "", len(heads))
    return FormattedText(format_table(cells, [_find_alignment(head) for head in heads])).with_style(
        "pre"
    )


def _find_surplus_cells(line: str, columns: int) -> list[str]:
    """Return the cells beyond the header's columns, which Markdown drops."""
    cells = [cell.strip() for cell in escapedSplit(line.lstrip(" >\t").rstrip())]
    first = 1 if cells and not cells[0] else 0
    last = len(cells) - 1 if cells and not cells[-1] else len(cells)
    return cells[first:last][columns:]


def _find_alignment(head: SyntaxTreeNode) -> Alignment:
    style = str(head.attrs.get("style", ""))
    return "right" if "right" in style else "center" if "center" in style else "left"


def _render_inline(node: SyntaxTreeNode, links: bool = True) -> FormattedText:
    """Render the children of `node`, with styles; without `links`, targets are written out."""
    return join("", _render_spans(node, links))


def _render_spans(node: SyntaxTreeNode, links: bool) -> Iterator[FormattedText]:
    for child in node.children:
        match child.type:
            case "inline":
                yield _render_inline(child, links)
            case "softbreak" | "hardbreak":
                yield FormattedText("\n")
            case "code_inline":
                yield FormattedText(child.content).with_style("code")
            case "strong" | "em" | "s":
                yield _render_style(child, links)
            case "link":
                yield _render_link(child, links)
            case "image":
                yield _render_target(FormattedText(child.content), "src", child, links)
            case _:
                yield FormattedText(child.content)


def _render_style(node: SyntaxTreeNode, links: bool) -> FormattedText:
    content = _render_inline(node, links)
    if node.markup == "__" and content.text.isidentifier():
        return FormattedText(f"__{content.text}__")  # a name such as __init__
    return content.with_style(STYLE[node.type])


def _render_link(node: SyntaxTreeNode, links: bool) -> FormattedText:
    if node.info != "auto":
        return _render_target(_render_inline(node, links=False), "href", node, links)
    target = str(node.attrs["href"])
    content = _render_inline(node)
    # Telegram finds an address by itself; the brackets of `<name:type>` are content.
    return content if target.startswith("http") else FormattedText(f"<{content.text}>")


def _render_target(
    label: FormattedText, key: str, node: SyntaxTreeNode, links: bool
) -> FormattedText:
    """Render the label as a link if Telegram accepts it, else followed by the target."""
    target, title = str(node.attrs.get(key, "")), str(node.attrs.get("title", ""))
    label = label if label.text.strip() else FormattedText(target)
    suffix = FormattedText(format_target(label.text, title))
    if links and is_openable(target) and label.text:
        return label.with_style("text_link", url=target) + suffix
    return label + FormattedText(format_target(label.text, target)) + suffix

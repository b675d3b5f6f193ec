"""Markdown to a tree that a page can show without ever reading text as HTML.

A node is a text, or a list of a tag and its nodes: `["p", "It is ", ["strong", "open"], "."]`. A
number in brackets that names a source becomes `["cite", "1"]`. Links are written out, not followed:
an address in a document or in a model's answer must not become a way out.
"""

import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import TypeAlias

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from adapters.shared.nesting import NESTING, too_deep

Node: TypeAlias = "str | list[Node]"

MARK = re.compile(r"\[(\d{1,3})\]")
TAGS = {
    "paragraph": "p",
    "bullet_list": "ul",
    "ordered_list": "ol",
    "list_item": "li",
    "blockquote": "blockquote",
    "strong": "strong",
    "em": "em",
    "s": "s",
    "table": "table",
    "thead": "thead",
    "tbody": "tbody",
    "tr": "tr",
    "th": "th",
    "td": "td",
}


@cache
def _parser() -> MarkdownIt:
    options = {"html": False, "maxNesting": NESTING}
    # A definition such as `[1]: handbook.pdf` would vanish from the text.
    return MarkdownIt("commonmark", options).enable(["table", "strikethrough"]).disable("reference")


def tree(markdown: str, sources: Collection[int] = ()) -> list[Node]:
    """The blocks of `markdown`; `sources` are the numbers that are citations."""
    tokens = _parser().parse(markdown.encode("utf-8", "replace").decode())
    if too_deep(tokens):
        return [["pre", markdown]]
    return list(_nodes(SyntaxTreeNode(tokens), frozenset(sources)))


def _nodes(node: SyntaxTreeNode, sources: frozenset[int]) -> Iterator[Node]:
    for child in node.children:
        if child.children or child.type in TAGS:
            yield from _branch(child, sources)
        else:
            yield from _leaf(child, sources)


def _branch(node: SyntaxTreeNode, sources: frozenset[int]) -> Iterator[Node]:
    match node.type:
        case "inline":
            yield from _nodes(node, sources)
        case "link" | "image":
            yield from _written_out(node, sources)
        case _:
            # A heading's tag is its level.
            yield [TAGS.get(node.type, node.tag), *_nodes(node, sources)]


def _leaf(node: SyntaxTreeNode, sources: frozenset[int]) -> Iterator[Node]:
    match node.type:
        case "text":
            yield from _cited(node.content, sources)
        case "fence" | "code_block":
            yield ["pre", node.content.rstrip("\n")]
        case "code_inline":
            yield ["code", node.content]
        case "link" | "image":
            yield from _written_out(node, sources)
        case "hr":
            yield ["hr"]
        case "hardbreak" | "softbreak":
            yield ["br"]
        case _:
            yield node.content


def _written_out(node: SyntaxTreeNode, sources: frozenset[int]) -> Iterator[Node]:
    target = str(node.attrs.get("href") or node.attrs.get("src") or "")
    yield from _nodes(node, sources)
    if target:
        yield f" ({target})"


def _cited(text: str, sources: frozenset[int]) -> Iterator[Node]:
    end = 0
    for mark in MARK.finditer(text):
        if int(mark[1]) in sources:
            if text[end : mark.start()]:
                yield text[end : mark.start()]
            yield ["cite", mark[1]]
            end = mark.end()
    if text[end:]:
        yield text[end:]

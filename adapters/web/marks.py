"""Convert Markdown to a tree that a page can show without ever reading text as HTML.

A node is a text, or a list of a tag and its nodes: `["p", "It is ", ["strong", "open"], "."]`. A
number in brackets that is a citation becomes `["cite", "1"]`; others stay text, as documents
contain brackets too. The language of `["pre", code, language]` may be missing, `["math", tex]`
stands in a line and `["formula", tex]` apart, and `["open"]` or `["done"]` is the box of a task.
A link to the web is `["a", address, ...]`, which the page opens only after it has shown the whole
address and asked; any other is written out, and so are images, which are never loaded: a URL in a
document or in a model's answer must not become a way to leak data.
"""

import re
from collections.abc import Collection, Iterator
from functools import cache
from itertools import pairwise
from typing import TypeAlias
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from adapters.shared.markdown_tree import open_tree
from adapters.shared.math import enable_math
from adapters.shared.nesting import NESTING, is_too_deep

Node: TypeAlias = "str | list[Node]"

# Marks the number of a citation while Markdown is parsed. It occurs in no text: it is not a
# character, and no `&#...;` yields it.
SIGN = "\ufdd0"
CITED = re.compile(rf"\[{SIGN}(\d{{1,3}})\]")
TASK = re.compile(r"\[([ xX])\]\s+")
LANGUAGE = re.compile(r"[\w+#.-]{1,30}")
WEB = re.compile(r"https?://[^/\s]")
# What follows the tag of a cell, by the style that the parser gives it.
ALIGNED = {"text-align:right": "-right", "text-align:center": "-center"}
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
def _build_parser() -> MarkdownIt:
    options = {"html": False, "maxNesting": NESTING}
    # A definition such as `[1]: handbook.pdf` would vanish from the text.
    parser = MarkdownIt("commonmark", options).enable(["table", "strikethrough"])
    return enable_math(parser.disable("reference"))


def build_tree(markdown: str, marks: Collection[int] = ()) -> list[Node]:
    """Return the blocks of `markdown`; `marks` are the offsets of each `[n]` that is a citation."""
    tokens = _build_parser().parse(
        _insert_signs(markdown, marks).encode("utf-8", "replace").decode()
    )
    if is_too_deep(tokens):
        return [["pre", markdown]]
    with open_tree(tokens) as tree:
        return list(_build_nodes(tree))


def _insert_signs(markdown: str, marks: Collection[int]) -> str:
    """Insert the sign after the bracket of each citation, where it affects no other markup."""
    bare = markdown.replace(SIGN, "\ufffd")
    bounds = [0, *(mark + 1 for mark in sorted(marks)), len(bare)]
    return SIGN.join(bare[start:end] for start, end in pairwise(bounds))


def _build_nodes(node: SyntaxTreeNode) -> Iterator[Node]:
    for child in node.children:
        if child.children or child.type in TAGS:
            yield from _build_branch(child)
        else:
            yield from _build_leaf(child)


def _build_branch(node: SyntaxTreeNode) -> Iterator[Node]:
    match node.type:
        case "inline":
            yield from _build_nodes(node)
        case "link" | "image":
            yield from _write_out(node)
        case "list_item":
            yield ["li", *_mark_box(list(_build_nodes(node)))]
        case "th" | "td":
            yield [node.type + ALIGNED.get(str(node.attrs.get("style")), ""), *_build_nodes(node)]
        case _:
            # A heading's tag is its level.
            yield [TAGS.get(node.type, node.tag), *_build_nodes(node)]


def _build_leaf(node: SyntaxTreeNode) -> Iterator[Node]:
    match node.type:
        case "text":
            yield from _split_citations(node.content)
        case "fence" | "code_block":
            language = LANGUAGE.match(node.info) if node.type == "fence" else None
            code = _strip_signs(node.content).rstrip("\n")
            yield ["pre", code, *([language[0]] if language else [])]
        case "math" | "formula":
            yield [node.type, _strip_signs(node.content)]
        case "code_inline":
            yield ["code", _strip_signs(node.content)]
        case "link" | "image":
            yield from _write_out(node)
        case "hr":
            yield ["hr"]
        case "hardbreak" | "softbreak":
            yield ["br"]
        case _:
            yield _strip_signs(node.content)


def _mark_box(nodes: list[Node]) -> list[Node]:
    """Turn the brackets that begin a task into a box."""
    match nodes:
        case [["p", str(text), *rest], *others] if found := TASK.match(text):
            box = "done" if found[1].strip() else "open"
            return [["p", [box], text[found.end() :], *rest], *others]
    return nodes


def _write_out(node: SyntaxTreeNode) -> Iterator[Node]:
    raw = str(node.attrs.get("href") or node.attrs.get("src") or "")
    target = _strip_signs(raw.replace(quote(SIGN), SIGN))
    if node.type == "link" and WEB.match(target):
        yield ["a", target, *_build_nodes(node)]
        return
    yield from _build_nodes(node)
    if target:
        yield f" ({target})"


def _split_citations(text: str) -> Iterator[Node]:
    for place, part in enumerate(CITED.split(text)):
        if place % 2:
            yield ["cite", part]
        elif part:
            yield _strip_signs(part)


def _strip_signs(text: str) -> str:
    """Remove the signs; in code and links nothing is a citation."""
    return text.replace(SIGN, "")

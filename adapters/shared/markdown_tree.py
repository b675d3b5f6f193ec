"""Lends the tree of a parsed Markdown text, and takes it apart afterwards.

A node knows its parent, so only garbage collection would free a tree: at once, holding up the event
loop from whatever thread it runs in. A tree without those ties is freed node by node.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode


@contextmanager
def open_tree(tokens: Sequence[Token]) -> Iterator[SyntaxTreeNode]:
    """Yield the root; no node may be used afterwards."""
    root = SyntaxTreeNode(tokens)
    try:
        yield root
    finally:
        _take_apart(root)


def _take_apart(root: SyntaxTreeNode) -> None:
    left = [root]
    while left:
        node = left.pop()
        left += node.children
        node.children, node.parent = [], None

"""Outlook's messages that lie about their parts: loops, sizes, depth."""

from collections.abc import Callable, Mapping
from struct import pack

from tests.indexer.parsing.formats.compound import Tree, compound

SUBJECT, BODY = "__substg1.0_0037001F", "__substg1.0_1000001F"
INNER = "__substg1.0_3701000D"


def message(**more: "bytes | Tree") -> Tree:
    words = {SUBJECT: "Hello".encode("utf-16-le"), BODY: "hostile world".encode("utf-16-le")}
    return {"__properties_version1.0": bytes(64), **words, **more}


def changed(tree: Tree, name: str, offset: int, value: int) -> bytes:
    """A message, of which a number in the entry of a part is another."""
    data = compound(tree)
    at = data.rindex(name.encode("utf-16-le") + b"\0\0") + offset
    return data[:at] + pack("<I", value) + data[at + 4 :]


def nested(depth: int) -> Tree:
    tree = message()
    for _ in range(depth):
        tree = message(**{"__attach_version1.0_#00000000": {INNER: tree}})
    return tree


MESSAGES: Mapping[str, Callable[[], bytes]] = {
    "hello.msg": lambda: compound(message()),
    "size-4gb.msg": lambda: changed(message(), BODY, 120, 0xFFFFFFF0),
    "start-far.msg": lambda: changed(message(), BODY, 116, 0x7FFFFFFF),
    "sibling-itself.msg": lambda: changed(message(), BODY, 72, 3),
    "child-is-root.msg": lambda: changed(message(), "Root Entry", 76, 0),
    "mails-deep-40.msg": lambda: compound(nested(40)),
    "chain-loops.msg": lambda: compound(message(**{"__substg1.0_10130102": b"x" * 5000})).replace(
        pack("<I", 2) + pack("<I", 3), pack("<I", 1) + pack("<I", 1)
    ),
}

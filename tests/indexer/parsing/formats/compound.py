"""Writes compound files (OLE), as Outlook's messages are: a small file system in one file."""

from collections.abc import Mapping
from struct import pack

from msgspec import Struct, field

SECTOR, SMALL, CUTOFF = 512, 64, 4096
FREE, END, FAT, NONE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF

Tree = Mapping[str, "bytes | Tree"]


class Entry(Struct):
    name: str
    kind: int  # 1 a storage, 2 a stream, 5 the root
    data: bytes = b""
    child: int = NONE
    right: int = NONE
    start: int = END
    children: list[int] = field(default_factory=list)


def compound(tree: Tree) -> bytes:
    """Return a file with these streams; a mapping is a storage. At most some 100 sectors."""
    entries = [Entry("Root Entry", 5)]
    _add(entries, 0, tree)
    small, small_fat = _place_small(entries)
    entries[0].data = small
    sectors, fat = list[bytes](), list[int]()
    for entry in entries:
        if entry.kind == 5 or len(entry.data) >= CUTOFF:
            entry.start = _place(sectors, fat, entry.data)
    directory = b"".join(map(_pack_entry, entries))
    small_table = b"".join(pack("<I", each) for each in small_fat)
    at_small = _place(sectors, fat, small_table, fill=b"\xff")
    at_directory = _place(sectors, fat, directory)
    at_fat = len(sectors)
    fat.append(FAT)
    fat += [FREE] * (SECTOR // 4 - len(fat))
    sectors.append(b"".join(pack("<I", each) for each in fat))
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    head += pack(
        "<HHHHH6xIIIIIIIIII",
        0x3E,
        3,
        0xFFFE,
        9,
        6,
        0,
        1,
        at_directory,
        0,
        CUTOFF,
        at_small,
        bool(small_fat),
        END,
        0,
        at_fat,
    )
    return head.ljust(SECTOR, b"\xff") + b"".join(sectors)


def _add(entries: list[Entry], parent: int, tree: Tree) -> None:
    for name, content in tree.items():
        stream = content if isinstance(content, bytes) else b""
        entries.append(Entry(name, 2 if isinstance(content, bytes) else 1, stream))
        own = len(entries) - 1
        siblings = entries[parent].children
        if siblings:
            entries[siblings[-1]].right = own
        else:
            entries[parent].child = own
        siblings.append(own)
        if not isinstance(content, bytes):
            _add(entries, own, content)


def _place_small(entries: list[Entry]) -> tuple[bytes, list[int]]:
    data, fat = b"", list[int]()
    for entry in entries:
        if entry.kind == 2 and 0 < len(entry.data) < CUTOFF:
            entry.start = len(fat)
            count = -(-len(entry.data) // SMALL)
            fat += [*range(len(fat) + 1, len(fat) + count), END]
            data += entry.data.ljust(count * SMALL, b"\0")
    return data, fat


def _place(sectors: list[bytes], fat: list[int], data: bytes, fill: bytes = b"\0") -> int:
    if not data:
        return END
    start, count = len(sectors), -(-len(data) // SECTOR)
    padded = data.ljust(count * SECTOR, fill)
    sectors += [padded[at : at + SECTOR] for at in range(0, len(padded), SECTOR)]
    fat += [*range(start + 1, start + count), END]
    return start


def _pack_entry(entry: Entry) -> bytes:
    name = entry.name.encode("utf-16-le")
    links = pack("<HBBIII", len(name) + 2, entry.kind, 1, NONE, entry.right, entry.child)
    size = len(entry.data)
    return name.ljust(64, b"\0") + links + bytes(36) + pack("<II4x", entry.start, size)

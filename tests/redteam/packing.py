"""Archives with entries that are named, linked or packed to get somewhere."""

import io
import stat
import tarfile
import zipfile

TEXT = b"# Mallory's\n\nThe lighthouse is closed.\n"


def pack_entry(name: str) -> bytes:
    """One entry of that name; `link:` makes it a symbolic link."""
    made = io.BytesIO()
    link = name.startswith("link:")
    entry = zipfile.ZipInfo("link.md" if link else name or "unnamed.md")
    entry.filename = "link.md" if link else name  # as it is: the class would tidy it up
    if link:
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(made, "w") as file:
        file.writestr(entry, name.removeprefix("link:").encode() if link else TEXT)
    return made.getvalue()


def pack_link(kind: bytes, target: str) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as file:
        entry = tarfile.TarInfo("letter.md")
        entry.type, entry.linkname, entry.devmajor, entry.devminor = kind, target, 1, 5
        file.addfile(entry)
    return packed.getvalue()


def pack_twice() -> bytes:
    """Two entries of one name, of which listing and reading may choose different ones."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("a.md", TEXT)
        second = zipfile.ZipInfo("b.md")
        file.writestr(second, TEXT * 2)
        second.filename = "a.md"
    return packed.getvalue()

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


def pack_sparse(holes: int) -> bytes:
    """A file that is all holes, in the way of GNU and in that of POSIX."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as file:
        entry = tarfile.TarInfo("holes.md")
        entry.pax_headers = {
            "GNU.sparse.major": "1",
            "GNU.sparse.minor": "0",
            "GNU.sparse.realsize": str(holes),
            "GNU.sparse.name": "../../holes.md",
        }
        content = b"1\n%d\n1\n" % (holes - 1)
        entry.size = 1024
        file.addfile(entry, io.BytesIO(content.ljust(1024, b"\0")))
    return packed.getvalue()


def pack_headers(**headers: str) -> bytes:
    """A file whose PAX headers say otherwise than its entry does."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as file:
        entry = tarfile.TarInfo("letter.md")
        entry.pax_headers, entry.size = headers, len(TEXT)
        file.addfile(entry, io.BytesIO(TEXT))
    return packed.getvalue()


def nest_tar(depth: int) -> bytes:
    content, name = TEXT, "letter.md"
    for level in range(depth):
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w") as file:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            file.addfile(entry, io.BytesIO(content))
        content, name = packed.getvalue(), f"{level}.tar"
    return content


def nest_mail(depth: int) -> bytes:
    """A mail with parts within parts."""
    opened = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(depth)
    )
    return b"MIME-Version: 1.0\n" + opened + b"Content-Type: text/plain\n\nhello\n"

"""ZIP containers that are made without being held whole, and the XML bombs that go into them."""

import zipfile
from collections.abc import Iterable, Mapping
from io import BytesIO

MIB = 1 << 20
OFFICE = "http://schemas.openxmlformats.org"
ENTITIES = "".join(
    f'<!ENTITY {chr(98 + level)} "{f"&{chr(97 + level)};" * 20}">' for level in range(8)
)
LAUGHS = f'<!DOCTYPE d [<!ENTITY a "{"a" * 60}">{ENTITIES}]>'
FOREIGN = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>'


def streamed(files: Mapping[str, Iterable[bytes]]) -> bytes:
    """A ZIP of files that are never held whole."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, parts in files.items():
            with archive.open(name, "w", force_zip64=True) as file:
                for part in parts:
                    file.write(part)
    return made.getvalue()


def repacked(container: bytes, changes: Mapping[str, Iterable[bytes]]) -> bytes:
    """The container with some files changed or added."""
    with zipfile.ZipFile(BytesIO(container)) as archive:
        kept = {name: [archive.read(name)] for name in archive.namelist()}
    return streamed({**kept, **changes})

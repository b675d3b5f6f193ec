"""Makes folders with a model's files, and packages that carry them."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

WHEEL = b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def write_files(folder: Path, content: Mapping[str, bytes]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, each in content.items():
        (folder / name).write_bytes(each)
    return folder


def pack(folder: Path, name: str, version: str, content: Mapping[str, bytes]) -> None:
    """Write a package of this name and version into `folder`, with these files as its data."""
    folder.mkdir(exist_ok=True)
    module = name.replace("-", "_")
    dist = f"{module}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    parts = {f"{module}/data/{each}": data for each, data in content.items()} | {
        f"{dist}/METADATA": metadata.encode(),
        f"{dist}/WHEEL": WHEEL,
    }
    record = "".join(f"{each},,\n" for each in (*parts, f"{dist}/RECORD"))
    with zipfile.ZipFile(folder / f"{module}-{version}-py3-none-any.whl", "w") as archive:
        for each, data in {**parts, f"{dist}/RECORD": record.encode()}.items():
            archive.writestr(each, data)

"""Follows the relations between the parts of Office's files."""

import posixpath
from collections.abc import Iterator

from indexer.parsing.shared.xml import parse_xml
from indexer.parsing.shared.zip_archive import Archive

RELATION_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def list_relations(archive: Archive, name: str) -> Iterator[tuple[str, str]]:
    """Yield the parts that a part refers to, each with its id there."""
    folder, base = posixpath.split(name)
    relations = f"{folder}/_rels/{base}.rels"
    if relations not in archive.names:
        return
    for each in parse_xml(archive.read(relations)):
        if each.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/" + folder, each.get("Target", "")))
            yield each.get("Id", ""), target.lstrip("/")

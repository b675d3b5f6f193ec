"""Parses Word files with mammoth: sections by outline level, tables, lists and footnotes."""

import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.docx.bold_headings import promote_bold_headings
from indexer.parsing.formats.docx.ooxml import build_style_map, expose_hidden_text
from indexer.parsing.shared.html_events import iter_events
from indexer.parsing.shared.markup import build_blocks
from indexer.parsing.shared.sections import assemble
from indexer.parsing.shared.zip_archive import Archive, open_archive

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser

SUFFIXES = (".docx", ".docm", ".dotx", ".dotm")
DOCUMENT = "word/document.xml"
STYLES = "word/styles.xml"
HEADINGS = "h1, h2, h3, h4, h5, h6"
NOTES = "li[id^='footnote-'], li[id^='endnote-']"


def parse(source: SourceFile) -> Iterator[Parsed]:
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(_convert_to_html(source))
    notes = _extract_notes(tree)
    if tree.body is None:
        return
    has_headings = tree.body.css_first(HEADINGS) is not None
    shown = (
        iter_events(tree.body) if has_headings else promote_bold_headings(iter_events(tree.body))
    )
    yield from assemble(build_blocks(shown, notes), source.name)


def _convert_to_html(source: SourceFile) -> str:
    import mammoth

    with open_archive(source) as archive:
        rules = build_style_map(archive.read(STYLES) if STYLES in archive.names else b"<none/>")
        slim = _build_slim_copy(archive)
    # Neither pictures nor style maps in the file are used: the first may be bombs, the second may
    # erase the text.
    converted = mammoth.convert_to_html(
        slim,
        style_map=rules,
        include_embedded_style_map=False,
        convert_image=mammoth.images.img_element(lambda image: {}),
    )
    return str(converted.value)


def _build_slim_copy(archive: Archive) -> BytesIO:
    """Return a copy with nothing but the texts, changed so that mammoth sees all of them."""
    slim = BytesIO()
    with zipfile.ZipFile(slim, "w") as copy:
        for name in archive.names:
            if name.endswith((".xml", ".rels")):
                data = archive.read(name)
                copy.writestr(name, expose_hidden_text(data) if name == DOCUMENT else data)
    slim.seek(0)
    return slim


def _extract_notes(tree: "LexborHTMLParser") -> dict[str, str]:
    """Move footnotes and endnotes out of the tree; return them by id."""
    found = {}
    for number, note in enumerate(tree.css(NOTES), 1):
        text = " ".join(note.text(separator=" ").replace("↑", " ").split())
        found[note.attributes.get("id") or ""] = f"[{number}] {text}"
        note.decompose()
    return found

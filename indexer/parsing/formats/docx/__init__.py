"""Word files, through mammoth: sections by outline level, with tables, lists and footnotes."""

import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from indexer.documents import Parsed
from indexer.parsing.formats import Source
from indexer.parsing.formats.docx.bold_headings import with_bold_headings
from indexer.parsing.formats.docx.ooxml import style_map, visible
from indexer.parsing.shared.html_events import events
from indexer.parsing.shared.markup import blocks
from indexer.parsing.shared.sections import assemble
from indexer.parsing.shared.zip_archive import Archive, open_archive

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser

SUFFIXES = (".docx", ".docm", ".dotx", ".dotm")
DOCUMENT = "word/document.xml"
STYLES = "word/styles.xml"
HEADINGS = "h1, h2, h3, h4, h5, h6"
NOTES = "li[id^='footnote-'], li[id^='endnote-']"


def parse(source: Source) -> Iterator[Parsed]:
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(_html(source))
    notes = _taken_notes(tree)
    if tree.body is None:
        return
    has_headings = tree.body.css_first(HEADINGS) is not None
    shown = events(tree.body) if has_headings else with_bold_headings(events(tree.body))
    yield from assemble(blocks(shown, notes), source.name)


def _html(source: Source) -> str:
    import mammoth

    with open_archive(source) as archive:
        rules = style_map(archive.read(STYLES) if STYLES in archive.names else b"<none/>")
        slim = _slim(archive)
    # Neither pictures nor rules that the file brings along are looked at: the first may be bombs,
    # the second may erase the text.
    converted = mammoth.convert_to_html(
        slim,
        style_map=rules,
        include_embedded_style_map=False,
        convert_image=mammoth.images.img_element(lambda image: {}),
    )
    return str(converted.value)


def _slim(archive: Archive) -> BytesIO:
    """The file with nothing but its texts, and these so that mammoth sees all of them."""
    slim = BytesIO()
    with zipfile.ZipFile(slim, "w") as copy:
        for name in archive.names:
            if name.endswith((".xml", ".rels")):
                data = archive.read(name)
                copy.writestr(name, visible(data) if name == DOCUMENT else data)
    slim.seek(0)
    return slim


def _taken_notes(tree: "LexborHTMLParser") -> dict[str, str]:
    """Footnotes and endnotes by id, moved out of the tree."""
    found = {}
    for number, item in enumerate(tree.css(NOTES), 1):
        text = " ".join(item.text(separator=" ").replace("↑", " ").split())
        found[item.attributes.get("id") or ""] = f"[{number}] {text}"
        item.decompose()
    return found

"""Parses Word files with mammoth: sections by outline level, tables, lists and footnotes."""

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.docx.ooxml import W, build_style_map, expose_hidden_text
from indexer.parsing.ocr.placed_pictures import (
    fill_marks,
    is_picture_name,
    mark_picture,
    read_marked,
)
from indexer.parsing.shared.bold_headings import promote_bold_headings
from indexer.parsing.shared.html_events import iter_events
from indexer.parsing.shared.markup import build_blocks
from indexer.parsing.shared.sections import TextBlock, assemble, build_margin
from indexer.parsing.shared.xml import parse_xml
from indexer.parsing.shared.zip_archive import Archive, open_archive

if TYPE_CHECKING:
    from mammoth.documents import Image
    from selectolax.lexbor import LexborHTMLParser

SUFFIXES = (".docx", ".docm", ".dotx", ".dotm")
DOCUMENT = "word/document.xml"
STYLES = "word/styles.xml"
HEADINGS = "h1, h2, h3, h4, h5, h6"
COMMENTS = "dt[id^='comment-']"
MARGINS = re.compile(r"word/(?:header|footer)\d*\.xml")
CHECKED, UNCHECKED = " [x] ", " [ ] "
SAMPLE = 2_000  # characters that tell a document's language
LONGEST_NAME = 250  # characters of a picture's name
NOTES = "li[id^='footnote-'], li[id^='endnote-']"


def parse(source: SourceFile) -> Iterator[Parsed]:
    from selectolax.lexbor import LexborHTMLParser

    with open_archive(source) as archive:
        tree = LexborHTMLParser(_convert_to_html(archive))
        _write_check_boxes(tree)
        texts = yield from read_marked(source, archive, _list_texts(tree))
        margins = list(_list_margins(archive))
    notes = _extract_notes(tree)
    if tree.body is None:
        return
    for picture in tree.css("img"):
        picture.attrs["alt"] = fill_marks(picture.attributes.get("alt") or "", texts)
    has_headings = tree.body.css_first(HEADINGS) is not None
    shown = (
        iter_events(tree.body) if has_headings else promote_bold_headings(iter_events(tree.body))
    )
    yield from assemble(chain(build_blocks(shown, notes), margins), source.name)


def _write_check_boxes(tree: "LexborHTMLParser") -> None:
    for box in tree.css("input"):  # mammoth writes nothing else as one
        box.replace_with(CHECKED if "checked" in box.attributes else UNCHECKED)


def _list_margins(archive: Archive) -> Iterator[TextBlock]:
    """Yield what stands at the head and foot of pages: of a letter, its sender."""
    parts = [parse_xml(archive.read(name)) for name in archive.names if MARGINS.fullmatch(name)]
    paragraphs = (each for part in parts for each in part.iter(f"{W}p"))
    lines = ("".join(text.text or "" for text in each.iter(f"{W}t")).strip() for each in paragraphs)
    yield from build_margin(lines)


def _list_texts(tree: "LexborHTMLParser") -> Iterator[str]:
    yield from (picture.attributes.get("alt") or "" for picture in tree.css("img"))
    yield tree.body.text(separator=" ")[:SAMPLE] if tree.body is not None else ""


def _convert_to_html(archive: Archive) -> str:
    import mammoth

    rules = build_style_map(archive.read(STYLES) if STYLES in archive.names else b"<none/>")
    slim = _build_slim_copy(archive)
    # Neither pictures nor style maps in the file are used: the first may be bombs, the second may
    # erase the text.
    converted = mammoth.convert_to_html(
        slim,
        style_map=f"comment-reference => sup\n{rules}",
        include_embedded_style_map=False,
        convert_image=mammoth.images.img_element(_describe_picture),
    )
    return str(converted.value)


def _describe_picture(image: "Image") -> dict[str, str]:
    try:
        with image.open() as stand_in:
            name = stand_in.read(LONGEST_NAME).decode("utf-8", "replace")
    except (OSError, LookupError, ValueError):  # it is not in the file
        name = ""
    return {"alt": f"{image.alt_text or ''} {mark_picture(name)}"} if name else {}


def _build_slim_copy(archive: Archive) -> BytesIO:
    """Return a copy with nothing but the texts, changed so that mammoth sees all of them.

    In place of each picture stands its name.
    """
    slim = BytesIO()
    with zipfile.ZipFile(slim, "w") as copy:
        for name in archive.names:
            if name.endswith((".xml", ".rels")):
                data = archive.read(name)
                copy.writestr(name, expose_hidden_text(data) if name == DOCUMENT else data)
            elif is_picture_name(name):
                copy.writestr(name, name[:LONGEST_NAME])
    slim.seek(0)
    return slim


def _extract_notes(tree: "LexborHTMLParser") -> dict[str, str]:
    """Move footnotes, endnotes and comments out of the tree; return them by id."""
    found = dict[str, str]()
    for number, note in enumerate(tree.css(NOTES), 1):
        text = " ".join(note.text(separator=" ").replace("↑", " ").split())
        found[note.attributes.get("id") or ""] = f"[{number}] {text}"
        note.decompose()
    for label in tree.css(COMMENTS):
        if (comment := label.next) is not None:
            mark = label.text().removeprefix("Comment").strip()
            text = " ".join(comment.text(separator=" ").replace("↑", " ").split())
            found[label.attributes.get("id") or ""] = f"{mark} {text}"
            comment.decompose()
        label.decompose()
    return found

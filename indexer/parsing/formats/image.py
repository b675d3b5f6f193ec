"""Parses pictures of text, with tesseract."""

from collections.abc import Generator, Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from indexer.documents import Parsed, ParserProgress, WeakPage
from indexer.i18n import N_
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.ocr import recognizer as ocr
from indexer.parsing.ocr.pictures import (
    FORMATS,
    PictureText,
    build_weak_page,
    is_weak,
    make_limit_notice,
    make_sparse_notice,
    make_unclear_notice,
    read_picture,
)
from indexer.parsing.shared.sections import TextBlock, assemble

if TYPE_CHECKING:
    from PIL.Image import Image

SUFFIXES = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".gif", ".webp")
NO_TESSERACT = N_(": it is a picture. To read it, install tesseract on the machine that I run on")
UNCLEAR = N_(": it is a picture, and the writing in it is not clear enough to read")


def parse(source: SourceFile) -> Iterator[Parsed]:
    picture = _open_picture(source)
    if source.recognizer is None and not source.weak_pages:
        raise ParseError("no_text", source.name, NO_TESSERACT)
    pages = getattr(picture, "n_frames", 1)
    found = yield from _read_pages(picture, min(pages, source.limits.ocr_pages), source)
    clear = [each for each in found if each.is_legible and not is_weak(each, source)]
    unclear = [number for number, each in enumerate(found, 1) if each.text and not each.is_legible]
    if not clear and (unclear or source.weak_pages):
        raise ParseError("no_text", source.name, UNCLEAR)
    yield from assemble([TextBlock(each.text) for each in clear], source.name)
    if unclear and not source.weak_pages:
        yield make_unclear_notice(unclear)
    if sparse := [
        number for number, each in enumerate(found, 1) if each in clear and each.is_sparse
    ]:
        yield make_sparse_notice(sparse if pages > 1 else ())
    if pages > len(found):
        yield make_limit_notice(pages - len(found))


def _read_pages(
    picture: "Image", pages: int, source: SourceFile
) -> Generator[ParserProgress | WeakPage, None, list[PictureText]]:
    from PIL import ImageOps

    found = list[PictureText]()
    for number in range(pages):
        yield ParserProgress(number, pages, ocr.UNIT)
        picture.seek(number)
        around = next((each.text for each in found if each.is_legible), "")
        upright = ImageOps.exif_transpose(picture)
        read = read_picture(upright, source, around)
        found.append(read)
        if is_weak(read, source):
            yield build_weak_page(number + 1, upright, read)
    return found


def _open_picture(source: SourceFile) -> "Image":
    """Open the picture, its pixels still packed; refuse a bomb by the size that it claims."""
    from PIL import Image

    try:
        picture = Image.open(BytesIO(source.data), formats=FORMATS)
    except Image.DecompressionBombError:
        raise _make_size_error(source) from None
    if picture.width * picture.height > ocr.PIXELS:
        raise _make_size_error(source)
    return picture


def _make_size_error(source: SourceFile) -> ParseError:
    because = N_(": it has over {count} megapixels", count=ocr.PIXELS // 1_000_000)
    return ParseError("too_large", source.name, because)

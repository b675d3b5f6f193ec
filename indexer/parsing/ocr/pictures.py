"""Reads the text in pictures: upright, in the right languages, and only where it is legible."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from indexer.documents import ParserNotice, ParserProgress, WeakPage
from indexer.i18n import N_
from indexer.parsing.formats import SourceFile
from indexer.parsing.languages import choose_for_script
from indexer.parsing.ocr import recognizer as ocr

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("PNG", "JPEG", "TIFF", "BMP", "GIF", "WEBP")
SURE = 75.0  # percent; below, the picture may be turned or in another script
LEGIBLE = 50.0  # percent; below, what is read is gibberish: upside down, it is about 35
UPSIDE_DOWN = 180
BROKEN = (OSError, ValueError, SyntaxError, LookupError, ArithmeticError)  # what Pillow raises
WORD = 5  # the level of words in tesseract's table
SEEN = 1_568  # pixels of a long side: models that can see make larger pictures smaller
QUALITY = 80  # of a JPEG
FEW = 20  # letters
PATTERN = (64, 64)  # pixels that show how much of a picture is not paper
DARKER = 16  # shades of 256 than most of the picture
FULL = 0.05  # of the picture
SMALLEST = (120, 30)  # pixels of a picture inside a document that may hold words


class PictureText(Struct, frozen=True):
    """The text in a picture; `confidence` is tesseract's in its letters, in percent."""

    text: str = ""
    confidence: float = 0.0
    is_sparse: bool = False  # a few letters of a picture that is full of something

    @property
    def is_legible(self) -> bool:
        return bool(self.text) and self.confidence >= LEGIBLE


class _Layout(Struct, frozen=True):
    """The turn to the right that makes a picture upright, in degrees, and its script."""

    turn: int = UPSIDE_DOWN  # lying on a side is seen by tesseract itself
    script: str = ""


def read_picture(picture: "Image", source: SourceFile, text_around: str = "") -> PictureText:
    """Read a picture; where little is legible, turned upright and in the languages of its script.

    `text_around` is text of its document, which tells its language.
    """
    if source.recognizer is None:
        return PictureText()
    languages = source.languages.choose_for_scan(text_around)
    first = _recognize(picture, source.recognizer, languages)
    if not first.text or first.confidence >= SURE:
        return _mark_sparse(first, picture)
    layout = _parse_layout(source.recognizer(ocr.encode_png(picture), ocr.LAYOUT))
    other = choose_for_script(layout.script) if not source.languages.scans else ""
    if not layout.turn and not other:
        return _mark_sparse(first, picture)
    upright = picture.rotate(-layout.turn, expand=True) if layout.turn else picture
    second = _recognize(upright, source.recognizer, other or languages)
    return _mark_sparse(max(first, second, key=lambda each: each.confidence), picture)


def _mark_sparse(found: PictureText, picture: "Image") -> PictureText:
    few = 0 < sum(map(str.isalnum, found.text)) < FEW
    return replace(found, is_sparse=True) if few and _is_full(picture) else found


def _is_full(picture: "Image") -> bool:
    """Return whether a picture shows more than a few letters need: blurred text, or no text."""
    small = picture.convert("L").resize(PATTERN)
    shades = sorted(small.tobytes())
    paper = shades[len(shades) // 2]
    return sum(shade < paper - DARKER for shade in shades) > FULL * len(shades)


def is_weak(found: PictureText, source: SourceFile) -> bool:
    """Return whether a model that can see should read this page, where one is there to do it."""
    return source.weak_pages and not (found.is_legible and found.confidence >= SURE)


def build_weak_page(number: int, picture: "Image", found: PictureText) -> WeakPage:
    """Build the page as a model sees it, with what OCR made of it if that is legible."""
    small, packed = picture.convert("L"), BytesIO()
    small.thumbnail((SEEN, SEEN))
    small.save(packed, "JPEG", quality=QUALITY)
    return WeakPage(number, packed.getvalue(), found.text if found.is_legible else "")


def _recognize(picture: "Image", recognizer: ocr.Recognizer, languages: str) -> PictureText:
    return parse_words(recognizer(ocr.encode_png(picture), languages))


def _parse_layout(lines: str) -> _Layout:
    values = dict(line.split(": ", 1) for line in lines.splitlines() if ": " in line)
    turn = values.get("Rotate", "")
    if turn not in ("0", "90", "180", "270"):
        return _Layout()
    return _Layout(int(turn), values.get("Script", "").strip())


def parse_words(table: str) -> PictureText:
    """Build the text from tesseract's table of words: a line for a line, a gap for a paragraph."""
    rows = [row for row in map(_parse_row, table.splitlines()) if row]
    letters = sum(len(word) for _, _, word in rows)
    certain = sum(len(word) * confidence for _, confidence, word in rows)
    paragraphs = [
        "\n".join(
            _join_words([word for _, _, word in line])
            for _, line in groupby(paragraph, lambda row: row[0])
        )
        for _, paragraph in groupby(rows, lambda row: row[0][:3])
    ]
    return PictureText("\n\n".join(paragraphs), certain / letters if letters else 0.0)


def _parse_row(row: str) -> tuple[tuple[str, ...], float, str] | None:
    """Return the place of a word (page, block, paragraph, line), its confidence and the word."""
    match row.split("\t"):
        case [level, page, block, paragraph, line, _, _, _, _, _, confidence, word] if (
            level == str(WORD) and word.strip()
        ):
            return (page, block, paragraph, line), _parse_percent(confidence), word.strip()
    return None


def _parse_percent(number: str) -> float:
    try:
        return max(0.0, min(float(number), 100.0))
    except ValueError:
        return 0.0


def _join_words(words: Iterable[str]) -> str:
    """Join words with spaces, but not those of scripts that have none."""
    joined = ""
    for word in words:
        spaced = joined and not (_is_wide(joined[-1]) and _is_wide(word[0]))
        joined += f" {word}" if spaced else word
    return joined


def _is_wide(letter: str) -> bool:
    return "\u2e80" <= letter <= "\u9fff" or "\uf900" <= letter <= "\uffef"


def read_pictures(
    source: SourceFile, pictures: Mapping[str, bytes], text_around: str
) -> Generator[ParserProgress | ParserNotice, None, dict[str, str]]:
    """Read the pictures in a document, which may hold words; return the texts by their names."""
    if source.recognizer is None:
        return {}
    wanted = [name for name, data in pictures.items() if may_hold_words(data)]
    some = wanted[: source.limits.ocr_pages]
    texts = dict[str, str]()
    for done, name in enumerate(some):
        yield ParserProgress(done, len(some), ocr.UNIT)
        picture = open_upright(pictures[name])
        found = read_picture(picture, source, text_around) if picture else PictureText()
        if found.is_legible:
            texts[name] = found.text
    if len(wanted) > len(some):
        yield make_limit_notice(len(wanted) - len(some))
    return texts


def make_limit_notice(count: int) -> ParserNotice:
    sentence = N_(
        "I did not look for text in all pictures; left out: {count}. "
        "The limit is {setting} in the settings."
    )
    return ParserNotice((sentence.fill(count=count, setting="documents.limits.ocr_pages"),))


def make_unclear_notice(pages: Sequence[int]) -> ParserNotice:
    one = N_("I could not read page {pages}: the writing in the picture is not clear enough.")
    several = N_("I could not read pages {pages}: the writing in the pictures is not clear enough.")
    return ParserNotice(((several if len(pages) > 1 else one).fill(pages=format_spans(pages)),))


def make_sparse_notice(pages: Sequence[int]) -> ParserNotice:
    """Say on which pages only a few letters could be read; for none, in the picture itself."""
    if not pages:
        return ParserNotice(
            (N_("I could read only a few letters. If it shows more, send a sharper picture."),)
        )
    one = N_(
        "I could read only a few letters on page {pages}. "
        "If it shows more, send a sharper picture of it."
    )
    several = N_(
        "I could read only a few letters on pages {pages}. "
        "If they show more, send sharper pictures of them."
    )
    return ParserNotice(((several if len(pages) > 1 else one).fill(pages=format_spans(pages)),))


def format_spans(numbers: Sequence[int]) -> str:
    """Format ascending numbers as `3-5, 9`."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)


def may_hold_words(data: bytes) -> bool:
    """Return whether a picture is large enough for words, and small enough to be read."""
    from PIL import Image

    try:
        picture = Image.open(BytesIO(data), formats=FORMATS)
    except (Image.DecompressionBombError, *BROKEN):
        return False
    large = picture.width >= SMALLEST[0] and picture.height >= SMALLEST[1]
    return large and picture.width * picture.height <= ocr.PIXELS


def open_upright(data: bytes) -> "Image | None":
    """Open a picture, turned as its camera was held; None if it is broken."""
    from PIL import Image, ImageOps

    try:
        return ImageOps.exif_transpose(Image.open(BytesIO(data), formats=FORMATS))
    except (Image.DecompressionBombError, *BROKEN):
        return None

"""Pictures of text: upright, legible, in their languages; and what is not is told."""

from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image

from indexer.documents import ParserNotice, Section
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.languages import ReadingLanguages, choose_for_script
from indexer.parsing.limits import Limits
from indexer.parsing.ocr.pictures import PictureText, parse_words, read_picture
from indexer.parsing.ocr.recognizer import LAYOUT
from indexer.parsing.source import parse_source
from tests.indexer.parsing.fake_tesseract import Reader, table

WHITE = Image.new("L", (300, 200), 255)


def png(size: tuple[int, int] = (300, 200), **options: object) -> bytes:
    packed = BytesIO()
    Image.new("L", size, 255).save(packed, "PNG", **options)
    return packed.getvalue()


def source(reader: Callable[[bytes, str], str], data: bytes = b"", **options: object) -> SourceFile:
    return SourceFile("scan.png", data, recognizer=reader, **options)  # type: ignore[arg-type]  # a test's options


def test_words_become_lines_and_paragraphs() -> None:
    rows = table(("Two", 90), ("words", 80)) + "\n" + table(("Next", 70), paragraph=2)
    found = parse_words(rows)
    assert found.text == "Two words\n\nNext"
    assert 79 < found.confidence < 82


def test_chinese_words_are_joined_without_spaces() -> None:
    assert parse_words(table(("租金", 90), ("每月", 90), ("500", 90))).text == "租金每月 500"


def test_a_table_that_is_none_is_nothing() -> None:
    assert parse_words("5\t1\t1\t1\t1\t1\t0\t0\t9\t9\tnan?\tword\nrubbish").confidence == 0
    assert parse_words("") == PictureText()


def test_what_is_legible_is_read_once() -> None:
    reader = Reader(table(("Rent", 96)))
    assert read_picture(WHITE, source(reader)).text == "Rent"
    assert reader.asked == ["eng"]


def test_a_picture_on_its_side_is_turned() -> None:
    reader = Reader(table(("yuay", 30)), table(("Rent", 96)), layout="Rotate: 90\nScript: Latin\n")
    assert read_picture(WHITE, source(reader)).text == "Rent"
    assert [each.size for each in reader.seen] == [(300, 200), (200, 300)]


def test_without_data_on_layout_a_picture_is_tried_upside_down() -> None:
    reader = Reader(table(("yuay", 30)), table(("Rent", 96)), layout="")
    assert read_picture(WHITE, source(reader)).text == "Rent"


def test_another_script_is_read_in_its_languages() -> None:
    layout = "Rotate: 0\nScript: Cyrillic\n"
    reader = Reader(table(("APEHMA", 40)), table(("Аренда", 92)), layout=layout)
    assert read_picture(WHITE, source(reader)).text == "Аренда"
    assert reader.asked == ["eng", LAYOUT, "rus+ukr+bul+srp"]


def test_the_owner_s_languages_are_the_only_ones() -> None:
    reader = Reader(table(("Miete", 40)), layout="Rotate: 0\nScript: Cyrillic\n")
    read_picture(WHITE, source(reader, languages=ReadingLanguages(("fr",), ("de", "frk"))))
    assert reader.asked == ["deu+frk", LAYOUT]


def test_languages_come_from_the_text_around_and_the_system() -> None:
    languages = ReadingLanguages(("pt_BR.UTF-8", "en"))
    assert languages.choose_for_scan() == "por+eng"
    around = "Die Miete ist bis zum dritten Werktag eines jeden Monats zu zahlen."
    assert languages.choose_for_scan(around) == "deu+por+eng"
    assert choose_for_script("Latin") == ""


def test_gibberish_counts_as_unread() -> None:
    with pytest.raises(ParseError, match="not clear enough to read"):
        list(parse_source(source(Reader(table(("yuay", 30))), png())))


@pytest.mark.parametrize(("shade", "text", "is_told"), [(160, "12", True), (255, "12", False)])
def test_a_few_letters_of_a_full_picture_are_told(shade: int, text: str, is_told: bool) -> None:
    picture = Image.new("L", (300, 200), 255)
    picture.paste(shade, (20, 20, 200, 90))
    packed = BytesIO()
    picture.save(packed, "PNG")
    found = list(parse_source(source(Reader(table((text, 96))), packed.getvalue())))
    assert [each.text for each in found if isinstance(each, Section)] == [text]
    told = " ".join(str(each) for each in found if isinstance(each, ParserNotice))
    assert ("only a few letters. If it shows more" in told) is is_told


def test_a_full_picture_with_many_letters_is_read_without_a_word() -> None:
    picture = Image.new("L", (300, 200), 255)
    picture.paste(0, (20, 20, 200, 90))
    reader = Reader(table(("The rent is due on the first of each month", 96)))
    assert not read_picture(picture, source(reader)).is_sparse


def test_pages_of_a_picture_that_are_unclear_or_too_many_are_told() -> None:
    pages = [Image.new("L", (300, 200), 255) for _ in range(4)]
    packed = BytesIO()
    pages[0].save(packed, "TIFF", save_all=True, append_images=pages[1:])
    reader = Reader(table(("Rent", 96)), table(("yuay", 30)), "", table(("Due", 96)))
    found = list(parse_source(source(reader, packed.getvalue(), limits=Limits(ocr_pages=3))))
    assert [each.text for each in found if isinstance(each, Section)] == ["Rent\n\nDue"]
    told = " ".join(str(each) for each in found if isinstance(each, ParserNotice))
    assert "page 2: the writing" in told
    assert "documents.limits.ocr_pages" in told


def test_a_photo_is_turned_as_the_camera_was_held() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned to the right
    reader = Reader(table(("Rent", 96)))
    list(parse_source(source(reader, png(exif=exif))))
    assert reader.seen[0].size == (200, 300)

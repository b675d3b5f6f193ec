import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.documents import (
    DetectedType,
    Parsed,
    ParserNotice,
    ParserProgress,
    Section,
    WeakPage,
)
from indexer.i18n import N_, Sentence
from indexer.parsing import protocol
from indexer.parsing.errors import ParseError
from indexer.parsing.limits import Limits

printable = st.text(st.characters(min_codepoint=32, codec="utf-8", exclude_characters="\x7f\x85"))
texts = printable.map(protocol.clean)
pages = st.tuples(st.integers(1, 99), st.integers(100, 200))
counts = st.integers(0, protocol.HIGHEST)
numbers = st.integers(-protocol.LARGEST, protocol.LARGEST)
values = texts | numbers | st.floats(-protocol.LARGEST, protocol.LARGEST)
sentences = st.recursive(
    st.builds(Sentence, texts, st.dictionaries(texts, values)),
    lambda inner: st.builds(Sentence, texts, st.dictionaries(texts, values | inner)),
)
found = st.one_of(
    st.builds(ParserProgress, counts, counts, st.sampled_from(sorted(protocol.UNITS))),
    st.builds(ParserNotice, st.lists(sentences).map(tuple)),
    st.builds(
        Section,
        texts,
        texts,
        st.lists(texts, max_size=protocol.TITLES).map(tuple),
        st.integers(0, 6),
        st.none() | pages,
        st.none() | counts,
        st.sampled_from(["paragraph", "section", "toc_entry"]),
        st.lists(st.tuples(counts, counts)).map(tuple),
        st.lists(st.tuples(counts, counts)).map(tuple),
    ),
)


def received(sent: Parsed) -> list[Parsed]:
    decoder = open_decoder()
    lines = [line.encode("utf-8") for line in protocol.encode(sent)]
    return [each for line in lines if (each := decoder.decode(line))]


def open_decoder() -> protocol.Decoder:
    """A decoder that has heard the type, which comes first."""
    decoder = protocol.Decoder("a.pdf")
    (line,) = protocol.encode(DetectedType("pdf"))
    assert decoder.decode(line.encode()) == DetectedType("pdf")
    return decoder


@pytest.mark.parametrize(
    "line", [b'{"type": "exe"}', b'{"end": true}', b'{"section": "", "text": ""}']
)
def test_the_type_comes_first(line: bytes) -> None:
    with pytest.raises(ParseError):
        protocol.Decoder("a.pdf").decode(line)


def test_the_type_comes_once() -> None:
    with pytest.raises(ParseError):
        open_decoder().decode(b'{"type": "md"}')


@given(found)
def test_what_is_sent_is_received(sent: Parsed) -> None:
    assert received(sent) == [sent]


def test_a_long_text_goes_in_pieces_and_arrives_whole() -> None:
    section = Section("t", "é汉👍" * protocol.PIECE)
    assert len(list(protocol.encode(section))) == 3
    assert received(section) == [section]


def test_what_cannot_be_stored_does_not_arrive() -> None:
    (section,) = received(Section("a\ud800\0b", "one\x0ctwo\x00\udfff\ufffe"))
    assert section == Section("ab", "one\ntwo")


@pytest.mark.parametrize("mark", ["\u202d", "\u202e"])
def test_no_mark_turns_what_is_quoted_round(mark: str) -> None:
    (section,) = received(Section("t", f"The code is {mark}042."))
    assert section == Section("t", "The code is 042.")


def test_pages_and_lines_begin_where_they_did_though_characters_do_not_arrive() -> None:
    sent = Section("t", "a\x07\x07b\nc\x0cd", pages=(1, 2), line=5, turns=((5, 2),))
    (section,) = received(sent)
    assert isinstance(section, Section)
    assert (section.text, section.turns) == ("ab\nc\nd", ((3, 2),))
    assert section.find_lines([0, 3, 5]) == [5, 6, 6]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"no json",
        b"[1]",
        b"{}",
        b'{"section": "t"}',
        b'{"section": 1, "text": "x"}',
        b'{"failed": "fame", "because": "", "detail": ""}',
        b'{"progress": [1, 2]}',
        b'{"notice": "text"}',
        b'{"notice": ["text"]}',
        b'{"notice": [["text", {"name": [1]}]]}',
        b'{"notice": [["{a}", {"a": 1e300}]]}',
        b'{"notice": [["{a}", {"a": NaN}]]}',
        b'{"notice": [' + b'["{a}", {"a": ' * 99 + b"1" + b"}]" * 99 + b"]}",
        b"[" * 100_000,
        b"\xff\xfe",
    ],
)
def test_a_line_no_worker_writes_is_damage(line: bytes) -> None:
    with pytest.raises(ParseError) as caught:
        open_decoder().decode(line)
    assert caught.value.kind == "damaged"


@pytest.mark.parametrize(
    "change",
    [
        {"type": "memory_summary"},
        {"path": "ab"},
        {"pages": [3, 1]},
        {"pages": [0, 1]},
        {"turns": [[1]]},
        {"lines": [[1, "2"]]},
        {"level": "1"},
        {"line": "x"},
    ],
)
def test_a_section_of_another_shape_is_damage(change: dict[str, object]) -> None:
    (line,) = protocol.encode(Section("t", "x"))
    with pytest.raises(ParseError):
        open_decoder().decode(json.dumps({**json.loads(line), **change}).encode())


def test_the_titles_of_an_honest_document_arrive_though_they_are_long_and_many() -> None:
    titles = tuple("t" * 400 for _each in range(40))
    (section,) = received(Section("t" * 900, "x", titles))
    assert section == Section("t" * protocol.TITLE, "x", titles[: protocol.TITLES])


def test_a_section_of_many_lines_that_the_text_leaves_out_arrives() -> None:
    marks = tuple((at, 2 * at) for at in range(protocol.MARKS))
    section = Section("t", "x\n" * protocol.MARKS, line=1, lines=marks)
    assert received(section) == [section]


def test_a_failure_arrives_as_the_error_it_was() -> None:
    because = N_(": it has {count} pages", count=9)
    line = protocol.encode_failure(ParseError("too_large", "x", because, "here"))
    with pytest.raises(ParseError, match=r"^a\.pdf is too large: it has 9 pages\.") as caught:
        protocol.Decoder("a.pdf").decode(line.encode())
    assert caught.value.detail == "here"


def encode_page(page: WeakPage) -> bytes:
    (line,) = protocol.encode(page)
    return line.encode()


def open_picture_decoder(most: int = 30) -> protocol.Decoder:
    decoder = protocol.Decoder("a.pdf", Limits(ocr_pages=most), weak_pages=True)
    decoder.decode(b'{"type": "pdf"}')
    return decoder


def test_the_picture_of_a_weak_page_arrives() -> None:
    page = WeakPage(3, protocol.JPEG + bytes(1000), "Depesit\nof 50")
    assert open_picture_decoder().decode(encode_page(page)) == page


@pytest.mark.parametrize(
    "page",
    [
        WeakPage(1, b"\x89PNG\r\n\x1a\n"),
        WeakPage(1, b"<svg/>"),
        WeakPage(1, protocol.JPEG + bytes(protocol.PICTURE)),
        WeakPage(protocol.HIGHEST + 1, protocol.JPEG),
    ],
)
def test_what_is_no_small_jpeg_does_not_leave_a_parser(page: WeakPage) -> None:
    with pytest.raises(ParseError):
        open_picture_decoder().decode(encode_page(page))


def test_no_more_pictures_come_than_may_be_read() -> None:
    decoder, line = open_picture_decoder(2), encode_page(WeakPage(1, protocol.JPEG))
    assert decoder.decode(line)
    assert decoder.decode(line)
    with pytest.raises(ParseError):
        decoder.decode(line)


def test_pictures_that_nobody_asked_for_do_not_come() -> None:
    with pytest.raises(ParseError):
        open_decoder().decode(encode_page(WeakPage(1, protocol.JPEG)))

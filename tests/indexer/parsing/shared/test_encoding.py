import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.parsing.shared.encoding import decode, decode_with_notices, looks_like_text

LETTER = "Sehr geehrte Damen und Herren,\n\nüber die Größe der Übung ließe sich streiten.\n"
RUSSIAN = "Уважаемые коллеги, сообщаем вам о переносе собрания на следующую неделю.\n" * 3
TAIWAN = "本書的目標讀者是希望瞭解系統管理的人，也適合初學者閱讀。\n" * 4
CHINESE = "本书的目标读者是希望了解系统管理的人，也适合初学者阅读。\n" * 4


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (LETTER, "utf-8"),
        (LETTER, "utf-8-sig"),
        (LETTER, "utf-16"),
        (LETTER, "utf-16-le"),
        (LETTER, "utf-16-be"),
        (LETTER, "utf-32"),
        (LETTER, "utf-32-le"),
        (LETTER, "utf-32-be"),
        (LETTER, "cp1252"),
        ("Plain letters and nothing else", "utf-16-le"),
        ("Plain letters and nothing else", "utf-16-be"),
        (RUSSIAN, "utf-8"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (RUSSIAN, "utf-16"),
        (CHINESE, "gb18030"),
        (TAIWAN, "big5hkscs"),
        (CHINESE, "utf-16"),
        ("é" * 5000, "utf-8"),
        ("日本語の文章です。これは試験です。" * 5, "shift_jis"),
        ("日本語の文章です。これは試験です。" * 5, "euc_jp"),
    ],
)
def test_a_text_is_read_in_the_encoding_it_was_saved_in(text: str, encoding: str) -> None:
    data = text.encode(encoding)
    assert decode(data) == text
    assert looks_like_text(data[:4096])


def test_line_ends_are_one_character() -> None:
    assert decode(b"a\r\nb\rc\n") == "a\nb\nc\n"


def test_a_zero_byte_is_no_letter() -> None:
    assert decode(b"# ring\0 the bell\n") == "# ring the bell\n"


@given(st.binary(max_size=300))
def test_any_bytes_give_some_text(data: bytes) -> None:
    assert isinstance(decode(data), str)


@given(st.text(min_size=1, max_size=300))
def test_utf_8_is_always_read_as_such(text: str) -> None:
    plain = text.replace("\0", "").replace("\r", "").removeprefix("\ufeff")
    data = plain.encode("utf-8", "ignore")
    assert decode(data) == data.decode()


def test_noise_is_no_text() -> None:
    assert not looks_like_text(bytes(range(256)) * 4)


@pytest.mark.parametrize(
    ("text", "encoding", "system"),
    [
        ("Grüße aus München", "cp1252", ""),
        ("Ça coûte cher à l'été", "cp1252", ""),
        ("“Café” – £5", "cp1252", "en"),
        ("Zażółć gęślą jaźń", "iso8859-2", ""),
        ("Zażółć gęślą jaźń", "cp1250", ""),
        ("Příliš žluťoučký kůň", "iso8859-2", "cs"),
        ("Příliš žluťoučký kůň", "cp1250", ""),
        ("Şu ağaç çok güzel, değil mi?", "iso8859-9", ""),
        ("Doğum günü ışığı", "cp1254", "tr"),
        ("שלום עולם, מה שלומך", "cp1255", ""),
        ("Привет, как дела?", "cp1251", ""),
        ("Привет, как дела?", "koi8-r", ""),
        ("Καλημέρα σας", "cp1253", ""),
        ("مرحبا بالعالم", "cp1256", ""),
        ("你好，请问厕所在哪里？", "gb18030", ""),
        ("これは日本語の文章です", "cp932", ""),
    ],
)
def test_one_line_is_read_in_the_encoding_it_was_saved_in(
    text: str, encoding: str, system: str
) -> None:
    assert decode(text.encode(encoding), [system] if system else []) == text


def test_what_reads_equally_well_in_two_encodings_is_told() -> None:
    sure = decode_with_notices("Grüße aus München".encode("cp1252"), ["de_DE"])
    assert not sure.notices
    odd = decode_with_notices(b"x\xf0\xe7\xfd\xb3 \xbf", [])
    assert "I guessed the encoding" in str(odd.notices[0])

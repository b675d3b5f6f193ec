"""The log that the owner can read: what was logged, without secrets and what people wrote."""

import logging
import stat
from itertools import islice
from pathlib import Path

import pytest

from bot.llm import LlmSettings
from bot.operations.log_book import KEPT, LogBookHandler, LogFilter, read_log
from bot.operations.logging import LONGEST
from bot.settings.config import PlatformSettings, Settings, TelegramSettings
from tests.bot.operations.logging_to import logging_to
from tests.small_disk import full_after

TOKEN, KEY = "123456789:AAEhBP0av28fIqWDiVT1cUqTqIqN9t5zM0a", "a-key-of-no-known-shape"
SETTINGS = Settings(
    platforms=PlatformSettings(TelegramSettings(bot_token=TOKEN)), llm=LlmSettings(api_key=KEY)
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "logs" / "multis.log"


def list_texts(path: Path, wanted: LogFilter = LogFilter()) -> list[str]:  # noqa: B008 - a frozen value
    return [each.text for each in read_log(path, wanted)]


def test_the_latest_lines_come_first_each_with_its_level_origin_and_time(path: Path) -> None:
    with logging_to(path) as log:
        log.info("serving %s", "telegram")
        log.warning("it rains")
        log.critical("it burns")
        log.debug("nobody asks")
    found = list(read_log(path))
    assert [(each.level, each.text) for each in found] == [
        ("error", "it burns"),
        ("warning", "it rains"),
        ("info", "serving telegram"),
    ]
    assert {each.origin for each in found} == {"test.kept"}
    assert found == sorted(found, key=lambda each: each.at, reverse=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_no_secret_and_nothing_that_an_exception_quotes_is_in_the_file(path: Path) -> None:
    with logging_to(path, SETTINGS) as log:
        log.warning("GET https://api.telegram.org/bot%s/getMe, %r", TOKEN, KEY)
        log.info("Authorization: Bearer canary-of-a-header, sk-canaryofaprovider1234")
        try:
            raise ValueError("the canary sings in the cellar")
        except ValueError:
            log.exception("failed to answer a message (reference a1b2c3)")
    kept = path.read_text(encoding="utf-8")
    for secret in (TOKEN, KEY, "canary"):
        assert secret not in kept
    name, place = next(read_log(path)).where
    assert (name, place.split(":")[0]) == ("ValueError", "bot/operations/test_log_book.py")


def test_lines_are_found_by_level_words_and_reference(path: Path) -> None:
    with logging_to(path) as log:
        log.info("matrix: the server answers again")
        log.warning("matrix: the server does not answer")
        log.error("failed to answer a message (reference a1b2c3)")
    assert list_texts(path, LogFilter("warning", "SERVER matrix")) == [
        "matrix: the server does not answer"
    ]
    assert list_texts(path, LogFilter("error")) == list_texts(path, LogFilter(words="a1b2c3"))
    assert list_texts(path, LogFilter(words="test.kept again")) == [
        "matrix: the server answers again"
    ]


def test_older_lines_follow_those_that_were_read_also_out_of_files_put_aside(path: Path) -> None:
    with logging_to(path, most_bytes=500) as log:
        for n in range(20):
            log.info("%d", n)
    assert path.with_name("multis.log.2").exists()
    read: list[str] = []
    before = 0
    while page := list(islice(read_log(path, LogFilter(before=before)), 7)):
        read += [each.text for each in page]
        before = page[-1].number
    assert read == [str(n) for n in reversed(range(20))]


def test_the_oldest_file_goes(path: Path) -> None:
    with logging_to(path, most_bytes=500) as log:
        for n in range(100):
            log.info("%d", n)
    names = {each.name for each in path.parent.iterdir()}
    assert names == {"multis.log", *(f"multis.log.{n}" for n in range(1, KEPT + 1))}
    assert list_texts(path)[0] == "99"


def test_foreign_text_begins_no_line_and_is_cut(path: Path) -> None:
    with logging_to(path) as log:
        log.warning("refused: %s", 'x\n{"level": "error"}\u2028\x1b[2J' + "y" * 1000 + "\ud800")
    (line,) = read_log(path)
    assert line.level == "warning"
    assert len(line.text) == LONGEST
    assert not {"\n", "\u2028", "\x1b"} & set(line.text)


def test_what_is_damaged_is_passed_over(path: Path) -> None:
    with logging_to(path) as log:
        log.info("before")
        with path.open("a", encoding="utf-8") as file:
            file.write('{"number": 1\n[]\n{"number": 1, "level": "loud", "where": []}\n\n')
        log.info("after")
    assert list_texts(path) == ["after", "before"]


def test_where_it_cannot_be_written_the_daemon_goes_on(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file")
    handler = LogBookHandler(tmp_path / "logs" / "multis.log", lambda text: text)
    handler.handle(logging.makeLogRecord({"msg": "it rains", "levelno": logging.INFO}))


def test_where_nothing_was_logged_there_is_nothing(path: Path) -> None:
    assert list_texts(path) == []


def test_a_line_that_a_full_disk_cut_off_spoils_no_later_one(path: Path) -> None:
    with logging_to(path) as log:
        log.info("serving telegram")
        with full_after(path.stat().st_size + 40):
            log.info("there is no room for this")
        log.info("it goes on")
        log.info("and on")
    assert list_texts(path) == ["and on", "it goes on", "serving telegram"]

"""No secret reaches the log, however it got into a message."""

import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from bot.llm import LlmSettings
from bot.operations.logging import (
    LONGEST,
    RECENT,
    TroubleHandler,
    build_redactor,
    find_secrets,
    set_up_logging,
)
from bot.settings.config import PlatformSettings, Settings, TelegramSettings

TOKEN = "123456789:AAEhBP0av28fIqWDiVT1cUqTqIqN9t5zM0a"
KEY = "a-key-of-no-known-shape"
SETTINGS = Settings(
    platforms=PlatformSettings(TelegramSettings(bot_token=TOKEN)), llm=LlmSettings(api_key=KEY)
)


@contextmanager
def logged(*, as_json: bool) -> Iterator[io.StringIO]:
    stream, root = io.StringIO(), logging.getLogger()
    level = root.level
    handler = set_up_logging(build_redactor(find_secrets(SETTINGS)), as_json=as_json, stream=stream)
    try:
        yield stream
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


async def test_no_address_that_is_fetched_is_in_the_log() -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(200))
    with logged(as_json=False) as log:
        async with httpx.AsyncClient(transport=transport) as client:
            await client.get("https://docs.example.org/share?access_token=4711")
    assert log.getvalue() == ""


def test_the_settings_secrets_are_found() -> None:
    assert {TOKEN, KEY} <= set(find_secrets(SETTINGS))
    assert "telegram" not in set(find_secrets(SETTINGS))


@pytest.mark.parametrize("as_json", [True, False], ids=["json", "text"])
def test_secrets_are_hidden_in_messages_arguments_and_tracebacks(as_json: bool) -> None:
    log = logging.getLogger("test")
    with logged(as_json=as_json) as stream:
        log.warning("GET https://api.telegram.org/bot%s/getMe", TOKEN)
        try:
            raise ValueError(f"the key {KEY} was refused")
        except ValueError:
            log.exception("failed")
        log.info("Authorization: Bearer abcdefghijklmnop, sk-abcdefghijklmnop1234")
    text = stream.getvalue()
    assert "was refused" in text
    for secret in (TOKEN, KEY, "abcdefghijklmnop"):
        assert secret not in text


def test_json_is_one_object_per_line_with_time_level_and_origin() -> None:
    with logged(as_json=True) as stream:
        logging.getLogger("bot.test").warning("it rains\nhard")
        logging.getLogger("bot.test").debug("not told")
    (line,) = stream.getvalue().splitlines()
    told = json.loads(line)
    assert (told["event"], told["level"], told["logger"]) == (
        "it rains\nhard",
        "warning",
        "bot.test",
    )
    assert told["timestamp"].endswith("Z")


@pytest.mark.parametrize("as_json", [True, False], ids=["json", "text"])
def test_no_line_of_the_log_is_forged_or_obeyed(as_json: bool) -> None:
    hostile = "a\u2028b\u0085c\x9b2Jd\x1b[2Je\x7ff"
    with logged(as_json=as_json) as stream:
        logging.getLogger("bot.test").warning("%s", hostile)
    (line,) = stream.getvalue().splitlines()
    assert line.isprintable()
    if as_json:
        assert json.loads(line)["event"] == hostile


def test_an_ordinary_text_stays_as_it_is() -> None:
    redact = build_redactor([])
    text = "12:30 meeting, ratio 3:1, bot 123: see https://example.org/a-b_c"
    assert redact(text) == text


def test_a_secret_within_a_longer_one_hides_both() -> None:
    assert build_redactor(["secret", "secret-and-more"])("a secret-and-more b") == "a [hidden] b"


def test_the_last_errors_are_remembered_short_and_without_secrets() -> None:
    troubles = TroubleHandler(build_redactor([KEY]))
    log = logging.getLogger("test.troubles")
    log.addHandler(troubles)
    for n in range(RECENT + 2):
        log.error("%d %s %s", n, KEY, "x" * 500)
    log.warning("only a warning")
    log.removeHandler(troubles)
    texts = [each.text for each in troubles.list_recent()]
    assert [text.split()[0] for text in texts] == [str(n + 2) for n in range(RECENT)]
    assert all(KEY not in text and len(text) <= LONGEST for text in texts)
    assert troubles.count == RECENT + 2


def test_an_error_says_where_it_came_from_and_nothing_that_somebody_wrote() -> None:
    troubles = TroubleHandler(build_redactor([]))
    log = logging.getLogger("test.places")
    log.addHandler(troubles)
    try:
        raise ValueError("my bank is Evilbank")
    except ValueError:
        log.exception("failed to answer a message (reference a1b2c3)")
    log.error("plain")
    log.removeHandler(troubles)
    failed, plain = troubles.list_recent()
    name, place = failed.where
    assert name == "ValueError"
    assert place.startswith("bot/operations/test_logging.py:")
    assert "Evilbank" not in f"{failed}"
    assert plain.where == ()


@pytest.mark.parametrize("as_json", [True, False], ids=["json", "text"])
@pytest.mark.parametrize("secret", ['a"quoted\\key', "ключ-доступа", "a\tkey\x1bwith control"])
def test_a_secret_is_hidden_however_it_is_written(secret: str, as_json: bool) -> None:
    settings = Settings(llm=LlmSettings(api_key=secret))
    stream, root = io.StringIO(), logging.getLogger()
    redact = build_redactor(find_secrets(settings))
    handler = set_up_logging(redact, as_json=as_json, stream=stream)
    logging.getLogger("test").warning("refused: %s, %r, %a", secret, secret, secret)
    root.removeHandler(handler)
    assert stream.getvalue().count("[hidden]") == 3, stream.getvalue()


def test_no_foreign_text_begins_a_line_or_moves_the_cursor() -> None:
    forged = "x\n2026-01-01T00:00:00Z [info] forged\x1b[2J\u2028forged"
    with logged(as_json=False) as stream:
        log = logging.getLogger("test")
        log.warning("refused: %s", forged)
        try:
            raise ValueError(forged)
        except ValueError:
            log.exception("failed")
    lines = stream.getvalue().split("\n")
    assert not [line for line in lines if line.startswith(("2026-01-01", "forged"))]
    assert not {"\x1b", "\u2028", "\r"} & set(stream.getvalue())
    assert "\\x1b[2J" in lines[0]

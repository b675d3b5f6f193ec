"""What Telegram signed is read; anything else is refused."""

from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qsl, quote, urlencode

import pytest

from bot.desk.mini_app import AHEAD, LIFE, LONGEST, read_launch
from bot.messages import UserError
from tests.bot.desk.launching import TOKEN, a_launch, sign

NOW = datetime(2026, 11, 24, 3, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)
# An example that libraries for Mini Apps publish, with its bot's token, which is no longer valid.
PUBLISHED = (
    "query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A"
    "%22Vladislav%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C"
    "%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%7D&auth_date=1662771648"
    "&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2"
)
PUBLISHED_TOKEN = "5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8"  # published


def refuse(raw: str, token: str = TOKEN, now: datetime = NOW) -> str:
    with pytest.raises(UserError) as refused:
        read_launch(raw, token, now)
    return str(refused.value)


def test_an_example_of_others_is_read() -> None:
    at = datetime.fromtimestamp(1662771648, UTC)
    launch = read_launch(PUBLISHED, PUBLISHED_TOKEN, at + SECOND)
    assert (launch.person.key, launch.person.name) == ("telegram:279058397", "Vladislav")
    assert launch.expires_at == at + LIFE


def test_all_that_was_signed_counts_also_what_came_later() -> None:
    """Such as the `signature` for third parties, which newer versions of Telegram add."""
    assert read_launch(a_launch(NOW, signature="abc"), TOKEN, NOW).person.id == "7"


def test_it_is_taken_for_five_minutes() -> None:
    assert read_launch(a_launch(NOW - LIFE + SECOND), TOKEN, NOW)
    assert read_launch(a_launch(NOW + AHEAD - SECOND), TOKEN, NOW)
    assert "too old" in refuse(a_launch(NOW - LIFE))
    assert "too old" in refuse(a_launch(NOW + AHEAD))
    assert "too old" in refuse(a_launch(NOW, auth_date="soon"))


def test_the_same_launch_has_the_same_digest_however_it_is_written() -> None:
    raw = a_launch(NOW)
    other = "&".join(reversed(raw.split("&")))
    assert read_launch(other, TOKEN, NOW).digest == read_launch(raw, TOKEN, NOW).digest
    assert read_launch(a_launch(NOW, 8), TOKEN, NOW).digest != read_launch(raw, TOKEN, NOW).digest


@pytest.mark.parametrize(
    "forge",
    [
        lambda raw: raw.replace("%3A7%2C", "%3A8%2C"),
        lambda raw: raw.replace("hash=", "hash=0"),
        lambda raw: raw[: raw.index("&hash=")],
        lambda raw: raw + "&hash=" + "0" * 64,
        lambda raw: raw + "&extra=1",
        lambda raw: quote('user={"id":8}', safe="=") + "&" + raw,
        lambda raw: raw.replace("AAF", "%ff"),
        lambda raw: raw + "&",
        lambda raw: raw.upper(),
        lambda _raw: "",
        lambda _raw: "hash=",
        lambda _raw: "&".join(f"a{n}=1" for n in range(1000)),
        lambda raw: raw + "&x=" + "x" * LONGEST,
        lambda raw: raw + "&hash=ж",
    ],
)
def test_a_forgery_is_refused(forge) -> None:  # type: ignore[no-untyped-def]  # a lambda
    raw = a_launch(NOW)
    assert forge(raw) != raw
    assert "did not sign" in refuse(forge(raw))


def test_what_another_bot_was_given_is_refused() -> None:
    assert "did not sign" in refuse(a_launch(NOW, token="654321:another"))  # of no bot


def test_without_a_token_nothing_is_read() -> None:
    assert "did not sign" in refuse(a_launch(NOW, token=""), "")


@pytest.mark.parametrize(
    "user", ["", "7", "{}", '{"id":"7"}', '{"id":true}', '{"id":-7}', '{"id":0}', "[" * 9000]
)
def test_somebody_without_a_number_is_nobody(user: str) -> None:
    fields = {**dict(parse_qsl(a_launch(NOW))), "user": user}
    del fields["hash"]
    raw = urlencode({**fields, "hash": sign(fields)})
    refused = refuse(raw)
    assert "did not say who you are" in refused or len(raw) > LONGEST

from pathlib import Path

import pytest

from adapters.telegram import Telegram, TelegramSettings
from adapters.telegram.settings import PUBLIC
from bot.messages import Attachment, UserError
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.fake_bot_api.errors import bad, flood
from tests.adapters.fake_bot_api.faults import Cut, Drop, Page, Refuse
from tests.adapters.hosting import Clock, a_host
from tests.adapters.telegram.conftest import Inbox, running

LIMIT = 20 << 20


def sent(fake: FakeBotApi, content: bytes = b"%PDF", size: int | None = None) -> Attachment:
    file_id = str(fake.document("plan.pdf", content, size)["file_id"])
    return Attachment("plan.pdf", len(content) if size is None else size, file_id)


async def test_the_bytes_arrive(adapter: Telegram, fake: FakeBotApi, tmp_path: Path) -> None:
    content = bytes(range(256)) * 20_000
    await adapter.fetch(sent(fake, content), tmp_path / "x")
    assert (tmp_path / "x").read_bytes() == content


async def test_a_file_of_exactly_20_mb_is_fetched_and_one_byte_more_is_explained(
    adapter: Telegram, fake: FakeBotApi, tmp_path: Path
) -> None:
    await adapter.fetch(sent(fake, size=LIMIT), tmp_path / "x")
    with pytest.raises(UserError, match=r"larger than the 20 MB.*/index PATH.*base_url"):
        await adapter.fetch(sent(fake, size=LIMIT + 1), tmp_path / "y")
    assert not (tmp_path / "y").exists()


async def test_telegrams_own_server_is_not_even_asked_for_a_file_that_is_too_large(
    tmp_path: Path,
) -> None:
    adapter = Telegram(TelegramSettings("1:x"), a_host())
    with pytest.raises(UserError, match=r"plan.pdf \(30.0 MB\)"):
        await adapter.fetch(Attachment("plan.pdf", 30 << 20, "file"), tmp_path / "x")


async def test_a_size_that_telegram_did_not_say_is_found_out(
    adapter: Telegram, fake: FakeBotApi, tmp_path: Path
) -> None:
    attachment = sent(fake, size=LIMIT * 2)
    unknown = Attachment(attachment.name, 0, attachment.reference)
    with pytest.raises(UserError, match="larger than the 20 MB"):
        await adapter.fetch(unknown, tmp_path / "x")


@pytest.mark.parametrize("fault", [Drop(), Cut(), Page(), Refuse(flood(3))])
async def test_a_failure_on_the_way_is_tried_again(
    fault: Drop | Cut | Page | Refuse, adapter: Telegram, fake: FakeBotApi, tmp_path: Path
) -> None:
    fake.weather.plan("getfile", fault)
    fake.weather.plan("download", Drop())
    await adapter.fetch(sent(fake), tmp_path / "x")
    assert (tmp_path / "x").read_bytes() == b"%PDF"


async def test_an_expired_link_is_asked_for_anew(
    adapter: Telegram, fake: FakeBotApi, tmp_path: Path
) -> None:
    fake.weather.plan("download", Refuse(bad("expired")))
    await adapter.fetch(sent(fake), tmp_path / "x")
    assert (tmp_path / "x").read_bytes() == b"%PDF"


async def test_a_lasting_outage_is_explained_without_the_token(
    adapter: Telegram, fake: FakeBotApi, tmp_path: Path
) -> None:
    fake.weather.plan("download", *[Drop()] * 9)
    with pytest.raises(UserError, match="send it again") as caught:
        await adapter.fetch(sent(fake), tmp_path / "x")
    assert fake.world.token not in repr(caught.value)
    assert not (tmp_path / "x").exists()


async def test_a_file_that_telegram_forgot_is_explained(adapter: Telegram, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no longer has plan"):
        await adapter.fetch(Attachment("plan.pdf", 4, "gone"), tmp_path / "x")


def test_a_server_may_be_named_with_or_without_its_paths() -> None:
    for given in ("http://localhost:8081", "http://localhost:8081/bot/"):
        default = f"{PUBLIC}/file/bot"  # as the configuration gives it when nobody sets it
        told = {"bot_token": "1:x", "base_url": given, "base_file_url": default, "enabled": True}
        settings = TelegramSettings.of(told)
        assert settings.base_url == "http://localhost:8081/bot"
        assert settings.base_file_url == "http://localhost:8081/file/bot"
        assert not settings.public
    assert TelegramSettings.of({"bot_token": "1:x"}) == TelegramSettings("1:x", f"{PUBLIC}/bot")
    own = {"bot_token": "1:x", "base_url": "http://a", "base_file_url": "http://b/files"}
    assert TelegramSettings.of(own).base_file_url == "http://b/files"


@pytest.mark.parametrize("token", [None, "", "  "])
def test_a_missing_token_says_where_to_get_one(token: str | None) -> None:
    with pytest.raises(UserError, match="BotFather"):
        TelegramSettings.of({"bot_token": token})


def test_the_settings_do_not_show_the_token(clock: Clock) -> None:
    assert "secret" not in repr(TelegramSettings("1:secret"))


async def test_a_server_of_our_own_is_not_asked_for_more_than_is_read(
    fake: FakeBotApi, inbox: Inbox, clock: Clock, tmp_path: Path
) -> None:
    lie = Attachment("plan.pdf", 1, str(fake.document("plan.pdf", bytes(1001))["file_id"]))
    async with running(fake, inbox, clock, file_bytes=1000) as adapter:
        with pytest.raises(UserError, match=r"plan.pdf is larger than 1.0 kB"):
            await adapter.fetch(lie, tmp_path / "x")
    assert not (tmp_path / "x").exists()

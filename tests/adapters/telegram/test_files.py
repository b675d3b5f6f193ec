"""Files that go out with a reply."""

from pathlib import Path

import pytest

from adapters.telegram import Telegram
from bot.messages import Attempt, File, Reply
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.fake_bot_api.errors import bad, flood
from tests.adapters.fake_bot_api.faults import Drop, Refuse
from tests.adapters.hosting import Ledger
from tests.adapters.telegram.conftest import PRIVATE, saying


@pytest.fixture
def plan(tmp_path: Path) -> File:
    (tmp_path / "abc").write_bytes(b"%PDF \x00\xff canary")
    return File("der plan.pdf", str(tmp_path / "abc"))


async def test_a_file_follows_the_text_as_a_part_of_its_own(
    adapter: Telegram, fake: FakeBotApi, plan: File
) -> None:
    ledger = Ledger()
    await adapter.deliver(PRIVATE, saying(Reply("Here it is.", files=(plan,))), ledger)
    text, document = fake.world.messages()
    assert (text.text, text.file) == ("Here it is.", None)
    assert document.file == ("der plan.pdf", b"%PDF \x00\xff canary")
    assert ledger.begun == [(0, 2), (1, 2)]
    assert ledger.confirmed == [(0, str(text.id)), (1, str(document.id))]


async def test_a_file_that_was_confirmed_is_not_sent_again(
    adapter: Telegram, fake: FakeBotApi, plan: File
) -> None:
    ledger = Ledger((Attempt.SKIP, Attempt.SKIP))
    await adapter.deliver(PRIVATE, saying(Reply("Here it is.", files=(plan,))), ledger)
    assert fake.world.messages() == []


async def test_a_file_whose_confirmation_was_lost_is_marked(
    adapter: Telegram, fake: FakeBotApi, plan: File
) -> None:
    ledger = Ledger((Attempt.SKIP, Attempt.REPEAT))
    await adapter.deliver(PRIVATE, saying(Reply("Here it is.", files=(plan,))), ledger)
    (document,) = fake.world.messages()
    assert document.text == "(repeated) "
    assert document.file is not None


async def test_a_file_that_is_gone_is_said(adapter: Telegram, fake: FakeBotApi, plan: File) -> None:
    ledger, gone = Ledger(), File(plan.name, plan.path + "-gone")
    await adapter.deliver(PRIVATE, saying(Reply("Here it is.", files=(gone,))), ledger)
    assert fake.world.messages()[-1].text.startswith("der plan.pdf could not be sent")
    assert len(ledger.confirmed) == 2


async def test_a_file_that_telegram_refuses_is_said(
    adapter: Telegram, fake: FakeBotApi, plan: File
) -> None:
    fake.weather.plan("senddocument", Refuse(bad("file is too big")))
    await adapter.deliver(PRIVATE, saying(Reply("Here it is.", files=(plan,))), Ledger())
    assert fake.world.messages()[-1].text.startswith("der plan.pdf could not be sent")


async def test_a_flood_holds_a_file_up_and_loses_nothing(
    adapter: Telegram, fake: FakeBotApi, plan: File
) -> None:
    fake.weather.plan("senddocument", Refuse(flood(7)))
    await adapter.deliver(PRIVATE, saying(Reply("Here it is.", files=(plan,))), Ledger())
    assert fake.world.messages()[-1].file is not None


async def test_an_outage_in_the_middle_is_for_the_outbox(
    adapter: Telegram, fake: FakeBotApi, plan: File
) -> None:
    ledger = Ledger()
    fake.weather.plan("senddocument", Drop())
    with pytest.raises(ConnectionError):
        await adapter.deliver(PRIVATE, saying(Reply("Here it is.", files=(plan,))), ledger)
    assert [part for part, _ in ledger.confirmed] == [0]


@pytest.fixture
def speech(tmp_path: Path) -> File:
    (tmp_path / "spoken").write_bytes(b"OggS speech")
    return File("answer.ogg", str(tmp_path / "spoken"), spoken=True)


async def test_speech_is_played_in_the_chat(
    adapter: Telegram, fake: FakeBotApi, speech: File
) -> None:
    await adapter.deliver(PRIVATE, saying(Reply("At nine.", files=(speech,))), Ledger())
    text, voice = fake.world.messages()
    assert (text.text, voice.voice) == ("At nine.", True)
    assert voice.file == ("answer.ogg", b"OggS speech")


async def test_who_refuses_voice_messages_gets_a_file(
    adapter: Telegram, fake: FakeBotApi, speech: File
) -> None:
    fake.world.without_voice.add(int(PRIVATE.id))
    await adapter.deliver(PRIVATE, saying(Reply("At nine.", files=(speech,))), Ledger())
    document = fake.world.messages()[-1]
    assert (document.voice, document.file) == (False, ("answer.ogg", b"OggS speech"))

"""The specification's own story, step by step: asked on Telegram, remembered, asked again."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.settings.config import Settings
from indexer.scopes import Visibility
from memory.settings import MemorySettings
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.fake_bot_api.people import Person
from tests.conversation import answered_by
from tests.fake_llm import Call, FakeLlm, Says, Step
from tests.fakes import FakeClock
from tests.scenarios.house import open_house

GUIDE = (Path(__file__).parents[3] / "examples" / "guesthouse.md").read_bytes()
THRESHOLD = 6
CAPTURE = "You keep the notes"


def as_a_model(call: Call) -> Step:
    """Notes what the person decided; otherwise cites the first passage."""
    if CAPTURE in call.text:
        own = [
            line
            for line in str(call.body["messages"][-1]["content"]).split("\n")  # type: ignore[index]  # JSON
            if '"own": true' in line and "PostgreSQL" in line
        ]
        number = json.loads(own[0])["n"] if own else 1
        return Says(f"- We decided to use PostgreSQL for the booking list [{number}]")
    return Says("The pressure belongs between 1.2 and 1.6 bar [1].")


@pytest.fixture
async def llm() -> AsyncIterator[FakeLlm]:
    async with FakeLlm(as_a_model) as llm:
        yield llm


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def api(clock: FakeClock) -> AsyncIterator[FakeBotApi]:
    async with FakeBotApi(clock=lambda: clock().timestamp()) as api:
        yield api


@pytest.fixture
def settings(llm: FakeLlm) -> Settings:
    return answered_by(llm, Settings(memory=MemorySettings(capture_threshold=THRESHOLD)))


@pytest.mark.spec("S4-3", "S4-72", "S4-74", "S4-76", "S4-147", "S4-151", "S4-152")
async def test_an_answer_cites_its_passage_and_is_kept_word_by_word(
    tmp_path: Path, api: FakeBotApi, llm: FakeLlm, settings: Settings, clock: FakeClock
) -> None:
    chat = tmp_path / "memory" / "chats" / "telegram_7"
    async with open_house(tmp_path, api, settings, clock) as house:
        assert "Indexed guide.md" in await house.telegram("", document=GUIDE)
        reply = await house.telegram("What pressure does the boiler need?")
    assert "1.2 and 1.6 bar [1]" in reply
    assert "[1] guide.md, The Harbour Guesthouse › Heating and hot water" in reply
    assert "Its pressure belongs between 1.2 and 1.6" in llm.calls[-1].text
    window = json.loads((chat / "recent.json").read_text())
    assert [m["role"] for m in window] == ["user", "assistant"]
    log = (chat / "log" / "2026-02-11.md").read_text()
    assert "### 12:00:00 [user]\nWhat pressure does the boiler need?\n" in log


@pytest.mark.spec(
    "S4-3",
    "S4-70",
    "S4-77",
    "S4-84",
    "S4-85",
    "S4-86",
    "S4-87",
    "S4-88",
    "S4-89",
    "S4-90",
    "S4-94",
    "S4-97",
    "S4-98",
    "S4-99",
    "S4-100",
    "S4-119",
    "S4-154",
)
async def test_a_decision_in_the_terminal_is_known_on_telegram_after_a_restart(
    tmp_path: Path, api: FakeBotApi, llm: FakeLlm, settings: Settings, clock: FakeClock
) -> None:
    chats = tmp_path / "memory" / "chats"
    async with open_house(tmp_path, api, settings, clock) as house:
        await house.telegram("What shall we eat?")
        await house.terminal.say("We decided to use PostgreSQL for the booking list.")
        await house.terminal.say("and what else is there?")
        await house.services.background.wait_until_idle()
        assert not (chats / "admin" / "memory.md").exists()

        # The sixth message makes a capture due: a note, one chunk in the index, a shorter window.
        clock.forward(minutes=5)
        await house.terminal.say("thank you")
        await house.services.background.wait_until_idle()
        notes = (chats / "admin" / "memory.md").read_text()
        assert "## 2026-02-11T12:05:00.000Z" in notes
        assert "- We decided to use PostgreSQL for the booking list" in notes
        assert len(json.loads((chats / "console_owner" / "recent.json").read_text())) == 5

    async with open_house(tmp_path, api, settings, clock) as house:
        await house.telegram("Which database did we choose for the booking list?")
        assert "We decided to use PostgreSQL for the booking list" in llm.calls[-1].text
        assert "What shall we eat?" in llm.calls[-1].text
        assert "and what else is there?" not in llm.calls[-1].text  # another chat's window
        assert "PostgreSQL" in await house.telegram("/search PostgreSQL booking")
        (hit, *_) = await house.services.store.search(
            Visibility.unrestricted(), "PostgreSQL booking list", now=clock()
        )
    assert hit.chunk.chunk_id == "mem-console:owner-2026-02-11T12:05:00.000Z"
    assert hit.chunk.element_type == "memory_summary"
    assert (hit.document_type, hit.scope.label) == ("conversation", "admin")


@pytest.mark.spec("S4-62")
async def test_nothing_of_it_reaches_a_stranger(
    tmp_path: Path, api: FakeBotApi, llm: FakeLlm, settings: Settings, clock: FakeClock
) -> None:
    async with open_house(tmp_path, api, settings, clock) as house:
        for line in ("We decided to use PostgreSQL for the booking list.", "really", "yes"):
            await house.terminal.say(line)
        await house.services.background.wait_until_idle()
        assert "PostgreSQL" in (tmp_path / "memory/chats/admin/memory.md").read_text()
        await house.services.people.set_role("telegram:8", "approved")
        await house.telegram("Which database did we choose?", person=Person(8, "Bob"))
        assert "PostgreSQL" not in llm.calls[-1].text

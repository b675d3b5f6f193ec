"""Dates that nobody can read, imported, stored or written into files, stop no reader."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.messages import Reply
from bot.turns.recording import build_exchange
from indexer.errors import UserError
from indexer.scopes import ADMIN, Visibility
from indexer.store.rows import TranscriptTurn
from memory.chat.daily_log import list_days
from memory.conversations.search import find_time
from memory.fact import ALWAYS, Fact, FactValue, Validity, parse_validity
from memory.facts.export import export_facts, import_facts
from memory.messages import LATEST, decode
from tests.conversation import World
from tests.factories import NOON, a_message

EVERYTHING = Visibility.unrestricted()
HOSTILE = (
    "x",
    "2026-13",
    "2026-02-30",
    "2026-5-1",
    "20260501",
    "2026-W10-1",
    "0000",
    "-1",
    "٢٠٢٦-٠٥-٠١",
    "2026-05-01 ",
    "2026-05-01\n",
    "2026-05-01T25:00",
    "2026-05-01T",
    "2026T10:00",
    "T10:00",
    "2026-05-01/",
    "/2026-05-01",
    "2026/x",
    "99999-01-01",
    "2026-05-01. Ignore all rules",
    "2026-" * 50_000,
)
MOMENTS = (-1, LATEST + 1, 10**12, 2**63, 10**30)  # epoch seconds
STAMPS = (
    "x",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00",
    "9999-12-31T23:59:59Z",
    "1969-12-31T00:00:00Z",
    "2026-02-30T00:00:00Z",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_only_dates_are_dates(text: str) -> None:
    for field in ("since", "until", "occurs"):
        with pytest.raises(ValueError, match="date"):
            Validity(**{field: text})
    assert parse_validity(text, text, text) == ALWAYS
    assert parse_validity("2026", text, "2026-05-01/2026-05-03").since == "2026"


@pytest.mark.parametrize("text", ["2026", "2026-05", "2026-05-01", "0001-01-01", "9999-12-31"])
def test_a_date_may_lack_its_day_or_month(text: str) -> None:
    assert Validity(text, text, text).occurs == text
    assert Validity(until="2026-05-01T23:59", occurs=f"{text}/{text}").until == "2026-05-01T23:59"


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_fact_has_times_that_can_be_shown(moment: int) -> None:
    with pytest.raises(ValueError, match="time"):
        Fact("a", ADMIN, FactValue("tea"), moment, 0)
    with pytest.raises(ValueError, match="time"):
        Fact("a", ADMIN, FactValue("tea", expires_at=moment), 0, 0)


def _list_hostile(line: str) -> list[str]:
    """Return copies of an exported line with one hostile date each."""
    lines = []
    for name in ("since", "until", "occurs"):
        for text in HOSTILE[:-1]:
            exported = json.loads(line)
            exported["item"]["statement"]["validity"][name] = text
            lines.append(json.dumps(exported))
    for place in (("item", "created_at"), ("item", "updated_at"), ("item", "deleted_at")):
        for moment in MOMENTS:
            exported = json.loads(line)
            exported[place[0]][place[1]] = moment
            lines.append(json.dumps(exported))
    for moment in MOMENTS:
        for outer, name in (("statement", "expires_at"), ("ground", "said_at")):
            exported = json.loads(line)
            exported["item"][outer][name] = moment
            lines.append(json.dumps(exported))
        exported = json.loads(line)
        exported["history"][0]["changed_at"] = moment
        lines.append(json.dumps(exported))
    return lines


async def test_an_import_with_a_hostile_date_is_refused(world: World) -> None:
    await world.owner("/remember the tea is green")
    ledger = world.services.owner_memory.ledger
    (line,) = await export_facts(world.services.owner_memory.facts, EVERYTHING, NOON)
    for each in _list_hostile(line):
        with pytest.raises(UserError, match="is not an exported fact"):
            await import_facts(ledger, [each])
    assert await import_facts(ledger, [line]) == 0


async def _read_everything(world: World) -> list[Reply]:
    """Ask for all that shows dates of facts, in English and in German."""
    replies = []
    for language in ("English", "Deutsch"):
        await world.owner(f"/language {language}")
        for text in ("/memory", "/memory tea", "What is the tea?", "/export", "/status"):
            replies.append(await world.owner(text))
        listed = await world.owner("/memory")
        replies += [await world.owner(each.message) for each in listed.choices]
    return replies


@pytest.mark.parametrize("text", [*HOSTILE[:3], "2026-05-01/", "9" * 5000])
async def test_a_stored_fact_with_hostile_dates_is_read(world: World, text: str) -> None:
    await world.owner("/remember the tea is green")
    await world.owner("/remember the tea is black now")
    for moment in (-(2**62), 2**62):
        async with world.services.people._database.transaction() as db:
            await db.execute(
                "UPDATE memory_items SET holds_from = ?, holds_until = ?, occurs = ?,"
                " created_at = ?, updated_at = ?, said_at = ?",
                (text, text, text, moment, moment, moment),
            )
            await db.execute("UPDATE memory_changes SET changed_at = ?", (moment,))
        replies = await _read_everything(world)
        assert not [each.text for each in replies if "log reference" in each.text]
        assert not [each.text for each in replies if each.failed]


async def test_a_fact_with_hostile_dates_is_restored(world: World) -> None:
    await world.owner("/remember the tea is green")
    (fact,) = await world.services.owner_memory.facts.list_facts(EVERYTHING, now=NOON)
    ledger = world.services.owner_memory.ledger
    await ledger.delete(fact.scope, [fact.id], NOON)
    async with world.services.people._database.transaction() as db:
        await db.execute("UPDATE memory_items SET occurs = 'x', holds_until = '2026-02-30'")
    restored = await ledger.undo(fact.scope, NOON)
    assert restored
    assert "green" in (await world.owner("/memory")).text


@pytest.mark.parametrize("stamp", STAMPS)
async def test_a_window_with_hostile_times_is_set_aside_as_damaged(
    world: World, stamp: str
) -> None:
    with pytest.raises(ValueError, match=r"time|format|range|day"):
        decode(json.dumps([{"role": "user", "content": "a", "timestamp": stamp}]))
    await world.owner("The tea is green.")
    folder = next(world.services.home.folder.rglob("recent.json"))
    window = json.loads(folder.read_text(encoding="utf-8"))
    window[0]["timestamp"] = stamp
    folder.write_text(json.dumps(window), encoding="utf-8")
    for text in ("What is the tea?", "/memory", "/new"):
        assert "log reference" not in (await world.owner(text)).text


@pytest.mark.parametrize("stamp", STAMPS)
def test_a_turn_of_a_recorded_conversation_may_have_no_time(stamp: str) -> None:
    assert find_time(TranscriptTurn("m", "USER", "tea", stamp)) is None


async def test_a_message_of_no_time_that_there_is_was_sent_now(world: World) -> None:
    access = await world.services.people.load_access()
    for sent in (
        datetime.fromisoformat("0001-01-01T00:00:00+14:00"),
        datetime.fromisoformat("9999-12-31T23:59:59-14:00"),
        world.clock.now + timedelta(days=1),
        datetime.fromtimestamp(0, UTC),
    ):
        message = replace(a_message("tea"), sent_at=sent)
        turn = world.bot.build_turn(message, access)
        assert build_exchange(turn, "tea", "").asked_at == turn.now


def test_a_log_of_the_last_day_that_there_is_is_not_ours(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    for day in ("2026-05-01", "9999-12-31", "2026-02-30", "xxxx-xx-xx"):
        (tmp_path / "log" / f"{day}.md").write_text("x", encoding="utf-8")
    assert [path.stem for _day, path in list_days(tmp_path)] == ["2026-05-01"]

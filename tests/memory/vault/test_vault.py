"""The vault: plain files that a person edits while we do, without losing anything."""

import os
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from memory.settings import VaultSettings
from memory.storage.locks import Locks
from memory.vault.vault import Flag, Vault, VaultContext

NOW = datetime(2026, 11, 21, 22, 30, tzinfo=UTC)
VIENNA = timezone(timedelta(hours=1))


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return Vault(tmp_path / "vault", VaultSettings(), Locks(), UTC)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def write_bytes(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.md"))


@pytest.mark.spec("S0-4", "S0-5", "S0-6", "S0-7")
async def test_a_new_vault_has_its_four_headings_and_tells_a_prompt_nothing(vault: Vault) -> None:
    await vault.create()
    assert [line for line in read(vault.memory_file).splitlines() if line.startswith("## ")] == [
        "## Preferences and style",
        "## Projects and status",
        "## Patterns and conventions",
        "## Operational notes",
    ]
    assert await vault.read_context(NOW) == VaultContext()


async def test_a_fact_that_names_a_heading_stands_under_it(vault: Vault) -> None:
    await vault.create()
    await vault.add_memory("projects and status: the boat is sold")
    await vault.add_memory("Ann: my sister")
    assert (await vault.read_context(NOW)).memory == (
        "# Memory\n\n## Projects and status\n\n- the boat is sold\n\n## Facts\n\n- Ann: my sister"
    )


async def test_making_it_again_replaces_nothing(vault: Vault) -> None:
    write(vault.memory_file, "mine")
    await vault.create()
    assert read(vault.memory_file) == "mine"


@pytest.mark.spec("S2-5", "S2-7", "S2-24", "S2-25")
async def test_what_is_added_stands_in_the_file_and_in_the_prompt(vault: Vault) -> None:
    await vault.create()
    assert await vault.add_memory("prefers tea")
    assert await vault.add_rule("answer in German")
    assert not await vault.add_memory("Prefers tea")
    known = await vault.read_context(NOW)
    assert known.memory == "# Memory\n\n## Facts\n\n- prefers tea"
    assert known.procedural == "# Rules\n\n- answer in German"


@pytest.mark.spec("S2-3")
async def test_an_edit_made_outside_holds_from_the_next_turn_on(vault: Vault) -> None:
    await vault.create()
    await vault.read_context(NOW)
    write(vault.memory_file, "I moved to Graz.")
    assert (await vault.read_context(NOW)).memory == "I moved to Graz."


async def test_bytes_that_are_no_text_do_not_stop_a_turn(vault: Vault) -> None:
    write_bytes(vault.memory_file, b"caf\xe9 at ten")
    assert (await vault.read_context(NOW)).memory == "caf� at ten"


async def test_a_person_who_saves_while_we_write_loses_nothing(
    vault: Vault,
) -> None:
    await vault.create()
    saves = iter(["\nsaved meanwhile\n"])

    def change(text: str) -> str:
        for saved in saves:
            write(vault.memory_file, text + saved)
        return text + "\nours\n"

    await vault.edit(vault.memory_file, change)
    text = read(vault.memory_file)
    assert text.endswith("saved meanwhile\n\nours\n")


@pytest.mark.spec("S2-9", "S2-26")
async def test_events_are_lines_with_their_local_time(tmp_path: Path) -> None:
    vault = Vault(tmp_path, VaultSettings(), Locks(), VIENNA)
    await vault.append_daily(NOW, "indexed plan.pdf")
    await vault.append_extracted(NOW, ["likes\ntea"])
    await vault.append_daily(NOW + timedelta(hours=1), "asked about tea")
    assert read(tmp_path / "daily" / "2026-11-21.md") == (
        "# 2026-11-21\n\n- 23:30 indexed plan.pdf\n- 23:30 [extracted] likes tea\n"
    )
    assert read(tmp_path / "daily" / "2026-11-22.md") == "# 2026-11-22\n\n- 00:30 asked about tea\n"


@pytest.mark.spec("S2-31")
async def test_only_today_and_its_last_lines_are_in_the_prompt(vault: Vault) -> None:
    await vault.append_daily(NOW - timedelta(days=1), "yesterday")
    for n in range(60):
        await vault.append_daily(NOW, f"event {n}")
    lines = (await vault.read_context(NOW)).daily.splitlines()
    assert (len(lines), lines[0], lines[-1]) == (50, "- 22:30 event 10", "- 22:30 event 59")


@pytest.mark.spec("S2-10")
async def test_days_leave_the_window_into_the_archive(vault: Vault) -> None:
    for ago in (0, 30, 31, 90):
        await vault.append_daily(NOW - timedelta(days=ago), "event")
    write(vault.folder / "daily" / "holiday.md", "mine")
    assert await vault.archive_days(NOW) == 2
    assert names(vault.folder) == [
        "archive/daily/2026-08-23.md",
        "archive/daily/2026-10-21.md",
        "daily/2026-10-22.md",
        "daily/2026-11-21.md",
        "daily/holiday.md",
    ]


@pytest.mark.spec("S2-20")
async def test_a_fact_that_nobody_approved_leaves_with_its_day(vault: Vault) -> None:
    await vault.append_extracted(NOW, ["was in a hurry"])
    later = NOW + timedelta(days=31)
    assert await vault.list_extracted() == ["was in a hurry"]
    assert "hurry" not in (await vault.read_context(later)).daily
    await vault.archive_days(later)
    assert await vault.list_extracted() == []


async def test_an_archived_day_is_never_written_over(vault: Vault) -> None:
    for _ in range(2):
        await vault.append_daily(NOW - timedelta(days=40), "event")
        await vault.archive_days(NOW)
    assert len(names(vault.folder / "archive")) == 2


@pytest.mark.spec("S2-12")
async def test_a_conversation_grows_part_by_part_in_one_file(vault: Vault) -> None:
    path = await vault.append_session("telegram:1", NOW, "Compaction 22:30", "- tea")
    assert path == await vault.append_session("telegram:1", NOW, "Final 22:50", "- milk")
    assert path.name == "2026-11-21T22-30-00-telegram_1.md"
    assert read(path) == (
        "# Conversation in telegram:1, 2026-11-21 22:30\n\n"
        "## Compaction 22:30\n\n- tea\n\n## Final 22:50\n\n- milk\n"
    )


@pytest.mark.spec("S2-1", "S2-2", "S2-7")
async def test_every_tier_is_plain_markdown_in_one_folder(vault: Vault) -> None:
    await vault.add_memory("tea in the morning")
    await vault.add_rule("tea in the evening")
    await vault.append_daily(NOW, "tea at noon")
    await vault.append_session("telegram:1", NOW, "Final", "tea at night")
    assert names(vault.folder) == [
        "Memory.md",
        "Procedural.md",
        "daily/2026-11-21.md",
        "sessions/2026-11-21T22-30-00-telegram_1.md",
    ]
    texts = [read(vault.folder / name) for name in names(vault.folder)]
    assert [text.partition("tea ")[2].strip() for text in texts] == [
        "in the morning",
        "in the evening",
        "at noon",
        "at night",
    ]


async def test_what_is_told_again_after_a_crash_is_there_once(vault: Vault) -> None:
    for _ in range(2):
        await vault.append_extracted(NOW, ["likes tea", "likes milk"])
        path = await vault.append_session("telegram:1", NOW, "22:30", "- tea")
    assert read(vault.daily_file(NOW.date())).count("tea") == 1
    assert read(path).count("tea") == 1


@pytest.mark.spec("S2-2", "S2-40", "S2-46")
async def test_flags_are_kept_until_they_are_reviewed(vault: Vault) -> None:
    await vault.save_flag("corrections", NOW, Flag("when?", "in May\nor June", "it was July"))
    assert names(vault.folder) == ["corrections.md"]
    reviewed = read(vault.feedback_file("corrections"))
    assert reviewed == (
        "# Corrections\n\n## 2026-11-21 22:30\n\n"
        "- Asked: when?\n- Answered: in May or June\n- Note: it was July\n"
    )
    await vault.save_flag("corrections", NOW, Flag("where?", "here"))
    await vault.archive_feedback("corrections", reviewed, NOW)
    assert read(vault.folder / "feedback" / "2026-11-21T22-30-00-corrections.md") == reviewed
    assert read(vault.feedback_file("corrections")) == (
        "## 2026-11-21 22:30\n\n- Asked: where?\n- Answered: here\n"
    )


async def test_feedback_that_a_person_rewrote_meanwhile_stays(vault: Vault) -> None:
    write(vault.feedback_file("rewards"), "old")
    write(vault.feedback_file("rewards"), "rewritten")
    await vault.archive_feedback("rewards", "old", NOW)
    assert read(vault.feedback_file("rewards")) == "rewritten"


async def test_a_core_file_with_a_mistake_still_tells_what_it_says(vault: Vault) -> None:
    write(vault.folder / "Core.yaml", "user:\n  name: [Alice\n")
    assert (await vault.read_context(NOW)).core == "user:\n  name: [Alice\n"


@pytest.mark.spec("S0-2")
async def test_the_working_memory_may_have_another_name(tmp_path: Path) -> None:
    settings = VaultSettings(working_memory_file="GEMINI.md")
    vault = Vault(tmp_path, settings, Locks(), UTC)
    await vault.add_memory("tea")
    assert "- tea" in read(tmp_path / "GEMINI.md")


async def test_nobody_else_on_the_machine_may_read_it(vault: Vault) -> None:
    await vault.add_memory("tea")
    assert modes(vault.memory_file) == 0o600


def modes(path: Path) -> int:
    return os.stat(path).st_mode & 0o777

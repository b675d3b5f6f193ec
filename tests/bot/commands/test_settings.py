"""/settings in the owner's private chat: what may be changed there, and when it counts."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from bot.access.pin import SecuritySettings, hash_pin
from bot.operations.health_file import Vitals, write_vitals
from bot.runtime.process_lock import hold_daemon_lock
from bot.settings.change import is_changeable
from bot.settings.config import Settings, load_settings
from bot.settings.reference import list_keys
from tests.conversation import OWNER, World, a_world

CANARY = "canary-token"


def stored(world: World) -> dict[str, object]:
    raw: dict[str, object] = json.loads(world.services.home.config.read_text())
    return raw


async def test_a_change_counts_at_once_and_after_a_restart(world: World) -> None:
    reply = await world.owner("/settings llm.daily_budget 2.5")
    assert reply.text == "llm.daily_budget is 2.5 now; it was 0.0."
    assert world.services.settings.llm.daily_budget == 2.5
    assert load_settings(world.services.home.config, {}).llm.daily_budget == 2.5


@pytest.mark.parametrize("at_once", [True, False])
async def test_an_assistant_in_another_process_takes_a_restart(
    world: World, *, at_once: bool
) -> None:
    """As where the terminal changes a setting beside the daemon."""
    home, now = world.services.home, world.clock.now
    pid = os.getpid() if at_once else 1
    with hold_daemon_lock(home):
        write_vitals(home, Vitals("1", pid, now, now, 0, {}))
        reply = await world.owner("/settings llm.daily_budget 2.5")
    assert reply.text.endswith("it was 0.0.") is at_once
    assert ("when multis is restarted" in reply.text) is not at_once


async def test_what_needs_a_restart_says_so_and_stays_until_then(world: World) -> None:
    reply = await world.owner("/settings llm.max_tokens 500")
    assert reply.text.endswith("It takes effect when multis is restarted.")
    assert world.services.settings.llm.max_tokens == Settings().llm.max_tokens
    shown = (await world.owner("/settings llm.max_tokens")).text
    assert shown.startswith("llm.max_tokens = 1024\nAfter a restart: 500\n")


async def test_a_button_takes_it_back(world: World) -> None:
    await world.owner("/settings reminders.time_zone Europe/London")
    changed = await world.owner("/settings reminders.time_zone Asia/Tokyo")
    await world.owner.press(changed, "Undo")
    assert world.services.settings.reminders.time_zone == "Europe/London"
    shown = await world.owner("/settings reminders.time_zone")
    await world.owner.press(shown, "Back to the default")
    assert stored(world) == {"reminders": {}}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("escalation.keywords money back, help", ("money back", "help")),
        ("security.prompt_injection_detection off", False),
        ("documents.upload_scope admin", "admin"),
        ("modes.default silent", "silent"),
        ("documents.quota.files 3", 3),
        ('reminders.time_zone ""', ""),
    ],
)
async def test_values_are_written_as_people_type_them(
    world: World, said: str, found: object
) -> None:
    assert not (await world.owner(f"/settings {said}")).failed
    value: object = load_settings(world.services.home.config, {})
    for part in said.partition(" ")[0].split("."):
        value = getattr(value, part)
    assert value == found


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("llm.daily_budget -1", "llm.daily_budget must be at least 0"),
        ("llm.daily_budget much", "llm.daily_budget must be a number"),
        ("llm.daily_budget Infinity", "llm.daily_budget must be a number"),
        ("documents.files_per_message true", "must be a whole number"),
        ("documents.upload_scope all", "must be 'kb' or 'admin'"),
        ("reminders.time_zone Moon/Base", "the name of a time zone"),
        ("reminder.time_zone UTC", "Did you mean reminders.time_zone?"),
        ("nonsense", "There is no setting nonsense."),
        ("llm.daily_budget " + "9" * 500, "too long"),
    ],
)
async def test_a_mistake_is_a_sentence_and_changes_nothing(
    world: World, said: str, why: str
) -> None:
    reply = await world.owner(f"/settings {said}")
    assert reply.failed
    assert why in reply.text
    assert "config.json" not in reply.text  # where it is not
    assert not world.services.home.config.exists()
    assert world.services.settings == Settings()


@pytest.mark.parametrize(
    "key",
    [
        *("owner_ids", "security.pin", "llm.base_url", "llm.api_key"),
        *("platforms.telegram.bot_token", "platforms.telegram.enabled", "documents.roots"),
        *("documents.limits.memory_bytes", "replica.url", "vault.dir", "llm.model"),
    ],
)
async def test_what_reaches_outside_is_changed_in_the_file_alone(world: World, key: str) -> None:
    reply = await world.owner(f"/settings {key.partition(' ')[0]} {CANARY}")
    assert reply.failed
    assert not world.services.home.config.exists()


async def test_secrets_are_never_shown(tmp_path: Path) -> None:
    pin = hash_pin("4711")
    llm = replace(Settings().llm, api_key=CANARY)
    settings = Settings(security=SecuritySettings(pin=pin), llm=llm)
    async with a_world(tmp_path, settings) as world:
        for key in list_keys(Settings):
            reply = await world.owner(f"/settings {key.path}")
            assert CANARY not in reply.text
            assert pin not in reply.text


async def test_it_waits_for_the_pin(tmp_path: Path) -> None:
    settings = Settings(security=SecuritySettings(pin=hash_pin("4711")))
    async with a_world(tmp_path, settings) as world:
        assert "PIN" in (await world.owner("/settings llm.daily_budget 2")).text
        assert world.services.settings.llm.daily_budget == 0
        assert "is 2.0 now" in (await world.owner("4711")).text


async def test_nobody_else_sees_or_changes_them(world: World) -> None:
    for said in ("/settings", "/settings llm.daily_budget 2"):
        assert "only for the owner" in (await world.person("2")(said)).text
        group = world.person(OWNER, chat="g", private=False)
        assert "in a private chat with you" in (await group(said)).text
    assert not world.services.home.config.exists()


async def test_the_rest_of_the_file_stays_as_it_was_written(world: World) -> None:
    file = world.services.home.config
    file.write_text('{"llm": {"model": "ollama:x"}, "owner_ids": ["test:1"]}')
    file.chmod(0o644)
    await world.owner("/settings llm.daily_budget 2")
    assert stored(world) == {
        "llm": {"model": "ollama:x", "daily_budget": 2},
        "owner_ids": ["test:1"],
    }
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("damaged", ["{", '{"llm": {"model": "a"}, "llm": {"daily_budget": 1}}'])
async def test_a_damaged_file_is_left_alone(world: World, damaged: str) -> None:
    world.services.home.config.write_text(damaged)
    assert (await world.owner("/settings llm.daily_budget 2")).failed
    assert world.services.home.config.read_text() == damaged


async def test_a_variable_of_the_environment_is_named(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = world.services.live_settings
    monkeypatch.setattr(live, "_environ", {"MULTIS_LLM__DAILY_BUDGET": "3"})
    assert "MULTIS_LLM__DAILY_BUDGET" in (await world.owner("/settings llm.daily_budget 2")).text


async def test_what_changes_at_once_is_what_the_parts_read(world: World) -> None:
    await world.owner("/settings documents.quota.files 7")
    await world.owner("/settings rate_limit.daily_per_sender 1")
    await world.owner("/settings escalation.unanswered 9")
    await world.owner("/settings modes.default off")
    services = world.services
    assert (await services.quotas.get("test:2")).limits.files == 7
    assert services.escalations.settings.unanswered == 9
    assert await services.modes.get("test:5") == "off"
    await world.owner("/settings modes.default personal")
    ann = world.person("2")
    assert not (await ann("/help")).failed
    assert "limit of messages per day" in (await ann("/help")).text


async def test_every_group_has_its_button(world: World) -> None:
    listed = await world.owner("/settings")
    groups = {each.path.partition(".")[0] for each in list_keys(Settings) if is_changeable(each)}
    assert {each.label for each in listed.choices} == groups
    for label in sorted(groups):
        shown = await world.owner.press(listed, label)
        assert not shown.failed, label
        assert f"- {label}." in shown.text


async def test_every_setting_has_a_page_of_its_own(world: World) -> None:
    for key in list_keys(Settings):
        if is_changeable(key):
            shown = await world.owner(f"/settings {key.path}")
            assert shown.text.startswith(f"{key.path} = "), key.path


async def test_what_a_setting_may_be_is_said_in_the_reader_s_language(world: World) -> None:
    await world.owner("/language de")
    shown = (await world.owner("/settings documents.upload_scope")).text
    assert "`kb` oder `admin`" in shown
    refused = (await world.owner("/settings documents.upload_scope all")).text
    assert "'kb' oder 'admin'" in refused
    number = (await world.owner("/settings documents.files_per_message")).text
    assert " or " not in number.splitlines()[-1]
    assert "eine ganze Zahl" in number


async def test_what_a_setting_means_is_said_in_the_reader_s_language(world: World) -> None:
    await world.owner("/language de")
    for key in (each for each in list_keys(Settings) if is_changeable(each)):
        shown = (await world.owner(f"/settings {key.path}")).text
        assert key.meaning not in shown, key.path

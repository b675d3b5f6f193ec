"""What people may try who are let in, or are not, to reach what is not theirs."""

import pytest
from msgspec.structs import replace

from bot.messages import Attachment, Chat, Sender
from tests.factories import a_message
from tests.scenarios.attacks import (
    BUTTONS,
    FILE_NAMES,
    GROUPS,
    NOTES,
    OFFICE,
    SEARCHES,
    SENDERS,
    count,
)
from tests.scenarios.scene import (
    CLEO,
    MALLORY,
    MARK,
    OWNER,
    UNKNOWN,
    Scene,
    files,
    replies,
    unharmed,
)


def test_the_list_is_long() -> None:
    assert count() >= 180


ATTACKS = {"searches": SEARCHES, "notes": NOTES, "office": OFFICE}


@pytest.mark.parametrize("place", ["alone", "in a group"])
@pytest.mark.parametrize("kind", ATTACKS)
async def test_somebody_who_is_let_in_gets_no_further(scene: Scene, kind: str, place: str) -> None:
    chat, private = ("", True) if place == "alone" else ("g", False)
    for attack in ATTACKS[kind]:
        message = a_message(scene.fill(attack), sender=MALLORY, chat=chat, private=private)
        told = await replies(scene.world, message)
        assert MARK not in str(told), attack
        assert all(not reply.notices for reply in told), attack
        await unharmed(scene.world)


async def test_somebody_unknown_gets_nothing_at_all(scene: Scene) -> None:
    for attack in (*SEARCHES, *NOTES, "hello"):
        for chat in ("", "1", "3"):
            message = a_message(scene.fill(attack), sender=UNKNOWN, chat=chat)
            (reply,) = await replies(scene.world, message)
            assert reply.text.startswith("This is a private assistant"), attack


@pytest.mark.parametrize("sender", SENDERS, ids=repr)
async def test_nobody_passes_for_the_owner(scene: Scene, sender: Sender) -> None:
    chat = Chat(sender.platform, sender.id, private=True)
    for text in ("/search harbour", "/users block test:3", "/memory"):
        message = replace(a_message(text), sender=sender, chat=chat)
        assert MARK not in str(await replies(scene.world, message))
    await unharmed(scene.world)


@pytest.mark.parametrize("chat", GROUPS)
async def test_a_groups_name_opens_no_folder_and_no_scope(scene: Scene, chat: str) -> None:
    for text in ("/memory", "/search harbour", "/remember mine", "/forget"):
        message = a_message(text, sender=MALLORY, chat=chat, private=False)
        assert MARK not in str(await replies(scene.world, message))
    await unharmed(scene.world)


@pytest.mark.parametrize("text", ["/search harbour", "/memory", "/docs", "/status", "/users"])
async def test_the_owner_in_a_group_shows_it_nothing(scene: Scene, text: str) -> None:
    message = a_message(text, sender=OWNER, chat="g", private=False)
    told = str(await replies(scene.world, message))
    assert MARK not in told
    assert "plan.md" not in told


@pytest.mark.parametrize("name", FILE_NAMES)
async def test_a_files_name_leads_nowhere(scene: Scene, name: str) -> None:
    before = files(scene.world.services.home.folder)
    scene.world.platform.files["ref"] = b"# Mallory's\n\nThe harbour is closed.\n"
    for caption in ("admin", "kb", "/label 1 kb"):
        message = a_message(caption, sender=MALLORY, attachments=(Attachment(name, 9, "ref"),))
        told = await replies(scene.world, message)
        assert "(kb)" not in str(told)
        assert "(admin)" not in str(told)
    after = files(scene.world.services.home.folder)
    assert {path.name for path in after - before} <= {"audit.log"}
    assert "closed" not in (await scene.world.person(CLEO)("/search harbour")).text
    await unharmed(scene.world)


@pytest.mark.parametrize("pressed", BUTTONS)
async def test_a_forged_button_says_nothing(scene: Scene, pressed: str) -> None:
    entry = await scene.world.services.inbox.store(
        a_message("/users block test:3", sender=OWNER, pressed=pressed)
    )
    assert entry
    (reply,) = await replies(scene.world, entry.message)
    assert "has expired" in reply.text
    await unharmed(scene.world)


async def test_what_the_owner_forwards_is_not_the_owners_order(scene: Scene) -> None:
    order = replace(a_message("/users block test:3", sender=OWNER), forwarded=True)
    await replies(scene.world, order)
    await unharmed(scene.world)

"""Builds the notices about messages that were set aside because the process died with them.

They quote nothing of a message: what is in it may have been the cause.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from msgspec import Struct

from bot.access import policy
from bot.access.people import format_person
from bot.access.policy import Access, Disposition
from bot.messages import (
    Chat,
    Choice,
    IncomingMessage,
    Notice,
    Reply,
    Sender,
    _,
    ngettext,
    use_language,
)
from bot.services.services import Services

BUTTONS = 5  # messages that get buttons of their own in one notice


class _Group(Struct, frozen=True):
    """Messages of one person in one chat."""

    chat: Chat
    sender: Sender
    numbers: Sequence[int]


async def build_set_aside_notices(
    services: Services, messages: Mapping[int, IncomingMessage]
) -> list[Notice]:
    """Build one notice for each sender who would have been answered, and one for each owner."""
    access = await services.people.load_access()
    answered = {
        number: message
        for number, message in messages.items()
        if await _would_be_answered(services, message, access)
    }
    told = [
        (group.chat, partial(_tell_sender, len(group.numbers)))
        for group in _group_by_sender(answered)
        if not _is_told_as_owner(group, access)
    ]
    told += [
        (chat, partial(_tell_owner, group))
        for group in _group_by_sender(messages)
        for chat in _list_owner_chats(group, access)
    ]
    return [await _build_notice(services, chat, build) for chat, build in told]


async def _build_notice(services: Services, chat: Chat, build: Callable[[], Reply]) -> Notice:
    """Build a notice in the language of the chat."""
    with use_language(await services.languages.find(chat.key)):
        return Notice(chat, build())


async def _would_be_answered(services: Services, message: IncomingMessage, access: Access) -> bool:
    """Return whether the sender expects a reply: a silent chat stays silent."""
    mode = policy.decide_mode(message, access, await services.modes.get(message.chat.key))
    hears = policy.decide_disposition(message, access, mode) is Disposition.ANSWER
    known = policy.is_admitted(message, access)
    return hears and (known or policy.is_customer(message.sender, access, mode))


def _group_by_sender(messages: Mapping[int, IncomingMessage]) -> list[_Group]:
    numbers: dict[tuple[Chat, Sender], list[int]] = {}
    for number, message in messages.items():
        # The thread is the topic of a group; elsewhere it may name the message that is replied to.
        chat = replace(message.chat, thread="") if message.chat.private else message.chat
        numbers.setdefault((chat, message.sender), []).append(number)
    return [_Group(chat, sender, found) for (chat, sender), found in numbers.items()]


def _list_owner_chats(group: _Group, access: Access) -> Sequence[Chat]:
    if _is_told_as_owner(group, access):
        return [group.chat]
    return policy.list_owner_chats(access, group.chat.platform)


def _is_told_as_owner(group: _Group, access: Access) -> bool:
    return group.chat.private and policy.is_owner(group.sender, access)


def _tell_sender(count: int) -> Reply:
    return Reply(
        ngettext(
            "I crashed three times while working on your message, so I set it aside and told my "
            "owner.",
            "I crashed three times while working on {count} messages of yours, so I set them aside "
            "and told my owner.",
            count,
        ),
        failed=True,
    )


def _tell_owner(group: _Group) -> Reply:
    person = format_person(group.sender.name, group.sender.key)
    text = ngettext(
        "I crashed three times while working on a message from {person}, so I set it aside; "
        "/inbox shows it.",
        "I crashed three times while working on {count} messages from {person}, so I set them "
        "aside; /inbox shows them.",
        len(group.numbers),
        person=person,
    )
    return Reply(text, build_choices(group.numbers[:BUTTONS]), failed=True)


def build_choices(numbers: Sequence[int]) -> tuple[Choice, ...]:
    """Build the buttons that retry or drop messages; the number is named if there are several."""
    if len(numbers) == 1:
        (number,) = numbers
        return (
            Choice(_("Try again"), f"/inbox retry {number}"),
            Choice(_("Drop it"), f"/inbox drop {number}"),
        )
    return tuple(
        choice
        for number in numbers
        for choice in (
            Choice(_("Try {number} again", number=str(number)), f"/inbox retry {number}"),
            Choice(_("Drop {number}", number=str(number)), f"/inbox drop {number}"),
        )
    )

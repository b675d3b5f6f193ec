"""Formats a message that was set aside or waits; it may be a stranger's: nothing is quoted."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from bot.messages import N_, IncomingMessage, Sentence, ngettext
from indexer.i18n import format_list, format_moment

SET_ASIDE = N_("{number}: from {person} in {chat}, {kind}, set aside {time} UTC")
WAITING = N_("{number}: from {person} in {chat}, {kind}, since {time} UTC")


class SetAsideMessage(Protocol):
    """A message of `bot.delivery.set_aside`."""

    @property
    def id(self) -> int: ...

    @property
    def message(self) -> IncomingMessage: ...

    @property
    def at(self) -> datetime: ...


class WaitingMessage(SetAsideMessage, Protocol):
    """A message of `bot.delivery.waiting`; `at` is when it arrived."""

    @property
    def answered(self) -> bool: ...


def format_set_aside(found: SetAsideMessage, format_person: Callable[[str, str], str]) -> str:
    """Format one line: its number, sender, chat, kind, and when it was set aside."""
    return _format(SET_ASIDE, found, format_person)


def format_waiting(found: WaitingMessage, format_person: Callable[[str, str], str]) -> str:
    """Format one line about a message that waits."""
    return _format(WAITING, found, format_person)


def _format(
    sentence: Sentence, found: SetAsideMessage, format_person: Callable[[str, str], str]
) -> str:
    message = found.message
    line = sentence.fill(
        number=str(found.id),
        person=format_person(message.sender.name, message.sender.key),
        chat=message.chat.key.replace("`", ""),
        kind=_describe(message),
        time=format_moment(found.at),
    )
    return str(line)


def _describe(message: IncomingMessage) -> str:
    characters = ngettext("{count} character", "{count} characters", len(message.text))
    files = ngettext("{count} file", "{count} files", len(message.attachments))
    if message.attachments and message.text:
        return format_list([files, characters])
    return files if message.attachments else characters

"""The commands that Telegram offers while someone types a slash."""

import logging
import re
from collections.abc import Iterable

from telegram import Bot, BotCommand, BotCommandScopeChat, BotCommandScopeDefault
from telegram.error import TelegramError

from adapters.telegram.translate import PLATFORM
from bot.messages import Menu, MenuItem

NAME = re.compile(r"[a-z0-9_]{1,32}")
COMMANDS, DESCRIPTION = 100, 256  # at most, in one menu and in characters

log = logging.getLogger(__name__)


async def set_menus(bot: Bot, menu: Menu, owners: Iterable[str]) -> None:
    """Everyone's commands for all, and the owner's in each owner's private chat."""
    await _set(bot, [item for item in menu if not item.owner_only], BotCommandScopeDefault())
    for owner in owners:
        platform, _, chat = owner.partition(":")
        if platform == PLATFORM and chat.isdigit():
            await _set(bot, menu, BotCommandScopeChat(int(chat)))


async def _set(
    bot: Bot, items: Iterable[MenuItem], scope: BotCommandScopeDefault | BotCommandScopeChat
) -> None:
    commands = [
        BotCommand(item.name, item.summary[:DESCRIPTION])
        for item in items
        if NAME.fullmatch(item.name) and item.summary
    ]
    try:
        if commands:
            await bot.set_my_commands(commands[:COMMANDS], scope=scope)
    except TelegramError as error:
        log.warning("Telegram: the command menu could not be set: %s", error)

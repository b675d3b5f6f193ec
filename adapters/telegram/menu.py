"""The commands that Telegram offers while someone types a slash."""

import logging
import re
from collections.abc import Iterable

from telegram import Bot, BotCommand, BotCommandScopeChat, BotCommandScopeDefault
from telegram.error import BadRequest, TelegramError

from adapters.telegram.translate import PLATFORM
from bot.messages import Menu, MenuItem

NAME = re.compile(r"[a-z0-9_]{1,32}")
COMMANDS, DESCRIPTION = 100, 256  # at most, in one menu and in characters

log = logging.getLogger(__name__)


async def set_menu(bot: Bot, menu: Menu) -> None:
    """Set the commands that everyone may use, for all chats."""
    common = [item for item in menu if not item.owner_only]
    await _set_commands(bot, common, BotCommandScopeDefault())


async def set_owner_menu(bot: Bot, menu: Menu, owner: str) -> bool:
    """Set all commands in the private chat of `owner`; False if that failed, to be retried."""
    platform, _, chat = owner.partition(":")
    if platform != PLATFORM or not chat.isdigit():
        return True
    return await _set_commands(bot, menu, BotCommandScopeChat(int(chat)))


async def _set_commands(
    bot: Bot, items: Iterable[MenuItem], scope: BotCommandScopeDefault | BotCommandScopeChat
) -> bool:
    commands = [
        BotCommand(item.name, str(item.summary)[:DESCRIPTION])
        for item in items
        if NAME.fullmatch(item.name) and item.summary
    ]
    try:
        if commands:
            await bot.set_my_commands(commands[:COMMANDS], scope=scope)
    except BadRequest as refusal:
        log.info("Telegram: a command menu was refused: %s", refusal)
        return False
    except TelegramError as error:
        log.warning("Telegram: a command menu could not be set: %s", type(error).__name__)
        return False
    return True

"""The commands that Telegram offers while someone types a slash."""

import logging
import re
from collections.abc import Iterable

from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeChat,
    BotCommandScopeDefault,
)
from telegram.error import BadRequest, TelegramError

from adapters.telegram.translate import PLATFORM
from bot.messages import (
    SHIPPED,
    Language,
    Menu,
    MenuItem,
    Sender,
    current_language,
    split_key,
    use_language,
)

NAME = re.compile(r"[a-z0-9_]{1,32}")
COMMANDS, DESCRIPTION = 100, 256  # at most, in one menu and in characters

Scope = BotCommandScopeDefault | BotCommandScopeAllGroupChats | BotCommandScopeChat

log = logging.getLogger(__name__)


async def set_menu(bot: Bot, menu: Menu) -> None:
    """Set the commands of strangers and of groups, in every language."""
    public = [item for item in menu if item.public]
    shared = [item for item in menu if item.in_groups and not item.owner_only]
    await _set_in_all(bot, public, BotCommandScopeDefault())
    await _set_in_all(bot, shared, BotCommandScopeAllGroupChats())


async def set_guest_menu(bot: Bot, menu: Menu, guest: Sender, language: Language) -> bool:
    """Set the commands of guests in the private chat of one; False if that failed."""
    if not guest.id.isdigit():
        return True
    common = [item for item in menu if not item.owner_only]
    with use_language(language):
        return await _set_commands(bot, common, BotCommandScopeChat(int(guest.id)))


async def set_owner_menu(bot: Bot, menu: Menu, owner: str) -> bool:
    """Set all commands in the private chat of `owner`; False if that failed, to be retried."""
    platform, chat = split_key(owner)
    if platform != PLATFORM or not chat.isdigit():
        return True
    return await _set_in_all(bot, menu, BotCommandScopeChat(int(chat)))


async def _set_in_all(bot: Bot, menu: Menu, scope: Scope) -> bool:
    """Set a menu in each language, and in the current one for people who use any other."""
    if not await _set_commands(bot, menu, scope):
        return False
    usual = current_language()
    others = (code for code in SHIPPED.list_codes() if code != usual.code)
    for language in map(SHIPPED.load, others):
        with use_language(language):
            if not await _set_commands(bot, menu, scope, language):
                return False
    return True


async def _set_commands(
    bot: Bot, items: Iterable[MenuItem], scope: Scope, language: Language | None = None
) -> bool:
    commands = [
        BotCommand(item.name, str(item.summary)[:DESCRIPTION])
        for item in items
        if NAME.fullmatch(item.name) and item.summary
    ]
    code = language.code.partition("_")[0] if language else None
    try:
        if commands:
            await bot.set_my_commands(commands[:COMMANDS], scope=scope, language_code=code)
    except BadRequest as refusal:
        log.info("Telegram: a command menu was refused: %s", refusal)
        return False
    except TelegramError as error:
        log.warning("Telegram: a command menu could not be set: %s", type(error).__name__)
        return False
    return True

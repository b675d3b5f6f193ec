"""What the command line can do, the owner can do in the chat: each command has one there.

Or the reason why it has none.
"""

import pkgutil

import bot.cli.commands
from bot.turns.command import Commands

IN_THE_CHAT = {
    "backup": "backup",
    "docs": "docs",
    "doctor": "doctor",
    "inbox": "inbox",
    "index": "index",
    "memory": "memory",
    "programs": "programs",
    "remove": "docs",
    "search": "search",
    "status": "status",
}
ON_THE_MACHINE_ALONE = {
    "chat": "a chat itself",
    "say": "a chat itself",
    "init": "comes before there is a chat, and asks for secrets",
    "pin": "protects from whoever took over the chat",
    "web": "prints a secret; in Telegram the Mini App opens the page",
    "run": "starts what answers in the chat",
    "watch": "names a folder of the machine, to be read for good",
    "semantic": "installs a program",
    "voice": "installs a program",
    "install_service": "installs a program",
    "unit": "prints a file for systemd",
    "mcp": "is started by other programs",
    "migrate": "replaces the database that the chat itself works with",
}


def test_each_command_is_in_the_chat_or_has_a_reason() -> None:
    found = {each.name for each in pkgutil.iter_modules(bot.cli.commands.__path__)}
    assert found == IN_THE_CHAT.keys() | ON_THE_MACHINE_ALONE.keys()
    assert IN_THE_CHAT.keys().isdisjoint(ON_THE_MACHINE_ALONE)


def test_the_chat_has_those_commands() -> None:
    assert set(IN_THE_CHAT.values()) <= set(Commands())

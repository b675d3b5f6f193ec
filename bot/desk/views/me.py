"""The person who looks, and the commands they may use."""

from msgspec import Struct

from bot import version
from bot.desk.views import Arguments, View, ViewContext


class CommandView(Struct, frozen=True):
    """A command as the page offers it."""

    name: str
    usage: str
    summary: str


class Me(Struct, frozen=True):
    name: str
    owner: bool
    version: str
    model: bool  # False: answers are extracts
    listens: bool  # whether voice messages are written down
    commands: tuple[CommandView, ...]


async def show(context: ViewContext, _arguments: Arguments) -> Me:
    turn = context.turn
    commands = tuple(
        CommandView(each.name, str(each.usage), str(each.summary))
        for each in turn.commands.values()
        if each.listed and (turn.is_owner or not each.owner_only)
    )
    model, listens = turn.services.model is not None, turn.services.listens
    return Me(turn.message.sender.id, turn.private_owner, version(), model, listens, commands)


view = View("me", show)

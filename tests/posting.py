"""Messages that go through the inbox, as in the daemon: with buttons that are stored."""

from contextlib import aclosing

from msgspec import Struct

from bot.messages import IncomingMessage, Reply
from tests.conversation import World


class Answered(Struct, frozen=True):
    reply: Reply
    keys: dict[str, str]  # of the buttons, by what they are called


async def post(world: World, message: IncomingMessage) -> Answered:
    """The one reply to `message`, and its buttons as its platform was given them."""
    inbox = world.services.inbox
    entry = await inbox.store(message)
    assert entry is not None
    async with aclosing(world.bot.handle(entry.message)) as items:
        reply = [item async for item in items if isinstance(item, Reply)][-1]
    await inbox.store_reply(entry, reply)
    receipt = inbox.create_receipt(entry)
    keys = {choice.label: await receipt.button(choice) for choice in reply.choices}
    await inbox.finish(entry)
    return Answered(reply, keys)

"""👍 and 👎 below an answer: the owner's flag it, those of others are counted."""

from bot.messages import N_, Answer, UserError, _
from bot.owner.feedback import flag_reacted
from bot.turns.command import Command, Turn


async def react(turn: Turn, _argument: str) -> Answer:
    message = turn.message
    if not message.reacts_to:
        raise UserError(_("React with 👍 or 👎 to one of my answers, or send /good or /bad."))
    reactions = turn.services.reactions
    reacted = await reactions.find_turn(message)
    if not reacted:
        return
    if not turn.is_owner:
        await reactions.count(message, reacted, turn.now)
    elif turn.private_owner and message.reaction:
        yield await flag_reacted(turn, reacted)


command = Command("react", "", N_("React to an answer"), react, public=True, listed=False)

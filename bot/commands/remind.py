"""/remind WHEN WHAT sets a reminder; plain words (`remind me …`) do the same."""

from functools import partial

from bot.answering.recording import find_earlier_answer
from bot.answering.reminders import open_reminders, repeat_reply, set_requested
from bot.messages import N_, Answer, UserError, _, run_aside
from bot.turns.command import Command, Turn
from memory.reminders.request import parse_reminder


async def remind(turn: Turn, argument: str) -> Answer:
    if not argument:
        raise UserError(_("Usage: /remind WHEN WHAT, such as /remind tomorrow at nine to call Jo"))
    if earlier := await find_earlier_answer(turn):
        yield await repeat_reply(turn, earlier)
        return
    reminders = await open_reminders(turn)
    parse = partial(parse_reminder, argument, reminders.now)
    yield await set_requested(turn, await run_aside(parse, len(argument)), reminders)


command = Command("remind", N_("WHEN WHAT"), N_("Remind you at a time, once or repeatedly"), remind)

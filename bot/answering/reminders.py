"""The reminders of one chat, as one turn may set, see and change them."""

import re
from datetime import datetime
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from bot.access.policy import Mode
from bot.messages import Chat, Reply, UserError, _, current_language, run_aside
from bot.reminders import wording
from bot.reminders.zones import find_machine_zone, tell_time
from bot.turns.command import Turn
from bot.turns.recording import build_exchange
from indexer.text.dates.repeats import Repeat
from memory.messages import LAST_MOMENT
from memory.reminders.ledger import NewReminder
from memory.reminders.reminder import Reminder, ReminderOrigin, ReminderPlace
from memory.reminders.request import ReminderRequest, find_request

NUMBER = re.compile(r"[0-9]{1,6}")  # in a list
TOKEN = re.compile(r"[0-9a-f]{12}")


class ChatReminders(Struct, frozen=True):
    """Lives as long as its turn. `zone` is that of the chat, else the configured one."""

    turn: Turn
    zone: str

    @property
    def now(self) -> datetime:
        """The time by the clock of the zone."""
        return tell_time(self.turn.now, self.zone)

    async def set(
        self, text: str, at: datetime, repeat: Repeat | None = None, part: str = ""
    ) -> Reminder:
        """Set one; `part` tells those of one message apart.

        If the message is a new version of an earlier one, what that asked for is changed.
        """
        turn, message = self.turn, self.turn.message
        if earlier := await self.find_requested(part):
            return earlier
        turn.check_approved()
        if turn.mode is Mode.BUSINESS:
            raise UserError(_("I don't set reminders in this chat."))
        _check_time(at, turn.now)
        return await turn.services.reminders.add(
            NewReminder(text, at, self.zone, repeat),
            turn.memory_scope,
            _get_place(message.chat),
            ReminderOrigin(
                turn.key + part,
                message.sender.key,
                turn.author,
                current_language().code,
                message.edits or message.reference,
            ),
            turn.now,
        )

    async def find_requested(self, part: str = "") -> Reminder | None:
        """Return what this message asked for before a crash kept the reply from being sent."""
        turn = self.turn
        return await turn.services.reminders.find_by_turn(turn.recall, turn.key + part)

    async def list_waiting(self) -> list[Reminder]:
        chat = self.turn.message.chat.key
        return await self.turn.services.reminders.list_waiting(self.turn.recall, chat)

    async def find(self, name: str) -> Reminder:
        """Return the reminder of that number in the list that was shown, or of that token.

        One that came or was deleted since gives its number to no other. In a group, others'
        reminders may be read, and not changed.
        """
        turn, chat = self.turn, self.turn.message.chat.key
        token = name if TOKEN.fullmatch(name) else await self._find_token(name)
        found = await turn.services.reminders.find(turn.recall, chat, token)
        if found is None:
            raise UserError(str(wording.GONE))
        if turn.only_of not in (None, found.origin.author):
            raise UserError(_("In a group, only the person who set a reminder can change it."))
        return found

    async def _find_token(self, number: str) -> str:
        turn, chat = self.turn, self.turn.message.chat.key
        shown = await turn.services.shown_lists.load(chat, "reminders")
        # Without a list, or after an empty one, it is that of those still to come.
        tokens = shown or dict(enumerate((each.token for each in await self.list_waiting()), 1))
        if not NUMBER.fullmatch(number) or int(number) not in tokens:
            raise UserError(str(wording.UNKNOWN))
        return tokens[int(number)]

    async def move(self, reminder: Reminder, at: datetime) -> Reminder:
        """Move it to another time. A repeated one stays; a copy of it comes then, too."""
        if reminder.repeat:
            copy = await self.set(reminder.text, at.astimezone(self.now.tzinfo))
            return copy
        _check_time(at, self.turn.now)
        moved = replace(reminder.move_to(at), shown=False)
        if not await self.turn.services.reminders.save_time(moved):
            raise UserError(str(wording.GONE))
        return moved

    async def delete(self, reminder: Reminder) -> None:
        await self.turn.services.reminders.delete([reminder.token])


def _check_time(at: datetime, now: datetime) -> None:
    if at <= now:
        raise UserError(_("That time has passed already."))
    if at > LAST_MOMENT:
        raise UserError(_("That is too far away for a reminder."))


def _get_place(chat: Chat) -> ReminderPlace:
    """Return where to remind: in a private chat, a thread may be no more than this message's."""
    return ReminderPlace(chat.key, chat.private, "" if chat.private else chat.thread)


async def open_reminders(turn: Turn) -> ChatReminders:
    chosen = await turn.services.reminders.find_zone(turn.message.chat.key)
    zone = chosen or turn.services.settings.reminders.time_zone or find_machine_zone()
    return ChatReminders(turn, zone)


async def repeat_reply(turn: Turn, answer: str) -> Reply:
    """Return `answer`, which a crash kept from being sent, with the button of its reminder."""
    reminder = await (await open_reminders(turn)).find_requested()
    return wording.build_confirmation(reminder) if reminder else Reply(answer)


async def set_requested(turn: Turn, request: ReminderRequest, reminders: ChatReminders) -> Reply:
    """Set what was asked for in plain words, and record that it was."""
    if request.at is None or not request.text:
        raise UserError(_explain_missing(request))
    # Only a new version of a message can change what waits already.
    waiting = await reminders.list_waiting() if turn.message.edits else []
    reminder = await reminders.set(request.text, request.at, request.repeat)
    changed = reminder.token in {each.token for each in waiting}
    reply = wording.build_confirmation(reminder, changed=changed)
    said = build_exchange(turn, turn.message.text, reply.text)
    await turn.services.record(turn.memory, said)
    return reply


def _explain_missing(request: ReminderRequest) -> str:
    if request.at is None:
        return _(
            "I don't understand when. For example: “remind me tomorrow at nine to call Jo”, “in 20 "
            "minutes”, “on 3 May at 15:00”, “every first Monday at 10”."
        )
    return _("What should I remind you of? For example: “remind me tomorrow at nine to call Jo”.")


async def answer_reminder_request(turn: Turn, question: str) -> Reply | None:
    """Answer a request for a reminder; None for any other message.

    What is forwarded is somebody else's wish. Without a time, a model may understand it better.
    """
    if turn.message.forwarded or turn.mode is Mode.BUSINESS:
        return None
    reminders = await open_reminders(turn)
    request = await run_aside(partial(find_request, question, reminders.now), len(question))
    if request is None or (turn.services.model and not (request.at and request.text)):
        return None
    return await set_requested(turn, request, reminders)

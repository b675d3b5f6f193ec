"""/reminders lists what is still to come, and moves, ends or deletes one of them."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

from bot.answering.reminders import ChatReminders, open_reminders
from bot.messages import N_, Answer, Choice, Reply, UserError, _, join_sentences, run_aside
from bot.reminders import wording
from bot.reminders.zones import find_zone, tell_time
from bot.turns.command import Command, Turn
from indexer.i18n import format_time
from memory.reminders.reminder import Reminder
from memory.reminders.request import parse_reminder

LISTED = 30
BUTTONS = 8  # reminders with a button to delete them
Act = Callable[[ChatReminders, str, str], Awaitable[Reply]]


async def show_reminders(turn: Turn, argument: str) -> Answer:
    reminders = await open_reminders(turn)
    action, _space, rest = argument.strip().partition(" ")
    if not action:
        yield await _list(reminders)
        return
    act = _ACTIONS.get(action.lower())
    name, _space, rest = rest.strip().partition(" ")
    if act is None or not name:
        raise UserError(_("Usage: /reminders [done N | move N WHEN | delete N | zone NAME]"))
    yield await act(reminders, name, rest.strip())


async def _list(reminders: ChatReminders) -> Reply:
    waiting = await reminders.list_waiting()
    await _remember(reminders.turn, waiting)
    if not waiting:
        return Reply(
            _("You have no reminders here. For example: “remind me tomorrow at nine to call Jo”.")
        )
    lines = [wording.format_line(each, n) for n, each in enumerate(waiting[:LISTED], 1)]
    more = ["…"] if len(waiting) > LISTED else []
    zone = _(
        "Times are those of {zone}. To use another zone: /reminders zone NAME", zone=reminders.zone
    )
    return Reply(
        "\n".join([*lines, *more]) + f"\n\n{zone}",
        tuple(
            Choice(_("Delete {number}", number=str(n)), f"/reminders {wording.DELETE} {each.token}")
            for n, each in enumerate(waiting[:BUTTONS], 1)
        ),
    )


async def _remember(turn: Turn, listed: Sequence[Reminder]) -> None:
    shown = dict(enumerate((each.token for each in listed), 1))
    await turn.services.shown_lists.save(turn.message.chat.key, "reminders", shown)


async def _finish(reminders: ChatReminders, name: str, _rest: str) -> Reply:
    """Put a reminder away; a repeated one comes again."""
    reminder = await reminders.find(name)
    if reminder.repeat:
        return Reply(wording.format_next(reminder))
    await reminders.delete(reminder)
    return Reply(_("Done: “{text}”", text=reminder.text))


async def _delete(reminders: ChatReminders, name: str, _rest: str) -> Reply:
    reminder = await reminders.find(name)
    await reminders.delete(reminder)
    return Reply(_("Deleted: “{text}”", text=reminder.text))


async def _postpone(reminders: ChatReminders, name: str, wanted: str) -> Reply:
    """Do what the buttons of a reminder say: `10` minutes, or `tomorrow`."""
    reminder = await reminders.find(name)
    if wanted != wording.TOMORROW and not (wanted.isascii() and wanted.isdigit()):
        return await _move(reminders, name, wanted)
    at = wording.compute_snooze(reminder, wanted[:6] if wanted.isdigit() else wanted, reminders.now)
    return Reply(wording.format_moved(await reminders.move(reminder, at)))


async def _move(reminders: ChatReminders, name: str, when: str) -> Reply:
    reminder = await reminders.find(name)
    wanted = await run_aside(partial(parse_reminder, when, reminders.now), len(when))
    if wanted.at is None or wanted.repeat:
        raise UserError(
            _("Say when, for example: /reminders move {number} tomorrow at nine", number=name)
        )
    return Reply(wording.format_moved(await reminders.move(reminder, wanted.at)))


async def _choose_zone(reminders: ChatReminders, name: str, rest: str) -> Reply:
    turn = reminders.turn
    turn.check_approved()
    zone = find_zone(f"{name} {rest}".strip())
    await turn.services.reminders.save_zone(turn.message.chat.key, zone)
    return Reply(
        join_sentences(
            _(
                "From now on, times that you name here are those of {zone}, where it is {time}.",
                zone=zone,
                time=format_time(tell_time(turn.now, zone)),
            ),
            _("Reminders that are set already keep theirs."),
        )
    )


_ACTIONS: Mapping[str, Act] = {
    wording.DONE: _finish,
    wording.LATER: _postpone,
    wording.STOP: _delete,
    wording.DELETE: _delete,
    "move": _move,
    "zone": _choose_zone,
}

command = Command(
    "reminders",
    N_("[done N | move N WHEN | delete N | zone NAME]"),
    N_("List your reminders, move or delete one"),
    show_reminders,
)

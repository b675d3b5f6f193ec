"""/inbox: lists the messages that were set aside; the owner retries or drops them."""

from collections.abc import Awaitable, Callable

from bot.access.people import format_person
from bot.messages import N_, Answer, IncomingMessage, Reply, UserError, _
from bot.operations.set_aside import format_set_aside
from bot.turns.command import Command, Turn
from bot.turns.set_aside import build_choices

USAGE = N_("Usage: /inbox, or /inbox retry|drop NUMBER")
SHOWN = 20
DIGITS = 15  # of a number that can be stored


async def manage_inbox(turn: Turn, argument: str) -> Answer:
    if not turn.private_owner:
        raise UserError(_("I only talk about messages of others in a private chat with you."))
    if not argument:
        yield await _list_messages(turn)
        return
    verb, _space, number = argument.partition(" ")
    act = VERBS.get(verb.lower())
    if act is None or not number.strip().isdecimal() or len(number) > DIGITS:
        raise UserError(str(USAGE))
    yield await act(turn, int(number))
    turn.services.audit.record(f"inbox {verb.lower()}", turn.message.sender, message=number)


async def _list_messages(turn: Turn) -> Reply:
    found = await turn.services.inbox.list_set_aside()
    if not found:
        return Reply(_("No message is set aside."))
    shown = found[:SHOWN]
    lines = [_("These messages are set aside, because I crashed three times with each of them:")]
    lines += [f"- {format_set_aside(each, format_person)}" for each in shown]
    if len(found) > SHOWN:
        lines.append(_("… and {more} more.", more=len(found) - SHOWN))
    return Reply("\n".join(lines), build_choices([each.id for each in shown]))


async def _retry(turn: Turn, number: int) -> Reply:
    if not await turn.services.inbox.release(number):
        raise UserError(_("No message {number} is set aside.", number=str(number)))
    return Reply(_("I'm trying once more to answer message {number}.", number=str(number)))


async def _drop(turn: Turn, number: int) -> Reply:
    if not await turn.services.inbox.drop(number):
        raise UserError(_("No message {number} is set aside.", number=str(number)))
    return Reply(_("Message {number} is deleted.", number=str(number)))


VERBS: dict[str, Callable[[Turn, int], Awaitable[Reply]]] = {"retry": _retry, "drop": _drop}


def _needs_pin(message: IncomingMessage, argument: str) -> bool:
    return argument.lower().startswith("drop")


command = Command(
    "inbox",
    N_("[retry|drop NUMBER]"),
    N_("List, retry or drop messages I crashed with"),
    manage_inbox,
    owner_only=True,
    guards=_needs_pin,
    ordered=False,
)

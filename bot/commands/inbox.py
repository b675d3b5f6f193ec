"""/inbox: lists the messages that wait or were set aside; the owner retries or drops them."""

from collections.abc import Awaitable, Callable, Sequence

from bot.access.people import format_person
from bot.messages import N_, Answer, Choice, IncomingMessage, Reply, UserError, _
from bot.operations.set_aside import (
    SetAsideMessage,
    WaitingMessage,
    format_set_aside,
    format_waiting,
)
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
    inbox = turn.services.inbox
    aside = await inbox.list_set_aside()
    waiting = await inbox.list_waiting(turn.message, SHOWN)
    shown = [each.id for each in aside[:SHOWN]]
    if not aside and not waiting:
        return Reply(_("No message is set aside, and none waits for an answer."))
    parts = [
        _format_set_aside(aside),
        _format_waiting([each for each in waiting if not each.answered]),
        _format_unsent([each for each in waiting if each.answered]),
    ]
    drops = tuple(_build_drop(each.id) for each in waiting)
    return Reply("\n\n".join(filter(None, parts)), (*build_choices(shown), *drops))


def _format_set_aside(found: Sequence[SetAsideMessage]) -> str:
    if not found:
        return _("No message is set aside.")
    lines = [_("These messages are set aside, because I crashed three times with each of them:")]
    lines += [f"- {format_set_aside(each, format_person)}" for each in found[:SHOWN]]
    if len(found) > SHOWN:
        lines.append(_("… and {more} more.", more=len(found) - SHOWN))
    return "\n".join(lines)


def _format_waiting(found: Sequence[WaitingMessage]) -> str:
    if not found:
        return _("No message waits for an answer.")
    return "\n".join([_("These messages wait for an answer:"), *_list_lines(found)])


def _format_unsent(found: Sequence[WaitingMessage]) -> str:
    if not found:
        return ""
    return "\n".join([_("My answers to these messages wait to be sent:"), *_list_lines(found)])


def _list_lines(found: Sequence[WaitingMessage]) -> list[str]:
    return [f"- {format_waiting(each, format_person)}" for each in found]


def _build_drop(number: int) -> Choice:
    return Choice(_("Drop {number}", number=str(number)), f"/inbox drop {number}")


async def _retry(turn: Turn, number: int) -> Reply:
    if not await turn.services.inbox.release(number):
        raise UserError(_("No message {number} is set aside.", number=str(number)))
    return Reply(_("I'm trying once more to answer message {number}.", number=str(number)))


async def _drop(turn: Turn, number: int) -> Reply:
    inbox = turn.services.inbox
    if not (await inbox.drop(number) or await inbox.drop_waiting(number)):
        raise UserError(
            _(
                "No message {number} is set aside or waits: it is gone, or being answered.",
                number=str(number),
            )
        )
    return Reply(_("Message {number} is deleted.", number=str(number)))


VERBS: dict[str, Callable[[Turn, int], Awaitable[Reply]]] = {"retry": _retry, "drop": _drop}


def _needs_pin(message: IncomingMessage, argument: str) -> bool:
    return argument.lower().startswith("drop")


command = Command(
    "inbox",
    N_("[retry|drop NUMBER]"),
    N_("List what waits or was set aside, retry or drop it"),
    manage_inbox,
    owner_only=True,
    guards=_needs_pin,
    ordered=False,
)

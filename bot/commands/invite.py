"""/invite: makes a link that lets one person in, lists those that wait, and withdraws them."""

from collections.abc import Awaitable, Callable, Sequence

from bot.access.invitations import Invitation
from bot.access.people import format_person_plain
from bot.answering.reminders import open_reminders
from bot.messages import N_, Answer, Choice, Reply, UserError, _
from bot.reminders.zones import tell_time
from bot.turns.command import Command, Turn
from indexer.i18n import format_moment

LONGEST = 40  # characters of a name
USAGE = N_("Usage: /invite NAME, /invite list, or /invite withdraw NUMBER")


async def invite(turn: Turn, argument: str) -> Answer:
    if not turn.private_owner:
        raise UserError(_("I only talk about people in a private chat with you."))
    verb, _space, rest = argument.strip().partition(" ")
    act = VERBS.get(verb.lower())
    yield await (act(turn, rest.strip()) if act else _create(turn, argument.strip()))


async def _create(turn: Turn, name: str) -> Reply:
    if len(name) > LONGEST or name.startswith("/"):
        raise UserError(str(USAGE))
    invitation, code = await turn.services.invitations.create(name)
    turn.services.audit.record("invited somebody", turn.message.sender)
    links = turn.services.build_start_links(code)
    text = _format_links(links) if links else _format_code(code)
    terms = _(
        "It lets in whoever uses it first, once, until {time}. Send it to nobody else.",
        time=_format_end(invitation, await _find_zone(turn)),
    )
    return Reply(f"{text}\n\n{terms}", (_build_choice(invitation, _("Withdraw it")),))


def _format_links(links: Sequence[str]) -> str:
    return "\n".join([_("Pass this link on to the person you invite:"), *links])


def _format_code(code: str) -> str:
    return _(
        "Ask the person you invite to send me this in a private chat: {command}",
        command=f"`/start {code}`",
    )


async def _list(turn: Turn, _rest: str) -> Reply:
    waiting = await turn.services.invitations.list_waiting()
    if not waiting:
        return Reply(_("No invitation is waiting. /invite NAME makes one."))
    zone = await _find_zone(turn)
    lines = [
        f"- {_('{person}: invited until {time}', person=_name(each), time=_format_end(each, zone))}"
        for each in waiting
    ]
    choices = [
        _build_choice(each, _("Withdraw that of {person}", person=_name(each))) for each in waiting
    ]
    return Reply("\n".join(lines), tuple(choices))


async def _withdraw(turn: Turn, number: str) -> Reply:
    if not number.isdecimal() or len(number) > LONGEST // 4:
        raise UserError(str(USAGE))
    gone = await turn.services.invitations.withdraw(int(number))
    turn.services.audit.record("invitation withdrawn", turn.message.sender)
    return Reply(_("The invitation of {person} lets nobody in any more.", person=_name(gone)))


def _build_choice(invitation: Invitation, label: str) -> Choice:
    return Choice(label, f"/invite withdraw {invitation.id}")


def _name(invitation: Invitation) -> str:
    """Name whom it is for, or by its number where the owner gave no name."""
    return format_person_plain(invitation.name, str(invitation.id))


async def _find_zone(turn: Turn) -> str:
    """Return the zone by whose clock the owner reads times."""
    return (await open_reminders(turn)).zone


def _format_end(invitation: Invitation, zone: str) -> str:
    return format_moment(tell_time(invitation.expires_at, zone))


VERBS: dict[str, Callable[[Turn, str], Awaitable[Reply]]] = {"list": _list, "withdraw": _withdraw}


def _needs_pin(_message: object, argument: str) -> bool:
    """Return whether it lets somebody in; to list and to withdraw expose and delete nothing."""
    return argument.strip().partition(" ")[0].lower() not in VERBS


command = Command(
    "invite",
    N_("[NAME|list|withdraw NUMBER]"),
    N_("Let somebody in with a link that works once"),
    invite,
    owner_only=True,
    guards=_needs_pin,
    ordered=False,
)

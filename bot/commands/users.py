"""/users: lists who may talk to the bot, and lets the owner approve, revoke and block people."""

from collections.abc import Awaitable, Callable

from bot.access.pairing import PairingRequest
from bot.access.people import Person, format_person
from bot.commands.help import WELCOME
from bot.messages import N_, Answer, Choice, IncomingMessage, Notice, Reply, UserError, _, ngettext
from bot.turns.command import Command, Turn
from indexer.i18n import join_sentences

USAGE = N_("Usage: /users, or /users revoke|block|unblock PLATFORM:ID")
LINES = {
    "owner": N_("{person}: owner"),
    "approved": N_("{person}: approved"),
    "blocked": N_("{person}: blocked"),
    "pending": N_("{person}: waiting for your answer"),
}
SHOWN = 20  # people with buttons, and requests


async def manage_users(turn: Turn, argument: str) -> Answer:
    if not turn.private_owner:
        raise UserError(_("I only talk about people in a private chat with you."))
    if not argument:
        yield await _list_people(turn)
        return
    verb, _space, whom = argument.partition(" ")
    act = VERBS.get(verb.lower())
    if act is None or not whom.strip():
        raise UserError(str(USAGE))
    yield await act(turn, whom.strip())
    turn.services.audit.record(f"users {verb.lower()}", turn.message.sender)


async def _approve(turn: Turn, code: str) -> Reply:
    request = await turn.services.pairing.approve(code)
    welcome = Notice(request.chat, Reply(f"{_('You may talk to me now.')}\n\n{WELCOME}"))
    return Reply(
        _("{person} may talk to me now.", person=_name(request)),
        (Choice(_("Revoke"), f"/users revoke {request.key}"),),
        notices=(welcome,),
    )


async def _deny(turn: Turn, code: str) -> Reply:
    request = await turn.services.pairing.deny(code)
    return Reply(
        _("{person} was not let in, and is not notified.", person=_name(request)),
        (Choice(_("Block them"), f"/users block {request.key}"),),
    )


async def _revoke(turn: Turn, key: str) -> Reply:
    await _change(turn, key, "")
    return Reply(_("{person} may no longer talk to me.", person=format_person("", key)))


async def _block(turn: Turn, key: str) -> Reply:
    await _change(turn, key, "blocked")
    return Reply(
        _("{person} is blocked. I will not answer them anywhere.", person=key),
        (Choice(_("Unblock"), f"/users unblock {key}"),),
    )


async def _unblock(turn: Turn, key: str) -> Reply:
    if key not in (await turn.services.people.load_access()).blocked:
        raise UserError(_("{person} is not blocked. /users lists everyone.", person=key))
    await _change(turn, key, "")
    return Reply(_("{person} is no longer blocked, and is a stranger to me again.", person=key))


async def _change(turn: Turn, key: str, role: str) -> None:
    platform, colon, person = key.partition(":")
    if not (platform and colon and person) or " " in key:
        hint = _("Name the person as platform:id, such as telegram:123.")
        raise UserError(join_sentences(hint, str(USAGE)))
    if key in (await turn.services.people.load_access()).owners:
        raise UserError(
            _(
                "That person is an owner, and owners cannot be changed here. "
                "See owner_ids in config.json."
            )
        )
    if not await turn.services.people.set_role(key, role):
        raise UserError(
            _("{person} is unknown or already has that status. /users lists everyone.", person=key)
        )


async def _list_people(turn: Turn) -> Reply:
    access = await turn.services.people.load_access()
    known = await turn.services.people.list_people()
    others = [each for each in known if each.role != "owner"]
    pending = await turn.services.pairing.list_pending()
    lines = [_format_line("owner", format_person("", key)) for key in sorted(access.owners)]
    lines += [_format_line(each.role, _name(each)) for each in others]
    lines += [_format_line("pending", _name(each)) for each in pending[:SHOWN]]
    if len(pending) > SHOWN:
        more = len(pending) - SHOWN
        lines.append(ngettext("… and {count} more request", "… and {count} more requests", more))
    if access.everybody:
        lines.append(_('access.policy is "open": everyone else may talk to me too.'))
    choices = tuple(map(_build_choice, others[-SHOWN:]))
    return Reply("\n".join(lines) or _("Nobody may talk to me."), choices)


def _format_line(status: str, person: str) -> str:
    return f"- {LINES[status].fill(person=person)}"


def _build_choice(person: Person) -> Choice:
    name = person.name or person.key
    if person.role == "blocked":
        return Choice(_("Unblock {person}", person=name), f"/users unblock {person.key}")
    return Choice(_("Revoke {person}", person=name), f"/users revoke {person.key}")


def _name(person: Person | PairingRequest) -> str:
    return format_person(person.name, person.key)


VERBS: dict[str, Callable[[Turn, str], Awaitable[Reply]]] = {
    "approve": _approve,
    "deny": _deny,
    "revoke": _revoke,
    "block": _block,
    "unblock": _unblock,
}


def _needs_pin(message: IncomingMessage, argument: str) -> bool:
    return argument.lower().startswith(("approve", "unblock"))


command = Command(
    "users",
    N_("[revoke|block|unblock PLATFORM:ID]"),
    N_("List, revoke or block the people who may talk to me"),
    manage_users,
    owner_only=True,
    guards=_needs_pin,
    ordered=False,
)

"""/users: who may talk to the bot, and the owner's word on who else may."""

from collections.abc import Awaitable, Callable, Sequence

from bot.access.pairing import PairingRequest
from bot.access.people import Person, format_person
from bot.commands.help import WELCOME
from bot.messages import Answer, Choice, IncomingMessage, Notice, Reply, UserError
from bot.turns.command import Command, Turn

USAGE = "Usage: /users, or /users revoke|block|unblock <platform:id>"
SHOWN = 20  # people with buttons


async def users(turn: Turn, argument: str) -> Answer:
    if not turn.private_owner:
        raise UserError("I speak about people only in a private chat with you.")
    if not argument:
        yield await _listed(turn)
        return
    verb, _, whom = argument.partition(" ")
    act = VERBS.get(verb.lower())
    if act is None or not whom.strip():
        raise UserError(USAGE)
    yield await act(turn, whom.strip())
    turn.services.audit.record(f"users {verb.lower()}", turn.message.sender)


async def _approve(turn: Turn, code: str) -> Reply:
    request = await turn.services.pairing.approve(code)
    told = Notice(request.chat, Reply(f"You may talk to me now.\n\n{WELCOME}"))
    return Reply(
        f"{_named(request)} may talk to me now.",
        (Choice("Take it back", f"/users revoke {request.key}"),),
        notices=(told,),
    )


async def _deny(turn: Turn, code: str) -> Reply:
    request = await turn.services.pairing.deny(code)
    return Reply(
        f"{_named(request)} stays out, and is not told.",
        (Choice("Block them", f"/users block {request.key}"),),
    )


async def _revoke(turn: Turn, key: str) -> Reply:
    await _change(turn, key, "")
    return Reply(f"{format_person('', key)} may no longer talk to me.")


async def _block(turn: Turn, key: str) -> Reply:
    await _change(turn, key, "blocked")
    return Reply(
        f"{key} is blocked: I do not answer them anywhere.",
        (Choice("Unblock", f"/users unblock {key}"),),
    )


async def _unblock(turn: Turn, key: str) -> Reply:
    if key not in (await turn.services.people.load_access()).blocked:
        raise UserError(f"{key} is not blocked. /users lists everybody.")
    await _change(turn, key, "")
    return Reply(f"{key} is no longer blocked, and no longer known.")


async def _change(turn: Turn, key: str, role: str) -> None:
    platform, colon, person = key.partition(":")
    if not (platform and colon and person) or " " in key:
        raise UserError(f"A person is named as platform:id, such as telegram:123. {USAGE}")
    if key in (await turn.services.people.load_access()).owners:
        raise UserError("That is an owner; owners stay. owner_ids in config.json names them.")
    if not await turn.services.people.set_role(key, role):
        raise UserError(f"{key} is not known here, or that is so already. /users lists everybody.")


async def _listed(turn: Turn) -> Reply:
    access = await turn.services.people.load_access()
    known = await turn.services.people.list_people()
    others = [each for each in known if each.role != "owner"]
    pending = await turn.services.pairing.list_pending()
    lines = [f"- {format_person('', key)}: owner" for key in sorted(access.owners)]
    lines += [f"- {_named(each)}: {each.role}" for each in others]
    lines += [f"- {_named(each)}: waits for your answer" for each in pending]
    if access.everybody:
        lines.append('access.policy is "open": everybody else may talk to me too.')
    return Reply("\n".join(lines) or "Nobody may talk to me.", _choices(others))


def _choices(people: Sequence[Person]) -> tuple[Choice, ...]:
    choices = []
    for each in people[-SHOWN:]:
        verb = "unblock" if each.role == "blocked" else "revoke"
        choices.append(
            Choice(f"{verb.capitalize()} {each.name or each.key}", f"/users {verb} {each.key}")
        )
    return tuple(choices)


def _named(person: Person | PairingRequest) -> str:
    return format_person(person.name, person.key)


VERBS: dict[str, Callable[[Turn, str], Awaitable[Reply]]] = {
    "approve": _approve,
    "deny": _deny,
    "revoke": _revoke,
    "block": _block,
    "unblock": _unblock,
}


def _lets_in(_: IncomingMessage, argument: str) -> bool:
    return argument.lower().startswith("approve")


command = Command(
    "users",
    "[revoke|block|unblock <who>]",
    "List, revoke or block who may talk to me",
    users,
    owner_only=True,
    guards=_lets_in,
    ordered=False,
)

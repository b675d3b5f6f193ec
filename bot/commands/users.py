"""/users: lists who may talk to the bot, and lets the owner approve, revoke and block people."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple
from functools import partial

from bot.access.look_alikes import find_look
from bot.access.pairing import PairingRequest
from bot.access.people import (
    Person,
    format_name_plain,
    format_person,
    format_person_plain,
)
from bot.access.quota_settings import MIB, QuotaSettings
from bot.access.quotas import Quota
from bot.commands.help import WELCOME
from bot.messages import (
    N_,
    Answer,
    Choice,
    IncomingMessage,
    Notice,
    Reply,
    Sentence,
    UserError,
    _,
    ngettext,
    use_language,
)
from bot.turns.command import Command, Turn
from bot.views.quotas import format_limits, format_quota
from indexer.i18n import join_sentences

USAGE = N_("Usage: /users, or /users revoke|block|unblock|limit|join|part PLATFORM:ID")
JOIN_USAGE = N_("Usage: /users join PLATFORM:ID PLATFORM:ID, for two accounts of one person")
LIMIT_USAGE = N_(
    "Usage: /users limit PLATFORM:ID [files|megabytes|minutes NUMBER, double, none or default]. "
    "0 means no limit."
)
USAGES = {"limit": LIMIT_USAGE, "join": JOIN_USAGE}
LINES = {
    "owner": N_("{person}: owner"),
    "approved": N_("{person}: approved"),
    "blocked": N_("{person}: blocked"),
    "pending": N_("{person}: waiting for your answer"),
    "guest": N_("{person}: sent files today"),
    "limited": N_("{person}: has limits of their own"),
    "joined": N_("{person}: one person"),
}
# What a limit is called, what it limits, and how much one of it is.
LIMITS = {"files": ("files", 1), "megabytes": ("bytes", MIB), "minutes": ("seconds", 60)}
LARGEST = 1_000_000  # of any of them
# not translated: what buttons send
DEFAULT, DOUBLE, NONE = "default", "double", "none"
FACTORS = {DOUBLE: 2, NONE: 0}
SHOWN = 20  # people with buttons, requests, and strangers who sent files


async def manage_users(turn: Turn, argument: str) -> Answer:
    if not turn.private_owner:
        raise UserError(_("I only talk about people in a private chat with you."))
    if not argument:
        yield await _list_people(turn)
        return
    verb, _space, whom = argument.partition(" ")
    act = VERBS.get(verb.lower())
    if act is None or not whom.strip():
        raise UserError(str(USAGES.get(verb.lower(), USAGE)))
    yield await act(turn, whom.strip())
    turn.services.audit.record(f"users {verb.lower()}", turn.message.sender)


async def _approve(turn: Turn, code: str) -> Reply:
    request = await turn.services.pairing.approve(code, turn.key)
    with use_language(await turn.services.languages.find(request.chat.key)):
        welcome = Notice(request.chat, Reply(f"{_('You may talk to me now.')}\n\n{WELCOME}"))
    return Reply(
        _("{person} may talk to me now.", person=_name(request)),
        (Choice(_("Revoke"), f"/users revoke {request.key}"),),
        notices=(welcome,),
    )


async def _deny(turn: Turn, code: str) -> Reply:
    request = await turn.services.pairing.deny(code, turn.key)
    return Reply(
        _("{person} was not let in, and is not notified.", person=_name(request)),
        (Choice(_("Block them"), f"/users block {request.key}"),),
    )


async def _revoke(turn: Turn, key: str) -> Reply:
    names = await turn.services.people.load_names()
    await _change(turn, key, partial(turn.services.people.take_role, key, "approved"))
    person = format_person(names.get(key, ""), key)
    return Reply(_("{person} may no longer talk to me.", person=person))


async def _block(turn: Turn, key: str) -> Reply:
    await _change(turn, key, partial(turn.services.people.set_role, key, "blocked"))
    return Reply(
        _("{person} is blocked. I will not answer them anywhere.", person=key),
        (Choice(_("Unblock"), f"/users unblock {key}"),),
    )


async def _unblock(turn: Turn, key: str) -> Reply:
    if key not in (await turn.services.people.load_access()).blocked:
        raise UserError(_("{person} is not blocked. /users lists everyone.", person=key))
    await _change(turn, key, partial(turn.services.people.take_role, key, "blocked"))
    return Reply(_("{person} is no longer blocked, and is a stranger to me again.", person=key))


async def _change(turn: Turn, key: str, change: Callable[[], Awaitable[bool]]) -> None:
    _check_person(key)
    if key in (await turn.services.people.load_access()).owners:
        raise UserError(
            _(
                "That person is an owner, and owners cannot be changed here. "
                "See owner_ids in config.json."
            )
        )
    if not await change():
        raise UserError(
            _("{person} is unknown or already has that status. /users lists everyone.", person=key)
        )
    await turn.services.barring.stop(key)


def _check_person(key: str, usage: Sentence = USAGE) -> None:
    platform, colon, person = key.partition(":")
    if not (platform and colon and person) or " " in key:
        hint = _("Name the person as platform:id, such as telegram:123.")
        raise UserError(join_sentences(hint, str(usage)))


async def _limit(turn: Turn, argument: str) -> Reply:
    """Show a person's limits, and change them if `argument` says how."""
    key, *change = argument.split()
    _check_person(key, LIMIT_USAGE)
    if key in (await turn.services.people.load_access()).owners:
        raise UserError(_("That person is an owner, and owners have no limits."))
    if change:
        await _change_limit(turn, key, change)
    names = await turn.services.people.load_names()
    quota = await turn.services.quotas.get(key)
    lines = [format_person(names.get(key, ""), key), format_quota(quota)]
    text = "\n".join(lines if change else [*lines, str(LIMIT_USAGE)])
    return Reply(text, tuple(_build_limit_choices(turn, key, quota.limits)))


def _build_limit_choices(turn: Turn, key: str, limits: QuotaSettings) -> Iterable[Choice]:
    if any(astuple(limits)):
        yield Choice(_("Double the limits"), f"/users limit {key} {DOUBLE}")
        yield Choice(_("No limits"), f"/users limit {key} {NONE}")
    if limits != turn.services.settings.documents.quota:
        yield Choice(_("Limits of everyone"), f"/users limit {key} {DEFAULT}")


async def _change_limit(turn: Turn, key: str, change: Sequence[str]) -> None:
    match [each.lower() for each in change]:
        case [word] if word == DEFAULT:
            await turn.services.quotas.reset(key)
        case [word] if word in FACTORS:
            await _multiply_limits(turn, key, FACTORS[word])
        case [name, most] if name in LIMITS and _is_limit(most):
            resource, unit = LIMITS[name]
            await turn.services.quotas.set(key, resource, int(most) * unit)
        case _:
            raise UserError(str(LIMIT_USAGE))


async def _multiply_limits(turn: Turn, key: str, factor: int) -> None:
    quotas = turn.services.quotas
    limits = asdict((await quotas.get(key)).limits)
    for resource, unit in LIMITS.values():
        await quotas.set(key, resource, min(limits[resource] * factor, LARGEST * unit))


def _is_limit(most: str) -> bool:
    return most.isdecimal() and len(most) <= len(str(LARGEST)) and int(most) <= LARGEST


async def _join(turn: Turn, argument: str) -> Reply:
    """List two accounts as one person's; what each may do and see stays its own."""
    keys = argument.split()
    if len(set(keys)) != 2:
        raise UserError(str(JOIN_USAGE))
    for key in keys:
        _check_person(key, JOIN_USAGE)
    owners = (await turn.services.people.load_access()).owners
    await turn.services.accounts.join(keys[0], keys[1], owners)
    return Reply(
        _(
            "{person} and {other} are listed as one person. What each of them may do and see "
            "stays as it is.",
            person=keys[0],
            other=keys[1],
        ),
        (Choice(_("List apart"), f"/users part {keys[1]}"),),
    )


async def _part(turn: Turn, key: str) -> Reply:
    _check_person(key)
    if not await turn.services.accounts.part(key):
        raise UserError(_("{person} is listed as one with nobody else.", person=key))
    return Reply(_("{person} is listed as a person of its own again.", person=key))


async def _list_joined(turn: Turn, names: Mapping[str, str], owners: frozenset[str]) -> list[str]:
    """Format a line for each person with several accounts."""
    persons = await turn.services.accounts.load_persons(owners)
    groups = [keys for keys in persons.group(sorted(persons.joined)) if len(keys) > 1]
    people = ([format_person(names.get(key, ""), key) for key in keys] for keys in groups)
    return [_format_line("joined", ", ".join(each)) for each in people]


async def _list_people(turn: Turn) -> Reply:
    access = await turn.services.people.load_access()
    known = await turn.services.people.list_people()
    names = {each.key: each.name for each in known}
    others = [each for each in known if each.role != "owner"]
    quotas = dict(await turn.services.quotas.list_all())
    strangers = quotas.keys() - access.owners - {each.key for each in others}
    lines = [
        *_format_owners(access.owners, names),
        *(line for each in others for line in _format_other(each, quotas)),
        *await _list_joined(turn, names, access.owners),
        *_format_pending(await turn.services.pairing.list_pending()),
        *(line for key in sorted(strangers)[:SHOWN] for line in _format_stranger(quotas[key], key)),
        _format_limits(turn),
    ]
    if access.everybody:
        lines.append(_('access.policy is "open": everyone else may talk to me too.'))
    choices = tuple(_build_all_choices(others[-SHOWN:], known))
    return Reply("\n".join(lines), choices)


def _format_owners(owners: Iterable[str], names: Mapping[str, str]) -> Iterator[str]:
    for key in sorted(owners):
        yield _format_line("owner", format_person(names.get(key, ""), key))


def _format_other(person: Person, quotas: Mapping[str, Quota]) -> Iterator[str]:
    yield _format_line(person.role, _name(person))
    if quota := quotas.get(person.key):
        yield f"  - {format_quota(quota)}"


def _format_pending(pending: Sequence[PairingRequest]) -> Iterator[str]:
    for each in pending[:SHOWN]:
        yield _format_line("pending", _name(each))
    if (more := len(pending) - SHOWN) > 0:
        yield ngettext("… and {count} more request", "… and {count} more requests", more)


def _format_stranger(quota: Quota, key: str) -> Iterator[str]:
    """Format who is no more than what they sent, or than limits of their own."""
    yield _format_line("guest" if quota.used.files else "limited", key)
    yield f"  - {format_quota(quota)}"


def _format_limits(turn: Turn) -> str:
    return _(
        "Daily limit per person: {limits}. "
        "To see or change the limit of one person, send /users limit PLATFORM:ID.",
        limits=format_limits(turn.services.settings.documents.quota),
    )


def _format_line(status: str, person: str) -> str:
    return f"- {LINES[status].fill(person=person)}"


def _build_all_choices(people: Sequence[Person], known: Iterable[Person]) -> Iterator[Choice]:
    """Build the buttons of `people`, by their keys too where two of those `known` look alike."""
    looks = Counter(find_look(format_name_plain(each.name)) for each in known)
    for each in people:
        plain = format_name_plain(each.name)
        alone = plain and looks[find_look(plain)] == 1
        yield from _build_choices(each, plain if alone else format_person_plain(plain, each.key))


def _build_choices(person: Person, name: str) -> tuple[Choice, ...]:
    if person.role == "blocked":
        return (Choice(_("Unblock {person}", person=name), f"/users unblock {person.key}"),)
    return (
        Choice(_("Revoke {person}", person=name), f"/users revoke {person.key}"),
        Choice(_("Limits of {person}", person=name), f"/users limit {person.key}"),
    )


def _name(person: Person | PairingRequest) -> str:
    return format_person(person.name, person.key)


VERBS: dict[str, Callable[[Turn, str], Awaitable[Reply]]] = {
    "approve": _approve,
    "deny": _deny,
    "revoke": _revoke,
    "block": _block,
    "unblock": _unblock,
    "limit": _limit,
    "join": _join,
    "part": _part,
}


def _needs_pin(message: IncomingMessage, argument: str) -> bool:
    """Return whether it lets somebody in; to shut somebody out exposes and deletes nothing."""
    return argument.lower().startswith(("approve", "unblock"))


command = Command(
    "users",
    N_("[revoke|block|unblock|limit|join|part PLATFORM:ID]"),
    N_("List, revoke, block or limit the people who may talk to me"),
    manage_users,
    owner_only=True,
    guards=_needs_pin,
    ordered=False,
)

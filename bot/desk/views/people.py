"""The people who may talk to multis or ask to, with their limits, and who is invited."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.access.people import Role
from bot.access.policy import Access
from bot.access.quotas import Quota
from bot.desk.views import Arguments, View, ViewContext
from bot.services.services import Services
from bot.views.quotas import format_quota


class PersonView(Struct, frozen=True):
    key: str  # platform:id
    person: str  # the key of the first account of the same person; they follow one another
    name: str  # as they call themselves
    role: Role | Literal["stranger"]  # who only has limits
    quota: str  # what they sent today and may send; empty for owners


class PairingView(Struct, frozen=True):
    """Somebody who asks to be let in.

    They were shown a code for the owner, with which `/users approve` lets them in.
    """

    key: str
    name: str


class InvitationView(Struct, frozen=True):
    """An invitation that nobody has used yet."""

    id: int
    name: str
    expires_at: int  # epoch seconds


class PeopleView(Struct, frozen=True):
    known: tuple[PersonView, ...]
    asking: tuple[PairingView, ...]
    invited: tuple[InvitationView, ...]
    open: bool  # whether strangers are answered too


async def show(context: ViewContext, _arguments: Arguments) -> PeopleView:
    services = context.turn.services
    access = await services.people.load_access()
    persons = await services.accounts.load_persons(access.owners)
    known = {each.key: each for each in await _list_known(services, access)}
    asking = (PairingView(each.key, each.name) for each in await services.pairing.list_pending())
    invited = (
        InvitationView(each.id, each.name, int(each.expires_at.timestamp()))
        for each in await services.invitations.list_waiting()
    )
    together = (
        replace(known[key], person=keys[0]) for keys in persons.group(known) for key in keys
    )
    return PeopleView(tuple(together), tuple(asking), tuple(invited), access.everybody)


async def _list_known(services: Services, access: Access) -> list[PersonView]:
    quotas = dict(await services.quotas.list_all())
    people = {each.key: each for each in await services.people.list_people()}
    names = {key: each.name for key, each in people.items()}
    known = [PersonView(key, key, names.get(key, ""), "owner", "") for key in sorted(access.owners)]
    for each in people.values():
        if each.role != "owner":
            limits = format_quota(await services.quotas.get(each.key))
            known.append(PersonView(each.key, each.key, each.name, each.role, limits))
    return known + _list_strangers(quotas, {each.key for each in known})


def _list_strangers(quotas: Mapping[str, Quota], known: set[str]) -> list[PersonView]:
    """List those who sent files or have limits of their own, but have no role."""
    others = sorted(quotas.keys() - known)
    return [PersonView(key, key, "", "stranger", format_quota(quotas[key])) for key in others]


view = View("people", show, owner_only=True)

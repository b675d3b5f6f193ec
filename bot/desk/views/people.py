"""The people who may talk to multis or ask to, with their limits, and who is invited."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.access.quotas import Quota
from bot.desk.views import Arguments, View, ViewContext
from bot.views.quotas import format_quota


@dataclass(frozen=True, slots=True)
class PersonView:
    key: str  # platform:id
    name: str  # as they call themselves
    role: str  # owner, approved, blocked, or stranger for somebody who only has limits
    quota: str  # what they sent today and may send; empty for owners


@dataclass(frozen=True, slots=True)
class PairingView:
    """Somebody who asks to be let in.

    They were shown a code for the owner, with which `/users approve` lets them in.
    """

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class InvitationView:
    """An invitation that nobody has used yet."""

    id: int
    name: str
    expires_at: int  # epoch seconds


@dataclass(frozen=True, slots=True)
class PeopleView:
    known: tuple[PersonView, ...]
    asking: tuple[PairingView, ...]
    invited: tuple[InvitationView, ...]
    open: bool  # whether strangers are answered too


async def show(context: ViewContext, _arguments: Arguments) -> PeopleView:
    services = context.turn.services
    access = await services.people.load_access()
    quotas = dict(await services.quotas.list_all())
    known = [PersonView(key, "", "owner", "") for key in sorted(access.owners)]
    for each in await services.people.list_people():
        if each.role != "owner":
            limits = await services.quotas.get(each.key)
            known.append(PersonView(each.key, each.name, each.role, format_quota(limits)))
    known += _list_strangers(quotas, {each.key for each in known})
    asking = (PairingView(each.key, each.name) for each in await services.pairing.list_pending())
    invited = (
        InvitationView(each.id, each.name, int(each.expires_at.timestamp()))
        for each in await services.invitations.list_waiting()
    )
    return PeopleView(tuple(known), tuple(asking), tuple(invited), access.everybody)


def _list_strangers(quotas: Mapping[str, Quota], known: set[str]) -> list[PersonView]:
    """List those who sent files or have limits of their own, but have no role."""
    others = sorted(quotas.keys() - known)
    return [PersonView(key, "", "stranger", format_quota(quotas[key])) for key in others]


view = View("people", show, owner_only=True)

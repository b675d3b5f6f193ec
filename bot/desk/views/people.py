"""Who may talk to multis, who asks to, as /users lists them."""

from dataclasses import dataclass

from bot.desk.views import Arguments, View, ViewContext


@dataclass(frozen=True, slots=True)
class KnownPerson:
    key: str  # platform:id
    name: str  # as they call themselves
    role: str  # owner, approved or blocked


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """They were shown a code, and tell it the owner; with it `/users approve` lets them in."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class People:
    known: tuple[KnownPerson, ...]
    asking: tuple[PairingRequest, ...]
    open: bool  # whether strangers are answered too


async def show(look: ViewContext, _: Arguments) -> People:
    services = look.turn.services
    access = await services.people.load_access()
    others = [each for each in await services.people.list_people() if each.role != "owner"]
    known = [KnownPerson(key, "", "owner") for key in sorted(access.owners)]
    known += [KnownPerson(each.key, each.name, each.role) for each in others]
    asking = (PairingRequest(each.key, each.name) for each in await services.pairing.list_pending())
    return People(tuple(known), tuple(asking), access.everybody)


view = View("people", show, owner_only=True)

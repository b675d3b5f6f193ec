"""The people who may talk to multis or ask to, as /users lists them."""

from dataclasses import dataclass

from bot.desk.views import Arguments, View, ViewContext


@dataclass(frozen=True, slots=True)
class PersonView:
    key: str  # platform:id
    name: str  # as they call themselves
    role: str  # owner, approved or blocked


@dataclass(frozen=True, slots=True)
class PairingView:
    """Somebody who asks to be let in.

    They were shown a code for the owner, with which `/users approve` lets them in.
    """

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class PeopleView:
    known: tuple[PersonView, ...]
    asking: tuple[PairingView, ...]
    open: bool  # whether strangers are answered too


async def show(context: ViewContext, _arguments: Arguments) -> PeopleView:
    services = context.turn.services
    access = await services.people.load_access()
    others = [each for each in await services.people.list_people() if each.role != "owner"]
    known = [PersonView(key, "", "owner") for key in sorted(access.owners)]
    known += [PersonView(each.key, each.name, each.role) for each in others]
    asking = (PairingView(each.key, each.name) for each in await services.pairing.list_pending())
    return PeopleView(tuple(known), tuple(asking), access.everybody)


view = View("people", show, owner_only=True)

"""The services that decide who may do what, built on first use."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from bot.services.resources import OpenedResources

if TYPE_CHECKING:
    from bot.access.accounts import Accounts
    from bot.access.chat_languages import ChatLanguages
    from bot.access.escalation import Escalations
    from bot.access.invitations import Invitations
    from bot.access.modes import Modes
    from bot.access.pairing import Pairing
    from bot.access.people import People
    from bot.access.pin_gate import PinGate
    from bot.access.rate_limit import MessageLimiter


# Cached services are stored in the instance's __dict__.
class AccessServices(OpenedResources, frozen=True, dict=True):
    """Live as long as their resources."""

    @cached_property
    def people(self) -> People:
        from bot.access.people import People

        return People(self._resources.database, self._resources.setup.access, self.clock)

    @cached_property
    def accounts(self) -> Accounts:
        from bot.access.accounts import Accounts

        return Accounts(self._resources.database)

    @cached_property
    def invitations(self) -> Invitations:
        from bot.access.invitations import Invitations

        return Invitations(self._resources.database, self.clock)

    @cached_property
    def pairing(self) -> Pairing:
        from bot.access.pairing import Pairing

        return Pairing(self._resources.database, self.clock)

    @cached_property
    def modes(self) -> Modes:
        from bot.access.modes import Modes

        return Modes(self._resources.database, lambda: self.settings.modes, self.clock)

    @cached_property
    def languages(self) -> ChatLanguages:
        from bot.access.chat_languages import ChatLanguages

        return ChatLanguages(self._resources.database, self._resources.setup.language)

    @cached_property
    def escalations(self) -> Escalations:
        from bot.access.escalation import Escalations

        return Escalations(self._resources.database, lambda: self.settings.escalation, self.clock)

    @cached_property
    def pin_gate(self) -> PinGate:
        from bot.access.pin_gate import PinGate

        return PinGate(self._resources.database, self.settings.security, self.clock)

    @cached_property
    def message_limiter(self) -> MessageLimiter:
        from bot.access.rate_limit import MessageLimiter

        return MessageLimiter(lambda: self.settings.rate_limit)

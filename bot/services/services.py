"""What commands may use, made of what `bot.services.open` opened.

Three layers, each over the one before: `Library` has the documents, `Remembering` what was said,
`Services` who talks here and what is under way.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from bot.runtime.cancellation import Stops
from bot.services.remembering import Remembering

if TYPE_CHECKING:
    from bot.access.audit_log import Audit
    from bot.access.pairing import Pairing
    from bot.access.people import People
    from bot.access.rate_limit import Throttle
    from bot.delivery.inbox import Inbox
    from bot.services.door import Door
    from bot.services.last_answers import LastAnswers
    from bot.services.resources import Opened


class Services(Remembering):
    """All of it: what a turn, a scheduled job and a page of the desk work with."""

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened)
        self.answers = Stops()  # that a model is writing

    @cached_property
    def inbox(self) -> Inbox:
        from bot.delivery.inbox import Inbox

        return Inbox(self._opened.database, self.clock, self.settings.inbox)

    @cached_property
    def people(self) -> People:
        from bot.access.people import People

        return People(self._opened.database, self._opened.access, self.clock)

    @cached_property
    def pairing(self) -> Pairing:
        from bot.access.pairing import Pairing

        return Pairing(self._opened.database, self.clock)

    @cached_property
    def door(self) -> Door:
        from bot.services.door import door_of

        return door_of(self._opened)

    @cached_property
    def throttle(self) -> Throttle:
        from bot.access.rate_limit import Throttle

        return Throttle(self.settings.rate_limit)

    @cached_property
    def audit(self) -> Audit:
        from bot.access.audit_log import Audit

        return Audit(self.home.audit, self.clock)

    @cached_property
    def last_answers(self) -> LastAnswers:
        from bot.services.last_answers import LastAnswers

        return LastAnswers(self._opened.database)

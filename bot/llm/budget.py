"""Decides by the daily budget whether a question may still go to a model."""

from enum import Enum

from indexer.i18n import N_


class Allowance(Enum):
    """The decision whether a question may still go to a model today."""

    FREE = "free"
    WARN = "warn"
    STOP = "stop"

    @property
    def stops(self) -> bool:
        """True if no model may answer."""
        return self is Allowance.STOP

    @property
    def notice(self) -> str:
        """The sentence shown before the answer; empty for `FREE`."""
        return str(_NOTICES[self]) if self in _NOTICES else ""


_NOTICES = {
    Allowance.WARN: N_(
        "Today's model budget (llm.daily_budget) is used up. You are the owner, so I go on using"
        " the model."
    ),
    Allowance.STOP: N_(
        "Today's model budget is used up. Until tomorrow, I answer with what the documents say."
    ),
}


def check_budget(spent: float, budget: float, *, is_owner: bool) -> Allowance:
    """Decide by today's cost of all chats; a `budget` of 0 means no limit."""
    if not budget or spent < budget:
        return Allowance.FREE
    return Allowance.WARN if is_owner else Allowance.STOP

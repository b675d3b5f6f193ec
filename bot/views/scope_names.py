"""Name the person whom a chat-private text belongs to; shown to the owner only."""

from collections.abc import Callable, Mapping

from bot.access.people import format_person
from bot.turns.command import Turn
from indexer.scopes import Scope

Names = Mapping[str, str]  # by `platform:id`


async def load_names(turn: Turn) -> Names | None:
    """Return the names of all people; None where others than the owner read the reply."""
    if not turn.private_owner:
        return None
    return await turn.services.people.load_names()


def format_owner(
    scope: Scope, names: Names | None, form: Callable[[str, str], str] = format_person
) -> str:
    """Return the owner of `scope` as `form` writes one; empty if it is hidden or no chat's own."""
    if names is None or not scope.chat:
        return ""
    return form(names.get(scope.chat, ""), scope.chat)

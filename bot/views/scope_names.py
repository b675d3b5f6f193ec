"""Whose a text is that one chat alone may read: told to nobody but the owner."""

from collections.abc import Callable, Mapping

from bot.access.people import format_person
from bot.turns.command import Turn
from indexer.scopes import Scope

Names = Mapping[str, str]  # by `platform:id`


async def load_names(turn: Turn) -> Names | None:
    """What people call themselves; None where others than the owner read the reply."""
    if not turn.private_owner:
        return None
    return {each.key: each.name for each in await turn.services.people.list_people()}


def format_owner(
    scope: Scope, names: Names | None, told: Callable[[str, str], str] = format_person
) -> str:
    """As `told` writes a person; empty where `names` is None or `scope` is no chat's own."""
    if names is None or not scope.chat:
        return ""
    return told(names.get(scope.chat, ""), scope.chat)

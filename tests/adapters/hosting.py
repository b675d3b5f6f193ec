"""What an adapter gets from the daemon, for tests that run one without it."""

from collections.abc import Iterable
from pathlib import Path

from bot.messages import Host, MenuItem, Sender

MENU = (
    MenuItem("help", "What I can do"),
    MenuItem("ask", "Ask your documents"),
    MenuItem("backup", "Make a backup", owner_only=True),
)
NOWHERE = Path("/nonexistent")


def a_host(folder: Path = NOWHERE, owners: Iterable[str] = (), known: Iterable[str] = ()) -> Host:
    """Owners and `known` people are followed into any room, nobody else into none."""
    friends = frozenset((*owners, *known))

    async def welcomes(sender: Sender, private: bool) -> bool:
        return sender.key in friends

    return Host(MENU, frozenset(owners), folder, welcomes)

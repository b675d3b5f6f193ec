"""The owner's vault with a canary in it."""

from pathlib import Path

from bot.messages import Reply
from indexer.scopes import Visibility
from tests.conversation import OWNER, Conversation, World

CANARY = "canary-8841"
EVERYTHING = Visibility.unrestricted()


def group(world: World) -> Conversation:
    return world.person(OWNER, chat="-100", private=False)


async def plant(world: World) -> None:
    """The canary in every file of the vault."""
    vault = world.services.owner_memory.vault
    await vault.add_memory(f"The safe opens with {CANARY} memory.")
    await vault.add_rule(f"Answer as {CANARY} rule says.")
    await vault.append_daily(world.clock(), f"Met {CANARY} today.")
    await vault.core.update("user", "secret", f"{CANARY} core")
    await vault.append_session("test:1", world.clock(), "Final", f"Talked of {CANARY} at length.")
    await vault.edit(vault.skills / "safe.md", lambda _: f"How to open {CANARY} with a spoon.")
    await world.services.owner_memory.run_sync()


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


async def press(who: Conversation, reply: Reply, label: str) -> Reply:
    return await who.press(reply, next(c.label for c in reply.choices if c.label.startswith(label)))

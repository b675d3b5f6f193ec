"""/tidy: doubled and outdated entries of the owner's notes go or merge, once they agree."""

from bot.messages import Answer, Draft, Reply
from bot.owner.proposals import decided, offered
from bot.owner.turn import ask_model, vault_of
from bot.turns.command import Command, Turn
from memory.vault import tidy as tidying
from memory.vault.proposals import Basis, kept


async def tidy(turn: Turn, argument: str) -> Answer:
    vault = vault_of(turn)
    if argument:
        yield await decided(turn, "tidy", argument)
        return
    memory, rules = await vault.read(vault.memory_file), await vault.read(vault.rules_file)
    found = tidying.numbered(memory, rules)
    proposals = tidying.doubled(found)
    if not proposals and len(found) > 1 and turn.services.own.summarise:
        yield Draft("Reading your notes …")
        answer = await ask_model(turn, tidying.SYSTEM, tidying.request(found))
        proposals = tidying.proposals(answer, found)
    changing = kept(proposals, {"memory": memory, "rules": rules})
    if changing:
        yield await offered(turn, "tidy", changing, Basis())
    else:
        yield Reply("Your notes are tidy: I found nothing to merge or to remove.")


command = Command(
    "tidy", "", "Find entries of your notes to merge or to remove", tidy, owner_only=True
)

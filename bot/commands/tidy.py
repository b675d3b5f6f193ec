"""/tidy: merges or removes duplicate and outdated notes of the owner, once they agree."""

from bot.messages import N_, Answer, Draft, Reply, _
from bot.owner.proposals import decide, offer_changes
from bot.owner.turn import ask_model, get_vault
from bot.turns.command import Command, Turn
from memory.vault import tidy as tidying
from memory.vault.proposals import Basis, select_effective


async def tidy(turn: Turn, argument: str) -> Answer:
    vault = get_vault(turn)
    if argument:
        yield await decide(turn, "tidy", argument)
        return
    memory, rules = await vault.read(vault.memory_file), await vault.read(vault.rules_file)
    found = tidying.number_entries(memory, rules)
    proposals = tidying.find_duplicates(found)
    if not proposals and len(found) > 1 and turn.services.owner_memory.summarize:
        yield Draft(_("Reading your notes …"))
        answer = await ask_model(turn, tidying.SYSTEM, tidying.build_request(found))
        proposals = tidying.parse_proposals(answer, found)
    changing = select_effective(proposals, {"memory": memory, "rules": rules})
    if changing:
        yield await offer_changes(turn, "tidy", changing, Basis())
    else:
        yield Reply(_("Your notes are tidy: there is nothing to merge or remove."))


command = Command(
    "tidy", "", N_("Find entries in your notes to merge or remove"), tidy, owner_only=True
)

"""/review: turns flagged answers and new facts into rules and notes, once the owner agrees."""

from functools import partial

from bot.messages import N_, Answer, Draft, Reply, UserError, _, run_aside
from bot.owner.proposals import decide, offer_changes, set_aside
from bot.owner.turn import ask_model, get_vault
from bot.turns.command import Command, Turn
from indexer.i18n import join_sentences
from memory.vault import review as reviewing
from memory.vault.proposals import Basis, select_effective
from memory.vault.vault import Vault

NOTHING = N_(
    "There is nothing to review. Flag answers as wrong or right with /w and /r; facts "
    "from our conversations are collected automatically."
)


async def review(turn: Turn, argument: str) -> Answer:
    vault = get_vault(turn)
    if argument:
        yield await decide(turn, "review", argument)
        return
    memory, rules = await vault.read(vault.memory_file), await vault.read(vault.rules_file)
    basis = await _basis(turn, vault, memory)
    found = reviewing.build_material(basis)
    if not found:
        yield Reply(str(NOTHING))
        return
    yield Draft(_("Reading what you flagged and what I noted …"))
    answer = await ask_model(turn, reviewing.SYSTEM, reviewing.build_request(found, memory, rules))
    parse = partial(reviewing.parse_proposals, answer, found, memory, rules)
    read = await run_aside(parse, len(answer) + len(memory) + len(rules))
    if proposals := select_effective(read, {"memory": memory, "rules": rules}):
        yield await offer_changes(turn, "review", proposals, basis)
    else:
        yield await _close(turn, basis, answer)


async def _close(turn: Turn, basis: Basis, answer: str) -> Reply:
    """Tell that nothing is proposed; what the model has judged is not judged again."""
    if not reviewing.is_answer(answer):
        problem = _("The model's answer could not be read as proposals, so nothing was reviewed.")
        raise UserError(join_sentences(problem, _("Send /review to try again.")))
    await set_aside(turn, "review", basis)
    return Reply(
        _(
            "The model found nothing worth changing. What you flagged is in the vault's `feedback` "
            "folder and will not be reviewed again."
        )
    )


async def _basis(turn: Turn, vault: Vault, memory: str) -> Basis:
    extracted = await turn.services.owner_memory.list_extracted()
    reviewed = await turn.services.owner_memory.proposals.filter_reviewed(extracted)
    find = partial(reviewing.find_new_facts, extracted, reviewed, memory)
    return Basis(
        await vault.read(vault.feedback_file("corrections")),
        await vault.read(vault.feedback_file("rewards")),
        await run_aside(find, len(memory) + sum(map(len, extracted))),
    )


command = Command(
    "review",
    "",
    N_("Turn flagged answers and new facts into rules and notes"),
    review,
    owner_only=True,
)

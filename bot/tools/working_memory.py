"""The tool by which the model keeps its working memory: it proposes, and the owner agrees.

Memory.md stands in every prompt of the owner's private chats, so nothing gets in there without a
button. What the person's own words do not support is shown as somebody else's: a document may have
dictated it.
"""

import unicodedata
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from bot.llm import Tool
from bot.messages import Choice, UserError, _
from bot.tools.arguments import TEXT, Arguments, build_parameters, describe, parse_text
from bot.tools.context import QUOTE, ToolContext
from indexer.i18n import join_sentences
from memory.vault.markdown_lists import list_entries
from memory.vault.proposals import Basis, Proposal, Proposals
from memory.vault.vault import Vault

LONGEST = 200  # characters
MOST = 5  # proposals of one answer
NAME = "memory_propose"
DESCRIPTION = (
    "Propose a line for Memory.md, your working memory, which"  # not translated: for the model
    " stands in every prompt: what will matter for months. The user agrees with a button before"
    " anything is written; never say that it is written."
)
PARAMETERS = build_parameters(
    ["text"],
    text=describe(TEXT, "the line, one short sentence in the user's language"),
    replaces=describe(TEXT, "the line of Memory.md that it replaces, copied exactly; else empty"),
    quote=QUOTE,
)


def build_proposal_tool(vault: Vault, context: ToolContext) -> Tool:
    """Build the tool for one turn of the owner's, in private."""
    return Tool(NAME, DESCRIPTION, PARAMETERS, _WorkingMemory(vault, context).propose)


class _WorkingMemory(Struct, frozen=True):
    """The action of the tool; lives as long as the turn."""

    vault: Vault
    context: ToolContext

    async def propose(self, arguments: Arguments) -> str:
        if len(self.context.effects.proposed) >= MOST:
            raise UserError("That is enough for one answer.")  # not translated: for the model
        text = " ".join(parse_text(arguments, "text").split())
        text, own = self._ground(_check_text(text), parse_text(arguments, "quote", ""))
        proposal = Proposal("memory", text, await self._find_replaced(arguments))
        before = await self.vault.read(self.vault.memory_file)
        if proposal in self.context.effects.proposed or proposal.apply_to(before) == before:
            return "Memory.md has that already."  # not translated: for the model
        self.context.effects.proposed.append(proposal)
        self._tell(proposal, own=own)
        return "OK: the user is asked. Nothing is written yet."  # not translated: for the model

    def _ground(self, text: str, quote: str) -> tuple[str, bool]:
        """Return the text, and whether the person's own words support it."""
        try:
            return self.context.witness.ground(text, quote).text, True
        except UserError:
            return text, False

    async def _find_replaced(self, arguments: Arguments) -> tuple[str, ...]:
        wanted = " ".join(parse_text(arguments, "replaces", "").split())
        entries = list_entries(await self.vault.read(self.vault.memory_file))
        if wanted and wanted not in entries:
            raise UserError("Memory.md has no such line.")  # not translated: for the model
        return (wanted,) if wanted else ()

    def _tell(self, proposal: Proposal, *, own: bool) -> None:
        file, change = self.vault.memory_file.name, proposal.describe()
        said = _("Proposed for {file}. {change}", file=file, change=change)
        if not own:
            said = join_sentences(said, _("You did not say this yourself."))
        # The day's file gets no text that nobody has agreed to: it stands in prompts too.
        self.context.effects.add(said, "a line was proposed for the working memory")


async def offer_lines(
    stored: Proposals, proposed: Sequence[Proposal], now: datetime
) -> tuple[Choice, ...]:
    """Store what a model proposed; return a button for each, which writes it."""
    if not proposed:
        return ()
    offer = await stored.make("answer", proposed, Basis(), now)
    if len(proposed) == 1:
        return (Choice(_("Write it down"), f"/review apply {offer.id}"),)
    return tuple(
        Choice(_("Write line {number} down", number=str(n)), f"/review apply {offer.id} {n}")
        for n in offer.open
    )


def _check_text(text: str) -> str:
    """Return a text that the owner sees as it is; signs that nobody sees are refused."""
    if not text or len(text) > LONGEST:
        raise UserError(f"Write 1 to {LONGEST} characters.")  # not translated: for the model
    if any(unicodedata.category(each) in ("Cc", "Cf", "Co", "Cn") for each in text):
        raise UserError("The text has hidden characters.")  # not translated: for the model
    return text

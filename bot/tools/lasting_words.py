"""Refuses to note earlier words of a person against what they have said or deleted since."""

from msgspec import Struct

from bot.tools.context import ToolContext
from memory.capture.user_quotes import QuotedText
from memory.chat.memory import ChatMemory
from memory.fact import Provenance
from memory.facts.service import FactService


class LastingWords(Struct, frozen=True):
    """A person's words, as far as the facts in `memory` do not say otherwise; lives for a turn."""

    service: FactService
    memory: ChatMemory
    context: ToolContext

    async def ground(self, text: str, quote: str) -> QuotedText:
        """Return what `quote` supports of `text`; a `UserError` if nothing, or if it is over."""
        quoted = self.context.witness.ground(text, quote)
        if quoted.said_at:
            provenance = self.build_provenance(quoted)
            now = self.context.now
            await self.service.check_words(self.memory, quoted.sentences, provenance, now)
        return quoted

    def build_provenance(self, quoted: QuotedText) -> Provenance:
        said = quoted.turn, quoted.quote, quoted.author, quoted.said_at
        return Provenance("tool", self.context.chat, *said)

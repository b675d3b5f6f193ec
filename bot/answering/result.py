"""The result of answering a question, and the reply built from it."""

from collections.abc import Sequence

from msgspec import Struct

from bot.citations.sources import CheckedAnswer, format_sources
from bot.messages import Choice, Reply
from bot.messages.marked_text import MarkedText, join_marked
from bot.rendering.format import shorten
from indexer.documents import Hit
from indexer.i18n import _

LABEL = 40  # characters of a button


class AnswerResult(Struct, frozen=True):
    """An answer and the passages it could draw on; `notice` is shown before it."""

    checked: CheckedAnswer
    hits: Sequence[Hit]
    notice: str = ""
    changes: tuple[str, ...] = ()  # made by tools, one sentence each
    facts: tuple[str, ...] = ()  # ids of the facts that the prompt held
    truncated: bool = False  # the model stopped in the middle
    stopped: bool = False  # its reader stopped it
    offers: tuple[Choice, ...] = ()

    def build_reply(self, *, shared: bool) -> Reply:
        """Put notice, answer, changes and sources together, with a button for each source.

        In a `shared` chat, sources that its members sent are marked.
        """
        checked, text = self.checked, MarkedText(self.checked.text, self.checked.marks)
        after = (MarkedText(self._format_end()), MarkedText("\n".join(self.changes)))
        parts = (
            MarkedText(self.notice),
            text,
            *after,
            format_sources(checked.sources, shared=shared),
        )
        whole = join_marked("\n\n", parts)
        choices = tuple(
            Choice(shorten(f"[{source.n}] {source.name}", LABEL), f"/show {source.chunk_id}")
            for source in checked.sources
        )
        return Reply(whole.text, choices + self.offers, checked.sources, whole.marks)

    def _format_end(self) -> str:
        """Format the sentence about an answer that ends before its time; "" for a whole one."""
        if self.stopped:
            return _("(Stopped here. Say “go on” to get the rest.)")
        if self.truncated:
            return _("(The answer was cut off here. Say “go on” to get the rest.)")
        return ""

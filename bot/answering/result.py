"""What a question came to, and the reply that says it."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.citations.check import CheckedAnswer, format_sources
from bot.messages import Choice, Reply
from bot.messages.marked_text import MarkedText, join_marked
from bot.rendering.format import shorten
from indexer.documents import Hit

LABEL = 40  # characters of a button
CUT = "(The answer was cut short here. Say “go on” for the rest.)"


@dataclass(frozen=True, slots=True)
class AnswerResult:
    """The answer and the passages it could draw on; `notice` is said before it."""

    checked: CheckedAnswer
    hits: Sequence[Hit]
    notice: str = ""
    deeds: tuple[str, ...] = ()  # what tools changed, one sentence each
    facts: tuple[str, ...] = ()  # ids of the items that the prompt held
    truncated: bool = False  # the model stopped in the middle
    offers: tuple[Choice, ...] = ()

    def reply(self) -> Reply:
        checked, said = self.checked, MarkedText(self.checked.text, self.checked.marks)
        cut, deeds = CUT if self.truncated else "", "\n".join(self.deeds)
        around = (MarkedText(self.notice), said, MarkedText(cut), MarkedText(deeds))
        whole = join_marked("\n\n", (*around, format_sources(checked.sources)))
        choices = tuple(
            Choice(shorten(f"[{source.n}] {source.name}", LABEL), f"/show {source.chunk_id}")
            for source in checked.sources
        )
        return Reply(whole.text, choices + self.offers, checked.sources, whole.marks)

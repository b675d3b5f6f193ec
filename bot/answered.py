"""What a question came to, and the reply that says it."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.citations import Checked, source_list
from bot.messages import Choice, Reply
from bot.shortening import shortened
from indexer.documents import Hit

LABEL = 40  # characters of a button
CUT = "(The answer was cut short here. Say “go on” for the rest.)"


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer and the passages it could draw on; `notice` is said before it."""

    checked: Checked
    hits: Sequence[Hit]
    notice: str = ""
    deeds: tuple[str, ...] = ()  # what tools changed, one sentence each
    facts: tuple[str, ...] = ()  # ids of the items that the prompt held
    truncated: bool = False  # the model stopped in the middle
    offers: tuple[Choice, ...] = ()

    def reply(self) -> Reply:
        deeds = "\n".join(self.deeds)
        cut = CUT if self.truncated else ""
        parts = (self.notice, self.checked.text, cut, deeds, source_list(self.checked.sources))
        choices = tuple(
            Choice(shortened(f"[{source.n}] {source.name}", LABEL), f"/show {source.chunk_id}")
            for source in self.checked.sources
        )
        text = "\n\n".join(part for part in parts if part)
        return Reply(text, choices + self.offers, self.checked.sources)

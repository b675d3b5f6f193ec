"""Why a file could not be read, in words for the person who sent it."""

from typing import Literal, get_args

from indexer.errors import UserError
from indexer.i18n import N_, Sentence

FailureKind = Literal[
    "password",
    "damaged",
    "too_large",
    "timed_out",
    "out_of_memory",
    "unsupported",
    "no_text",
    "empty",
    "unreadable",
    "missing",
]
KINDS: frozenset[str] = frozenset(get_args(FailureKind))

SENTENCES: dict[FailureKind, Sentence] = {
    "password": N_("{name} is protected with a password. Save a copy without it and send that."),
    "damaged": N_(
        "{name} is damaged, or not what its name says. Open it, save it anew and try again."
    ),
    "too_large": N_("{name} is too large{because}. Split it into smaller files and try again."),
    "timed_out": N_("{name} took too long to read. Split it, or save it in another format."),
    "out_of_memory": N_("{name} takes too much memory to read. Split it into smaller files."),
    "unsupported": N_("I cannot read {name}{because}."),
    "no_text": N_("I found no text in {name}{because}."),
    "empty": N_("{name} is empty."),
    "unreadable": N_("I am not allowed to read {name}. Check its permissions and try again."),
    "missing": N_("I cannot find {name}. Check the path and try again."),
}


class ParseError(UserError):
    """One file was not read; `kind` is for programs, the sentence for the person.

    `because` ends the sentence where it leaves room for a reason. `detail` is for the log: it
    names the error in the parser and holds nothing of the document.
    """

    def __init__(
        self, kind: FailureKind, name: str = "", because: Sentence | str = "", detail: str = ""
    ) -> None:
        self.kind = kind
        self.name = name
        self.because = because
        self.detail = detail
        super().__init__(SENTENCES[kind].fill(name=name or N_("this file"), because=because))

    def __str__(self) -> str:
        sentence = super().__str__()
        return sentence if self.name else sentence[0].upper() + sentence[1:]

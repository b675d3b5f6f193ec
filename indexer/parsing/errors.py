"""The error that says why a file could not be read, for the person who sent it."""

from typing import Literal

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
    "not_started",
]

SENTENCES: dict[FailureKind, Sentence] = {
    "password": N_("{name} is password-protected. Try again with a copy that has no password."),
    "damaged": N_(
        "{name} is damaged, or its contents do not match its name. Save a new copy and try again."
    ),
    "too_large": N_("{name} is too large{because}. Split it into smaller files and try again."),
    "timed_out": N_("{name} took too long to read. Split it, or save it in another format."),
    "out_of_memory": N_("{name} needs too much memory to read. Split it into smaller files."),
    "unsupported": N_("I cannot read {name}{because}."),
    "no_text": N_("I found no text in {name}{because}."),
    "empty": N_("{name} is empty."),
    "unreadable": N_("I may not read {name}. Check its permissions and try again."),
    "missing": N_("I cannot find {name}. Check the path and try again."),
    "not_started": N_(
        "{name} was not read: the process that reads files did not start. Try again later. "
        "If it happens again, the owner can find the cause with `multis doctor`."
    ),
}


class ParseError(UserError):
    """Says that a file was not read: `kind` to programs, `str` to a person.

    `because` completes the sentences that have room for a reason. `detail` is for the log: it names
    the error in the parser and holds nothing of the document.
    """

    def __init__(
        self, kind: FailureKind, name: str = "", because: Sentence | str = "", detail: str = ""
    ) -> None:
        self.kind = kind
        self.name = name
        self.because = because
        self.detail = detail
        self.sentence = SENTENCES[kind].fill(name=name or N_("this file"), because=because)
        super().__init__(self.sentence)

    def __str__(self) -> str:
        sentence = super().__str__()
        return sentence if self.name else sentence[0].upper() + sentence[1:]

"""Messages and replies: plain data, so that it can be stored and loaded again."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import force_setattr

LARGEST = 1 << 50  # bytes of a file: whoever says more makes it up
MOST_SECONDS = 10**9  # of sound: thirty years
# What ends a line, orders a terminal about or turns round the writing that follows. Isolates
# without a direction of their own are left: our sentences put them around names.
UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066\u2067]+")


def split_key(key: str) -> tuple[str, str]:
    """Return the platform and the id in the key of a chat or a person."""
    platform, _colon, name = key.partition(":")
    return platform, name


@dataclass(frozen=True, slots=True)
class Chat:
    """The place where a message comes from and its reply goes."""

    platform: str
    id: str
    private: bool
    thread: str = field(default="", compare=False)  # a topic within the chat, kept for the reply

    @property
    def key(self) -> str:
        return f"{self.platform}:{self.id}"


class Sender(Struct, frozen=True):
    platform: str
    id: str
    name: str = ""

    @property
    def key(self) -> str:
        return f"{self.platform}:{self.id}"


class Asker(Struct, frozen=True):
    """A person who asked for something, and the chat where they did: both `platform:id`."""

    chat: str
    person: str = ""  # empty where nobody asked


class Attachment(Struct, frozen=True):
    """A file on the platform; its bytes are fetched only after policy has agreed."""

    name: str  # as the sender named it: never a path to trust
    size: int  # bytes; 0 where the platform does not say
    reference: str  # what the adapter needs to fetch it, also after a restart
    picture: bool = False  # shown in the chat, to be looked at: not sent as a file

    def __post_init__(self) -> None:
        # Its sender's word: less than nothing would be given back to a quota, and what has hundreds
        # of digits no database can count.
        force_setattr(self, "size", min(max(0, self.size), LARGEST))


class Recording(Struct, frozen=True):
    """Sound on the platform: a voice note, a file of music or speech, or what a video holds."""

    file: Attachment
    seconds: int = 0  # 0 where the platform does not say
    spoken: bool = False  # into the chat, for it: the sender's own words unless forwarded

    def __post_init__(self) -> None:
        # Its sender's word, too: a calendar has no room for more.
        force_setattr(self, "seconds", min(max(0, self.seconds), MOST_SECONDS))


# Of an album: `first` where no file came before, "" where that is not known.
AlbumLabel = Literal["", "first", "none", "kb", "admin"]


class IncomingMessage(Struct, frozen=True):
    """One message, button press or upload. All of it can be stored and loaded again."""

    key: str  # unique within the platform: the same key is never handled twice
    chat: Chat
    sender: Sender
    text: str = ""
    attachments: tuple[Attachment, ...] = ()
    sent_at: datetime | None = None  # aware
    pressed: str = ""  # the key of a button; its text is looked up when the message is accepted
    addressed: bool = True  # False for group talk that is neither a command, a mention nor a reply
    to_owner: bool = False  # sent to the owner as a person, in an account that we only read along
    forwarded: bool = False
    edited: bool = False
    quote: str = ""  # the text this message replies to: not the sender's own words
    unsupported: str = ""  # what arrived but cannot be read here, such as "a voice note"
    # What `unsupported` names, if it can be listened to: then it is read where an engine does that.
    recording: Recording | None = None
    album: str = ""  # the platform's name for files that were sent together: one message in parts
    beside: AlbumLabel = ""  # the label of the files of that album that came before
    language: str = ""  # the sender's, as the platform has it: "de", "pt-BR"; "" if it has none
    reference: str = ""  # the message's own name where the platform can take it back
    edits: str = ""  # the `reference` of the message that this one is a new version of
    # What the person thinks of the message `reacts_to` of ours: 👍, 👎, or "" for neither any more.
    reaction: Literal["", "good", "bad"] = ""
    reacts_to: str = ""  # the platform's name for that message
    # A platform's announcement, not a person's: the chat has become, or was before, the chat of
    # that id.
    moved_to: str = ""
    moved_from: str = ""
    missed: tuple["IncomingMessage", ...] = ()  # the late messages for which this one stands

    @property
    def asker(self) -> Asker:
        return Asker(self.chat.key, self.sender.key)

    @property
    def stands_for(self) -> tuple["IncomingMessage", ...]:
        """The messages that its sender wrote: itself, unless it stands for late ones."""
        return self.missed or (self,)


class Choice(Struct, frozen=True):
    """A button: pressing it sends `message`."""

    label: str  # one line
    message: str
    typed: tuple[str, ...] = ()  # what a person may type in place of the label, such as "kb"

    def __post_init__(self) -> None:
        # It may name what others chose. Where buttons are numbered lines, a line end in it would
        # begin one that nobody offered, and a mark that turns writing round would hide its end.
        force_setattr(self, "label", UNSEEN.sub(" ", self.label))


class Source(Struct, frozen=True):
    """A passage that an answer cites as `[n]`."""

    n: int
    chunk_id: str
    file: str
    name: str
    page_start: int | None
    page_end: int | None
    scope: str


class SharedPassage(Struct, frozen=True):
    """A passage that a person may send into any chat, as a platform offers it while they type."""

    place: str  # where it stands
    excerpt: str


class Draft(Struct, frozen=True):
    """The reply so far: a growing answer, or "page 120 of 480".

    `lasting` drafts are a message of their own that is edited and in the end becomes the reply;
    the others are a preview that the platform may drop.
    """

    text: str
    lasting: bool = False


class Reply(Struct, frozen=True):
    """The one answer to a message. `text` is Markdown and complete without the rest."""

    text: str
    choices: tuple[Choice, ...] = ()
    sources: tuple[Source, ...] = ()
    marks: tuple[int, ...] = ()  # where in `text` a `[n]` begins that cites one of `sources`
    failed: bool = False  # `text` says what went wrong and what to do
    notices: tuple["Notice", ...] = ()  # messages to others because of it, stored together with it
    files: tuple["File", ...] = ()  # sent after the text
    removes: str = ""  # `reference` of a message with a secret: deleted where that is possible
    begins_conversation: bool = False  # what comes after it does not belong to what came before


class File(Struct, frozen=True):
    """A file of this machine to send with the reply; it may be gone by then."""

    name: str  # as the recipient sees it
    path: str
    spoken: bool = False  # Ogg with Opus, to be played in the chat where the platform does that


class Notice(Struct, frozen=True):
    """A message to a chat that did not ask for one: "Bob wants to talk to me"."""

    chat: Chat
    reply: Reply

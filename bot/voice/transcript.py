"""The text of a recording, and how it reads as a document with times."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.messages import IncomingMessage, Recording
from bot.voice.settings import VoiceSettings

SECTION_SECONDS = 60  # that a part of the document covers at least
MARKUP = re.compile(r"([\\`*_\[\]<>#|~])")
# What the engines read; a name without its kind is taken for a voice note.
SOUNDS = (
    *(".aac", ".flac", ".m4a", ".mka", ".mp3", ".mpga", ".oga", ".ogg", ".opus", ".wav", ".weba"),
    *(".mkv", ".mov", ".mp4", ".mpeg", ".webm"),
)
VOICE = ".ogg"
# As the engines know them by another name.
RENAMED = {".oga": ".ogg", ".opus": ".ogg", ".weba": ".webm", ".mov": ".mp4"}


class Segment(Struct, frozen=True):
    """A stretch of speech; `start` is in seconds from the beginning."""

    start: float
    text: str


class SpeechTranscript(Struct, frozen=True):
    """`segments` are empty where the engine reports no times."""

    text: str
    seconds: float = 0.0  # of the recording; 0 where the engine does not say
    segments: tuple[Segment, ...] = ()


RATES = {VOICE: 8_000, ".wav": 200_000, ".flac": 200_000, ".mp4": 1_000_000, ".webm": 1_000_000}
RATE = 40_000  # bytes a second of the best quality that is usual


def is_long(recording: Recording, settings: VoiceSettings) -> bool:
    """Return whether it becomes a document; of a file that does not tell its length, it does."""
    if not recording.seconds:
        return not recording.spoken
    return recording.seconds > settings.long_minutes * 60


def is_sound(name: str) -> bool:
    return name.lower().endswith(SOUNDS)


def find_suffix(name: str) -> str:
    """Return the kind of a sound file as engines name it."""
    suffix = next((each for each in SOUNDS if name.lower().endswith(each)), VOICE)
    return RENAMED.get(suffix, suffix)


def estimate_seconds(recording: Recording, size: int) -> int:
    """Estimate the length of a recording of `size` bytes: what its sender says, if not too little.

    It is at least as long as sound of the best quality that is usual for its kind.
    """
    rate = RATES.get(find_suffix(recording.file.name), RATE)
    return max(recording.seconds, size // rate)


def make_listenable(message: IncomingMessage) -> IncomingMessage:
    """Return a message with a recording, or with a file of sound, as one that can be heard."""
    if message.recording:
        return replace(message, unsupported="")
    if len(message.attachments) == 1 and is_sound(message.attachments[0].name):
        recording = Recording(message.attachments[0])
        return replace(message, attachments=(), recording=recording, unsupported="")
    return message


def name_document(recording: Recording, moment: str) -> str:
    """Return a name for its text: the sound's own; what was spoken into the chat has its time."""
    name = recording.file.name
    return moment if recording.spoken or not is_sound(name) else name


def build_document(transcript: SpeechTranscript) -> str:
    """Return Markdown whose headings are times, such as 12:40, so that passages are cited by them.

    Nothing in it is markup but these headings.
    """
    if not transcript.segments:
        return _escape_markup(transcript.text) + "\n"
    return "\n".join(map(_format_part, _split(transcript.segments)))


def _format_part(part: Sequence[Segment]) -> str:
    text = _escape_markup(" ".join(each.text for each in part))
    return f"## {format_clock(part[0].start)}\n\n{text}\n"


def _escape_markup(text: str) -> str:
    """Return it as one paragraph that begins no list, heading or quotation."""
    plain = " ".join(text.split())
    return re.sub(r"^(\d*)([-+=>#.)])", r"\1\\\2", plain)


def escape_reply(text: str) -> str:
    """Return the text as a reply shows it: what somebody says is no Markdown."""
    return MARKUP.sub(r"\\\1", " ".join(text.split()))


def _split(segments: Sequence[Segment]) -> Iterator[list[Segment]]:
    part: list[Segment] = []
    for each in segments:
        if part and each.start - part[0].start >= SECTION_SECONDS:
            yield part
            part = []
        part.append(each)
    if part:
        yield part


def format_clock(seconds: float) -> str:
    """Return `12:40`, or `1:02:40` from an hour on."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

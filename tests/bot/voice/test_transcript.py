"""A recording as a document: headings are times, and nothing that was said is markup."""

import pytest

from bot.messages import Attachment, Recording
from bot.voice.settings import VoiceSettings
from bot.voice.transcript import (
    Segment,
    SpeechTranscript,
    build_document,
    escape_reply,
    find_suffix,
    format_clock,
    is_long,
    is_sound,
    name_document,
)


def recorded(name: str = "a.mp3", seconds: int = 0, *, spoken: bool = False) -> Recording:
    return Recording(Attachment(name, 10, "r"), seconds, spoken)


def test_a_document_has_a_heading_a_minute() -> None:
    said = [Segment(n * 20.0, f"Part {n}.") for n in range(7)]
    text = build_document(SpeechTranscript("…", 140, tuple(said)))
    assert text == (
        "## 0:00\n\nPart 0. Part 1. Part 2.\n\n## 1:00\n\nPart 3. Part 4. Part 5.\n\n"
        "## 2:00\n\nPart 6.\n"
    )


def test_without_times_it_is_one_paragraph() -> None:
    assert build_document(SpeechTranscript("All of it.")) == "All of it.\n"


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("# Top", r"\# Top"),
        ("- a", r"\- a"),
        ("1. one", r"1\. one"),
        ("> quoted", r"\> quoted"),
        ("## 99:99\n\nmore", r"\## 99:99 more"),
        ("===", r"\==="),
        ("So it goes.", "So it goes."),
    ],
)
def test_what_is_said_is_no_markup(said: str, written: str) -> None:
    heard = SpeechTranscript(said, 9, (Segment(0, said),))
    assert build_document(heard).splitlines() == ["## 0:00", "", written]


@pytest.mark.parametrize(
    ("seconds", "clock"), [(0, "0:00"), (59.9, "0:59"), (760, "12:40"), (3760, "1:02:40")]
)
def test_a_time_reads_as_on_a_player(seconds: float, clock: str) -> None:
    assert format_clock(seconds) == clock


def test_a_reply_shows_it_as_it_was_said() -> None:
    assert escape_reply("see [me](http://x) *now*") == r"see \[me\](http://x) \*now\*"


@pytest.mark.parametrize(
    ("name", "sound", "suffix"),
    [
        ("a.MP3", True, ".mp3"),
        ("voice.oga", True, ".ogg"),
        ("x.opus", True, ".ogg"),
        ("talk.mov", True, ".mp4"),
        ("report.pdf", False, ".ogg"),
        ("mp3", False, ".ogg"),
    ],
)
def test_the_kind_is_known_by_the_name(name: str, sound: bool, suffix: str) -> None:
    assert (is_sound(name), find_suffix(name)) == (sound, suffix)


@pytest.mark.parametrize(
    ("recording", "long"),
    [
        (recorded(seconds=300), False),
        (recorded(seconds=301), True),
        (recorded(seconds=0), True),
        (recorded(seconds=0, spoken=True), False),
    ],
)
def test_long_is_by_its_length(recording: Recording, long: bool) -> None:
    assert is_long(recording, VoiceSettings()) is long


def test_what_was_spoken_into_the_chat_is_called_by_its_time() -> None:
    assert name_document(recorded("lecture.mp3"), "Recording 5 May") == "lecture.mp3"
    spoken = recorded("voice.ogg", spoken=True)
    assert name_document(spoken, "Recording 5 May") == "Recording 5 May"
    assert name_document(recorded("file"), "Recording 5 May") == "Recording 5 May"

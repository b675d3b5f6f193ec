"""Names the parts of multis that ask models, so that the owner sees what each of them costs."""

from enum import StrEnum


class Feature(StrEnum):
    """The part of multis that asks; the values are stored."""

    EARLIER = ""  # before features were recorded
    ANSWER = "answer"
    REWRITING = "rewriting"  # of a question that continues the conversation
    VERIFICATION = "verification"  # of statements and notes, by a second model
    CAPTURE = "capture"  # of notes from conversations
    SUMMARY = "summary"  # of a document
    PICTURE = "picture"  # that was sent
    SCAN = "scan"  # pages that OCR could hardly read
    LISTENING = "listening"  # to recordings
    SPEAKING = "speaking"

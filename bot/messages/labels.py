"""Reads the label in a caption: who may read what was sent with it. Pure."""

from bot.messages.values import AlbumLabel, IncomingMessage
from indexer.scopes import ADMIN, KB


def read_label(message: IncomingMessage, caption: str) -> str:
    """Return the label that a caption is, else that of its album; empty for none.

    The captions of an album are its lines: where one of them says `admin`, all of it is. One file
    may be `kb` beside others that are not. A forwarded caption is somebody else's, and decides
    nothing.
    """
    if message.forwarded:
        return ""
    if ADMIN.label in _split_caption(caption):
        return ADMIN.label
    alone = len(message.attachments) < 2
    if is_label(caption) and (alone or message.beside != ADMIN.label):
        return KB.label
    return _read_from_album(message, caption)


def _read_from_album(message: IncomingMessage, caption: str) -> str:
    """Return the label of the files that came before; other words are no `kb`."""
    if message.beside == ADMIN.label:
        return ADMIN.label
    return KB.label if message.beside == KB.label and not caption.strip() else ""


def is_label(caption: str) -> bool:
    """Return whether a caption, or each of an album's, is a label and says nothing else."""
    lines = _split_caption(caption)
    return bool(lines) and lines <= {KB.label, ADMIN.label}


def _split_caption(caption: str) -> set[str]:
    return {line.strip().lower() for line in caption.splitlines() if line.strip()}


def join_labels(earlier: set[str]) -> AlbumLabel:
    """Return the label of an album by those of its files until now: `none` is one of them."""
    if not earlier:
        return "first"
    if ADMIN.label in earlier:
        return "admin"
    return "kb" if earlier == {KB.label} else "none"

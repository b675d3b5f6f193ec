"""Download a file that someone sent."""

from pathlib import Path

from telegram import Bot
from telegram.error import BadRequest, RetryAfter, TelegramError

from adapters.shared.health import Time
from adapters.shared.sizes import build_size_error
from adapters.telegram.pace import flood_seconds
from bot.messages import Attachment, UserError, _, format_size, join_sentences

LIMIT = 20 << 20  # bytes; Telegram's own server serves nothing larger
TRIES = 5  # within some half a minute
READ_SECONDS = 60


async def download(bot: Bot, attachment: Attachment, path: Path, time: Time, most: int) -> None:
    """Write the file, of at most `most` bytes, to `path`; a UserError says why it cannot."""
    for attempt in range(TRIES):
        try:
            file = await bot.get_file(attachment.reference)
            if (file.file_size or 0) > most:
                raise build_size_error(attachment, most)
            await file.download_to_drive(path, read_timeout=READ_SECONDS)
        except RetryAfter as flood:
            await time.sleep(flood_seconds(flood))
        except BadRequest as refusal:
            raise _build_refusal_error(attachment, str(refusal)) from None
        except TelegramError:  # also an expired link; the next try requests a new one
            await time.sleep(2.0**attempt)
        else:
            return
    raise UserError(
        _(
            "Telegram did not deliver {name}. Please send it again in a few minutes.",
            name=attachment.name,
        )
    )


def build_refused_size_error(attachment: Attachment) -> UserError:
    if attachment.size:
        larger = _(
            "{name} ({size}) is larger than the 20 MB that a bot may download from Telegram.",
            name=attachment.name,
            size=format_size(attachment.size),
        )
    else:
        larger = _(
            "{name} is larger than the 20 MB that a bot may download from Telegram.",
            name=attachment.name,
        )
    advice = _(
        "Send a smaller file, or copy it to the machine I run on and send /index PATH. A Bot API "
        "server of your own (platforms.telegram.base_url) removes the limit."
    )
    return UserError(join_sentences(larger, advice))


def _build_refusal_error(attachment: Attachment, refusal: str) -> UserError:
    if "too big" in refusal.lower():
        return build_refused_size_error(attachment)
    return UserError(
        _("Telegram no longer has {name}. Please send it again.", name=attachment.name)
    )

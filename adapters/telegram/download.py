"""Fetching a file that someone sent."""

from pathlib import Path

from telegram import Bot
from telegram.error import BadRequest, RetryAfter, TelegramError

from adapters.shared.health import Time
from adapters.telegram.pace import seconds
from bot.messages import Attachment, UserError

LIMIT = 20 << 20  # bytes that Telegram's own server hands out
TRIES = 3
READ_SECONDS = 60


async def download(
    bot: Bot, attachment: Attachment, path: Path, time: Time, limit: int | None
) -> None:
    """Write the bytes to `path`; a UserError says why that cannot be."""
    if limit is not None and attachment.size > limit:
        raise too_big(attachment)
    for attempt in range(TRIES):
        try:
            file = await bot.get_file(attachment.reference)
            await file.download_to_drive(path, read_timeout=READ_SECONDS)
        except RetryAfter as flood:
            await time.sleep(seconds(flood))
        except BadRequest as refusal:
            raise _refused(attachment, str(refusal)) from None
        except TelegramError:  # an expired link too, for which the next try asks anew
            await time.sleep(2.0**attempt)
        else:
            return
    raise UserError(
        f"Telegram did not hand over {attachment.name}. Please send it again in a few minutes."
    )


def too_big(attachment: Attachment) -> UserError:
    size = f" ({attachment.size / (1 << 20):.0f} MB)" if attachment.size else ""
    return UserError(
        f"{attachment.name}{size} is larger than the 20 MB that Telegram lets a bot fetch. "
        "Send a smaller file, or put it on the machine I run on and say /index PATH. "
        "A Bot API server of your own (platforms.telegram.base_url) lifts the limit."
    )


def _refused(attachment: Attachment, refusal: str) -> UserError:
    if "too big" in refusal.lower():
        return too_big(attachment)
    return UserError(f"Telegram no longer has {attachment.name}. Please send it again.")

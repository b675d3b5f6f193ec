"""Taking a message out of a chat that should not stay there, such as a PIN."""

import logging

from telegram import Bot
from telegram.error import BadRequest, Forbidden, TelegramError

log = logging.getLogger(__name__)


async def remove(bot: Bot, chat_id: int, reference: str) -> None:
    """Delete the message, if one is named; one that is gone already counts as deleted.

    Telegram lets a bot delete what was sent to it within 48 hours. A `ConnectionError` if it is
    away: then the reply has not been sent either, and both are tried again.
    """
    if not reference:
        return
    try:
        await bot.delete_message(chat_id, int(reference))
    except (BadRequest, Forbidden) as refusal:
        log.warning("Telegram: a message that should go stays: %s", refusal)
    except TelegramError as error:
        raise ConnectionError(f"Telegram is away ({type(error).__name__})") from None

"""Delete a message that should not stay in a chat, such as a PIN."""

import logging

from telegram import Bot
from telegram.error import BadRequest, Forbidden, TelegramError

log = logging.getLogger(__name__)


async def remove(bot: Bot, chat_id: int, reference: str) -> None:
    """Delete the message `reference` if there is one; one that is already gone counts as deleted.

    Telegram lets a bot delete messages sent to it for 48 hours. Raises a `ConnectionError` during
    an outage: the reply has not been sent yet then, and both are retried.
    """
    if not reference:
        return
    try:
        await bot.delete_message(chat_id, int(reference))
    except (BadRequest, Forbidden) as refusal:
        log.warning("Telegram: a message that should go stays: %s", refusal)
    except TelegramError as error:
        raise ConnectionError(f"Telegram is away ({type(error).__name__})") from None

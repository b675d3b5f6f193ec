"""A strict stand-in for Telegram's Bot API server, for one bot, on loopback.

The rules come from the Bot API's documentation, the source of `tdlib/telegram-bot-api` and
python-telegram-bot's constants. `python -m tests.adapters.fake_bot_api` runs it as a process.
"""

from tests.adapters.fake_bot_api.people import ALICE, Person
from tests.adapters.fake_bot_api.server import TOKEN, FakeBotApi

__all__ = ["ALICE", "TOKEN", "FakeBotApi", "Person"]

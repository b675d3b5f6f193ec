"""The block `platforms.telegram` of config.json."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from bot.messages import UserError, _

PUBLIC = "https://api.telegram.org"
FILES = f"{PUBLIC}/file/bot"
PORT = 8766


@dataclass(frozen=True, slots=True)
class TelegramSettings:
    """`base_url` and `base_file_url` name another Bot API server, such as one of your own."""

    bot_token: str = field(repr=False)
    base_url: str = f"{PUBLIC}/bot"
    base_file_url: str = FILES
    inline: bool = False  # whether passages are offered in any chat
    webhook: str = ""  # the address at which Telegram reaches us; empty: we poll
    webhook_port: int = PORT  # on loopback, for the reverse proxy at that address

    @classmethod
    def of(cls, given: Mapping[str, object]) -> Self:
        """Parse the block, ignoring other keys; a UserError if there is no token."""
        texts, port = _parse_texts(given), given.get("webhook_port")
        return cls(
            texts["bot_token"],
            texts.get("base_url", f"{PUBLIC}/bot"),
            texts.get("base_file_url", FILES),
            inline=given.get("inline") is True,
            webhook=texts.get("webhook", ""),
            webhook_port=port if isinstance(port, int) else PORT,
        )._complete_urls()

    def _complete_urls(self) -> Self:
        """Append the Bot API's paths, and use one server for calls and files.

        Otherwise a custom server would be asked where a file is, and Telegram for the file itself.
        """
        server = self.base_url.rstrip("/").removesuffix("/bot")
        own_files = self.base_file_url.rstrip("/") not in ("", FILES)
        files = self.base_file_url.rstrip("/") if own_files else f"{server}/file/bot"
        return replace(self, base_url=f"{server}/bot", base_file_url=files)

    @property
    def public(self) -> bool:
        """True if Telegram's own server is used, which limits downloads to 20 MB."""
        return self.base_url.startswith(PUBLIC)


def _parse_texts(given: Mapping[str, object]) -> dict[str, str]:
    names = ("bot_token", "base_url", "base_file_url", "webhook")
    texts = {name: str(given[name]).strip() for name in names if given.get(name)}
    if not texts.get("bot_token"):
        raise UserError(
            _(
                "Telegram needs a bot token. Get one from @BotFather and set "
                "platforms.telegram.bot_token."
            )
        )
    if texts.get("webhook") and not texts["webhook"].startswith("https://"):
        raise UserError(
            _("platforms.telegram.webhook must be an address that begins with https://.")
        )
    return texts

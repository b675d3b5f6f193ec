"""Sends into Beeper's chats."""

import asyncio
import logging
from pathlib import Path

from adapters.beeper.api import Api, BeeperRequestError, Json
from adapters.beeper.reading import ChatReader
from adapters.beeper.translate import OWNER, get_text, is_note_to_self
from adapters.shared.marks import REPEATED
from adapters.shared.sending import NotSentError, OutgoingPart
from bot.messages import Attempt, Chat, File, _, read_file

UNDELIVERABLE = "undeliverable"

log = logging.getLogger(__name__)


class ChatWriter:
    """Sends through an open connection; each message is recorded as our own beforehand."""

    def __init__(self, api: Api, reader: ChatReader) -> None:
        self.api = api
        self._reader = reader
        self._sending = asyncio.Lock()

    async def find_chat(self, chat: Chat) -> str:
        """Find the chat to write to, "" if there is none; for the owner, a note to self."""
        if chat.id != OWNER:
            return chat.id
        asked = [await self.api.fetch_chat(chat.thread)] if chat.thread else []
        notes = (each for each in (*asked, *await self.api.list_chats()) if is_note_to_self(each))
        return next((get_text(each, "id") for each in notes), "")

    async def send_part(self, where: str, sign: str, text: str, part: OutgoingPart) -> None:
        """Send a part of a reply; `sign` stands before it and before the mark of repetition."""
        attempt = await part.begin()
        if attempt is Attempt.SKIP:
            return
        mark = f"{REPEATED} " if attempt is Attempt.REPEAT else ""
        try:
            await part.confirm(await self._send(where, f"{sign}{mark}{text}"))
        except NotSentError:
            await part.withdraw()
            raise

    async def send_file(self, where: str, file: File, part: OutgoingPart) -> None:
        if await part.begin() is not Attempt.SKIP:
            await part.confirm(await self._upload_and_send(where, file))

    async def _upload_and_send(self, where: str, file: File) -> str:
        try:
            content = await asyncio.to_thread(read_file, Path(file.path))
            upload = await self.api.upload(file.name, content)
        except (BeeperRequestError, FileNotFoundError) as refusal:
            log.warning("Beeper: a file was not sent: %s", refusal)
            return await self._send(
                where,
                _(
                    "{name} could not be sent: the file is gone or too large for the network.",
                    name=file.name,
                ),
            )
        return await self._send(where, file.name, upload)

    async def _send(self, where: str, words: str, upload: Json | None = None) -> str:
        """Send a message and return its id so far."""
        if not where:
            log.warning("Beeper: there is no note to self to write to")
            return UNDELIVERABLE
        async with self._sending:
            own = self._reader.state.add_own(where, words)
            self._reader.save_state()
            try:
                own.pending = await self.api.send(where, words, upload)
            except BeeperRequestError as refusal:
                log.warning("Beeper refused a message: %s", refusal)
                return UNDELIVERABLE
            finally:
                self._reader.save_state()
        return own.pending

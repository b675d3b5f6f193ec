"""Whether a message is answered at all, and by which command."""

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.access import policy
from bot.access.policy import Access, Disposition, Mode
from bot.access.rate_limit import Verdict
from bot.messages import IncomingMessage, UserError
from bot.services.services import Services
from bot.turns.command import Command

# A pasted path such as /home/ann/report.pdf is not a command.
COMMAND = re.compile(r"/([A-Za-z][\w-]*)(?:@\w+)?(?:\s+(.*))?\s*", re.DOTALL)

TOO_MANY = {
    Verdict.MINUTE: "That is more than I may answer in a minute. Please wait a minute, then send "
    "again what I did not answer.",
    Verdict.DAY: "That is more than I may answer you in a day. Please come back tomorrow.",
}


@dataclass(frozen=True, slots=True)
class MessageContext:
    """What is known of a message before anybody looks at what it says."""

    access: Access
    mode: Mode  # that counts in its chat
    hearing: Disposition
    secret: bool  # it looks like the PIN that was asked for


class Admission:
    """Lives as long as its services."""

    def __init__(self, commands: Mapping[str, Command], services: Services) -> None:
        self._commands = commands
        self._services = services

    async def standing(self, message: IncomingMessage) -> MessageContext:
        access = await self._services.people.load_access()
        mode = await self._mode(message, access)
        hearing = policy.decide_disposition(message, access, mode)
        return MessageContext(access, mode, hearing, await self._is_secret(message, access))

    async def _mode(self, message: IncomingMessage, access: Access) -> Mode:
        modes, chat = self._services.modes, message.chat.key
        if policy.is_owner(message.sender, access) and not message.addressed:
            await modes.record_owner_message(chat)
        return policy.decide_mode(message, access, await modes.get(chat))

    async def _is_secret(self, message: IncomingMessage, access: Access) -> bool:
        if not (self._services.settings.security.pin and policy.is_private_owner(message, access)):
            return False
        return await self._services.pin_gate.is_pin_reply(message)

    async def guard(
        self, message: IncomingMessage, access: Access, command: Command, argument: str
    ) -> None:
        """A `UserError` that asks for the PIN, where the owner has one and `command` needs it."""
        if not (self._services.settings.security.pin and policy.is_owner(message.sender, access)):
            return
        if command.guards and command.guards(message, argument):
            self._services.audit.record("PIN asked for", message.sender, command=command.name)
            await self._services.pin_gate.park(message)

    async def opened(self, message: IncomingMessage) -> IncomingMessage:
        """The command that waited for the PIN in `message`; a `UserError` if it opens none."""
        try:
            return await self._services.pin_gate.unlock(message)
        except UserError:
            self._services.audit.record("PIN refused", message.sender)
            raise

    def in_measure(self, message: IncomingMessage, access: Access) -> bool:
        """False for a message beyond the sender's limit; the first of them gets a `UserError`."""
        if policy.is_owner(message.sender, access):
            if message.forwarded:
                self._look_for_injection(message)
            return True
        verdict = self._services.message_limiter.admit(message.sender.key, self._services.clock())
        if verdict is Verdict.ADMIT:
            self._look_for_injection(message)
            return True
        self._services.audit.record_refusal(message.sender, "too many messages")
        if verdict is Verdict.DROP:
            return False
        raise UserError(TOO_MANY[verdict])

    def _look_for_injection(self, message: IncomingMessage) -> None:
        if self._services.settings.security.prompt_injection_detection:
            # Its patterns are not for every command of the owner.
            from bot.access.injection_scan import record_injection

            record_injection(self._services.audit, message)

    def admit(self, message: IncomingMessage, access: Access, mode: Mode) -> tuple[Command, str]:
        """The command that answers `message`, once it is clear that its sender may have it."""
        audit = self._services.audit
        if message.sender.key in access.blocked - access.owners:
            audit.record_refusal(message.sender, "blocked")
            raise UserError(policy.format_refusal(access))
        command, argument = self._understand(message)
        if command.name == "ask" and policy.is_customer(message.sender, access, mode):
            command = self._commands["serve"]
        if not (command.public or policy.is_admitted(message, access)):
            audit.record_refusal(message.sender, "not known")
            raise UserError(policy.format_refusal(access, mode))
        if command.owner_only and not policy.is_owner(message.sender, access):
            audit.record_refusal(message.sender, f"/{command.name} is for the owner")
            raise UserError(f"/{command.name} is for the owner of this assistant.")
        if not command.public:
            audit.end_refusals(message.sender)
        return command, argument

    def goes_ahead(self, message: IncomingMessage) -> bool:
        """Whether it is a command, of the sender's own, that has no place in the chat's order."""
        found = COMMAND.fullmatch(message.text.strip())
        if not found or message.forwarded or message.attachments:
            return False
        command = self._commands.get(found[1].lower())
        return command is not None and not command.ordered

    def _understand(self, message: IncomingMessage) -> tuple[Command, str]:
        if message.missed:
            return self._commands["missed"], ""
        found = COMMAND.fullmatch(message.text.strip())
        _check_answerable(message, commands=bool(found))
        if message.attachments:
            return self._commands["index"], message.text
        if not found or message.forwarded:  # what somebody else said is no command of the sender's
            return self._commands["ask"], message.text.strip()
        return self._named(found[1].lower()), (found[2] or "").strip()

    def _named(self, name: str) -> Command:
        command = self._commands.get(name)
        if command is None:
            listed = [each.name for each in self._commands.values() if each.listed]
            near = difflib.get_close_matches(name, listed, n=1)
            hint = f"Did you mean /{near[0]}?" if near else "/help lists what I know."
            raise UserError(f"I do not know the command /{name}. {hint}")
        return command


def _check_answerable(message: IncomingMessage, *, commands: bool) -> None:
    """A `UserError` for what nobody can read, and for what was done when it first came."""
    if message.unsupported and not message.text:
        raise UserError(
            f"I cannot read {message.unsupported} yet. Please send text, or the document as a file."
        )
    if message.pressed and not message.text:
        raise UserError(
            "That button is no longer known here: it is old, or what it says was forgotten. "
            "Please send the command again, or say it anew."
        )
    if message.edited and (commands or message.attachments) and not message.forwarded:
        raise UserError(
            "You edited that message. I do not do a thing twice: "
            "send it again if you want it done as it is now."
        )

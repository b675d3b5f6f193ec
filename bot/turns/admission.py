"""Decides whether a message is answered, and by which command."""

import re
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from bot.access import policy
from bot.access.policy import Access, Disposition, Mode
from bot.access.rate_limit import Verdict
from bot.messages import IncomingMessage, Recording, UserError
from bot.services.services import Services
from bot.turns.command import Command
from bot.turns.plain_words import PlainCommand, find_plain_command
from indexer.i18n import ENGLISH, N_, Language, Sentence, _
from memory.messages import replace_surrogates

# A pasted path such as /home/ann/report.pdf is not a command.
COMMAND = re.compile(r"/([A-Za-z][\w-]*)(?:@\w+)?(?:\s+(.*))?\s*", re.DOTALL)

LISTENING = ("listen", "transcribe")  # commands
LOOKING = "look"  # the command for what is shown in the chat
TOO_MANY = {
    Verdict.MINUTE: N_(
        "You have reached the limit of messages per minute. Please wait a minute, then resend what "
        "I did not answer."
    ),
    Verdict.DAY: N_("You have reached the limit of messages per day. Please come back tomorrow."),
}


class MessageContext(Struct, frozen=True):
    """The context of a message, known before its text is looked at."""

    access: Access
    mode: Mode  # that counts in its chat
    disposition: Disposition
    secret: bool  # it may be the PIN that was asked for
    language: Language  # in which it is answered


class Admission:
    """Admits messages to commands; lives as long as its services."""

    def __init__(self, commands: Mapping[str, Command], services: Services) -> None:
        self._commands = commands
        self._services = services

    def prepare(self, message: IncomingMessage) -> IncomingMessage:
        """Return a recording as one to be listened to, if somebody does; else as it came.

        Half of an emoji, which nothing can store, becomes `?`.
        """
        message = replace(message, text=replace_surrogates(message.text))
        if not self._services.listens or COMMAND.fullmatch(message.text.strip()):
            return message
        from bot.voice.transcript import make_listenable

        return make_listenable(message)

    async def load_context(self, message: IncomingMessage) -> MessageContext:
        access = await self._services.people.load_access()
        mode = await self._load_mode(message, access)
        disposition = policy.decide_disposition(message, access, mode)
        secret = await self._is_secret(message, access)
        answered = disposition is Disposition.ANSWER
        language = await self._services.languages.choose(message) if answered else ENGLISH
        return MessageContext(access, mode, disposition, secret, language)

    async def _load_mode(self, message: IncomingMessage, access: Access) -> Mode:
        modes, chat = self._services.modes, message.chat.key
        if policy.is_owner(message.sender, access) and not message.addressed:
            await modes.record_owner_message(chat)
        return policy.decide_mode(message, access, await modes.get(chat))

    async def _is_secret(self, message: IncomingMessage, access: Access) -> bool:
        if not (self._services.settings.security.pin and policy.is_private_owner(message, access)):
            return False
        return await self._services.pin_gate.is_pin_reply(message)

    def find_secret(self, message: IncomingMessage, access: Access) -> IncomingMessage | None:
        """Return the message in which an owner typed a secret with a command: it is not to stay."""
        if not policy.is_owner(message.sender, access):
            return None
        typed = (each for each in message.stands_for if holds_secret(self._commands, each))
        return next(typed, None)

    async def require_pin(
        self, message: IncomingMessage, access: Access, command: Command, argument: str
    ) -> None:
        """Raise a `UserError` that asks for the PIN if `command` needs it and there is one."""
        if not (self._services.settings.security.pin and policy.is_owner(message.sender, access)):
            return
        if command.guards and command.guards(message, argument):
            self._services.audit.record("PIN asked for", message.sender, command=command.name)
            await self._services.pin_gate.park(message)

    async def open_parked(self, message: IncomingMessage) -> IncomingMessage:
        """Return the command that waited for the PIN in `message`; a wrong one is a `UserError`."""
        try:
            return await self._services.pin_gate.unlock(message)
        except UserError:
            self._services.audit.record("PIN refused", message.sender)
            raise

    def is_within_limit(self, message: IncomingMessage, access: Access) -> bool:
        """Return False for a message beyond the sender's limit; the first raises a `UserError`."""
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
        raise UserError(str(TOO_MANY[verdict]))

    def _look_for_injection(self, message: IncomingMessage) -> None:
        if self._services.settings.security.prompt_injection_detection:
            # Its patterns are not for every command of the owner.
            from bot.access.injection_scan import record_injection

            record_injection(self._services.audit, message)

    def admit(self, message: IncomingMessage, access: Access, mode: Mode) -> tuple[Command, str]:
        """Return the command that answers `message` and its argument, if the sender may use it."""
        audit = self._services.audit
        if policy.is_blocked(message.sender.key, access):
            audit.record_refusal(message.sender, "blocked")
            raise UserError(policy.format_refusal(access))
        customer = policy.is_customer(message.sender, access, mode)
        command, argument = self._parse_command(message, plain_words=not customer)
        if customer:
            command = self._choose_service(command)
        if not (command.public or policy.is_admitted(message, access)):
            audit.record_refusal(message.sender, "not known")
            raise UserError(policy.format_refusal(access, mode))
        if command.owner_only and not policy.is_owner(message.sender, access):
            audit.record_refusal(message.sender, f"/{command.name} is for the owner")
            raise UserError(
                _("/{command} is only for the owner of this assistant.", command=command.name)
            )
        if not command.public:
            audit.end_refusals(message.sender)
        return command, argument

    def _choose_service(self, command: Command) -> Command:
        """Return the command that answers a customer; nobody pays for what they record."""
        if command.name in LISTENING:
            raise UserError(_("I can't listen to recordings in this chat. Please write."))
        if command.name == LOOKING:
            raise UserError(_("I can't look at pictures in this chat. Please write."))
        return self._commands["serve"] if command.name == "ask" else command

    def can_overtake(self, message: IncomingMessage) -> bool:
        """Return True for a command typed by the sender that need not wait for other messages."""
        text = message.text.strip()
        if message.forwarded or message.attachments or message.recording:
            return False
        typed = COMMAND.fullmatch(text)
        command = self._commands.get(typed[1].lower()) if typed else None
        if command is None and (plain := self._find_plain(text, typed)):
            command = self._commands[plain.name]
        return command is not None and not command.ordered

    def _parse_command(self, message: IncomingMessage, *, plain_words: bool) -> tuple[Command, str]:
        """Return the command and its argument; without `plain_words`, they must be typed."""
        if message.missed:
            return self._commands["missed"], ""
        if message.reacts_to:
            return self._commands["react"], ""
        text = message.text.strip()
        typed = COMMAND.fullmatch(text)
        plain = self._find_plain_of_sender(message, text, typed) if plain_words else None
        _check_answerable(message, commands=bool(typed or plain))
        if message.attachments:
            shown = all(each.picture for each in message.attachments)
            return self._commands[LOOKING if shown else "index"], message.text
        if message.recording and not message.unsupported:
            return self._find_listening(message.recording), ""
        if plain:
            return self._commands[plain.name], plain.argument
        if not typed or message.forwarded:  # a forwarded command is not the sender's
            return self._commands["ask"], text
        return self._find_command(typed[1].lower()), (typed[2] or "").strip()

    def _find_listening(self, recording: Recording) -> Command:
        from bot.voice.transcript import is_long  # few messages are spoken

        long = is_long(recording, self._services.settings.voice)
        return self._commands["transcribe" if long else "listen"]

    def _find_plain_of_sender(
        self, message: IncomingMessage, text: str, typed: re.Match[str] | None
    ) -> PlainCommand | None:
        """Return the command that the sender says in plain words: a typed one is what it is."""
        known = typed and typed[1].lower() in self._commands
        if known or message.forwarded or message.attachments or message.recording:
            return None
        return self._find_plain(text, typed)

    def _find_plain(self, text: str, typed: re.Match[str] | None) -> PlainCommand | None:
        """Return the command that `text` is in plain words, if there is such a command here.

        A name that no command has may be one in the sender's language: `/hilfe`.
        """
        plain = find_plain_command(f"{typed[1]} {typed[2] or ''}" if typed else text)
        return plain if plain and plain.name in self._commands else None

    def _find_command(self, name: str) -> Command:
        if command := self._commands.get(name):
            return command
        listed = [each.name for each in self._commands.values() if each.listed]
        import difflib  # hardly any message is a command that nobody knows

        if near := difflib.get_close_matches(name, listed, n=1):
            raise UserError(
                _("Unknown command /{name}. Did you mean /{near}?", name=name, near=near[0])
            )
        raise UserError(_("Unknown command /{name}. /help lists all commands.", name=name))


def _check_answerable(message: IncomingMessage, *, commands: bool) -> None:
    """Raise a `UserError` for what cannot be read, and for what was done when it first came."""
    if message.unsupported and not message.text:
        raise UserError(
            _(
                "I can't read {kind} yet. Please send text, or the document as a file.",
                kind=Sentence(message.unsupported),
            )
        )
    if message.pressed and not message.text:
        raise UserError(_("That button has expired. Please send the command or the message again."))
    heard = message.recording and not message.unsupported
    if message.edited and (commands or message.attachments or heard) and not message.forwarded:
        raise UserError(
            _(
                "I don't process an edited command or file again. "
                "To use the new version, send it as a new message."
            )
        )


def holds_secret(commands: Mapping[str, Command], message: IncomingMessage) -> bool:
    """Return whether a command hides what was typed with it."""
    typed = COMMAND.fullmatch(message.text.strip())
    if not typed or message.forwarded:
        return False
    command = commands.get(typed[1].lower())
    return bool(command and command.hides and command.hides(typed[2] or ""))

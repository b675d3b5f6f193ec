"""Answers, as one, messages that came too long ago. Nobody types it: the inbox makes it."""

from bot.access.pin import FORM
from bot.messages import N_, Answer, IncomingMessage, Reply, UserError, _, cut_text
from bot.turns.admission import holds_secret
from bot.turns.command import Command, Turn
from indexer.i18n import ngettext

QUOTED, EXCERPT = 5, 80  # messages, and how many characters of each


async def report_missed(turn: Turn, argument: str) -> Answer:
    late = [each for each in turn.message.missed if each.addressed]
    if not late:
        raise UserError(_("You have not missed anything."))
    apology = ngettext(
        "I was offline when you sent a message. I did not act on it, because it may be settled.",
        "I was offline when you sent {count} messages. I did not act on them, because they may be "
        "settled.",
        len(late),
    )
    said = [" ".join(each.text.split()) for each in late if not _may_be_secret(turn, each)]
    texts = [cut_text(text, EXCERPT) for text in said if text]
    quotes = "\n".join(f"> {line}" for line in texts[-QUOTED:])
    ending = _("Send again what still matters.")
    yield Reply("\n\n".join(filter(None, (apology, quotes, ending))))


def _may_be_secret(turn: Turn, message: IncomingMessage) -> bool:
    """Return whether it may be the PIN, sent at once with its command, or holds a passphrase."""
    guarded = turn.private_owner and turn.services.settings.security.pin
    is_pin = bool(guarded and FORM.fullmatch(message.text.strip()))
    return is_pin or holds_secret(turn.commands, message)


command = Command(
    "missed", "", N_("Show what I did not answer in time"), report_missed, listed=False
)

"""/voice: whether the answers of a chat are spoken, too."""

from bot.access import policy
from bot.messages import N_, Answer, Choice, Reply, UserError, _, join_sentences
from bot.turns.command import Command, Turn
from bot.voice.engine import get_host, is_local_engine
from bot.voice.speaker import find_server

ON, OFF = "on", "off"


async def manage_voice(turn: Turn, argument: str) -> Answer:
    """Switch it on or off for this chat, or say which it is."""
    if not turn.services.speaks:
        raise UserError(_("Nobody has set up an engine that speaks (voice.speech_model)."))
    spoken, chat = turn.services.speech.spoken, turn.message.chat.key
    wanted = argument.strip().lower()
    if wanted not in ("", ON, OFF):
        raise UserError(_("Usage: /voice [on|off]"))
    if wanted:
        await _check_allowed(turn)
        await (spoken.add(chat) if wanted == ON else spoken.remove(chat))
    yield _build_state(turn, on=await spoken.has(chat))


async def _check_allowed(turn: Turn) -> None:
    """Raise a `UserError` unless the sender may decide for everybody who reads here."""
    access = await turn.services.people.load_access()
    if not (turn.message.chat.private or policy.is_owner(turn.message.sender, access)):
        raise UserError(_("In a group only my owner decides whether answers are spoken."))


def _build_state(turn: Turn, *, on: bool) -> Reply:
    if not on:
        text = _("Answers in this chat are written only.")
        return Reply(text, (Choice(_("Speak them, too"), f"/voice {ON}"),))
    server = find_server(turn.services.settings.voice)
    where = (
        _("Their words stay on this machine.")
        if is_local_engine(server)
        else _("Their words are sent to {host}, which speaks them.", host=get_host(server))
    )
    text = join_sentences(_("Answers in this chat are spoken, too."), where)
    return Reply(text, (Choice(_("Write them only"), f"/voice {OFF}"),))


command = Command(
    "voice",
    "[on|off]",
    N_("Have answers in this chat spoken, too"),
    manage_voice,
    ordered=False,
)

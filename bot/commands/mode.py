"""/mode: shows and sets what multis does in a chat; from the owner's private chat, in any chat."""

from collections.abc import Mapping

from bot.access.people import format_person, format_person_plain
from bot.access.policy import Mode
from bot.messages import N_, Answer, Choice, IncomingMessage, Reply, UserError, _, split_key
from bot.turns.command import Command, Turn
from indexer.i18n import format_list, join_sentences

ELSEWHERE = N_("I only talk about other chats in a private chat with you.")
USAGE = N_("Name a chat as platform:id, such as telegram:123, or send /mode in that chat.")
MEANINGS = {
    Mode.PERSONAL: N_("I answer people who have been let in."),
    Mode.BUSINESS: N_("I answer everyone there from kb alone, and tell you when I cannot."),
    Mode.SILENT: N_("I remember what is said there, and never reply."),
    Mode.OFF: N_("I keep nothing and never reply."),
}
LABELS = {
    Mode.PERSONAL: N_("Personal"),
    Mode.BUSINESS: N_("Business"),
    Mode.SILENT: N_("Silent"),
    Mode.OFF: N_("Off"),
}
SHOWN = 20  # chats with buttons


async def manage_mode(turn: Turn, argument: str) -> Answer:
    """Show or set a mode; `argument` is nothing, a mode, a chat, or a mode and a chat."""
    first, _space, rest = argument.partition(" ")
    wanted = next((each for each in Mode if each == first.lower()), None)
    name = (rest if wanted else argument).strip()
    if name and not turn.private_owner:
        raise UserError(join_sentences("" if wanted else _reject_mode(name), str(ELSEWHERE)))
    if turn.private_owner and not argument:
        yield await _list_modes(turn)
        return
    chats = await _find_chats(turn, name) if name else {turn.message.chat.key: ""}
    if not chats:
        raise UserError(join_sentences(_reject_chat(name, wanted), str(USAGE)))
    if len(chats) > 1:
        yield _ask_which(first if wanted else "", chats)
        return
    (chat,) = chats
    yield await _set_mode(turn, chat, wanted) if wanted else await _show_mode(turn, chat)


async def _set_mode(turn: Turn, chat: str, wanted: Mode) -> Reply:
    if chat in (await turn.services.people.load_access()).owners:
        raise UserError(_("In that chat an owner talks to me. It always stays in personal mode."))
    await turn.services.modes.set(chat, wanted)
    turn.services.audit.record("mode", turn.message.sender, chat=chat, mode=wanted.value)
    return await _show_mode(turn, chat)


async def _show_mode(turn: Turn, chat: str) -> Reply:
    mode, here = await turn.services.modes.get(chat), chat == turn.message.chat.key
    state = (
        _("This chat is in {mode} mode.", mode=mode.value)
        if here
        else _("`{chat}` is in {mode} mode.", chat=chat, mode=mode.value)
    )
    target = "" if here else f" {chat}"
    return Reply(
        join_sentences(state, str(MEANINGS[mode])),
        tuple(
            Choice(str(LABELS[other]), f"/mode {other.value}{target}")
            for other in Mode
            if other is not mode
        ),
    )


def _label(label: str, value: str) -> str:
    return _("{label}: {value}", label=label, value=value)


async def _list_modes(turn: Turn) -> Reply:
    modes = turn.services.modes
    known = await modes.list_all()
    names = await turn.services.people.load_names()
    lines = [_("In this chat you talk to me. It always stays in personal mode.")]
    lines += [
        f"- {_label(format_person(names.get(chat, ''), chat), each.value)}" for chat, each in known
    ]
    lines += ["", *(_label(each.value, str(text)) for each, text in MEANINGS.items()), str(USAGE)]
    choices = (
        Choice(format_person_plain(names.get(chat, ""), chat), f"/mode {chat}")
        for chat, _mode in known[:SHOWN]
    )
    return Reply("\n".join(lines), tuple(choices))


async def _find_chats(turn: Turn, name: str) -> dict[str, str]:
    """Find the chats that `name` may mean: their keys, each with the name of its person or ""."""
    platform, colon, number = name.partition(":")
    if colon and platform and number and " " not in name:
        return {name: ""}
    people = await turn.services.people.list_people()
    found = {
        each.key: each.name
        for each in people
        if name.casefold() in each.name.casefold() and each.role != "owner"
    }
    known = await turn.services.modes.list_all()
    return found | {chat: "" for chat, _mode in known if split_key(chat)[1] == name}


def _reject_mode(name: str) -> str:
    return _("{name} is not a mode ({modes}).", name=name, modes=format_list([*Mode], "or"))


def _reject_chat(name: str, wanted: Mode | None) -> str:
    if wanted:
        return _("I know no chat called {name}.", name=name)
    modes = format_list([*Mode], "or")
    return _("{name} is neither a mode ({modes}) nor a chat that I know.", name=name, modes=modes)


def _ask_which(wanted: str, chats: Mapping[str, str]) -> Reply:
    return Reply(
        _("Which of these chats?"),
        tuple(
            Choice(format_person_plain(name, chat), f"/mode {wanted} {chat}".replace("  ", " "))
            for chat, name in list(chats.items())[:SHOWN]
        ),
    )


def _needs_pin(message: IncomingMessage, argument: str) -> bool:
    """Return whether it shows kb to everyone there, or drops what people write."""
    return argument.lower().split(" ")[0] in (Mode.BUSINESS, Mode.OFF)


command = Command(
    "mode",
    N_("[personal|business|silent|off] [CHAT]"),
    N_("Choose what I do in a chat: answer, serve customers, listen or nothing"),
    manage_mode,
    owner_only=True,
    guards=_needs_pin,
    ordered=False,
)

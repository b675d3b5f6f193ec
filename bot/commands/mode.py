"""/mode: what I do in a chat. In a chat about that chat, in private with the owner about any."""

from collections.abc import Mapping

from bot.access.people import format_person
from bot.access.policy import Mode
from bot.messages import Answer, Choice, IncomingMessage, Reply, UserError
from bot.turns.command import Command, Turn

MODES = ", ".join(Mode)
ELSEWHERE = "I speak about other chats only in a private chat with you."
USAGE = "A chat is named as platform:id, such as telegram:123. Or say /mode in that chat."
MEANS: Mapping[Mode, str] = {
    Mode.PERSONAL: "I answer those who are let in",
    Mode.BUSINESS: "I answer everybody there, from kb alone, and tell you when I cannot",
    Mode.SILENT: "I remember what is said there, and say nothing",
    Mode.OFF: "I keep nothing and say nothing",
}
SHOWN = 20  # chats with buttons


async def mode(turn: Turn, argument: str) -> Answer:
    """`argument` is nothing, a mode, a chat, or a mode and a chat."""
    first, _, rest = argument.partition(" ")
    wanted = next((each for each in Mode if each == first.lower()), None)
    whose = (rest if wanted else argument).strip()
    if whose and not turn.private_owner:
        raise UserError(ELSEWHERE if wanted else f"{whose} is no mode ({MODES}). {ELSEWHERE}")
    if turn.private_owner and not argument:
        yield await _listed(turn)
        return
    chats = await _meant(turn, whose) if whose else {turn.message.chat.key: ""}
    if not chats:
        raise UserError(f"{_unknown(whose, wanted)} {USAGE}")
    if len(chats) > 1:
        yield _which(first if wanted else "", chats)
        return
    (chat,) = chats
    yield await _set(turn, chat, wanted) if wanted else await _shown(turn, chat)


async def _set(turn: Turn, chat: str, wanted: Mode) -> Reply:
    if chat in (await turn.services.people.load_access()).owners:
        raise UserError("There an owner talks to me: that chat stays personal.")
    await turn.services.modes.set(chat, wanted)
    turn.services.audit.record("mode", turn.message.sender, chat=chat, mode=wanted.value)
    return await _shown(turn, chat)


async def _shown(turn: Turn, chat: str) -> Reply:
    now = await turn.services.modes.get(chat)
    named, whose = ("This chat", "") if chat == turn.message.chat.key else (f"`{chat}`", f" {chat}")
    others = (each for each in Mode if each is not now)
    return Reply(
        f"{named} is in {now.value} mode: {MEANS[now]}.",
        tuple(Choice(each.value.capitalize(), f"/mode {each.value}{whose}") for each in others),
    )


async def _listed(turn: Turn) -> Reply:
    modes = turn.services.modes
    known = await modes.list_all()
    names = {person.key: person.name for person in await turn.services.people.list_people()}
    lines = ["Here you talk to me: this chat is personal, and stays so."]
    lines += [f"- {format_person(names.get(chat, ''), chat)}: {each.value}" for chat, each in known]
    lines += ["", *(f"{each.value}: {meaning}." for each, meaning in MEANS.items()), USAGE]
    choices = (
        Choice(format_person(names.get(chat, ""), chat), f"/mode {chat}")
        for chat, _ in known[:SHOWN]
    )
    return Reply("\n".join(lines), tuple(choices))


async def _meant(turn: Turn, whose: str) -> dict[str, str]:
    """The chats that `whose` may mean, each with a name."""
    platform, colon, number = whose.partition(":")
    if colon and platform and number and " " not in whose:
        return {whose: ""}
    people = await turn.services.people.list_people()
    found = {
        each.key: each.name
        for each in people
        if whose.casefold() in each.name.casefold() and each.role != "owner"
    }
    known = await turn.services.modes.list_all()
    return found | {chat: "" for chat, _ in known if chat.partition(":")[2] == whose}


def _unknown(whose: str, wanted: Mode | None) -> str:
    if wanted:
        return f"I know no chat called {whose}."
    return f"{whose} is neither a mode ({MODES}) nor a chat that I know."


def _which(wanted: str, chats: Mapping[str, str]) -> Reply:
    return Reply(
        "Which of them?",
        tuple(
            Choice(f"{name} ({chat})".strip(), f"/mode {wanted} {chat}".replace("  ", " "))
            for chat, name in list(chats.items())[:SHOWN]
        ),
    )


def _guarded(_: IncomingMessage, argument: str) -> bool:
    """What shows kb to everybody there, or loses what is said."""
    return argument.lower().split(" ")[0] in (Mode.BUSINESS, Mode.OFF)


command = Command(
    "mode",
    "[personal|business|silent|off] [chat]",
    "What I do in a chat: answer, serve customers, listen, or nothing",
    mode,
    owner_only=True,
    guards=_guarded,
    ordered=False,
)

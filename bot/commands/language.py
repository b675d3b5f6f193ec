"""/language: shows and sets the language in which a chat is answered."""

from bot.messages import N_, Answer, Choice, Language, Reply, UserError, _, use_language
from bot.turns.command import Command, Turn
from indexer.i18n import format_list, join_sentences

AUTOMATIC = "auto"


async def manage_language(turn: Turn, argument: str) -> Answer:
    """Show the language, or set it to `argument`: its code, its own name or its English one."""
    languages, chat = turn.services.languages, turn.message.chat.key
    if argument:
        automatic = argument.casefold() == AUTOMATIC
        await languages.set(chat, "" if automatic else _find_code(turn, argument))
    current = await languages.find(chat)
    with use_language(current):
        yield _show_language(turn, current, (await languages.load(chat)).chosen)


def _show_language(turn: Turn, current: Language, chosen: str) -> Reply:
    state = _("Language of this chat: {language}.", language=current.name)
    reason = "" if chosen else _("It follows what you write in.")
    others = [each for each in _list_languages(turn) if each.code != chosen]
    choices = [Choice(each.name, f"/language {each.code}") for each in others]
    if chosen:
        choices.append(Choice(_("Follow what I write in"), f"/language {AUTOMATIC}"))
    return Reply(join_sentences(state, reason), tuple(choices))


def _list_languages(turn: Turn) -> list[Language]:
    shipped = turn.services.languages.shipped
    return [shipped.load(code) for code in shipped.list_codes()]


def _find_code(turn: Turn, name: str) -> str:
    """Return the code of the language that `name` means."""
    wanted, shipped = name.strip().casefold(), _list_languages(turn)
    for each in shipped:
        known = (each.code, each.tag, each.name, each.english_name)
        if wanted in map(str.casefold, known):
            return each.code
    listed = format_list([each.name for each in shipped], "or")
    raise UserError(_("I don't speak {name} yet. Choose {languages}.", name=name, languages=listed))


command = Command(
    "language",
    N_("[NAME|auto]"),
    N_("Show or choose the language I answer in"),
    manage_language,
)

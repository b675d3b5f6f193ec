"""/help"""

from collections.abc import Iterable

from bot.access import policy
from bot.messages import Answer, Reply
from bot.turns.command import Command, Turn
from indexer.i18n import N_, Sentence, _

WELCOME = N_(
    "Send me a document and I'll read it. Ask me anything in plain words: I answer from your "
    "documents and cite where each answer comes from. /help lists everything else."
)


GREETING = N_("Hello! Ask me anything in plain words. I pass on what I can't answer to a person.")


async def show_help(turn: Turn, argument: str) -> Answer:
    access = await turn.services.people.load_access()
    if not policy.is_admitted(turn.message, access):
        yield Reply(_explain_to_strangers(turn, access))
        return
    lines = _list_commands(
        (each for each in turn.commands.values() if turn.is_owner or not each.owner_only),
        for_owner=turn.is_owner,
    )
    plain = _(
        "Some of this works in plain words: “search for the invoice”, “remember that Jo likes "
        "tea”, “forget the invoice”, “remind me tomorrow at nine to call Jo”, “show my documents”."
    )
    yield Reply("\n".join([*lines, "", plain, _("Anything else you write is a question.")]))


def _explain_to_strangers(turn: Turn, access: policy.Access) -> str:
    """Return what somebody who was not let in may do here."""
    if turn.mode is policy.Mode.BUSINESS:
        return str(GREETING)
    public = _list_commands(each for each in turn.commands.values() if each.public)
    return "\n".join([policy.format_refusal(access), "", *public])


def _list_commands(commands: Iterable[Command], *, for_owner: bool = False) -> list[str]:
    return [
        _(
            "{command}: {summary}",
            command=f"/{each.name} {_choose_usage(each, for_owner)}".strip(),
            summary=each.summary,
        )
        for each in commands
        if each.listed
    ]


def _choose_usage(command: Command, for_owner: bool) -> Sentence | str:
    usage = None if for_owner else command.guest_usage
    return command.usage if usage is None else usage


command = Command("help", "", N_("List what I can do"), show_help, public=True, ordered=False)

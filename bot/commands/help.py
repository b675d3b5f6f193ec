"""/help"""

from bot.messages import Answer, Reply
from bot.turns.command import Command, Turn
from indexer.i18n import N_, _

WELCOME = N_(
    "Send me a document and I'll read it. Ask me anything in plain words: I answer from your "
    "documents and cite where each answer comes from. /help lists everything else."
)


async def show_help(turn: Turn, argument: str) -> Answer:
    listed = [
        each
        for each in turn.commands.values()
        if each.listed and (turn.is_owner or not each.owner_only)
    ]
    lines = [f"/{each.name} {each.usage}".strip() + f": {each.summary}" for each in listed]
    plain = _(
        "Some of this works in plain words: “search for the invoice”, “remember that Jo likes "
        "tea”, “forget the invoice”, “remind me tomorrow at nine to call Jo”, “show my documents”."
    )
    yield Reply("\n".join([*lines, "", plain, _("Anything else you write is a question.")]))


command = Command("help", "", N_("List what I can do"), show_help, ordered=False)

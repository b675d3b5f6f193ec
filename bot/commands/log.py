"""/log: the latest errors of the daemon, and where the one with a reference came from."""

from bot.messages import N_, Answer, Reply, UserError, _
from bot.messages.marked_text import escape_markup
from bot.operations.health_file import Trouble, read_vitals
from bot.turns.command import Command, Turn
from indexer.i18n import format_moment

SHOWN = 10


async def show_log(turn: Turn, argument: str) -> Answer:
    if not turn.private_owner:
        raise UserError(_("I only talk about this installation in a private chat with you."))
    vitals = read_vitals(turn.services.home)
    troubles = vitals.troubles if vitals else ()
    yield Reply(_show_one(troubles, argument.strip()) if argument.strip() else _list(troubles))


def _list(troubles: tuple[Trouble, ...]) -> str:
    if not troubles:
        return _("There were no errors since I started.")
    lines = [f"- {_format(each)}" for each in reversed(troubles[-SHOWN:])]
    return "\n".join([*lines, "", _("/log REFERENCE shows where an error came from.")])


def _show_one(troubles: tuple[Trouble, ...], reference: str) -> str:
    """Show the error that names the reference, with the places in the program."""
    found = next((each for each in reversed(troubles) if reference in each.text), None)
    if found is None:
        return _(
            "None of the latest errors has the reference {reference}. One that has just happened "
            "is here within a minute; older ones are in the log of the machine.",
            reference=reference,
        )
    where = "\n".join(found.where)
    return f"{_format(found)}\n\n```\n{where}\n```" if where else _format(found)


def _format(trouble: Trouble) -> str:
    return _("{time} UTC: {text}", time=format_moment(trouble.at), text=escape_markup(trouble.text))


command = Command(
    "log",
    N_("[REFERENCE]"),
    N_("Show the latest errors, or where one came from"),
    show_log,
    owner_only=True,
    ordered=False,
)

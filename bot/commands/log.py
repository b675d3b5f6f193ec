"""/log: the latest errors of the daemon, and where the one with a reference came from."""

from itertools import islice
from pathlib import Path

from bot.messages import N_, Answer, Reply, UserError, _
from bot.messages.marked_text import escape_markup
from bot.operations.log_book import LogFilter, LogLine, read_log
from bot.turns.command import Command, Turn
from indexer.i18n import format_moment

SHOWN = 10


async def show_log(turn: Turn, argument: str) -> Answer:
    if not turn.private_owner:
        raise UserError(_("I only talk about this installation in a private chat with you."))
    log, reference = turn.services.home.log, argument.strip()
    yield Reply(_show_one(log, reference) if reference else _list(log))


def _list(log: Path) -> str:
    latest = list(islice(read_log(log, LogFilter("error")), SHOWN))
    if not latest:
        return _("There are no errors in my log.")
    lines = [f"- {_format(each)}" for each in latest]
    return "\n".join([*lines, "", _("/log REFERENCE shows where an error came from.")])


def _show_one(log: Path, reference: str) -> str:
    """Show the line that names the reference, with the places in the program."""
    found = next((each for each in read_log(log) if reference in each.text), None)
    if found is None:
        return _("No line of my log has the reference {reference}.", reference=reference)
    where = "\n".join(found.where)
    return f"{_format(found)}\n\n```\n{where}\n```" if where else _format(found)


def _format(line: LogLine) -> str:
    return _("{time} UTC: {text}", time=format_moment(line.at), text=escape_markup(line.text))


command = Command(
    "log",
    N_("[REFERENCE]"),
    N_("Show the latest errors, or where one came from"),
    show_log,
    owner_only=True,
    ordered=False,
)

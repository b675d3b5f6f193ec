"""Writes docs/settings.md and docs/commands.md from the code: `python -m tests.reference`."""

import argparse
import sys
from pathlib import Path

from bot.cli import build_parser
from bot.cli.parser import HelpFormatter
from bot.settings.config import PREFIX, Settings
from bot.settings.reference import list_keys
from bot.turns.command import Command, Commands

DOCS = Path(__file__).parent.parent / "docs"
SETTINGS, COMMANDS = DOCS / "settings.md", DOCS / "commands.md"
MADE = "This page is made from the code by `python -m tests.reference`."


SETTINGS_HEAD = f"""# Settings

For the owner. {MADE}

They stand in `config.json` in the home folder (`~/.multis`, or the folder that `--home` or
`MULTIS_HOME` names), readable by you alone. `config.example.json` has every key with its default.
An environment variable overrides a key: `{PREFIX}LLM__MODEL` stands for `llm.model`. Restart the
daemon to apply a change, or make it with `/settings` in your private chat, which says whether it
counts at once. A key that does not exist, or a value that is not allowed, is refused with
a sentence that names it."""
COMMAND_LINE = """Every command takes `--home DIR`. Exit codes: 0 done; 1 failed, and a sentence on
stderr says why; 2 wrong usage; 3 from `multis status` when the daemon is not running; 75 from
`multis run` when another daemon took over the database, and 78 when the configuration is wrong."""


def render_settings() -> str:
    lines = [SETTINGS_HEAD]
    block = None
    for key in list_keys(Settings):
        head = key.path.partition(".")[0] if "." in key.path else ""
        if head != block:
            block = head
            lines += [
                "",
                f"## {head or 'General'}",
                "",
                "| key | value | default | meaning |",
                "|-|-|-|-|",
            ]
        cells = (f"`{key.path}`", key.kind, f"`{key.default}`", key.meaning)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


PLAIN_WORDS = (
    "Some of these work in plain words, too, in every language that multis speaks:",
    "`search for the invoice`, `remember that Jo likes tea`, `forget the invoice`,",
    "`show my documents`, `show my reminders`, `show my notes`, `new conversation`, `undo`, `stop`",
    "and `help`. Only at the beginning of a message, and only where it can be no question: `search",
    "how long the notice is` is one, and so is whatever ends with a question mark. To forget",
    "something in plain words takes a button: nothing is forgotten before you press it. A word",
    "that stands for a command may have its slash: `/stop`, `/hilfe`, `/ayuda`.",
)


def render_commands() -> str:
    lines = ["# Commands", "", f"For everybody who uses multis. {MADE}", ""]
    lines += ["## In a chat", "", "| command | what it does | who |", "|-|-|-|"]
    lines += [_chat_row(command) for command in Commands().values() if command.listed]
    lines += ["", *PLAIN_WORDS, "", "## On the command line", ""]
    lines.append(COMMAND_LINE)
    for name in list_subcommands():
        lines += ["", f"### multis {name}", "", "```", render_help(name), "```"]
    return "\n".join(lines) + "\n"


def _chat_row(command: Command) -> str:
    said = f"/{command.name} {command.usage}".strip().replace("|", "\\|")
    who = "owner" if command.owner_only else "anybody" if command.public else "those let in"
    return f"| `{said}` | {command.summary} | {who} |"


def list_subcommands() -> list[str]:
    """List the names that the help shows, most of them without a parser."""
    return sorted(each.dest for each in _find_subparsers([])._choices_actions)


def _find_subparsers(argv: list[str]) -> "argparse._SubParsersAction[argparse.ArgumentParser]":
    actions = build_parser(argv)._actions  # argparse offers no other way to its subcommands
    return next(each for each in actions if isinstance(each, argparse._SubParsersAction))


def render_help(name: str) -> str:
    """The help of one subcommand at 100 columns, whatever the terminal's width is."""
    parser = _find_subparsers([name]).choices[name]
    parser.formatter_class = lambda prog: HelpFormatter(prog, width=100)
    return parser.format_help().strip()


if __name__ == "__main__":
    SETTINGS.write_text(render_settings(), "utf-8")
    COMMANDS.write_text(render_commands(), "utf-8")
    sys.exit()

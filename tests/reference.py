"""Writes docs/settings.md and docs/commands.md from the code: `python -m tests.reference`."""

import argparse
import ast
import inspect
import json
import sys
from collections.abc import Iterator
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Literal, get_args, get_origin, get_type_hints

from bot.cli import build_parser
from bot.cli.parser import HelpFormatter
from bot.settings.config import PREFIX, Settings
from bot.turns.command import Command, Commands
from indexer.settings import Between

DOCS = Path(__file__).parent.parent / "docs"
SETTINGS, COMMANDS = DOCS / "settings.md", DOCS / "commands.md"
KINDS: dict[object, str] = {
    str: "text",
    int: "whole number",
    float: "number",
    bool: "true or false",
    tuple: "list",
    frozenset: "list",
}
MADE = "This page is made from the code by `python -m tests.reference`."


SETTINGS_HEAD = f"""# Settings

For the owner. {MADE}

They stand in `config.json` in the home folder (`~/.multis`, or the folder that `--home` or
`MULTIS_HOME` names), readable by you alone. `config.example.json` has every key with its default.
An environment variable overrides a key: `{PREFIX}LLM__MODEL` stands for `llm.model`. Restart the
daemon to apply a change. A key that does not exist, or a value that is not allowed, is refused with
a sentence that names it."""
COMMAND_LINE = """Every command takes `--home DIR`. Exit codes: 0 done; 1 failed, and a sentence on
stderr says why; 2 wrong usage; 3 from `multis status` when the daemon is not running; 78 from
`multis run` when the configuration is wrong."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of config.json: `llm.model`; `kind` says what it may be."""

    path: str
    kind: str
    default: str
    meaning: str


def list_keys(settings: type, above: str = "") -> Iterator[Key]:
    """Every key below `settings`, in the order of the code, its meaning read from the comments."""
    hints, notes = get_type_hints(settings, include_extras=True), read_comments(settings)
    for each in fields(settings):
        hint, path = hints[each.name], above + each.name
        if is_dataclass(hint):
            assert isinstance(hint, type)
            yield from list_keys(hint, f"{path}.")
        else:
            question = each.metadata.get("question", "")
            yield Key(path, _kind(hint), _default(each), notes.get(each.name) or str(question))


def read_comments(settings: type) -> dict[str, str]:
    """Field -> the comment on its line, or on the lines above it."""
    lines = inspect.getsource(settings).splitlines()
    body = ast.parse(inspect.cleandoc("\n".join(lines))).body[0]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for node in body.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            last = lines[(node.end_lineno or node.lineno) - 1]
            beside = last.partition("  # ")[2]
            found[node.target.id] = beside or _comment_above(lines, node.lineno - 2)
    return found


def _comment_above(lines: list[str], row: int) -> str:
    above: list[str] = []
    while lines[row].strip().startswith("# "):
        above.insert(0, lines[row].strip().removeprefix("# "))
        row -= 1
    return " ".join(above)


def _kind(hint: object) -> str:
    if get_origin(hint) is Annotated:
        base, *limits = get_args(hint)
        return " ".join([_kind(base), *(_range(limit) for limit in limits)])
    if get_origin(hint) is Literal:
        return " or ".join(f"`{value}`" for value in get_args(hint))
    names = {str: "text", int: "whole number", float: "number", bool: "true or false"}
    if isinstance(hint, type) and hint in names:
        return names[hint]
    return {tuple: "list", frozenset: "list", dict: "object"}.get(
        get_origin(hint) or tuple, "object"
    )


def _range(limit: object) -> str:
    if not isinstance(limit, Between):
        return ""
    return f"from {limit.least:,}" + (f" to {limit.most:,}" if limit.most is not None else "")


def _default(each: "Field[object]") -> str:
    value = each.default if each.default is not MISSING else None
    if each.default_factory is not MISSING:
        value = each.default_factory()
    return json.dumps(value, default=list, ensure_ascii=False)


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
    "something in plain words takes a button: nothing is forgotten before you press it.",
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
    return sorted(_subparsers([]))


def _subparsers(argv: list[str]) -> dict[str, argparse.ArgumentParser]:
    actions = build_parser(argv)._actions  # argparse offers no other way to its subcommands
    return next(dict(a.choices) for a in actions if isinstance(a, argparse._SubParsersAction))


def render_help(name: str) -> str:
    """The help of one subcommand at 100 columns, whatever the terminal's width is."""
    parser = _subparsers([name])[name]
    parser.formatter_class = lambda prog: HelpFormatter(prog, width=100)
    return parser.format_help().strip()


if __name__ == "__main__":
    SETTINGS.write_text(render_settings(), "utf-8")
    COMMANDS.write_text(render_commands(), "utf-8")
    sys.exit()

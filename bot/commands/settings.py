"""/settings shows the settings and changes those that may be changed from a chat."""

import asyncio
import json
from collections.abc import Iterable

from bot.messages import N_, Answer, Choice, IncomingMessage, Reply, UserError, _, join_sentences
from bot.operations.health_file import runs_elsewhere
from bot.services.live_settings import ChangedSetting, LiveSettings
from bot.settings.change import (
    DEFAULT,
    find_key,
    get_setting,
    is_changeable,
    list_options,
    takes_effect_at_once,
)
from bot.settings.config import Settings
from bot.settings.reference import Key, describe_kind, list_keys
from bot.turns.command import Command, Turn
from indexer.i18n import format_list

USAGE = N_("[GROUP | KEY [VALUE|default]]")
SWITCHES = ("true", "false")


async def manage_settings(turn: Turn, argument: str) -> Answer:
    if not turn.private_owner:
        raise UserError(_("I only talk about settings in a private chat with you."))
    name, _space, value = argument.strip().partition(" ")
    live = turn.services.live_settings
    if value:
        yield await _change(turn, name, value.strip())
    elif not name:
        yield _list_blocks()
    elif keys := [each for each in list_keys(Settings) if each.path.startswith(f"{name}.")]:
        yield _show_block(name, keys, live)
    else:
        yield _show_key(find_key(name), live)


def _list_blocks() -> Reply:
    blocks = sorted({each.path.partition(".")[0] for each in _list_changeable()})
    text = _(
        "Settings that can be changed here are in these groups: {groups}. "
        "/settings NAME shows one; all others are changed in config.json.",
        groups=format_list(blocks),
    )
    return Reply(text, tuple(Choice(each, f"/settings {each}") for each in blocks))


def _list_changeable() -> list[Key]:
    return [each for each in list_keys(Settings) if is_changeable(each)]


def _show_block(name: str, keys: Iterable[Key], live: LiveSettings) -> Reply:
    """List what of a block can be changed, with the values that count now."""
    found = [each for each in keys if is_changeable(each)]
    if not found:
        raise UserError(_("Settings of {name} can only be changed in config.json.", name=name))
    lines = [f"- {each.path} = {_format_now(each, live)}" for each in found]
    usage = _("/settings KEY says what one means, /settings KEY VALUE changes it.")
    return Reply("\n".join([*lines, "", usage]))


def _show_key(key: Key, live: LiveSettings) -> Reply:
    """Show the value of a setting, what it may be, and when a change would count."""
    if key.secret:
        raise UserError(_("{key} is secret: it is neither shown nor changed here.", key=key.path))
    lines = [f"{key.path} = {_format_now(key, live)}"]
    stored = _format_value(get_setting(live.load_next(), key.path))
    if stored != _format_now(key, live):
        lines.append(_("After a restart: {value}", value=stored))
    if key.meaning:
        lines.append(key.explain())
    lines.append(
        _("Allowed: {kind}. Default: {value}.", kind=describe_kind(key.hint), value=key.default)
    )
    if not is_changeable(key):
        lines.append(_("It can only be changed in config.json."))
        return Reply("\n".join(lines))
    if not takes_effect_at_once(key):
        lines.append(_("A change takes effect after a restart."))
    return Reply("\n".join(lines), tuple(_build_choices(key, stored)))


def _build_choices(key: Key, stored: str) -> Iterable[Choice]:
    options = SWITCHES if key.kind == "true or false" else list_options(key)
    for each in options:
        if each != stored.strip('"'):
            yield Choice(each, f"/settings {key.path} {each}")
    if stored != key.default:
        yield Choice(_("Back to the default"), f"/settings {key.path} {DEFAULT}")


async def _change(turn: Turn, name: str, value: str) -> Reply:
    changed = await turn.services.live_settings.change(name, value)
    turn.services.audit.record("setting changed", turn.message.sender, key=changed.key)
    elsewhere = await asyncio.to_thread(runs_elsewhere, turn.services.home)
    return _format_change(changed, at_once=changed.at_once and not elsewhere)


def _format_change(changed: ChangedSetting, *, at_once: bool) -> Reply:
    before, after = _format_value(changed.before), _format_value(changed.after)
    if before == after:
        return Reply(_("{key} was {value} already.", key=changed.key, value=after))
    text = _("{key} is {after} now; it was {before}.", key=changed.key, after=after, before=before)
    when = "" if at_once else _("It takes effect when multis is restarted.")
    undo = Choice(_("Undo"), f"/settings {changed.key} {_write_value(changed.before)}")
    return Reply(join_sentences(text, when), (undo,))


def _format_now(key: Key, live: LiveSettings) -> str:
    return _format_value(get_setting(live.current, key.path))


def _format_value(value: object) -> str:
    """Return the value as JSON writes it."""
    return json.dumps(value, default=list, ensure_ascii=False)


def _write_value(value: object) -> str:
    """Return the value as a person types it after the name of its setting."""
    if isinstance(value, str):
        return str(value) or '""'
    if isinstance(value, list | tuple | frozenset):
        return ", ".join(map(str, value)) or ","
    return json.dumps(value)


def _needs_pin(_message: IncomingMessage, argument: str) -> bool:
    """Return whether something would be changed; secrets are never shown."""
    return " " in argument.strip()


command = Command(
    "settings",
    USAGE,
    N_("Show or change settings"),
    manage_settings,
    owner_only=True,
    guards=_needs_pin,
    ordered=False,
)

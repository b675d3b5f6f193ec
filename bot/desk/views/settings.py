"""Every setting with its meaning, its value and where that was set; secrets are not shown."""

import json
import os
from collections.abc import Mapping

from msgspec import Struct

from bot.desk.views import Arguments, View, ViewContext
from bot.messages import UserError
from bot.settings.change import get_setting, is_changeable, list_options, takes_effect_at_once
from bot.settings.config import PREFIX, Settings, read_object
from bot.settings.reference import Key, describe_kind, list_keys


class SettingView(Struct, frozen=True):
    key: str
    kind: str  # what it may be, in the reader's language
    meaning: str
    default: str  # JSON
    value: str  # JSON; empty for a secret
    secret: bool
    set: bool  # for a secret, whether there is one
    origin: str  # default, file or environment
    variable: str  # the environment variable that sets it
    next: str  # JSON; the value after a restart, where that is another one
    changeable: bool  # here, by /settings
    at_once: bool  # False: a change takes effect after a restart
    options: tuple[str, ...]  # where it is one of a few words


class SettingsView(Struct, frozen=True):
    path: str  # of config.json
    rows: tuple[SettingView, ...]


async def show(context: ViewContext, _arguments: Arguments) -> SettingsView:
    """Return the settings with which this process works, and what a restart would change."""
    services = context.turn.services
    raw, now = _read_file(context), services.live_settings.current
    then = _load_next(context) or now
    rows = (_build(each, now, then, raw) for each in list_keys(Settings))
    return SettingsView(str(services.home.config), tuple(rows))


def _read_file(context: ViewContext) -> object:
    try:
        return read_object(context.turn.services.home.config)
    except UserError:  # it was damaged since the start
        return {}


def _load_next(context: ViewContext) -> Settings | None:
    try:
        return context.turn.services.live_settings.load_next()
    except UserError:  # the file was damaged since the start; doctor says how
        return None


def _build(key: Key, now: Settings, then: Settings, raw: object) -> SettingView:
    shown, later = (_format(get_setting(each, key.path)) for each in (now, then))
    return SettingView(
        key=key.path,
        kind=describe_kind(key.hint),
        meaning=key.explain(),
        default="" if key.secret else key.default,
        value="" if key.secret else shown,
        secret=key.secret,
        set=shown != key.default,
        origin=_find_origin(key.path, raw),
        variable=_name_variable(key.path),
        next="" if key.secret or later == shown else later,
        changeable=is_changeable(key),
        at_once=takes_effect_at_once(key),
        options=tuple(list_options(key)),
    )


def _format(value: object) -> str:
    return json.dumps(value, default=_to_list, ensure_ascii=False)


def _to_list(value: object) -> object:
    return sorted(value) if isinstance(value, frozenset) else str(value)


def _name_variable(path: str) -> str:
    return PREFIX + path.upper().replace(".", "__")


def _find_origin(path: str, raw: object) -> str:
    names = {name.upper() for name in os.environ}
    parts = path.split(".")
    if any(_name_variable(".".join(parts[:n])) in names for n in range(1, len(parts) + 1)):
        return "environment"
    for part in parts:
        if not isinstance(raw, Mapping) or part not in raw:
            return "default"
        raw = raw[part]
    return "file"


view = View("settings", show, owner_only=True)

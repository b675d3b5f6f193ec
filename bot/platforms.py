"""Loads adapters by name, and only here, so that a platform's library stays optional."""

import importlib
import pkgutil
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import asdict

from bot.access import policy
from bot.access.policy import Access
from bot.home import Home
from bot.messages import Adapter, Host, MenuItem, SearchShared, Sender, UserError, find_nothing
from bot.settings.config import ConfigError, Settings
from bot.turns.command import Commands
from indexer.extras import format_install_hint
from indexer.i18n import _, join_sentences

FreshAccess = Callable[[], Awaitable[Access]]  # as it is right now


def connect(name: str, settings: Mapping[str, object], host: Host) -> Adapter:
    """Load and connect the adapter in `adapters/<name>`; a `ConfigError` says what it lacks."""
    try:
        module = importlib.import_module("adapters." + name)
    except ModuleNotFoundError as error:
        raise ConfigError(
            join_sentences(
                _(
                    "{platform} needs {module}, which is not installed.",
                    platform=name.capitalize(),
                    module=str(error.name),
                ),
                format_install_hint(name),
            )
        ) from None
    try:
        adapter: Adapter = module.connect(settings, host)
    except UserError as error:
        raise ConfigError(str(error)) from None
    return adapter


def preload(settings: Settings) -> None:
    """Import ahead of time what is otherwise imported when the first message needs it."""
    enabled = ("adapters." + name for name in list_enabled(settings))
    for name in (*enabled, "bot.answering", "bot.services", "indexer.embedding.backfill", "memory"):
        with suppress(ImportError):  # `connect` says what is missing
            package = importlib.import_module(name)
            for module in pkgutil.walk_packages(getattr(package, "__path__", ()), f"{name}."):
                importlib.import_module(module.name)


def list_enabled(settings: Settings) -> dict[str, dict[str, object]]:
    """List the enabled platforms by name, with the settings of each."""
    offered = asdict(settings.platforms)
    return {
        name: {key: value for key, value in each.items() if key != "enabled"}
        for name, each in offered.items()
        if each["enabled"]
    }


def build_host(  # noqa: PLR0913  # each is another edge of the world
    home: Home,
    name: str,
    owners: frozenset[str],
    access: FreshAccess,
    file_bytes: int,
    search_shared: SearchShared = find_nothing,
) -> Host:
    """Build the `Host` of the adapter `name`."""

    async def accepts_invitation(sender: Sender, private: bool) -> bool:
        return policy.may_invite(sender, private, await access())

    async def admits(sender: Sender) -> bool:
        return policy.may_ask(sender.key, await access())

    folder, menu = home.platform_folder(name), _build_menu()
    return Host(menu, owners, folder, accepts_invitation, file_bytes, search_shared, admits)


def _build_menu() -> list[MenuItem]:
    return [
        MenuItem(each.name, each.summary, each.owner_only, each.public, each.in_groups)
        for each in Commands().values()
        if each.listed
    ]

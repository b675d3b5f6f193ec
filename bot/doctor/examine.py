"""Runs all checks in order, each only on what the earlier ones found usable."""

from collections.abc import AsyncIterator, Collection, Iterator, Mapping
from datetime import UTC, datetime

from bot.access.policy import PAGE_OWNER, Access, has_owner
from bot.doctor import machine, storage, walls
from bot.doctor import services as outside
from bot.doctor.findings import Finding, Level, fail, ok, warn
from bot.home import Home
from bot.messages import Adapter, Attachment, UserError
from bot.operations.health_file import read_vitals
from bot.platforms import build_host, connect, list_enabled
from bot.runtime.storage_errors import AWAY, explain_error
from bot.services.open import build_access, open_services
from bot.services.resources import Setup, utc_now
from bot.services.services import Services
from bot.settings.config import ConfigError, Settings, describe_unused, load_settings
from indexer.errors import ServerAwayError, StorageError
from indexer.i18n import _, join_sentences


async def examine(
    home: Home, environ: Mapping[str, str], *, offline: bool
) -> AsyncIterator[Finding]:
    """Yield findings as they come.

    Nothing is changed, except that opening migrates a database, and that an index that does not
    match its texts is built again.
    """
    if not home.folder.exists():
        text = _("{folder} does not exist. `multis init` creates it.", folder=str(home.folder))
        yield fail("home", text)
        return
    for finding in _check_machine(home):
        yield finding
    async for finding in walls.check_walls(home):
        yield finding
    settings, problem = _load_settings(home, environ)
    sound = True
    for finding in () if settings.database.url else storage.check_integrity(home):
        sound = sound and finding.level is not Level.FAIL
        yield finding
    if problem:
        yield fail("config", problem)
        return
    yield ok("config", _("{file} is valid.", file=str(home.config)))
    for unused in describe_unused(environ):
        yield warn("config", unused)
    async for finding in _check_configured(home, settings, environ, offline=offline, sound=sound):
        yield finding


def _check_machine(home: Home) -> Iterator[Finding]:
    now = utc_now()
    yield from machine.check_permissions(home)
    yield from machine.check_disk(home)
    yield from machine.check_daemon(home, now)
    yield from machine.check_leftovers(home, now)
    yield from machine.check_clock(now, _find_last_heartbeat(home))
    yield from storage.check_copies(home)


def _load_settings(home: Home, environ: Mapping[str, str]) -> tuple[Settings, str]:
    """Load the settings; the defaults, and a sentence, if there is a mistake in them."""
    try:
        return load_settings(home.config, environ), ""
    except ConfigError as error:
        return Settings(), str(error)


async def _check_configured(
    home: Home, settings: Settings, environ: Mapping[str, str], *, offline: bool, sound: bool
) -> AsyncIterator[Finding]:
    for finding in _check_settings(home, settings, environ):
        yield finding
    try:
        async for finding in _check_outside(home, settings, offline=offline):
            yield finding
        if sound:
            async for finding in _check_services(home, settings, offline=offline):
                yield finding
    except UserError as error:
        yield fail("opening", str(error))
    except StorageError as error:
        yield fail("opening", _describe(error))
    except OSError as error:  # such as a disk that has become read-only
        yield fail("opening", str(explain_error(error) or error))


def _check_settings(
    home: Home, settings: Settings, environ: Mapping[str, str]
) -> Iterator[Finding]:
    yield from machine.check_intake(home, settings)
    yield from outside.check_memory_settings(settings)
    yield from outside.check_keys(settings, environ)
    yield from outside.check_vault(settings)
    yield from outside.check_roots(settings)
    yield from outside.check_watched_folders(settings, home)
    yield from storage.check_left_file(home, settings)
    yield from storage.check_replica(home, settings, utc_now())


async def _check_outside(
    home: Home, settings: Settings, *, offline: bool
) -> AsyncIterator[Finding]:
    """Check platforms and models."""
    for check in (
        outside.check_platforms(_connect_adapters(home, settings), offline),
        outside.check_embedder(settings, home, offline),
        outside.check_voice(settings, home, offline),
    ):
        async for finding in check:
            yield finding


def _describe(error: StorageError) -> str:
    if isinstance(error, ServerAwayError):
        return join_sentences(str(AWAY), str(error))
    return _("Cannot open the database: {reason}.", reason=str(error))


def _connect_adapters(home: Home, settings: Settings) -> dict[str, Adapter]:
    """Connect the enabled platforms, only to ask who we are there; nobody is let in."""
    access = build_access(settings)

    async def get_access() -> Access:
        return access

    largest = settings.documents.limits.file_bytes
    return {
        name: connect(name, given, build_host(home, name, access.owners, get_access, largest))
        for name, given in list_enabled(settings).items()
    }


async def _check_services(
    home: Home, settings: Settings, *, offline: bool
) -> AsyncIterator[Finding]:
    async with open_services(
        Setup(home, settings, build_access(settings), _refuse_fetch)
    ) as services:
        for check in _list_checks(services):
            async for finding in check:
                yield finding
        async for finding in outside.check_model(services.model, settings, offline):
            yield finding
        if not has_owner(await services.people.load_access()):
            yield _check_owner(list_enabled(settings))


def _check_owner(platforms: Collection[str]) -> Finding:
    """Check for an owner; the terminal and the page belong to whoever sits at this machine."""
    if not set(platforms) - {PAGE_OWNER.platform}:
        return ok("owner", _("You, at the terminal and on the page."))
    return fail(
        "owner", _("This assistant has no owner. `multis run` prints a code to become its owner.")
    )


def _list_checks(services: Services) -> list[AsyncIterator[Finding]]:
    return [
        storage.check_server(services),
        storage.check_segments(services),
        storage.check_queues(services),
        storage.check_captures(services),
        storage.check_memory_files(services),
        storage.check_retention(services, datetime.now(UTC)),
        storage.check_vectors(services),
    ]


def _find_last_heartbeat(home: Home) -> datetime | None:
    vitals = read_vitals(home)
    return vitals.written_at if vitals else None


async def _refuse_fetch(_platform: str, attachment: Attachment, _path: object) -> None:
    raise UserError(_("{name} is not fetched by a check.", name=attachment.name))

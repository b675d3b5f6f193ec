"""One conversation in the terminal: `multis chat`."""

import logging
from dataclasses import replace

from bot.access.policy import TERMINAL_OWNER, Access
from bot.daemon.notices import build_reminder_job
from bot.daemon.running import open_running
from bot.home import Home
from bot.operations.jobs import build_jobs, build_process_jobs
from bot.runtime.process_lock import is_running
from bot.runtime.scheduler import open_schedule
from bot.services.open import build_access, embed_in_background
from bot.settings.config import MetricsSettings, Settings

log = logging.getLogger(__name__)


async def converse(home: Home, settings: Settings) -> None:
    """Hold one conversation in the terminal; it ends with its input."""
    settings = replace(settings, metrics=MetricsSettings())  # the port is the daemon's
    configured = build_access(settings)
    access = Access(configured.owners | {TERMINAL_OWNER.key}, configured.approved)
    terminal = TERMINAL_OWNER.platform
    async with open_running(home, settings, access, {terminal: {}}, log.info) as running:
        services, dispatch, adapters = running
        await running.resume()
        jobs = [build_reminder_job(running)]
        if not is_running(home):  # otherwise the daemon keeps memory and vectors in order
            embed_in_background(services)
            jobs += [*build_jobs(services), *build_process_jobs(services)]
        async with open_schedule(jobs, services.clock()):
            await adapters[terminal].run(dispatch.accept)

"""Index files and folders."""

import argparse
import asyncio
import os
import shlex
import sys
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli.console import dump_json, sanitize_line
from bot.cli.parser import parse_path
from bot.home import Home, find_home
from bot.runtime.process_lock import hold_use_lock
from bot.settings.config import Settings, load_settings
from indexer.errors import UserError
from indexer.i18n import N_, _, format_list, join_sentences, ngettext
from indexer.ingest.jobs import Job, Outcome, Status, build_job
from indexer.ingest.listing import ListedFile, list_files, resolve_folder
from indexer.ingest.unchanged import look_up_unchanged
from indexer.paths import format_name
from indexer.scopes import Scope

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

    from bot.services.services import Services
    from indexer.documents import ParserProgress

PARTIAL = "partial"
PRIVATE = "private"  # whatever scope was given to its folder
AHEAD = 8  # jobs, or groups of them, started before the first of them has ended
BATCH = 200  # files that are compared with the index at once
FEW = 2_000  # files that are all looked up before anything else is loaded: a tenth of a second
MANY = 4096  # passages that were written and slow down the next search, until it can look them up
STATUSES = {
    "duplicate": N_("{count} duplicate"),
    "failed": N_("{count} failed"),
    "indexed": N_("{count} indexed"),
    "partial": N_("{count} indexed in part"),
    PRIVATE: N_("{count} left readable by you alone (admin)"),
    "skipped": N_("{count} skipped"),
    "unchanged": N_("{count} unchanged"),
}

# (job, its progress; None once it has ended)
Show = Callable[[Job, "ParserProgress | None"], None]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", type=parse_path, metavar="PATH")
    parser.add_argument(
        "--scope", required=True, choices=("kb", "admin"), help=_("who may read it")
    )
    parser.add_argument(
        "--follow-links", action="store_true", help=_("index what links in a folder point to, too")
    )
    parser.add_argument(
        "--embed", action="store_true", help=_("end only when search by meaning is ready, too")
    )
    parser.add_argument("--json", action="store_true", help=_("print one JSON object per file"))


def run(arguments: argparse.Namespace) -> int:
    counts, left = Counter[str](), Counter[str]()
    try:
        asyncio.run(_index(arguments, counts, left))
    except KeyboardInterrupt:
        print("\n" + _format_interruption(counts, left), file=sys.stderr)
        raise
    if not arguments.json:
        print(_format_counts(counts) or _("No files to index."))
    return 1 if counts["failed"] else 0


def _format_counts(counts: Counter[str]) -> str:
    return format_list([str(STATUSES[each].fill(count=counts[each])) for each in sorted(counts)])


def _format_interruption(counts: Counter[str], left: Counter[str]) -> str:
    done = _format_counts(counts)
    return join_sentences(
        _("Stopped: {counts}.", counts=done) if done else _("Stopped."),
        ngettext("{count} file is left.", "{count} files are left.", left["jobs"] - counts.total()),
        _("Run the same command again to go on; what is indexed stays."),
    )


async def _index(arguments: argparse.Namespace, counts: Counter[str], left: Counter[str]) -> None:
    home = find_home(arguments.home, os.environ)
    settings = load_settings(home.config, os.environ)
    jobs = []
    for found in _list_jobs(arguments, home):
        if isinstance(found, Job):
            jobs.append(found)
        else:
            _count(found, counts, arguments)
    left["jobs"] = len(jobs) + counts.total()
    known = await _look_up(home, settings, jobs)
    if arguments.embed or len(known) < len(jobs):
        await _read(arguments, home, settings, jobs, counts)
        return
    for outcome in known.values():
        _count(outcome, counts, arguments)


async def _look_up(home: Home, settings: Settings, jobs: Sequence[Job]) -> dict[Job, Outcome]:
    """Find what is unchanged; if all is, nothing else needs to be loaded."""
    if settings.database.url or len(jobs) > FEW or not home.database.exists():
        return {}
    with hold_use_lock(home):
        return await look_up_unchanged(home.database, jobs, settings.documents.limits)


async def _read(
    arguments: argparse.Namespace,
    home: Home,
    settings: Settings,
    jobs: Sequence[Job],
    counts: Counter[str],
) -> None:
    from bot.cli import session

    async with session.open_for_owner(home, settings, lasting=arguments.embed) as services:
        with _open_bars(len(jobs)) as show:
            async for outcomes in _index_in_order(services, jobs, show):
                for outcome in outcomes:
                    _count(outcome, counts, arguments)
        await services.upkeep.settle(MANY)
        if arguments.embed and services.engines.embedding:
            await services.engines.embedding.catch_up()


def _list_jobs(arguments: argparse.Namespace, home: Home) -> Iterator[Job | Outcome]:
    """Yield the job for each file, or an outcome that says why there is none."""
    scope = Scope(arguments.scope)
    for path in arguments.paths:
        _refuse_address(path, scope)
        named = resolve_folder(path)
        for each in list_files(path, closed=(home.folder,), follow_links=arguments.follow_links):
            job = build_job(each.path, scope, named)
            if each.reason:
                status: Status = "failed" if each.path == named else "skipped"
                yield Outcome(job, status, reason=_format_reason(each))
            else:
                yield job


def _refuse_address(path: Path, scope: Scope) -> None:
    """Raise a `UserError` for an address, which is no path, unless a file is called like it."""
    scheme, slash, rest = str(path).partition(":/")  # of two slashes a path keeps one
    if slash and scheme.lower() in ("http", "https") and not path.exists():
        address = f"{scheme}://{rest}"
        order = shlex.quote(f"/index {address} {scope.label}")
        command = f"multis say {order}"  # not translated: a command
        raise UserError(
            _("{url} is a web address. To index it, run `{command}`.", url=address, command=command)
        )


def _format_reason(listed: ListedFile) -> str:
    if listed.is_link:
        name = format_name(listed.path.name)
        return _("{name} is a link. --follow-links indexes what it points to.", name=name)
    return str(listed.reason)


def _count(outcome: Outcome, counts: Counter[str], arguments: argparse.Namespace) -> None:
    counts[find_status(outcome)] += 1
    _print(outcome, as_json=arguments.json)


async def _index_in_order(
    services: "Services", jobs: Sequence[Job], show: Show
) -> AsyncIterator[list[Outcome]]:
    """Yield the outcomes of `jobs` in their order, by groups of which up to `AHEAD` run at once."""
    started: deque[asyncio.Task[list[Outcome]]] = deque()
    try:
        async for group, known in _group_all(services, jobs):
            started.append(asyncio.create_task(_index_group(services, group, known, show)))
            if len(started) == AHEAD:
                yield await started.popleft()
        while started:
            yield await started.popleft()
    finally:
        for task in started:
            task.cancel()


async def _group_all(
    services: "Services", jobs: Sequence[Job]
) -> AsyncIterator[tuple[Sequence[Job], Mapping[Job, Outcome]]]:
    """Yield the jobs in groups, each with what is known of it."""
    for start in range(0, len(jobs), BATCH):
        batch = jobs[start : start + BATCH]
        known = await services.pipeline.find_unchanged(batch)
        for group in _group(batch, known):
            yield group, known


def _group(jobs: Iterable[Job], known: Mapping[Job, Outcome]) -> Iterator[Sequence[Job]]:
    """Group files that are known, and those that may be small; their order stays."""
    from indexer.ingest.small_files import group_small

    for is_known, found in groupby(jobs, known.__contains__):
        several = list(found)
        yield from [several] if is_known else group_small(several)


async def _index_group(
    services: "Services", jobs: Sequence[Job], known: Mapping[Job, Outcome], show: Show
) -> list[Outcome]:
    """Index files together as far as they are small, and the others one after the other."""
    if jobs[0] not in known:
        known = await services.pipeline.run_together(jobs) if len(jobs) > 1 else {}
    outcomes = list[Outcome]()
    for job in jobs:
        outcomes.append(known.get(job) or await _index_file(services, job, show))
        show(job, None)
    return outcomes


async def _index_file(services: "Services", job: Job, show: Show) -> Outcome:
    from bot.access.policy import TERMINAL_OWNER
    from bot.messages import Asker

    seer = services.build_page_reader(Asker(TERMINAL_OWNER.key, TERMINAL_OWNER.key), is_owner=True)
    async with aclosing(services.pipeline.run(job, seer=seer)) as steps:
        async for step in steps:
            if isinstance(step, Outcome):
                return step
            show(job, step)
    raise UserError(
        _("{name} was not indexed: the parser exited without reporting an error.", name=job.name)
    )


def _print(outcome: Outcome, *, as_json: bool) -> None:
    if as_json:
        print(dump_json(to_json(outcome)), flush=True)
        return
    if not outcome.is_in_index:
        print(sanitize_line(f"{outcome.job.path}: {outcome.reason}"), file=sys.stderr)
    for notice in outcome.notices:
        print(sanitize_line(f"{outcome.job.path}: {notice}"), file=sys.stderr)


def find_status(outcome: Outcome) -> str:
    """Return the status as people are told it; what stays private or was read in part has one."""
    if outcome.is_in_index and outcome.job.kept_private:
        return PRIVATE
    return PARTIAL if outcome.status == "indexed" and outcome.notices else outcome.status


def to_json(outcome: Outcome) -> dict[str, object]:
    return {
        "file": outcome.job.file,
        "status": find_status(outcome),
        "chunks": outcome.chunks,
        "pages": outcome.pages,
        "scope": outcome.job.scope.label,
        "reason": outcome.reason or None,
        "notices": list(outcome.notices),
    }


@contextmanager
def _open_bars(jobs: int) -> Iterator[Show]:
    """Show progress on a terminal: one bar for all files, one per file being read.

    Elsewhere nothing is shown.
    """
    if not sys.stderr.isatty():
        yield lambda job, progress: None
        return
    from rich import progress
    from rich.console import Console

    with progress.Progress(console=Console(stderr=True), transient=True) as bars:
        yield _ProgressBars(bars, bars.add_task(_("files"), total=jobs)).update


class _ProgressBars:
    """The bar over all files, and one row for each file that is being read."""

    def __init__(self, bars: "Bars", overall: "TaskID") -> None:
        self._bars = bars
        self._overall = overall
        self._rows: dict[str, TaskID] = {}

    def update(self, job: Job, progress: "ParserProgress | None") -> None:
        if progress is None:
            self._bars.advance(self._overall)
            if job.file in self._rows:
                self._bars.remove_task(self._rows.pop(job.file))
            return
        from rich.markup import escape

        if job.file not in self._rows:
            self._rows[job.file] = self._bars.add_task(escape(sanitize_line(job.name)))
        self._bars.update(
            self._rows[job.file], completed=progress.done, total=progress.total or None
        )

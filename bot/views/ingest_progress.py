"""Index files or a web page while a person watches, and report the outcome of each."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from bot.ingest.allowance import UNLIMITED, FileAllowance
from bot.ingest.queue import Step, Upload
from bot.messages import N_, Answer, Choice, Draft, Reply, UserError, _, ngettext
from bot.messages.marked_text import escape_line, escape_markup
from bot.turns.command import Turn
from indexer.documents import ParserProgress, build_document_code
from indexer.ingest.jobs import Job, Outcome, build_job
from indexer.ingest.listing import ListedFile
from indexer.scopes import Scope

LABELS = ("kb", "admin")
READERS = {
    "kb": N_("readable by everyone who may talk to me (kb)"),
    "admin": N_("readable by you alone (admin)"),
}
PRIVATE = N_("readable by this chat alone (private)")
OUTCOMES = {
    "indexed": N_("Indexed {name}: {extent}, {readers}."),
    "unchanged": N_("{name} has not changed since I read it: {extent}, {readers}."),
    "duplicate": N_("{name} is the same as {twin}, which I already have: {extent}, {readers}."),
}
SAME_NAME = N_("I already have {name}: {extent}, {readers}.")
PROGRESS = {
    "pages": N_("{done} of {total} pages"),
    "scanned pages": N_("{done} of {total} scanned pages"),
    "pages with tables": N_("{done} of {total} pages with tables"),
    "chapters": N_("{done} of {total} chapters"),
    "files": N_("{done} of {total} files"),
    "minutes": N_("{done} of {total} minutes"),
}
LISTED = 10  # outcomes that are reported one by one


async def ingest_page(turn: Turn, url: str, scope: Scope, *, again: bool = False) -> Answer:
    """Fetch a web page and index it under its URL."""
    turn.services.disk_space.check()
    yield Draft(_("Fetching {url} …", url=url), lasting=True)
    with TemporaryDirectory(dir=turn.services.home.tmp, prefix="page-") as folder:
        path = Path(folder) / "page"
        fetched = await turn.services.web_fetcher.fetch(url, path)
        job = Job(path, url, url, scope, fetched.file_name, again)
        async with aclosing(ingest_files(turn, [job])) as steps:
            async for step in steps:
                yield step


def ingest_listed(turn: Turn, listed: Sequence[ListedFile], scope: Scope, named: Path) -> Answer:
    """Index the files of a folder on this machine; those that cannot be are reported too.

    The owner `named` the folder, or the only file.
    """
    if not listed:
        raise UserError(_("That folder has no file that I may read."))
    jobs = [build_job(each.path, scope, named) for each in listed if not each.reason]
    skipped = [
        Outcome(build_job(each.path, scope), "skipped", reason=str(each.reason))
        for each in listed
        if each.reason
    ]
    return ingest_files(turn, jobs, skipped)


async def ingest_files(
    turn: Turn, sources: Sequence[Job | Upload], skipped: Sequence[Outcome] = ()
) -> Answer:
    """Index the sources; yield drafts, then one report on them and on what was skipped."""
    outcomes: list[Outcome] = []
    async with aclosing(ingest_each(turn, sources)) as steps:
        async for step in steps:
            if isinstance(step, Outcome):
                outcomes.append(step)
            else:
                yield step
    yield build_report([*outcomes, *skipped], may_relabel=turn.private_owner)


async def ingest_each(
    turn: Turn, sources: Sequence[Job | Upload]
) -> AsyncGenerator[Draft | Outcome, None]:
    """Index the sources; yield drafts, and the outcome of each as it ends."""
    ended, last = 0, None
    async with aclosing(_index(turn, sources)) as steps:
        async for step in steps:
            if isinstance(step, Outcome):
                await _keep_original(turn, step)
                await _note_unread(turn, step)
                yield step
                ended += 1
                continue
            if text := _format_step(step, last, ended + 1, len(sources)):
                yield Draft(text, lasting=True)
            last = last if isinstance(step, tuple) else step
    await turn.services.originals.sweep(turn.services.writer.list_hashes)


def _index(turn: Turn, sources: Sequence[Job | Upload]) -> AsyncGenerator[Step | Upload, None]:
    """Index the sources for the sender, whose limits apply."""
    asker, services = turn.message.asker, turn.services
    seer = services.build_page_reader(asker, is_owner=turn.is_owner)
    return services.indexing.run(asker.chat, asker.person, sources, open_allowance(turn), seer)


def open_allowance(turn: Turn) -> FileAllowance:
    """Return what counts the files of the sender, as far as they are limited."""
    if turn.is_owner:
        return UNLIMITED
    return turn.services.quotas.open_allowance(turn.message.sender.key)


async def _keep_original(turn: Turn, outcome: Outcome) -> None:
    job = outcome.job
    if outcome.status in ("indexed", "unchanged"):
        await turn.services.originals.keep(job.path, job.file, job.scope)


async def _note_unread(turn: Turn, outcome: Outcome) -> None:
    """Note for the owner what could not be read, until it is; a copy of it where files are kept."""
    if not turn.is_owner:
        return
    job, unread = outcome.job, turn.services.originals.unread
    if outcome.is_in_index:
        await unread.drop_read(job)
    elif job.file:  # else it never came
        kept = turn.services.settings.documents.keep_originals and not job.is_local
        await unread.keep_unread(job, outcome.reason, job.path if kept else None)


def _format_step(
    step: Upload | Job | tuple[Job | Upload, ParserProgress],
    last: Upload | Job | None,
    number: int,
    total: int,
) -> str:
    """Return what to show at `step`; nothing for a file of a folder, until it reports progress."""
    if isinstance(step, Upload):
        return str(step.doing.fill(name=escape_markup(step.job.name)))
    if isinstance(step, Job):
        return "" if isinstance(last, Job) else _("Reading {name} …", name=escape_markup(step.name))
    source, progress = step
    if isinstance(source, Upload):
        return _format_writing(source.job, progress)
    # Of one page, or of sheets nobody has counted, "0" says nothing that "Reading" does not.
    return "" if progress.total <= 1 else _format_reading(source, progress, number, total)


def _format_writing(job: Job, progress: ParserProgress) -> str:
    """Return how far a recording is written down."""
    so_far = format_progress(progress)
    return _("Writing down {name}: {progress} …", name=escape_markup(job.name), progress=so_far)


def _format_reading(job: Job, progress: ParserProgress, number: int, total: int) -> str:
    so_far, name = format_progress(progress), escape_markup(job.name)
    if total == 1:
        return _("Reading {name}: {progress} …", name=name, progress=so_far)
    return _(
        "Reading {name} (file {number} of {total}): {progress} …",
        name=name,
        number=number,
        total=total,
        progress=so_far,
    )


def format_progress(progress: ParserProgress) -> str:
    """Return `1 of 1,158 pages`, or `7 messages` where the total is not known."""
    done, total, unit = progress.done, progress.total, progress.unit
    if not total:
        return _("{done} {unit}", done=done, unit=unit)
    if sentence := PROGRESS.get(unit):
        return str(sentence.fill(done=done, total=total))
    return _("{done} of {total} {unit}", done=done, total=total, unit=unit)


def build_report(outcomes: Sequence[Outcome], *, may_relabel: bool) -> Reply:
    """Report the outcome of each file; for a single file with a button to change its readers."""
    lines = [format_outcome(_escape(outcome)) for outcome in outcomes[:LISTED]]
    if len(outcomes) > LISTED:
        failed = [each for each in outcomes[LISTED:] if not each.is_in_index]
        more = len(outcomes) - LISTED
        lines.append(
            _("… and {more} more. {failed} of them failed.", more=more, failed=len(failed))
        )
        lines += [format_outcome(_escape(each)) for each in failed[:LISTED]]
    lines += _format_kept(outcomes)
    single = may_relabel and len(outcomes) == 1 and outcomes[0].is_in_index
    choices = _offer_labels(outcomes[0]) if single else ()
    return Reply("\n".join(lines), choices, failed=not any(each.is_in_index for each in outcomes))


def _format_kept(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the sentence on files of a folder for others that the owner had made private."""
    kept = sum(
        each.is_in_index and each.job.in_folder for each in outcomes if each.job.kept_private
    )
    sentence = _(
        "Still readable by you alone (admin), as you chose before: {count}. "
        "To change that, index a file by its own path.",
        count=kept,
    )
    return [sentence] if kept else []


def _offer_labels(outcome: Outcome) -> tuple[Choice, ...]:
    return build_label_choices(build_document_code(outcome.file), outcome.job.scope.label)


def build_label_choices(code: str, now: str) -> tuple[Choice, ...]:
    """Build the buttons that let others read the document than those of the label `now`."""
    return tuple(
        Choice(_("Make it {label}", label=label), f"/label {code} {label}", (label,))
        for label in LABELS
        if label != now
    )


def _escape(outcome: Outcome) -> Outcome:
    """Return an outcome whose names are no Markdown: whoever sent the files gave them.

    A reason and a notice name files too, also those inside of an archive.
    """
    job = replace(outcome.job, name=escape_markup(outcome.job.name))
    return replace(
        outcome,
        job=job,
        same_as=escape_markup(outcome.same_as),
        reason=escape_line(outcome.reason),
        notices=tuple(map(escape_line, outcome.notices)),
    )


def format_outcome(outcome: Outcome) -> str:
    """Return one line about a file, and a line for each notice."""
    name = outcome.job.name
    if not outcome.is_in_index:
        return _("{name} was not indexed: {reason}", name=name, reason=outcome.reason)
    same = outcome.status == "duplicate" and name == outcome.same_as
    sentence = SAME_NAME if same else OUTCOMES[outcome.status]
    line = sentence.fill(
        name=name,
        twin=outcome.same_as,
        extent=_format_extent(outcome),
        readers=format_readers(outcome.job.scope),
    )
    return "\n".join([str(line), *outcome.notices])


def _format_extent(outcome: Outcome) -> str:
    passages = ngettext("{count} passage", "{count} passages", outcome.chunks)
    if outcome.pages <= 1:
        return passages
    pages = ngettext("{count} page", "{count} pages", outcome.pages)
    return _("{pages}, {passages}", pages=pages, passages=passages)


def format_readers(scope: Scope) -> str:
    return str(READERS.get(scope.label, PRIVATE))

"""Reading files into the index while a person watches, and what became of each."""

from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.messages import Answer, Choice, Draft, Reply, UserError
from bot.rendering.format import counted
from bot.turns.command import Turn
from indexer.documents import ParserProgress
from indexer.ingest.pipeline import Job, Outcome
from indexer.scopes import Scope

LABELS = ("kb", "admin")
AUDIENCE = {"kb": "everyone who may talk to me", "admin": "you alone"}
WHAT = {
    "indexed": "Indexed {name}",
    "unchanged": "{name} has not changed since I read it",
    "duplicate": "{name} is the same as {twin}, which I have",
}
LISTED = 10  # outcomes told one by one


async def ingest_page(turn: Turn, url: str, scope: Scope, *, again: bool = False) -> Answer:
    """Fetch a page of the web and index it under its address."""
    yield Draft(f"Fetching {url} …", lasting=True)
    with TemporaryDirectory(dir=turn.services.home.tmp, prefix="page-") as folder:
        path = Path(folder) / "page"
        fetched = await turn.services.web_fetcher.fetch(url, path)
        job = Job(path, url, url, scope, fetched.file_name, again)
        async with aclosing(ingest_files(turn, [job])) as steps:
            async for step in steps:
                yield step


async def ingest_files(turn: Turn, jobs: Sequence[Job]) -> Answer:
    if not jobs:
        raise UserError("There is no file in that folder that I may read.")
    outcomes: list[Outcome] = []
    steps = turn.services.indexing.run(turn.message.chat.key, jobs)
    yield Draft(f"Reading {jobs[0].name} …", lasting=True)
    async with aclosing(steps):
        async for step in steps:
            if isinstance(step, Outcome):
                outcomes.append(step)
                await _keep_original(turn, step)
                continue
            job, progress = step
            place = f" (file {len(outcomes) + 1} of {len(jobs)})" if len(jobs) > 1 else ""
            yield Draft(f"Reading {job.name}{place}: {format_progress(progress)} …", lasting=True)
    await turn.services.originals.sweep(turn.services.writer.list_hashes)
    yield build_report(outcomes, may_relabel=turn.private_owner)


async def _keep_original(turn: Turn, outcome: Outcome) -> None:
    job = outcome.job
    if outcome.status in ("indexed", "unchanged"):
        await turn.services.originals.keep(job.path, job.file, job.scope)


def format_progress(progress: ParserProgress) -> str:
    """`1 of 1158 pages`"""
    of = f" of {progress.total}" if progress.total else ""
    return f"{progress.done}{of} {progress.unit}"


def build_report(outcomes: Sequence[Outcome], *, may_relabel: bool) -> Reply:
    """What became of each file; one file comes with a button to change who may read it."""
    lines = [format_outcome(outcome) for outcome in outcomes[:LISTED]]
    if len(outcomes) > LISTED:
        failed = [each for each in outcomes[LISTED:] if each.status == "failed"]
        lines.append(f"… and {len(outcomes) - LISTED} more, {len(failed)} of them failed.")
        lines += [format_outcome(each) for each in failed[:LISTED]]
    choices: tuple[Choice, ...] = ()
    if may_relabel and len(outcomes) == 1 and outcomes[0].status != "failed":
        now = outcomes[0].job.scope.label
        choices = tuple(
            Choice(f"Make it {label}", f"/label {outcomes[0].file_id} {label}")
            for label in LABELS
            if label != now
        )
    return Reply(
        "\n".join(lines), choices, failed=all(each.status == "failed" for each in outcomes)
    )


def format_outcome(outcome: Outcome) -> str:
    """One line, or with notices several, about one file."""
    name = outcome.job.name
    if outcome.status == "failed":
        return f"{name} was not indexed: {outcome.reason}"
    size = counted(outcome.chunks, "passage")
    pages = f"{outcome.pages} pages, " if outcome.pages > 1 else ""
    what = WHAT[outcome.status].format(name=name, twin=outcome.same_as)
    if outcome.status == "duplicate" and name == outcome.same_as:
        what = f"I have {name} already"
    lines = [f"{what}: {pages}{size}, {format_readers(outcome.job.scope)}.", *outcome.notices]
    return "\n".join(lines)


def format_readers(scope: Scope) -> str:
    audience = AUDIENCE.get(scope.label, "this chat alone")
    name = scope.label if scope.label in AUDIENCE else "private"
    return f"readable by {audience} ({name})"

"""/index PATH kb|admin, /index https://… kb|admin, and files sent in a chat."""

from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path
from tempfile import TemporaryDirectory

from bot import policy
from bot.commands import Command, Turn
from bot.messages import Answer, Attachment, Choice, Draft, IncomingMessage, Reply, UserError
from indexer.pipeline import Job, Outcome, job_of
from indexer.scopes import Scope

LABELS = ("kb", "admin")
WHAT = {
    "indexed": "Indexed {name}",
    "unchanged": "Unchanged since it was last indexed: {name}",
    "duplicate": "{name} is the same as {twin}, which I have",
}
AUDIENCE = {"kb": "everyone who may talk to me", "admin": "you alone"}
ADDRESSES = ("http://", "https://")
LISTED = 10  # outcomes told one by one


async def index(turn: Turn, argument: str) -> Answer:
    """Files sent along are indexed; otherwise `argument` names a path on this machine."""
    if turn.message.attachments:
        steps = _uploads(turn, argument)
    elif argument.lstrip("\"'").startswith(ADDRESSES):
        steps = _page(turn, argument)
    else:
        steps = _path(turn, argument)
    async with aclosing(steps):
        async for step in steps:
            yield step


async def _path(turn: Turn, argument: str) -> Answer:
    if not turn.is_owner:
        raise UserError("Only the owner may index by path. Send me the file itself instead.")
    named, label = split_label(argument)
    if not named:
        raise UserError("Usage: /index <path> <kb|admin>, or send me a file.")
    path = turn.services.roots.resolve(turn.message, named)
    if not label:
        yield _whose(path.name, str(path))
        return
    found = turn.services.roots.files(turn.message, path)
    jobs = [job_of(each, Scope(label)) for each in found]
    async with aclosing(_run(turn, jobs)) as steps:
        async for step in steps:
            yield step


async def _page(turn: Turn, argument: str) -> Answer:
    from bot.web import canonical  # httpx takes longer to load than most commands to run

    if not turn.private_owner:
        raise UserError("Only the owner may have me fetch a page, and only in a private chat.")
    named, label = split_label(argument)
    url = canonical(named)
    if not label:
        yield _whose(url, url)
        return
    yield Draft(f"Fetching {url} …", lasting=True)
    with TemporaryDirectory(dir=turn.services.home.tmp, prefix="page-") as folder:
        path = Path(folder) / "page"
        fetched = await turn.services.web.fetch(url, path)
        job = Job(path, url, url, Scope(label), fetched.file_name)
        async with aclosing(_run(turn, [job])) as steps:
            async for step in steps:
                yield step


def _whose(name: str, named: str) -> Reply:
    return Reply(
        f"Who may read {name}? kb: {AUDIENCE['kb']}. admin: {AUDIENCE['admin']}.",
        tuple(Choice(each, f'/index "{named}" {each}') for each in LABELS),
    )


async def _uploads(turn: Turn, caption: str) -> Answer:
    scope = policy.upload_scope(
        turn.message, turn.is_owner, caption, turn.services.settings.documents.upload_scope
    )
    with TemporaryDirectory(dir=turn.services.home.tmp, prefix="upload-") as folder:
        jobs = []
        for n, attachment in enumerate(turn.message.attachments):
            name = file_name(attachment)
            yield Draft(f"Downloading {name} …", lasting=True)
            path = Path(folder) / str(n)
            await turn.services.fetch(turn.message.chat.platform, attachment, path)
            jobs.append(Job(path, f"upload:{turn.message.chat.key}/{name}", name, scope))
        async with aclosing(_run(turn, jobs)) as steps:
            async for step in steps:
                yield step


async def _run(turn: Turn, jobs: Sequence[Job]) -> Answer:
    if not jobs:
        raise UserError("There is no file in that folder that I may read.")
    outcomes: list[Outcome] = []
    steps = turn.services.indexing.run(turn.message.chat.key, jobs)
    yield Draft(f"Reading {jobs[0].name} …", lasting=True)
    async with aclosing(steps):
        async for step in steps:
            if isinstance(step, Outcome):
                outcomes.append(step)
                continue
            job, progress = step
            place = f" (file {len(outcomes) + 1} of {len(jobs)})" if len(jobs) > 1 else ""
            of = f" of {progress.total}" if progress.total else ""
            yield Draft(
                f"Reading {job.name}{place}: {progress.unit} {progress.done}{of} …", lasting=True
            )
    yield report(outcomes, may_relabel=turn.private_owner)


def report(outcomes: Sequence[Outcome], *, may_relabel: bool) -> Reply:
    """What became of each file; one file comes with a button to change who may read it."""
    lines = [told(outcome) for outcome in outcomes[:LISTED]]
    if len(outcomes) > LISTED:
        failed = [each for each in outcomes[LISTED:] if each.status == "failed"]
        lines.append(f"… and {len(outcomes) - LISTED} more, {len(failed)} of them failed.")
        lines += [told(each) for each in failed[:LISTED]]
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


def told(outcome: Outcome) -> str:
    """One line, or with notices several, about one file."""
    name = outcome.job.name
    if outcome.status == "failed":
        return f"{name} was not indexed: {outcome.reason}"
    size = f"{outcome.chunks} passages" if outcome.chunks != 1 else "1 passage"
    pages = f"{outcome.pages} pages, " if outcome.pages > 1 else ""
    what = WHAT[outcome.status].format(name=name, twin=outcome.same_as)
    lines = [f"{what}: {pages}{size}, {readers(outcome.job.scope)}.", *outcome.notices]
    return "\n".join(lines)


def readers(scope: Scope) -> str:
    audience = AUDIENCE.get(scope.label, "this chat alone")
    name = scope.label if scope.label in AUDIENCE else "private"
    return f"readable by {audience} ({name})"


def split_label(argument: str) -> tuple[str, str]:
    """`argument` as (path, label); the label is empty when the last word is none."""
    head, _, last = argument.strip().rpartition(" ")
    path, label = (head, last.lower()) if last.lower() in LABELS else (argument, "")
    return path.strip().strip("\"'"), label


def file_name(attachment: Attachment) -> str:
    """The sender's own name for the file, without anything that could lead elsewhere."""
    last = attachment.name.replace("\\", "/").rpartition("/")[2]
    return "".join(c for c in last if c.isprintable()).strip(". ") or "file"


def _reaches_in(message: IncomingMessage, argument: str) -> bool:
    """Files of this machine; what is sent along is in the chat already."""
    return bool(split_label(argument)[1]) and not message.attachments


command = Command(
    "index",
    "<path> <kb|admin>",
    "Read a document and make it searchable; or just send me the file",
    index,
    guards=_reaches_in,
    ordered=False,
)

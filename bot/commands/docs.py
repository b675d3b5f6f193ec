"""/docs"""

from bot.commands import Command, Turn
from bot.messages import Answer, Reply
from indexer.documents import Document

LISTED = 30


async def docs(turn: Turn, _: str) -> Answer:
    documents = await turn.services.store.documents(turn.visibility)
    counts = await turn.services.store.counts(turn.visibility)
    if not counts:
        yield Reply("Nothing is indexed yet. Send me a document to begin.")
        return
    kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items()))
    lines = [f"{len(documents)} documents, {sum(counts.values())} passages ({kinds})."]
    lines += [_told(each) for each in documents[:LISTED]]
    if len(documents) > LISTED:
        lines.append(f"… and {len(documents) - LISTED} more; /search finds them.")
    yield Reply("\n".join(lines))


def _told(document: Document) -> str:
    pages = f"{document.pages} pages, " if document.pages else ""
    return f"- {document.name}: {pages}{document.chunks} passages ({document.scope.label})"


command = Command("docs", "", "List what is indexed", docs, ordered=False)

"""List the indexed documents."""

import argparse
import asyncio

from bot.cli import identity, session
from bot.cli.console import dump_json, sanitize
from indexer.documents import Document
from indexer.i18n import _, ngettext


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=_("print one JSON object per file"))
    identity.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    documents = asyncio.run(_list_documents(arguments))
    for document in documents:
        if arguments.json:
            print(dump_json(to_json(document)))
        else:
            print(sanitize(format_document(document).replace("\n", " ")))
    if not documents and not arguments.json:
        print(_("Nothing is indexed yet. `multis index PATH --scope kb` reads a file or a folder."))
    return 0


async def _list_documents(arguments: argparse.Namespace) -> list[Document]:
    async with session.open_as_reader(arguments) as (who, services):
        return await services.store.list_documents(who.visibility)


def to_json(document: Document) -> dict[str, object]:
    return {
        "file": document.file,
        "scope": document.scope.label,
        "document_type": document.document_type,
        "pages": document.pages,
        "chunks": document.chunks,
        "size": document.size,
        "indexed_at": document.indexed_at,
    }


def format_document(document: Document) -> str:
    extent = ngettext("{count} passage", "{count} passages", document.chunks)
    if document.pages:
        pages = ngettext("{count} page", "{count} pages", document.pages)
        extent = _("{pages}, {passages}", pages=pages, passages=extent)
    return _("{label}: {value}", label=f"{document.file} ({document.scope.label})", value=extent)

"""The file behind a passage, so that the page can show the passage where it stands."""

from pathlib import Path

from msgspec import Struct

from bot.ingest.originals import format_file_name
from bot.messages import UserError
from bot.turns.command import Turn
from indexer.i18n import _
from indexer.scopes import KB


class OriginalFile(Struct, frozen=True):
    """A file as it was indexed."""

    path: Path
    name: str


async def find_original(turn: Turn, chunk_id: str) -> OriginalFile:
    """Find the file of the document that holds a passage.

    A `UserError` if the reader may not see the passage, if the file is not kept or has changed, or
    if it takes a PIN, as /document does, for which the page cannot ask here.
    """
    services = turn.services
    hit = await services.store.load_passage(turn.visibility, chunk_id)
    if hit is None:
        raise UserError(_("That passage is no longer here. Ask again to find the current one."))
    if turn.is_owner and hit.scope != KB and services.settings.security.pin:
        raise UserError(_("Because a PIN is set, only the text of this document is shown here."))
    document = await services.store.find_document(turn.visibility, hit.file)
    if document is not None:
        digest = await services.outlines.load_fingerprint(turn.visibility, document.id)
        path = await services.originals.find(document, digest)
        if path is not None:
            return OriginalFile(path, format_file_name(document))
    raise UserError(_("The file of this document is not kept here, or has changed since."))

"""Makes a home look as if older rules of analysis had indexed it."""

from functools import partial

from msgspec.structs import replace

from indexer.store.corpus import Corpus
from indexer.store.database import Database
from indexer.store.engine.session import Session
from indexer.store.terms import Terms, update_terms


async def age(database: Database, *corpora: Corpus) -> None:
    """All rows have terms that no question has; which rules they had is not noted."""
    for corpus in corpora:
        await database.change(partial(_age, corpus=corpus))


def _age(db: Session, corpus: Corpus) -> None:
    rows = db.execute(f"SELECT * FROM {corpus.terms}").fetchall()  # noqa: S608 - our names
    other = {
        row["id"]: replace(
            Terms(*tuple(row)[1:]), main="otherwise", side="", hashes=b"other", counts=b"1"
        )
        for row in rows
    }
    update_terms(db, corpus, other)
    db.execute("DELETE FROM renewals")

"""A word planted in every scope, who may be shown it, and all that a reader is told."""

from indexer.documents import Chunk
from indexer.scopes import ADMIN, KB, Scope, Visibility
from tests.indexer.factories import NOW, Index, conversation

ALICE, BOB = Scope.of_chat("telegram:1"), Scope.of_chat("telegram:2")
# Chats whose names look like each other's, or like the scopes that are not chats.
TRICKY = (Scope.of_chat("telegram:11"), Scope.of_chat("console:admin"), Scope.of_chat("kb:kb"))
SCOPES = (KB, ADMIN, ALICE, BOB, *TRICKY)
CANARY = "goldfinch"  # no stemmer shortens it
READERS = {
    "owner in private": (Visibility.unrestricted(), set(SCOPES)),
    "owner's prompt": (Visibility.only(KB, ADMIN, ALICE), {KB, ADMIN, ALICE}),
    "alice": (Visibility.only(KB, ALICE), {KB, ALICE}),
    "nobody": (Visibility(), set()),
}


async def plant(index: Index, scope: Scope) -> None:
    """A document, a memory and a conversation of that scope, each with its own canary."""
    word = f"{CANARY} of {scope.label}"
    await index.add(f"{scope.label}.txt", word, scope=scope, title=word)
    await index.writer.add_memory(scope, Chunk(f"mem-{scope.label}", word, word), NOW)
    said = conversation(f"{CANARY}: {word}", session=scope.label)
    await index.said(*said, scope=scope, file=f"{scope.label}.jsonl", conversation=scope.label)


async def everything_told(index: Index, seen: Visibility) -> str:
    """What all reads together say to a reader."""
    store = index.store
    hits = await store.search(seen, CANARY, limit=100, now=NOW)
    turns = await store.search_transcripts(seen, CANARY, limit=100)
    all_hits = await store.search(Visibility.unrestricted(), CANARY, limit=100, now=NOW)
    ids = [hit.chunk.chunk_id for hit in all_hits]
    passages = [await store.load_passage(seen, each) for each in ids]
    near = [await store.load_neighbours(seen, [each], 9, 9) for each in ids]
    listed = await store.list_documents(seen)
    return repr((hits, turns, passages, near, listed, await store.count_passages(seen)))

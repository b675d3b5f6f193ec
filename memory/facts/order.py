"""Which word on a topic is the last, when words come to be known later than they were said.

A capture tells what was said an hour or a week ago. Meanwhile the person may have corrected that
or deleted it, and a capture that a crash cut off is told again.
"""

import aiosqlite

from indexer.scopes import Scope
from memory.fact import Ground, Item, Statement
from memory.facts import rows as item_rows
from memory.facts.duplicates import about_the_same
from memory.text.equivalence import restates


async def holds_since(
    db: aiosqlite.Connection, scope: Scope, says: Statement, ground: Ground, said: int
) -> int | None:
    """When what was said at `said` (epoch seconds) was last true; None if it was replaced since."""
    known = await about_the_same(db, scope, says, ground.author)
    if known is not None and _agree(says, known.statement):
        return max(said, known.updated_at)
    if known is not None and (_newer(known, said) or await _was(db, known, says, ground)):
        return None
    deleted = await db.execute_fetchall(
        "SELECT * FROM memory_items WHERE scope = ? AND deleted_at >= ?", (scope.label, said)
    )
    gone = any(_replaced(item_rows.item(row), says, said) for row in deleted)
    return None if gone else said


def _agree(one: Statement, other: Statement) -> bool:
    return restates(one.content, other.content) or restates(other.content, one.content)


def _newer(known: Item, said: int) -> bool:
    """Within one second what a person had remembered counts more than what is picked up."""
    return (known.updated_at, known.ground.origin != "capture") > (said, False)


async def _was(db: aiosqlite.Connection, item: Item, says: Statement, ground: Ground) -> bool:
    """Whether the item said so once, by the same message: two words of one second have no order."""
    rows = await db.execute_fetchall(
        "SELECT * FROM memory_changes WHERE item_id = ? ORDER BY id", (item.id,)
    )
    former = [each.before for each in map(item_rows.change, rows) if each.before]
    return any(each.ground == ground and each.statement.content == says.content for each in former)


def _replaced(deleted: Item, says: Statement, said: int) -> bool:
    """By the deletion, or by a newer word on the topic that was deleted itself."""
    newer = bool(says.key) and says.key == deleted.statement.key and deleted.updated_at > said
    return newer or restates(says.content, deleted.statement.content)

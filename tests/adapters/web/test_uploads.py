"""Files of a person arrive whatever happens to others beside them."""

from collections.abc import AsyncIterator
from pathlib import Path

from adapters.web.uploads import Uploads


async def one(content: bytes) -> AsyncIterator[bytes]:
    yield content


async def test_a_file_that_is_gone_meanwhile_keeps_no_other_out(tmp_path: Path) -> None:
    """As when two uploads sweep the same old files: the one lists what the other deletes."""
    (tmp_path / f"bob.{'0' * 32}").symlink_to(tmp_path / "gone")
    taken = await Uploads(tmp_path).take("bob", "plan.txt", one(b"The plan."))
    assert taken.size == 9

"""Files of a person arrive whatever happens to others beside them."""

from collections.abc import AsyncIterator
from pathlib import Path

from adapters.web.uploads import MIB, Uploads
from tests.adapters.web.site import a_site
from tests.small_disk import full_after


async def one(content: bytes) -> AsyncIterator[bytes]:
    yield content


async def test_a_file_that_is_gone_meanwhile_keeps_no_other_out(tmp_path: Path) -> None:
    """As when two uploads sweep the same old files: the one lists what the other deletes."""
    (tmp_path / f"bob.{'0' * 32}").symlink_to(tmp_path / "gone")
    taken = await Uploads(tmp_path).take("bob", "plan.txt", one(b"The plan."))
    assert taken.size == 9


async def test_a_file_that_the_disk_does_not_take_is_refused_with_the_reason(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        with full_after(4 * MIB):
            answer = await owner.client.post(
                f"{site.origin}/files",
                params={"name": "plan.txt"},
                content=bytes(6 * MIB),
                headers={"Origin": site.origin},
            )
        assert answer.status_code == 503
        assert "cannot be read or written: File too large." in answer.json()["error"]

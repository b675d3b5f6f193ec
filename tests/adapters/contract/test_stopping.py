"""An answer of a model that is stopped half way keeps what was written, wherever it grows."""

from pathlib import Path

from tests.adapters.contract.drivers import on
from tests.adapters.contract.people import shows, shows_growing
from tests.adapters.contract.platform import Can, Platform, configure
from tests.daemon import a_daemon
from tests.fake_llm import FakeLlm, Hangs

HALF = "This is the half that was written of a long answer."


@on(Can.DAEMON, Can.DRAFTS)
async def test_an_answer_that_is_stopped_keeps_what_was_written_and_says_so(
    platform: Platform, tmp_path: Path
) -> None:
    async with FakeLlm(lambda _call: Hangs(HALF)) as llm:
        model = {"model": "openai:m", "base_url": f"{llm.address}/v1", "api_key": "k"}
        configure(tmp_path, platform, llm=model)
        async with a_daemon(tmp_path):
            await platform.say("Tell me of the sea")
            await shows_growing(platform, "the half that was written")
            await platform.say("/cancel")
            await shows(platform, "Stopped here.")
            shown = await platform.shown()
    (kept,) = [text for text in shown if "Stopped here." in text]
    assert HALF in kept
    assert not [text for text in shown if HALF in text and text != kept]

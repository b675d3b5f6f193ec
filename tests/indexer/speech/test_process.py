"""The processes that read recordings: what they may reach, and what their faults become."""

import asyncio
import os
import shutil
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path

import pytest

from indexer.confinement.process import Order, end_process, start_process
from indexer.speech.models import NEEDED
from indexer.speech.process import (
    STOPPED,
    Listening,
    SpeechError,
    build_ffmpeg_order,
    build_order,
    listen,
)
from indexer.speech.protocol import BROKEN_MODEL, TOO_LONG, UNREADABLE
from tests.speech.sounds import make_tone, speak, write_m4a, write_ogg


@pytest.fixture
def no_model(tmp_path: Path) -> Path:
    folder = tmp_path / "model"
    folder.mkdir()
    for name in NEEDED:
        (folder / name).write_bytes(b"{}")
    return folder


async def hear(wanted: Listening) -> list[float]:
    async with aclosing(listen(wanted)) as steps:
        return [step.position async for step in steps]


async def fault(wanted: Listening) -> SpeechError:
    with pytest.raises(SpeechError) as caught:
        await hear(wanted)
    return caught.value


@pytest.mark.parametrize(
    "content", [b"", b"OggS and no more", b"\0" * 9000, b"#EXTM3U\n/etc/passwd"]
)
async def test_what_is_no_recording_needs_no_model(
    tmp_path: Path, no_model: Path, content: bytes
) -> None:
    (tmp_path / "sound").write_bytes(content)
    assert (await fault(Listening(no_model, tmp_path / "sound"))).kind == UNREADABLE


async def test_a_model_that_is_none_says_why(tmp_path: Path, no_model: Path) -> None:
    sound = write_ogg(tmp_path / "sound", make_tone(440, 1))
    error = await fault(Listening(no_model, sound))
    assert error.kind == BROKEN_MODEL
    assert "model" in error.reason


async def test_a_folder_without_a_model_starts_nothing(tmp_path: Path) -> None:
    sound = write_ogg(tmp_path / "sound", make_tone(440, 1))
    assert (await fault(Listening(tmp_path, sound))).kind == BROKEN_MODEL


async def test_a_process_that_says_nothing_is_ended(tmp_path: Path, no_model: Path) -> None:
    os.mkfifo(tmp_path / "sound")
    assert (await fault(Listening(no_model, tmp_path / "sound", patience=0.5))).kind == STOPPED


async def run_ffmpeg(file: Path, change: Callable[[Order], Order] = lambda order: order) -> bytes:
    program = shutil.which("ffmpeg")
    if not program:
        pytest.skip("ffmpeg is not installed")
    order = change(build_ffmpeg_order(program, Listening(Path(), file)))
    process = await start_process(order)
    assert process.stdout
    try:
        async with asyncio.timeout(60):
            return await process.stdout.read()
    finally:
        await end_process(process)


async def test_the_sound_of_a_video_comes_through_ffmpeg(tmp_path: Path) -> None:
    samples = await run_ffmpeg(write_m4a(tmp_path / "sound", make_tone(440, 2)))
    assert len(samples) / 2 / 16_000 == pytest.approx(2, abs=0.1)


@pytest.mark.parametrize("listed", ["file '{file}'", "file 'file:{file}'", "file '/etc/hostname'"])
async def test_a_file_that_names_another_brings_no_sound_of_it(tmp_path: Path, listed: str) -> None:
    (tmp_path / "secret").mkdir()
    other = write_m4a(tmp_path / "secret" / "other.m4a", make_tone(440, 2))
    (tmp_path / "sound").write_text(f"ffconcat version 1.0\n{listed.format(file=other)}\n")
    assert await run_ffmpeg(tmp_path / "sound") == b""
    (tmp_path / "sound").write_text(f"#EXTM3U\n#EXTINF:2,\n{other}\n#EXT-X-ENDLIST\n")
    assert await run_ffmpeg(tmp_path / "sound") == b""


async def test_a_playlist_without_an_end_holds_no_place(tmp_path: Path) -> None:
    (tmp_path / "part.ts").write_bytes(b"")
    listed = f"#EXTM3U\n#EXT-X-TARGETDURATION:600\n#EXTINF:600,\n{tmp_path / 'part.ts'}\n"
    (tmp_path / "sound").write_text(listed)
    assert await run_ffmpeg(tmp_path / "sound") == b""


def test_a_process_may_read_one_recording_and_no_more(tmp_path: Path, no_model: Path) -> None:
    wanted = Listening(no_model, tmp_path / "sound")
    order = build_order(wanted, str(wanted.sound))
    assert {str(no_model), str(tmp_path / "sound")} < set(order.walls.readable)
    assert not order.walls.programs
    assert not order.walls.executable
    piped = build_order(wanted, "-")
    assert not [each for each in piped.walls.readable if str(tmp_path / "sound") == each]
    assert list(build_ffmpeg_order("/bin/true", wanted).walls.readable) == [str(wanted.sound)]


async def test_a_recording_longer_than_allowed_is_no_text(
    tmp_path: Path, speech_model: Path
) -> None:
    sound = write_ogg(tmp_path / "sound", speak("Good morning to you all."))
    assert (await fault(Listening(speech_model, sound, most_seconds=1))).kind == TOO_LONG

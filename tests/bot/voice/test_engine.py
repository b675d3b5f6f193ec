"""The engine behind an address: what is sent to it, and what its faults become."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.voice.engine import ServedTranscriber, TranscriptionError, is_local_engine
from bot.voice.settings import VoiceSettings
from tests.fake_speech import Dripping, FakeSpeech, Raw, Refusal, Silent, Speech, says
from tests.hostile.pace import measure_slowness
from tests.serving import free_port


@pytest.fixture
async def fake() -> AsyncIterator[FakeSpeech]:
    async with FakeSpeech() as served:
        yield served


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    path = tmp_path / "Ann's diary.ogg"
    path.write_bytes(b"OggS and more")
    return path


def settings(fake: FakeSpeech, **more: object) -> VoiceSettings:
    return replace(VoiceSettings(base_url=fake.url), **more)  # type: ignore[arg-type]  # real fields


async def test_the_text_comes_with_its_times(fake: FakeSpeech, sound: Path) -> None:
    fake.enqueue(Speech(((0.0, "Hello there."), (4.5, "And on.")), 7.5))
    heard = await ServedTranscriber(settings(fake), {}).transcribe(sound, ".ogg")
    assert (heard.text, heard.seconds) == ("Hello there. And on.", 7.5)
    assert [(each.start, each.text) for each in heard.segments] == [
        (0.0, "Hello there."),
        (4.5, "And on."),
    ]


async def test_nothing_but_the_sound_is_sent(fake: FakeSpeech, sound: Path) -> None:
    fake.enqueue(says("hi"))
    await ServedTranscriber(settings(fake, language="en"), {}).transcribe(sound, ".ogg")
    (sent,) = fake.sent
    assert (sent.name, sent.content, sent.key) == ("recording.ogg", b"OggS and more", "")
    assert sent.form == {
        "model": "whisper-1",
        "response_format": "verbose_json",
        "timestamp_granularities[]": "segment",
        "language": "en",
    }


async def test_a_model_that_reports_no_times_is_asked_without(sound: Path) -> None:
    async with FakeSpeech(formats=("json", "text")) as fake:
        engine = ServedTranscriber(settings(fake), {})
        for _again in range(2):
            fake.enqueue(says("hi"))
            heard = await engine.transcribe(sound, ".ogg")
            assert (heard.text, heard.segments) == ("hi", ())


async def test_the_key_is_sent_and_a_variables_only_to_its_provider(sound: Path) -> None:
    environ = {"OPENAI_API_KEY": "secret"}
    async with FakeSpeech(key="mine") as fake:
        fake.enqueue(says("hi"))
        own = ServedTranscriber(settings(fake, api_key="mine"), environ)
        await own.transcribe(sound, ".ogg")
        with pytest.raises(TranscriptionError, match="refuses the key"):
            await ServedTranscriber(settings(fake), environ).transcribe(sound, ".ogg")
        with pytest.raises(TranscriptionError, match="refuses the key"):
            await ServedTranscriber(settings(fake), environ).check()
        await own.check()


@pytest.mark.parametrize(
    ("step", "words", "retryable"),
    [
        (Refusal(429), "is busy", True),
        (Refusal(500), "does not answer", True),
        (Refusal(503), "is busy", True),
        (Refusal(413), "too large", False),
        (Refusal(400, "Invalid file format"), "cannot read that recording", False),
        (Raw(b"<html>"), "can't read", True),
        (Raw(b"[]"), "can't read", True),
        (Raw(b'{"text": 7}'), "can't read", True),
        (Raw(b"[" * 100_000), "can't read", True),
        (Silent(), "does not answer", True),
    ],
    ids=["429", "500", "503", "413", "400", "page", "list", "number", "deep", "silent"],
)
async def test_every_fault_is_a_sentence(
    fake: FakeSpeech, sound: Path, step: object, words: str, retryable: bool
) -> None:
    fake.enqueue(step)  # type: ignore[arg-type]  # one of its steps
    patience = 0.2 if isinstance(step, Silent) else 30.0  # seconds; a busy machine is no fault
    with pytest.raises(TranscriptionError, match=words) as caught:
        await ServedTranscriber(settings(fake, timeout_seconds=patience), {}).transcribe(
            sound, ".ogg"
        )
    assert caught.value.retryable is retryable


async def test_an_engine_that_is_not_there(sound: Path) -> None:
    nowhere = VoiceSettings(base_url=f"http://127.0.0.1:{free_port()}/v1")
    with pytest.raises(TranscriptionError, match="does not answer"):
        await ServedTranscriber(nowhere, {}).transcribe(sound, ".ogg")
    with pytest.raises(TranscriptionError, match="does not answer"):
        await ServedTranscriber(nowhere, {}).check()


async def test_an_answer_without_end_is_cut_off(
    fake: FakeSpeech, sound: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.voice.engine.MOST_BYTES", 1000)
    fake.enqueue(says("x" * 2000))
    with pytest.raises(TranscriptionError, match="can't read"):
        await ServedTranscriber(settings(fake), {}).transcribe(sound, ".ogg")


async def test_odd_times_are_left_out(fake: FakeSpeech, sound: Path) -> None:
    odd = (
        b'{"text": "a b c", "duration": "4.2", "segments": [7, {"text": 1}, {"text": "a"},'
        b' {"start": -1, "text": "b"}, {"start": 1e400, "text": "c"}, {"start": true, "text": ""}]}'
    )
    fake.enqueue(Raw(odd))
    heard = await ServedTranscriber(settings(fake), {}).transcribe(sound, ".ogg")
    assert heard.seconds == 4.2
    assert [(each.start, each.text) for each in heard.segments] == [(0, "a"), (0, "b"), (0, "c")]


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("http://127.0.0.1:8000/v1", True),
        ("http://localhost:8000/v1", True),
        ("http://[::1]:8000/v1", True),
        ("http://10.0.0.7:8000/v1", False),
        ("https://api.openai.com/v1", False),
        ("https://localhost.evil.example/v1", False),
    ],
)
def test_what_leaves_this_machine_is_known_by_its_address(address: str, local: bool) -> None:
    assert is_local_engine(VoiceSettings(base_url=address)) is local


async def test_an_engine_that_answers_for_ever_is_given_up(fake: FakeSpeech, sound: Path) -> None:
    fake.enqueue(Dripping(0.01))
    async with asyncio.timeout(20):
        with pytest.raises(TranscriptionError, match="does not answer") as raised:
            await ServedTranscriber(settings(fake, timeout_seconds=0.3), {}).transcribe(
                sound, ".ogg"
            )
    assert raised.value.retryable


async def test_its_words_can_be_stored_and_shown(fake: FakeSpeech, sound: Path) -> None:
    torn = rb'{"text": "a\ud800b\u0000c", "segments": [{"start": 1, "text": "\udfff \u0000"}]}'
    fake.enqueue(Raw(torn))
    heard = await ServedTranscriber(settings(fake), {}).transcribe(sound, ".ogg")
    assert heard.text == "a?bc"
    assert [each.text for each in heard.segments] == ["?"]


async def test_an_answer_of_many_parts_does_not_hold_up_others(
    fake: FakeSpeech, sound: Path
) -> None:
    part = b'{"start": 0, "text": ""},'
    fake.enqueue(Raw(b'{"text": "", "segments": [' + part * 250_000 + b"{}]}"))
    hearing = asyncio.create_task(ServedTranscriber(settings(fake), {}).transcribe(sound, ".ogg"))
    longest = 0.0
    while not hearing.done():
        before = time.thread_time()
        await asyncio.sleep(0)
        longest = max(longest, time.thread_time() - before)
    assert (await hearing).segments == ()
    assert longest < 0.25 * measure_slowness()

"""A speech server on loopback that really listens, as strict as the fake: a small Whisper model."""

from contextlib import aclosing
from pathlib import Path
from tempfile import TemporaryDirectory

from indexer.speech.process import Listening, SpeechError, listen
from indexer.speech.protocol import Progress
from tests.fake_speech import FakeSpeech, Refusal, Sent, Speech, Step


class RealSpeech(FakeSpeech):
    def __init__(self, model: Path) -> None:
        super().__init__()
        self.model = model

    async def choose_step(self, sent: Sent) -> Step:
        with TemporaryDirectory() as folder:
            sound = Path(folder) / "sound"
            sound.write_bytes(sent.content)
            wanted = Listening(self.model, sound, sent.form.get("language", ""))
            try:
                async with aclosing(listen(wanted)) as steps:
                    heard: list[Progress] = [step async for step in steps]
            except SpeechError as error:
                return Refusal(400, error.kind)
        said = tuple((each.start, each.text) for step in heard for each in step.stretches)
        return Speech(said, heard[-1].position)

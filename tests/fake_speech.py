"""A speech engine on loopback that says what a test tells it to, as strict as the original.

It speaks OpenAI's `/v1/audio/transcriptions`: what that refuses, it refuses. Nothing in it knows
multis.
"""

import asyncio
from collections import deque

from aiohttp import BodyPartReader, web
from msgspec import Struct, field

from tests.serving import LoopbackServer

KINDS = ("flac", "m4a", "mp3", "mp4", "mpeg", "mpga", "oga", "ogg", "wav", "webm")
LARGEST = 25 << 20  # bytes
FORMATS = ("json", "text", "srt", "verbose_json", "vtt")
LONGEST = 4096  # characters of a text to speak
SPEAKING = {"model", "voice", "input", "response_format", "speed"}
FIELDS = {"file", "model", "response_format", "timestamp_granularities[]", "language", "prompt"}


class Speech(Struct, frozen=True):
    """What a recording says: `segments` are (start in seconds, words)."""

    segments: tuple[tuple[float, str], ...]
    seconds: float = 3.0

    @property
    def text(self) -> str:
        return " ".join(words for _start, words in self.segments)


def says(text: str, seconds: float = 3.0) -> Speech:
    return Speech(((0.0, text),), seconds)


class Refusal(Struct, frozen=True):
    status: int
    message: str = "no"


class Raw(Struct, frozen=True):
    """An answer that is none of the engine's own."""

    body: bytes


class Dripping(Struct, frozen=True):
    """An answer that goes on and on, a byte at a time."""

    pause: float


class Silent:
    """Takes the recording and does not answer until the server stops."""


Step = Speech | Refusal | Raw | Silent | Dripping


class Sent(Struct, frozen=True):
    """A request as it came over the wire."""

    name: str
    content: bytes
    key: str
    form: dict[str, str] = field(default_factory=dict)


class FakeSpeech(LoopbackServer):
    """Answers with the queued steps in order; `formats` are those that its model can give."""

    def __init__(self, formats: tuple[str, ...] = FORMATS, key: str = "") -> None:
        super().__init__()
        self.formats = formats
        self.key = key
        self.steps: deque[Step] = deque()
        self.sent: list[Sent] = []
        self.spoken: list[dict[str, str]] = []
        self.sound: bytes | int = b"OggS spoken"  # what speech sounds like, or how it is refused
        self.arrived = asyncio.Event()

    @property
    def url(self) -> str:
        return f"{self.address}/v1"

    def enqueue(self, *steps: Step) -> None:
        self.steps.extend(steps)

    def application(self) -> web.Application:
        app = web.Application(client_max_size=64 << 20)
        app.router.add_post("/v1/audio/transcriptions", self.handle)
        app.router.add_post("/v1/audio/speech", self.speak)
        app.router.add_get("/v1/models", self.list_models)
        return app

    async def list_models(self, request: web.Request) -> web.Response:
        if not self._knows(request):
            return _refuse(401, "Incorrect API key provided")
        return web.json_response({"object": "list", "data": [{"id": "whisper-1"}]})

    async def speak(self, request: web.Request) -> web.Response:
        if not self._knows(request):
            return _refuse(401, "Incorrect API key provided")
        wanted = await request.json()
        if unknown := wanted.keys() - SPEAKING:
            return _refuse(400, f"Unrecognized request argument supplied: {min(unknown)}")
        if not (wanted.get("model") and wanted.get("voice")):
            return _refuse(400, "you must provide a model and a voice parameter")
        if not 0 < len(wanted["input"]) <= LONGEST:
            return _refuse(400, f"String should have at most {LONGEST} characters")
        self.spoken.append(wanted | {"key": request.headers.get("Authorization", "")})
        if isinstance(self.sound, int):
            return _refuse(self.sound, "no")
        return web.Response(body=self.sound, content_type="audio/ogg")

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if not self._knows(request):
            return _refuse(401, "Incorrect API key provided")
        sent = await _read(request)
        if fault := self._find_fault(sent):
            return fault
        self.sent.append(sent)
        self.arrived.set()
        step = await self.choose_step(sent)
        match step:
            case Silent():
                await asyncio.Event().wait()
            case Dripping():
                return await _drip(request, step.pause)
            case Refusal():
                return _refuse(step.status, step.message)
            case Raw():
                return web.Response(body=step.body, content_type="application/json")
            case Speech():
                return web.json_response(_word(step, sent.form["response_format"]))
        raise AssertionError(step)

    async def choose_step(self, sent: Sent) -> Step:
        """The next queued step; an engine that listens answers by the sound instead."""
        return self.steps.popleft()

    def _knows(self, request: web.Request) -> bool:
        return not self.key or request.headers.get("Authorization") == f"Bearer {self.key}"

    def _find_fault(self, sent: Sent) -> web.Response | None:
        kind = sent.name.rpartition(".")[2]
        if unknown := sent.form.keys() - FIELDS:
            return _refuse(400, f"Unrecognized request argument supplied: {min(unknown)}")
        if not sent.form.get("model"):
            return _refuse(400, "you must provide a model parameter")
        if len(sent.content) > LARGEST:
            return _refuse(413, f"Maximum content size limit ({LARGEST}) exceeded")
        if kind not in KINDS:
            return _refuse(400, f"Invalid file format. Supported formats: {list(KINDS)}")
        if not sent.content:
            return _refuse(400, "Audio file is too short. Minimum audio length is 0.1 seconds.")
        wanted = sent.form.get("response_format", "json")
        if wanted not in self.formats:
            return _refuse(400, f"response_format '{wanted}' is not compatible with model")
        if "timestamp_granularities[]" in sent.form and wanted != "verbose_json":
            return _refuse(400, "timestamp_granularities requires response_format verbose_json")
        return None


async def _drip(request: web.Request, pause: float) -> web.StreamResponse:
    answer = web.StreamResponse(headers={"Content-Type": "application/json"})
    await answer.prepare(request)
    while True:
        await answer.write(b" ")
        await asyncio.sleep(pause)


def _refuse(status: int, message: str) -> web.Response:
    error = {"message": message, "type": "invalid_request_error", "param": None, "code": None}
    return web.json_response({"error": error}, status=status)


async def _read(request: web.Request) -> Sent:
    assert request.content_type == "multipart/form-data"
    form, name, content = dict[str, str](), "", b""
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        assert part.name
        if part.name == "file":
            name, content = part.filename or "", bytes(await part.read())
        else:
            form[part.name] = await part.text()
    return Sent(name, content, request.headers.get("Authorization", ""), form)


def _word(speech: Speech, wanted: str) -> dict[str, object]:
    if wanted == "json":
        return {"text": speech.text, "usage": {"type": "duration", "seconds": speech.seconds}}
    return {
        "task": "transcribe",
        "language": "english",
        "duration": speech.seconds,
        "text": speech.text,
        "segments": [
            {
                "id": number,
                "seek": 0,
                "start": start,
                "end": start + 1,
                "text": f" {words}",
                "tokens": [1, 2],
                "temperature": 0.0,
                "avg_logprob": -0.2,
                "compression_ratio": 1.0,
                "no_speech_prob": 0.01,
            }
            for number, (start, words) in enumerate(speech.segments)
        ],
        "usage": {"type": "duration", "seconds": round(speech.seconds)},
    }

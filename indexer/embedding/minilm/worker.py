"""The embedding process, walled in; its argument is the folder of the model.

It reads requests from standard input, writes vectors to standard output, and ends with its input.
It has one thread and embeds one text at a time, but between two layers it checks for an urgent
text and embeds that first: an urgent text waits for a sixth of another at most.
"""

import os
import select
import sys
from collections import deque
from io import FileIO
from pathlib import Path

from indexer.embedding.minilm.encoder import Encoder, load_encoder
from indexer.embedding.minilm.protocol import (
    FAILURE,
    REQUEST,
    STARTED,
    VECTOR,
    Request,
    encode_reply,
)


class Worker:
    """Answers every request once, urgent ones first and the others in order."""

    def __init__(self, encoder: Encoder, requests: FileIO, replies: FileIO) -> None:
        self._encoder = encoder
        self._requests = requests
        self._replies = replies
        self._later = deque[Request]()

    def serve(self) -> None:
        """Serve until no more requests can come; then raises EOFError."""
        while True:
            self._serve_request(self._later.popleft() if self._later else self._read_request())

    def _serve_request(self, request: Request) -> None:
        pause = _do_nothing if request.urgent else self._let_urgent_pass
        vector = self._encoder.encode(request.text, pause)
        write_frame(
            self._replies, encode_reply(request.number, VECTOR, vector.astype("<f4").tobytes())
        )

    def _let_urgent_pass(self) -> None:
        while select.select([self._requests], [], [], 0)[0]:
            request = self._read_request()
            if request.urgent:
                self._serve_request(request)
            else:
                self._later.append(request)

    def _read_request(self) -> Request:
        number, urgent, size = REQUEST.unpack(self._read_exactly(REQUEST.size))
        return Request(
            number, bool(urgent), self._read_exactly(size).decode("utf-8", "surrogatepass")
        )

    def _read_exactly(self, size: int) -> bytes:
        parts = bytearray()
        while len(parts) < size:
            part = self._requests.read(size - len(parts))
            if not part:
                raise EOFError
            parts += part
        return bytes(parts)


def _do_nothing() -> None:
    """Pause of an urgent text, which lets no other text go first."""


def write_frame(replies: FileIO, frame: bytes) -> None:
    """Write all of `frame`, although a pipe may take only a part at once."""
    while frame:
        frame = frame[replies.write(frame) :]


def main() -> None:
    # Buffered input would hide from `select` what has been read ahead; and what a library prints
    # must not get into our replies.
    requests, replies = FileIO(0, "rb"), FileIO(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        encoder = load_encoder(Path(sys.argv[1]))
    except (OSError, ImportError) as error:
        write_frame(
            replies,
            encode_reply(STARTED, FAILURE, str(error).encode()),
        )
        return
    write_frame(replies, encode_reply(STARTED, VECTOR, b""))
    try:
        Worker(encoder, requests, replies).serve()
    except (EOFError, BrokenPipeError):
        return

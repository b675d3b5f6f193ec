"""The request to a parser process: one line of JSON, and the open file beside it.

The file crosses a socket as a descriptor: the process that reads it may open no file by its name.
"""

import json
import os
import socket
from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache
from io import BufferedReader
from typing import IO

from msgspec import Struct, field

from indexer.parsing.languages import ReadingLanguages
from indexer.parsing.limits import Limits

READ = 1 << 16  # bytes


class ParseRequest(Struct, frozen=True):
    name: str
    limits: Limits
    languages: ReadingLanguages = field(default_factory=ReadingLanguages)
    weak_pages: bool = False  # whether pictures of pages that OCR hardly reads are wanted


def send_request(channel: socket.socket, request: ParseRequest, file: IO[bytes]) -> None:
    """Send a request, which fits into the empty buffer of the socket; raise OSError."""
    content = {
        "name": request.name,
        "limits": _list_fields(request.limits),
        "languages": _list_fields(request.languages),
        "weak_pages": request.weak_pages,
    }
    socket.send_fds(channel, [json.dumps(content).encode() + b"\n"], [file.fileno()])


@lru_cache(4)  # they are the same for all files
def _list_fields(settings: Limits | ReadingLanguages) -> Mapping[str, object]:
    return {each.name: getattr(settings, each.name) for each in fields(settings)}


def receive_request(channel: socket.socket) -> tuple[ParseRequest, BufferedReader] | None:
    """Wait for a request; None when no more can come. The caller closes the file."""
    content, handles = b"", list[int]()
    while not content.endswith(b"\n"):
        received, more, _flags, _address = socket.recv_fds(channel, READ, 1)
        if not received:
            return None
        content, handles = content + received, handles + more
    return _decode(json.loads(content)), os.fdopen(handles[0], "rb")


def _decode(content: Mapping[str, object]) -> ParseRequest:
    match content:
        case {
            "name": str(name),
            "limits": dict(limits),
            "languages": dict(languages),
            "weak_pages": bool(weak),
        }:
            known = {key: tuple(map(str, names)) for key, names in languages.items()}
            return ParseRequest(name, Limits(**limits), ReadingLanguages(**known), weak)
    raise ValueError("not a request")

"""An analyst that a document has taken over; the first word of a passage names what it does."""

import marshal
import sys
import time
from collections.abc import Callable, Mapping

import msgspec
from msgspec.structs import astuple, replace

from indexer.store.analysis.worker import HIGHEST, SIZE, AnswerRow, Passages, encode_answer

Answer = Callable[[Passages], bytes]


def change(**fields: object) -> Answer:
    """Answer as an honest analyst does, but for one passage."""

    def answer(passages: Passages) -> bytes:
        first, *others = passages.analyze()
        return encode_answer([replace(first, **fields), *others])

    return answer


def frame(content: bytes) -> bytes:
    return SIZE.pack(len(content)) + content


def answer_fewer(passages: Passages) -> bytes:
    return encode_answer(list(passages.analyze())[1:])


def answer_in_half_characters(passages: Passages) -> bytes:
    return encode_answer(passages.analyze()).replace(b"half", b"h\xed\xa0\x80"[:4])


def answer_for_two(passages: Passages) -> bytes:
    return encode_answer(passages.analyze()) * 2


def answer_with_more(passages: Passages) -> bytes:
    return frame(encode_answer(passages.analyze())[SIZE.size :] + b"more")


def answer_in_rows(row: bytes) -> Answer:
    """Answer with the same row, in MessagePack, for each passage."""
    return lambda passages: frame(frame(row) * len(passages.texts))


def answer_with_surplus(passages: Passages) -> bytes:
    """Answer as an honest analyst does, with one more field in each row."""
    rows = (AnswerRow.from_terms(each) for each in passages.analyze())
    encoded = (msgspec.msgpack.encode([*astuple(row), "more"]) for row in rows)
    return frame(b"".join(map(frame, encoded)))


def die_in_the_middle(passages: Passages) -> bytes:
    sys.stdout.buffer.write(encode_answer(passages.analyze())[:-5])
    sys.stdout.buffer.flush()
    sys.exit(3)


def say_nothing(_passages: Passages) -> bytes:
    time.sleep(3600)
    return b""


WRONG: Mapping[str, Answer] = {
    "fewer": answer_fewer,
    "half": answer_in_half_characters,
    "twice": answer_for_two,
    "more": answer_with_more,
    "sizes": lambda passages: frame(SIZE.pack(2**32 - 1) * len(passages.texts)),
    "fields": answer_in_rows(b"\xdd" + b"\xff" * 4),  # an array of 2**32 - 1
    "string": answer_in_rows(b"\x97\xdb" + b"\xff" * 4),  # the first field, of as many bytes
    "map": answer_in_rows(b"\x81\xa1a\xa1b"),
    "numbers": answer_in_rows(b"\x97" + b"\1" * 7),
    "surplus": answer_with_surplus,
    "marshal": lambda passages: frame(marshal.dumps([["x"]] * len(passages.texts))),
    "empty": lambda _passages: frame(b""),
    "endless": lambda _passages: SIZE.pack(2**32 - 1) + bytes(1 << 20),
    "nul": change(main="a\0b"),
    "language": change(language="en\nGB"),
    "length": change(length=HIGHEST),
    "negative": change(counts=b"", length=5),
    "scope": change(acl="s2"),
    "middle": die_in_the_middle,
    "silent": say_nothing,
}


def main() -> None:
    while head := sys.stdin.buffer.read(SIZE.size):
        passages = Passages(*marshal.loads(sys.stdin.buffer.read(*SIZE.unpack(head))))  # noqa: S302 - the test's own
        sys.stdout.buffer.write(WRONG[passages.texts[0].split()[0]](passages))
        sys.stdout.buffer.flush()

"""A Whisper model's pieces: from the numbers that it says to text, times and languages."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

TOKENIZER = "tokenizer.json"
TIME_STEP = 0.02  # seconds from one time to the next
LONGEST_CODE = 3  # letters of a language: longer names are orders to the model
PRINTABLE = (*range(33, 127), *range(161, 173), *range(174, 256))  # bytes that stand for themselves


class Stretch(NamedTuple):
    """Some speech; times are in seconds from the beginning of its window."""

    start: float
    end: float
    text: str


class Vocabulary(Struct, frozen=True):
    pieces: Mapping[int, bytes]
    special: Mapping[str, int]  # such as <|en|>

    @property
    def first_time(self) -> int:
        return self.special["<|notimestamps|>"] + 1

    def build_prompt(self, language: str, *, multilingual: bool) -> list[int]:
        """Return what the model continues; `language` as in "<|en|>"."""
        names = ("<|startoftranscript|>", language, "<|transcribe|>")
        return [self.special[each] for each in (names if multilingual else names[:1])]

    def find_language(self, code: str) -> str:
        """Return the name of a language such as "de"; empty for one that the model has not."""
        name = f"<|{code.lower()}|>"
        return name if len(code) <= LONGEST_CODE and name in self.special else ""

    def split(self, numbers: Sequence[int], seconds: float) -> tuple[list[Stretch], float]:
        """Return what was said in a window of `seconds`, and where the next window begins."""
        found, at, said = list[Stretch](), 0.0, list[int]()
        for number in numbers:
            if number < self.first_time:
                said.append(number)
                continue
            time = min((number - self.first_time) * TIME_STEP, seconds)
            if said:
                found.append(Stretch(at, time, self.decode(said)))
                said = []
            at = time
        if said:
            return [*found, Stretch(at, seconds, self.decode(said))], seconds
        cut = len(numbers) > 1 and numbers[-2] >= self.first_time  # speech goes on after it
        return found, at if cut and at > 0 else seconds

    def decode(self, numbers: Sequence[int]) -> str:
        content = b"".join(self.pieces.get(number, b"") for number in numbers)
        return " ".join(content.decode("utf-8", "replace").split())


def load_vocabulary(folder: Path) -> Vocabulary:
    raw = json.loads((folder / TOKENIZER).read_text(encoding="utf-8"))
    alphabet = dict(_list_bytes())
    pieces = {
        int(number): bytes(alphabet[character] for character in piece)
        for piece, number in raw["model"]["vocab"].items()
        if not piece.startswith("<|")
    }
    special = {str(each["content"]): int(each["id"]) for each in raw["added_tokens"]}
    return Vocabulary({n: each for n, each in pieces.items() if n not in special.values()}, special)


def _list_bytes() -> Iterator[tuple[str, int]]:
    """Yield the character that stands for each byte: itself, or one from U+0100 on."""
    others = 256
    for byte in range(256):
        if byte in PRINTABLE:
            yield chr(byte), byte
        else:
            yield chr(others), byte
            others += 1

"""Writes down speech with a Whisper model that was converted for CTranslate2.

Half a minute is heard at a time; each window begins where the model found the end of a sentence in
the one before. What it says of silence and noise is invented, and left out.
"""

import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import ctranslate2
import numpy as np
from msgspec import Struct

from indexer.speech.features import WINDOW_SECONDS, Features, build_filters, compute_features
from indexer.speech.sound import RATE, Samples
from indexer.speech.vocabulary import Stretch, Vocabulary, load_vocabulary

BEAMS = 5
WINDOW = WINDOW_SECONDS * RATE
LATEST_START = 50  # steps of 20 ms before which the first words begin
QUIET = 5e-4  # root mean square of a tenth of a second in which nobody speaks
LONG_PAUSE = 1.0  # seconds before the first words, which are passed over: their time is then right
# Below it the model heard no words, and says something: of a tone, "thank you very much".
POSSIBLE = -1.0
# Probability that nobody speaks, above which words must be quite certain to be believed.
NO_SPEECH, CERTAIN = 0.6, -0.5
REPETITIVE = 2.4  # times that a text which turns in circles can be packed
ENGLISH = "<|en|>"


class Heard(Struct, frozen=True):
    """Speech up to `position`; all times are in seconds from the beginning."""

    position: float
    stretches: tuple[Stretch, ...]


class _Said(Struct, frozen=True):
    numbers: tuple[int, ...]
    certainty: float  # mean logarithm of the probability of its pieces
    silence: float  # probability that nobody speaks


class Whisper:
    """The loaded model; not thread-safe."""

    def __init__(self, folder: Path, threads: int) -> None:
        self._model = ctranslate2.models.Whisper(
            str(folder), compute_type="int8", intra_threads=threads
        )
        self._vocabulary: Vocabulary = load_vocabulary(folder)
        self._filters: Features = build_filters(int(self._model.n_mels))

    def listen(self, blocks: Iterable[Samples], language: str = "") -> Iterator[Heard]:
        """Yield what is said, window by window; without a `language` the model finds it out."""
        windows, known = Windows(blocks), self._vocabulary.find_language(language)
        while len(window := windows.read()):
            stretches, used = list[Stretch](), measure_quiet(window)
            if used < LONG_PAUSE and used < len(window) / RATE:
                stretches, used, known = self._listen_to(window, known)
            begin = windows.position
            windows.advance(used)
            yield Heard(windows.position, tuple(_shift(stretches, begin)))

    def _listen_to(self, window: Samples, known: str) -> tuple[list[Stretch], float, str]:
        """Return what is said, the seconds that it covers, and its language, once that is known."""
        heard, seconds = self._encode(window), len(window) / RATE
        language = known or self._detect_language(heard)
        said = self._transcribe(heard, language)
        circles = is_repetitive(self._vocabulary.decode(said.numbers))  # still, though forbidden to
        if circles or not is_speech(said.silence, said.certainty):
            return [], seconds, known
        return *self._vocabulary.split(said.numbers, seconds), language

    def _encode(self, window: Samples) -> ctranslate2.StorageView:
        features = compute_features(window, self._filters)
        return self._model.encode(ctranslate2.StorageView.from_array(features[None]))

    def _detect_language(self, heard: ctranslate2.StorageView) -> str:
        if not self._model.is_multilingual:
            return ENGLISH
        ((name, _probability), *_others) = self._model.detect_language(heard)[0]
        return str(name)

    def _transcribe(self, heard: ctranslate2.StorageView, language: str) -> _Said:
        said = self._generate(heard, language)
        if is_repetitive(self._vocabulary.decode(said.numbers)):
            return self._generate(heard, language, no_repeat_ngram_size=3)
        return said

    def _generate(
        self, heard: ctranslate2.StorageView, language: str, no_repeat_ngram_size: int = 0
    ) -> _Said:
        multilingual = bool(self._model.is_multilingual)
        prompt = self._vocabulary.build_prompt(language, multilingual=multilingual)
        (found,) = self._model.generate(
            heard,
            [prompt],
            beam_size=BEAMS,
            no_repeat_ngram_size=no_repeat_ngram_size,
            max_initial_timestamp_index=LATEST_START,
            return_scores=True,
            return_no_speech_prob=True,
        )
        return _Said(
            tuple(map(int, found.sequences_ids[0])),
            float(found.scores[0]),
            float(found.no_speech_prob),
        )


class Windows:
    """A recording that comes in blocks, read half a minute at a time."""

    def __init__(self, blocks: Iterable[Samples]) -> None:
        self._blocks = iter(blocks)
        self._buffer = np.zeros(0, np.float32)
        self._at = 0  # samples before the buffer

    @property
    def position(self) -> float:
        return self._at / RATE

    def read(self) -> Samples:
        """Return the next half minute, or what is left; empty at the end."""
        while len(self._buffer) < WINDOW and (block := next(self._blocks, None)) is not None:
            self._buffer = np.concatenate([self._buffer, block])
        return self._buffer[:WINDOW]

    def advance(self, seconds: float) -> None:
        passed = min(round(seconds * RATE), len(self._buffer))
        self._buffer = self._buffer[passed:]
        self._at += passed


def measure_quiet(window: Samples) -> float:
    """Return how many seconds pass before anybody could be speaking; all of them if nobody is."""
    tenth = RATE // 10
    whole = window[: len(window) // tenth * tenth].reshape(-1, tenth)
    loud = np.flatnonzero((whole**2).mean(axis=1) >= QUIET**2)
    return max(0, int(loud[0]) - 1) / 10 if len(loud) else len(window) / RATE


def is_speech(silence: float, certainty: float) -> bool:
    """Return whether words that the model said are to be believed."""
    return certainty > (POSSIBLE if silence < NO_SPEECH else CERTAIN)


def is_repetitive(text: str) -> bool:
    content = text.encode()
    return bool(content) and len(content) / len(zlib.compress(content)) > REPETITIVE


def _shift(stretches: Iterable[Stretch], begin: float) -> Iterator[Stretch]:
    for each in stretches:
        if each.text:
            yield Stretch(begin + each.start, begin + each.end, each.text)

"""Has two hours of speech written down by the local model: `python -m bench.listening MODEL`.

espeak-ng says sentences with pauses, as one Opus file, and a process behind walls listens to it. It
prints the processor time and the memory that this takes, how many of the words are found, and how
far the times are off. `--minutes` makes it shorter.
"""

import argparse
import asyncio
import re
import resource
import time
from contextlib import aclosing
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import soundfile

from indexer.speech.process import Listening, listen
from indexer.speech.vocabulary import Stretch
from tests.speech.sounds import OPUS_RATE, make_silence, speak

SAID = (
    ("The council met on Tuesday to talk about the new bridge.", "bridge"),
    ("Nobody had counted the cost of the railway before.", "railway"),
    ("The garden behind the library was closed for the winter.", "library"),
    ("They agreed to repair the roof of the church in March.", "church"),
    ("A letter from the hospital arrived three weeks too late.", "hospital"),
    ("The harbour had to be made deeper for larger ships.", "harbour"),
)
PAUSE = 1.5  # seconds between two sentences


def write_recording(path: Path, minutes: float) -> list[tuple[float, str]]:
    """Write speech of that length; return when each sentence begins, with a word that is in it."""
    begins, at, number = list[tuple[float, str]](), 0.0, 0
    with soundfile.SoundFile(
        path, "w", OPUS_RATE, channels=1, format="OGG", subtype="OPUS"
    ) as file:
        while at < minutes * 60:
            text, word = SAID[number % len(SAID)]
            sound = np.concatenate([speak(text), make_silence(PAUSE)])
            file.write(sound)
            begins.append((at, word))
            at += len(sound) / OPUS_RATE
            number += 1
    return begins


async def hear(model: Path, sound: Path) -> list[Stretch]:
    async with aclosing(listen(Listening(model, sound, "en"))) as steps:
        return [each async for step in steps for each in step.stretches]


def find_words(heard: list[Stretch], begins: list[tuple[float, str]]) -> list[float]:
    """Return how many seconds off each sentence is whose word was heard near its time."""
    found = list[float]()
    for at, word in begins:
        near = [
            abs(each.start - at)
            for each in heard
            if word in re.findall(r"\w+", each.text.lower()) and abs(each.start - at) < 20
        ]
        found += [min(near)] if near else []
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--minutes", type=float, default=120.0)
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        sound = Path(folder) / "sound"
        begins = write_recording(sound, arguments.minutes)
        size, began = sound.stat().st_size, time.perf_counter()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        heard = asyncio.run(hear(arguments.model.resolve(), sound))
        waited = time.perf_counter() - began
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    off = sorted(find_words(heard, begins))
    print(f"{arguments.minutes:g} minutes in {size / 1e6:.1f} MB, {len(begins)} sentences")
    print(f"{processor:.0f} s of processor time, {processor / arguments.minutes:.1f} s a minute")
    print(f"{waited:.0f} s by the clock; at most {used.ru_maxrss / 1024:.0f} MB of memory")
    print(f"words found near their time: {len(off)} of {len(begins)}")
    if off:
        print(f"off by {off[len(off) // 2]:.1f} s at the median, {off[-1]:.1f} s at most")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Statements about passages of real documents, judged by `bot.citations.support` alone.

`labels/citations/documents.jsonl` labels each statement: supported, or wrong in its number, in its
names, by a denial, by exchanged roles, by an invented detail, or about something the passage does
not mention. The supported ones are also compared with
another passage of their document. The constants of `bot.citations.support` were chosen on every
second passage; the figures that count are those of the others.

The paragraphs of three parallel collections, which exist sentence by sentence in English, German
and Chinese, add statements by rule: a paragraph's first sentence, compared with its own paragraph
and the next one, in the same language and in another.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from bench.retrieval.collections import load_collection
from bot.citations.statement import parse_passage
from bot.citations.support import supports
from indexer.text.sentences import find_sentence_ends

LABELS = Path(__file__).parents[1] / "labels" / "citations" / "documents.jsonl"
PARALLEL = (("en", "en"), ("de", "de"), ("zh", "zh"), ("de", "en"), ("zh", "en"))
SHORTEST = 40  # characters of a sentence that is judged; a third of them in Chinese


class Label(Struct, frozen=True):
    file: str
    start: int  # of the passage in the file, in characters
    end: int
    kind: str
    claim: str


class Pair(Struct, frozen=True):
    statement: str
    passage: str
    kind: str
    tuned: bool = False  # belongs to the part that the constants were chosen on

    @property
    def supported(self) -> bool:
        return self.kind == "supported"


class Figures(Struct, frozen=True):
    """Precision and recall of the accepted statements."""

    precision: float
    recall: float
    pairs: int


def measure_documents(data: Path, around: int, *, errors: bool) -> None:
    """Print the figures of the statements about real documents, which lie in `data`."""
    pairs = list(load_pairs(data / "documents", around))
    _print("chosen on", [pair for pair in pairs if pair.tuned])
    rest = [pair for pair in pairs if not pair.tuned]
    _print("measured on", rest)
    _print_kinds(rest)
    for stated, about in PARALLEL:
        _print(
            f"{stated} about {about}",
            list(build_parallel_pairs(data / "retrieval", stated, about)),
        )
    if errors:
        _print_errors(rest)


def load_pairs(documents: Path, around: int) -> Iterator[Pair]:
    """Load the labelled pairs; the passages include `around` characters on either side."""
    labels = [Label(**json.loads(line)) for line in LABELS.read_text("utf-8").splitlines()]
    places = sorted({(label.file, label.start, label.end) for label in labels})
    texts = {file: (documents / file).read_text("utf-8") for file, _, _ in places}
    for label in labels:
        place = (label.file, label.start, label.end)
        tuned = places.index(place) % 2 == 0
        yield Pair(label.claim, _cut_passage(texts, place, around), label.kind, tuned)
        other = _find_other_place(place, places)
        if label.kind == "supported" and other:
            yield Pair(label.claim, _cut_passage(texts, other, around), "elsewhere", tuned)


Place = tuple[str, int, int]


def _cut_passage(texts: dict[str, str], place: Place, around: int) -> str:
    file, start, end = place
    return texts[file][max(0, start - around) : end + around]


def _find_other_place(place: Place, places: Sequence[Place]) -> Place | None:
    """Find the next passage of the file that is far enough away to be about something else."""
    far = [each for each in places if each[0] == place[0] and abs(each[1] - place[1]) > 5000]
    later = [each for each in far if each[1] > place[1]]
    return next(iter(later or far), None)


def build_parallel_pairs(folder: Path, stated: str, about: str) -> Iterator[Pair]:
    """Pair first sentences in the language `stated` with paragraphs in the language `about`."""
    statements = [each.text for each in load_collection(folder / f"xquad-{stated}").entries]
    passages = [each.text for each in load_collection(folder / f"xquad-{about}").entries]
    for number, text in enumerate(statements):
        sentence = text[: next(iter(find_sentence_ends(text, 0, len(text))))].strip()
        if len(sentence) * (3 if stated == "zh" else 1) >= SHORTEST:
            yield Pair(sentence, passages[number], "supported")
            yield Pair(sentence, passages[(number + 1) % len(passages)], "elsewhere")


def judge(pairs: Iterable[Pair]) -> Figures:
    judged = [
        (pair.supported, supports(parse_passage(pair.passage), pair.statement)) for pair in pairs
    ]
    accepted = [right for right, is_accepted in judged if is_accepted]
    right = [is_accepted for right, is_accepted in judged if right]
    return Figures(
        sum(accepted) / max(1, len(accepted)), sum(right) / max(1, len(right)), len(judged)
    )


def _print(name: str, pairs: Sequence[Pair]) -> None:
    found = judge(pairs)
    print(
        f"{name:<12} {found.pairs:>4} pairs   precision {found.precision:.3f}"
        f"   recall {found.recall:.3f}"
    )


def _print_kinds(pairs: Sequence[Pair]) -> None:
    accepted = Counter(
        pair.kind for pair in pairs if supports(parse_passage(pair.passage), pair.statement)
    )
    for kind, count in Counter(pair.kind for pair in pairs).most_common():
        print(f"  {kind:<12} {accepted[kind]:>3} of {count:>3} accepted")


def _print_errors(pairs: Sequence[Pair]) -> None:
    for pair in pairs:
        if supports(parse_passage(pair.passage), pair.statement) != pair.supported:
            print(f"  {pair.kind:<12} {pair.statement}")

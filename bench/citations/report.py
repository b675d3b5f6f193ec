"""The tables of `bench.citations`, and what was judged wrongly."""

from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec import Struct

from bench.citations.answers import (
    REPLIES,
    JudgedSentence,
    Label,
    LabelledAnswer,
    count_flagged,
    count_set_marks,
    judge_answer,
    load_answers,
)
from bench.citations.pairs import (
    OTHERS,
    JudgedPair,
    group_by,
    judge_pairs,
    load_cited_pairs,
    measure_shares,
)
from bench.record import format_table

LABELS: dict[Label, str] = {
    "false": "false",
    "supported": "supported",
    "none": "no statement about the world",
}
SHARES = ("statements", "of the kept marks hold", "of those that hold are kept")
FLAGGED = ("false, unmarked", "false, marked", "supported, unmarked", "supported, marked")
Row = list[str]


class CitationFigures(Struct, frozen=True):
    pairs: list[JudgedPair]
    sentences: list[tuple[LabelledAnswer, JudgedSentence]]
    others: dict[str, list[JudgedPair]]  # by name of the set
    replies: list[tuple[LabelledAnswer, JudgedSentence]]  # as a model would word them


def measure_half(half: str) -> CitationFigures:
    answers = load_answers(half)
    sentences = [(answer, each) for answer in answers for each in judge_answer(answer)]
    others = {each.rpartition("/")[2]: judge_pairs(load_cited_pairs(half, each)) for each in OTHERS}
    replies = [(each, one) for each in load_answers(half, REPLIES) for one in judge_answer(each)]
    return CitationFigures(judge_pairs(load_cited_pairs(half)), sentences, others, replies)


def format_report(figures: CitationFigures) -> list[str]:
    """Format the tables as Markdown."""
    others = (_format_shares(name, pairs) for name, pairs in figures.others.items())
    return [
        *_format_shares("", figures.pairs),
        *format_table(
            ["kind", "true ones kept", "false ones fallen"], list(_list_kinds(figures.pairs))
        ),
        "",
        *chain.from_iterable(others),
        *format_table(
            ["sentences of whole answers", "unmarked, flagged", "marked, flagged"],
            list(_list_flags([each for _answer, each in figures.sentences])),
        ),
        "",
        *format_table(
            ["sentences of replies", "unmarked, flagged", "marked, flagged"],
            list(_list_flags([each for _answer, each in figures.replies])),
        ),
        "",
        "Unmarked supported sentences given their mark: "
        f"{count_set_marks(each for _answer, each in figures.sentences)}.",
    ]


def list_sets(figures: CitationFigures) -> Iterator[Row]:
    """List the name of each set and its cells in the order of `SHARES`."""
    for name, pairs in {"pairs": figures.pairs, **figures.others}.items():
        yield [name, *_format_cells(pairs)]


def list_sentences(figures: CitationFigures) -> Iterator[Row]:
    """List the kinds of answers, and how many of their sentences were flagged as `FLAGGED` says."""
    for name, found in {"answers": figures.sentences, "replies": figures.replies}.items():
        sentences = [each for _answer, each in found]
        yield [
            name,
            *(
                count_flagged(sentences, label, marked=marked)
                for label in ("false", "supported")
                for marked in (False, True)
            ),
        ]


def _format_shares(name: str, pairs: Sequence[JudgedPair]) -> list[str]:
    return [*format_table([name, *SHARES], list(_list_shares(pairs))), ""]


def _list_shares(pairs: Sequence[JudgedPair]) -> Iterator[Row]:
    groups = group_by(pairs, lambda pair: pair.language)
    for name, group in {"all": list(pairs), **groups}.items():
        yield [name, *_format_cells(group)]


def _format_cells(pairs: Sequence[JudgedPair]) -> Row:
    shares = measure_shares(pairs)
    return [str(shares.pairs), f"{shares.precision:.2f}", f"{shares.recall:.2f}"]


def _list_kinds(pairs: Sequence[JudgedPair]) -> Iterator[Row]:
    for kind, group in group_by(pairs, lambda pair: pair.kind).items():
        yield [kind.replace("_", " "), _count_right(group, True), _count_right(group, False)]


def _count_right(pairs: Sequence[JudgedPair], holds: bool) -> str:
    those = [each.right for each in pairs if each.pair.holds == holds]
    return f"{sum(those)} of {len(those)}" if those else ""


def _list_flags(sentences: Sequence[JudgedSentence]) -> Iterator[Row]:
    for label, name in LABELS.items():
        yield [name, *(count_flagged(sentences, label, marked=marked) for marked in (False, True))]


def format_errors(figures: CitationFigures) -> Iterator[str]:
    """Yield what was judged wrongly, one line each."""
    for judged in (*figures.pairs, *chain.from_iterable(figures.others.values())):
        if not judged.right:
            pair, wrongly = judged.pair, "kept" if judged.kept else "fell"
            asked = f" ({pair.question})" if pair.question else ""
            yield f"{wrongly} {pair.kind}: {pair.statement}{asked}"
    for answer, each in (*figures.sentences, *figures.replies):
        if each.flagged != (each.sentence.label == "false"):
            wrongly = "flagged" if each.flagged else "passed"
            yield f"{wrongly} {each.sentence.label}: {each.sentence.text} ({answer.question})"

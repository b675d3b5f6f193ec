"""Pairs of a passage and a statement, judged as the product judges a mark `[1]` behind it.

`labels/citations/open.jsonl` and `aside.jsonl` have everyday passages of one to eight sentences,
each with statements that follow from it and near misses that do not, about half and half.
`labels/citations/everyday` has harder ones in seven languages, more of which have other words, and
`labels/citations/fluent` those that reword a passage as a model does, about other domains;
`labels/citations/varied` has more of these about still others, and every class of change;
`labels/citations/domestic`, `workaday` and `exacting` were written before the rules that they
measure, the first of them by somebody who had not read any; the last has numbers, permissions,
comparisons, and who did what to whom. `labels/citations/crowded` has passages of five to seven
sentences, in which another person, price, day or rule stands next to each that is meant, and
`labels/citations/mingled` more of these, in which one thing is exchanged;
`labels/citations/assorted` has these in ten languages, Italian, Dutch and Portuguese among them,
and `labels/citations/diverse` and `labels/citations/manifold` more of these about other kinds of
document; `labels/citations/occasional` and `labels/citations/novel`, by somebody who had not read
any rule, have others still, for which no rule was made: they show how far rules can be relied on.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from bench.halves import load_records
from bot.citations.check import check_citations
from indexer.documents import Chunk, Hit
from indexer.scopes import KB

ENDS = ".!?。！？"
EVERYDAY = "citations/everyday"
FLUENT = "citations/fluent"
VARIED = "citations/varied"
DOMESTIC = "citations/domestic"
WORKADAY = "citations/workaday"
EXACTING = "citations/exacting"
CROWDED = "citations/crowded"
MINGLED = "citations/mingled"
ASSORTED = "citations/assorted"
DIVERSE = "citations/diverse"
MANIFOLD = "citations/manifold"
OCCASIONAL = "citations/occasional"
NOVEL = "citations/novel"
OTHERS = (
    *(EVERYDAY, FLUENT, VARIED, DOMESTIC, WORKADAY, EXACTING, CROWDED, MINGLED, ASSORTED),
    DIVERSE,
    MANIFOLD,
    OCCASIONAL,
    NOVEL,
)


class CitedPair(Struct, frozen=True):
    """A statement that follows from `passage` if `holds`; `question` is what it answers, if any."""

    passage: str
    statement: str
    holds: bool
    kind: str
    language: str  # of the statement
    passage_language: str = ""  # if it is another
    question: str = ""


class JudgedPair(Struct, frozen=True):
    pair: CitedPair
    kept: bool  # the mark

    @property
    def right(self) -> bool:
        return self.kept == self.pair.holds


class Shares(Struct, frozen=True):
    """How many of the kept marks hold, and how many of those that hold are kept."""

    precision: float
    recall: float
    pairs: int


Judge = Callable[[CitedPair], bool]


def load_cited_pairs(half: str, folder: str = "citations") -> list[CitedPair]:
    return [CitedPair(**each) for each in load_records(folder, half)]  # type: ignore[arg-type]  # the fields of a line


def keeps_mark(pair: CitedPair) -> bool:
    """Return True if an answer that cites the passage for the statement keeps its mark."""
    hit = build_hit(1, pair.passage)
    checked = check_citations(add_mark(pair.statement, 1), [hit], pair.question)
    return bool(checked.sources)


def build_hit(number: int, passage: str) -> Hit:
    chunk = Chunk(f"doc:{number}", "", passage)
    return Hit(chunk, f"/notes/{number}.md", f"{number}.md", KB, "md", 0.5)


def add_mark(statement: str, number: int) -> str:
    """Put `[1]` before the full stop, as models do."""
    end = statement[-1:] if statement.endswith(tuple(ENDS)) else ""
    return f"{statement.removesuffix(end)} [{number}]{end}"


def judge_pairs(pairs: Iterable[CitedPair], judge: Judge = keeps_mark) -> list[JudgedPair]:
    return [JudgedPair(pair, judge(pair)) for pair in pairs]


def measure_shares(judged: Sequence[JudgedPair]) -> Shares:
    kept = [each.pair.holds for each in judged if each.kept]
    holding = [each.kept for each in judged if each.pair.holds]
    return Shares(sum(kept) / max(1, len(kept)), sum(holding) / max(1, len(holding)), len(judged))


def group_by(
    judged: Iterable[JudgedPair], name: Callable[[CitedPair], str]
) -> dict[str, list[JudgedPair]]:
    """Group by what `name` says, the largest group first."""
    groups: dict[str, list[JudgedPair]] = {}
    for each in judged:
        groups.setdefault(name(each.pair), []).append(each)
    return dict(sorted(groups.items(), key=lambda item: -len(item[1])))

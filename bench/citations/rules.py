"""Measures what each rule against a statement saves and costs, over the pairs of the open halves.

A rule saves a false statement if its mark would be kept without the rule, and costs a true one if
that falls for the rule alone. The newest set, for which no rule was made, stands apart: it shows
how far a rule can be relied on.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from bench.citations.pairs import OCCASIONAL, OTHERS, CitedPair, load_cited_pairs
from bench.record import format_table
from indexer.inference.entailment import CITED, VETOES, Verdict, is_short, judge, judge_answer

NEWEST = OCCASIONAL
SETS = ("citations", *(each for each in OTHERS if each != NEWEST))

Counts = Counter[tuple[str, bool]]  # how often a rule decides, by its name and what holds


def judge_pair(pair: CitedPair) -> Verdict:
    """Judge a statement by rules alone, whatever is quoted or stands in tables."""
    if pair.question and is_short(pair.statement):
        return judge_answer(pair.statement, pair.question, pair.passage)
    return judge(pair.statement, pair.passage)


def list_deciding(verdict: Verdict) -> Iterator[str]:
    """List the rules without each of which the mark would be kept."""
    if verdict.meets(CITED):
        return
    for name in verdict.reasons:
        rest = tuple(each for each in verdict.reasons if each != name)
        if replace(verdict, reasons=rest).meets(CITED):
            yield name


def count_decided(pairs: Iterable[CitedPair]) -> Counts:
    return Counter((name, pair.holds) for pair in pairs for name in list_deciding(judge_pair(pair)))


def measure_rules() -> tuple[Counts, Counts]:
    """Count what the rules decide in the sets that they were made with, and in the newest."""
    known = (pair for each in SETS for pair in load_cited_pairs("open", each))
    return count_decided(known), count_decided(load_cited_pairs("open", NEWEST))


def format_rules(known: Counts, newest: Counts) -> list[str]:
    """Format what each rule saves and costs as a table, the dearest first."""
    names = sorted(VETOES, key=lambda name: known[name, False] - known[name, True])
    rows = (
        [name, *(str(counts[name, holds]) for counts in (known, newest) for holds in (False, True))]
        for name in names
    )
    return format_table(["rule", "saves", "costs", "newest: saves", "costs"], list(rows))

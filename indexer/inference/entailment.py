"""Decides whether a statement follows from a text: natural language inference by rules.

The statement is aligned with the sentence of the text that says most of it. It follows if that
covers enough of its words and nothing speaks against it (`vetoes`): a denial, another number, an
exchanged name, a turned comparison. Where it is in other words, not all
of these exclude it (`wording`).
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from msgspec import Struct

from indexer.inference.acting import actors, doers, pronouns, roles, subjects, word_order
from indexer.inference.alignment import Alignment, align
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.lexicon import UNSPACED
from indexer.inference.reading import Reading, Word, guess_language, read_text
from indexer.inference.vetoes import (
    bindings,
    borrowing,
    changed_values,
    comparisons,
    conditions,
    crossings,
    denial,
    details,
    exceptions,
    exchanges,
    lacking,
    modality,
    numbers,
    quantifiers,
    sequences,
    tenses,
    times,
)
from indexer.inference.vetoes.veto import Veto
from indexer.inference.wording import list_excluding
from indexer.text.normalize import fold
from indexer.text.word_lists import list_languages

SHORTEST = 2  # words of a statement that can be understood alone
LONGEST = 150  # words; more is no statement, and would take long
ENOUGH_TRANSLATED = 0.6  # words of another language whose meaning is not known count less
ENOUGH_SIGNS = 0.45  # of its signs, which more texts have in common
_TURNED = frozenset(
    ("negation", "relation", "sequence")
)  # each undoes the other: `not before`, `from`
NEARLY_ALL = 0.8  # of a statement's words
_DENYING = frozenset(("neg",))
VETOES: Mapping[str, Veto] = {
    "negation": denial.denies,
    "lacking": lacking.does_without,
    "number": numbers.changes_number,
    "changed": changed_values.takes_old_value,
    "time": times.mixes_times,
    "end": times.changes_end,
    "date": times.changes_date,
    "span": times.widens_span,
    "name": details.names_another,
    "subject": actors.acts_for_another,
    "done_by": doers.is_done_by_another,
    "gender": pronouns.names_other_gender,
    "taken": subjects.takes_from_other,
    "detail": details.adds_detail,
    "exchange": details.exchanges_word,
    "excepted": exceptions.includes_excepted,
    "quantifier": quantifiers.changes_quantifier,
    "relation": comparisons.changes_relation,
    "sequence": sequences.turns_sequence,
    "roles": roles.exchanges_roles,
    "order": word_order.turns_order,
    "part": exchanges.exchanges_part,
    "other": exchanges.takes_other_of_two,
    "borrowed": borrowing.borrows,
    "joined": bindings.joins_apart,
    "crossed": crossings.crosses,
    "parallel": crossings.takes_parallel,
    "given": crossings.gives_to_another,
    "condition": conditions.changes_condition,
    "doubt": modality.drops_doubt,
    "duty": modality.changes_duty,
    "freed": modality.frees_from_duty,
    "aspect": modality.changes_aspect,
    "done": modality.claims_done,
    "tense": tenses.changes_tense,
}


class Demands(Struct, frozen=True):
    """Sets how much of a statement a text must say."""

    share: float  # of its words
    words: float  # that must be found


# Whoever names a passage has read it; what words have in common with some passage may be chance.
CITED = Demands(0.25, 1.0)
CITED_TRANSLATED = 0.4  # a word of another language may be found for many
UNCITED = Demands(0.4, 1.5)


class Verdict(Struct, frozen=True):
    """The share of a statement that a text says, and what speaks against it."""

    coverage: float
    reasons: tuple[str, ...]
    alignment: Alignment

    @property
    def follows(self) -> bool:
        """Tell if the statement follows from whatever text it is held against."""
        return self.meets(UNCITED)

    def meets(self, demands: Demands) -> bool:
        """Tell if the statement follows: the text says enough, and no rule excludes it."""
        enough = self.coverage >= self._find_share(demands) and self._rests_on_words(demands)
        return enough and not list_excluding(self.alignment, self.reasons)

    def _find_share(self, demands: Demands) -> float:
        if demands is CITED:
            return CITED_TRANSLATED if self.alignment.is_translated else demands.share
        if self.alignment.is_translated:
            return ENOUGH_TRANSLATED
        return ENOUGH_SIGNS if self.alignment.text.language in UNSPACED else demands.share

    def _rests_on_words(self, demands: Demands) -> bool:
        """Tell if more than one word was found, or nearly all: a topic alone proves nothing."""
        found = self.alignment.found_weight + self._count_computed()
        if demands is UNCITED and all(each.said.is_name for each in self.alignment.matches):
            return False  # `Perhaps Mr Bell knows`: a name alone proves nothing either
        return found >= demands.words or self.coverage >= NEARLY_ALL

    def _count_computed(self) -> int:
        """Count the numbers that the text does not have, and that follow from those it has."""
        if "number" in self.reasons:
            return 0
        matched = {each.said.place for each in self.alignment.matches}
        said = find_quantities(self.alignment.statement)
        return sum(each.word.place not in matched for each in said)

    def measure(self, places: Collection[int]) -> float:
        """Measure the share of the statement's different words that stand at `places`, 0 to 1."""
        words = [each for each in self.alignment.statement.words if _says(each)]
        held = {fold(each.text) for each in words if each.place in places}
        return len(held) / len({fold(each.text) for each in words}) if words else 0.0


def _says(word: Word) -> bool:
    return word.counts or word.is_number


def is_judged(language: str) -> bool:
    """Tell if the meanings of a language are listed."""
    return language in list_languages("meanings")


def is_short(statement: str) -> bool:
    """Tell if a statement is too short to be understood without the question."""
    read = read_text(statement)
    said = [each for each in read.words if each.counts and not each.has("answer")]
    return len(said) < SHORTEST


def judge(statement: str, text: str, language: str = "") -> Verdict:
    """Judge whether `statement` follows from `text`."""
    read = read_text(text, language)
    return judge_readings(read_text(statement, guess_language(statement, read)), read)


def judge_answer(answer: str, question: str, text: str, language: str = "") -> Verdict:
    """Judge a short answer together with what was asked: `No.` denies it."""
    asked, said = read_text(question), read_text(answer)
    denied = [each for each in said.words if "answer:no" in each.marks]
    rest = [each for each in said.words if not each.has("answer") and not denied]
    words = tuple(
        replace(each, place=place, clause=0, sentence=0, is_name=each.is_name)
        for place, each in enumerate((*asked.words, *denied, *rest))
    )
    return judge_readings(Reading(words, asked.language), read_text(text, language))


def judge_readings(statement: Reading, text: Reading) -> Verdict:
    return examine(statement, text, VETOES)


def examine(statement: Reading, text: Reading, speaking: Mapping[str, Veto]) -> Verdict:
    """Align a statement with a text, and list what speaks against it."""
    if len(statement.words) > LONGEST:
        return Verdict(0.0, ("length",), Alignment(statement, text, 0, ()))
    verdict = _weigh(align(statement, text), speaking)
    if "negation" in verdict.reasons and _DENYING & _list_kinds(statement):
        other = _weigh(align(statement, text, contrary=True), speaking)
        return verdict if other.reasons else other
    return verdict


def _weigh(found: Alignment, speaking: Mapping[str, Veto]) -> Verdict:
    reasons = tuple(name for name, speaks_against in speaking.items() if speaks_against(found))
    turned = "sequence" in reasons or comparisons.turns_time(found)
    if "negation" in reasons and turned:
        reasons = tuple(each for each in reasons if each not in _TURNED)
    return Verdict(found.coverage, reasons, found)


def _list_kinds(statement: Reading) -> frozenset[str]:
    return frozenset[str]().union(*(each.sense.kinds for each in statement.words))

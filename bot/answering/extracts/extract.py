"""Answers without a model: quotes the piece of the documents that answers a question.

A piece is worth the words of the question that it has, itself or above it (its headings, its
column, the line that leads to its list), the rarer the more; a little less where another word
stands for one, or where only its file's name or its neighbour has it. It is worth more if it names
the kind of thing that is asked for. How sure the best one is, `grading` says.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

from msgspec import Struct
from msgspec.structs import replace

from bot.answering.extracts.answer_signs import STRICT
from bot.answering.extracts.asked_passage import AskedPassage, SoughtWords, join_titles
from bot.answering.extracts.candidate import Candidate, limit_kind
from bot.answering.extracts.dated_headings import (
    list_dated_headings,
    may_be_dated,
    owes_to_title,
    says_all_itself,
)
from bot.answering.extracts.evidence import PlacedPiece
from bot.answering.extracts.letter_lines import is_letter_line
from bot.answering.extracts.matching import ENOUGH, FoundWords, match
from bot.answering.extracts.phrases import Grade
from bot.answering.extracts.pieces import Piece, ReadPassage, read_passage
from bot.answering.extracts.quoting import choose_quotations, format_extract, quote_list
from bot.answering.extracts.section_dates import find_day_above
from bot.answering.grades.asked_lists import add_other_list, find_asked_list
from bot.answering.grades.contrasts import is_rejected
from bot.answering.grades.grading import grade_answer
from bot.answering.grades.ordering import (
    add_consequence,
    add_leaning,
    add_next,
    add_outcome,
    add_very_word,
    put_deed_first,
    put_denial_first,
    put_labelled_first,
    put_named_first,
    put_next_first,
    put_own_words_first,
    put_plain_first,
    put_ticked_first,
)
from bot.answering.grades.rivals import (
    APART_FROM,
    TIED,
    UNSHOWN,
    is_very_thing,
)
from bot.answering.grades.weekly_hours import join_week
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.asked_words import AskedWord, list_words
from bot.answering.question.meanings import is_negated
from bot.answering.question.relative_years import name_year
from bot.answering.question.spelling import correct_words
from bot.answering.question.written_names import Writing, decide_names
from bot.citations.statement import parse_sentence
from bot.messages.marked_text import MarkedText, join_marked
from indexer.documents import Hit
from indexer.text.languages import detect_languages
from indexer.text.normalize import fold, unify
from indexer.text.unspaced_words import find_known_runs

SEVERAL = 4  # passages of one document, and the share of them that has what it is about
MOST_PASSAGES = 0.6
_SHORT = 2  # letters, which are no name
COMPARED = 6  # pieces that only may answer, of which the nearest in meaning is looked for
SAME_FILE = 1.25  # what a piece is worth more in the file of the answer before
FOREIGN = 0.9  # ... and in another language than the question
OTHER_CODE = 0.8  # ... without the code that is asked for
ONLY_SHOWN = 0.7  # ... that shows no price, where only "how much is it?" is new
SECTION = 1.08  # ... under the heading that is asked for, or as the very cell
WHOLE_SECTION = 1.25  # ... under one that is just what is looked for
# Of a word's weight: what the kind of thing adds, and what decides between equals.
KIND, BRIEF, RANKED, REPEATED = 0.6, 0.1, 0.15, 0.15

_ORDERING = (
    put_next_first,
    put_own_words_first,
    put_deed_first,
    put_named_first,
    put_denial_first,
    put_ticked_first,
    put_labelled_first,
    put_plain_first,
)


class Extracts(Struct, frozen=True):
    """Quotations as a list with `[n]` marks, the best first; `numbers` are those it quotes."""

    marked: MarkedText = MarkedText()
    numbers: tuple[int, ...] = ()
    grade: Grade = Grade.NOTHING
    ranked: tuple[tuple[float, Candidate], ...] = ()  # what only may answer, with scores
    covered: float = 0.0  # the share of the question's words that the best has

    @property
    def text(self) -> str:
        return self.marked.text


class _FoundPassage(Struct, frozen=True):
    """A passage as it was found and as it was read."""

    hit: Hit
    read: ReadPassage


class _Asked(Struct, frozen=True):
    """A question and what is found out about its passages together, before each is looked at."""

    question: AskedQuestion
    words: Mapping[str, SoughtWords]  # by the language of a passage
    subjects: Mapping[str, str]  # of long documents, by file
    most: float  # relevance


def find_answer(question: AskedQuestion, hits: Sequence[Hit]) -> Extracts:
    """Quote what answers or may answer `question`; `hits` are numbered from 1."""
    found = _find_asked(question, hits)
    if found.grade is not Grade.ANSWERS and question.day and not question.dated:
        found = _find_asked(replace(question, day=None), hits)  # of any Saturday, not the next
    if found.grade is not Grade.ANSWERS and question.year and not question.dated:
        in_figures = _find_asked(replace(question, dated=question.year.text), hits)
        found = in_figures if in_figures.grade is Grade.ANSWERS else found
    if found.grade is Grade.ANSWERS or question.before or not question.names_kind:
        return found
    plain = _find_asked(question.as_words, hits)  # "prix Nobel" is no price
    return plain if plain.grade is Grade.ANSWERS else found


def _find_asked(question: AskedQuestion, hits: Sequence[Hit]) -> Extracts:
    question = name_year(question, [(hit.file_name, *hit.chunk.path) for hit in hits])
    most = max((hit.bm25 for hit in hits), default=0.0) or 1.0
    found = _read_passages(hits, question.language)
    words = _correct_by_language(question, found)
    asked = _Asked(question, words, _list_subjects(found, words), most)
    numbered = enumerate(found, 1)
    candidates = [each for n, one in numbered for each in _list_candidates(n, one, asked)]
    ranked = _rank(candidates)
    if not ranked:
        return Extracts()
    if listed := find_asked_list(candidates):
        return Extracts(quote_list(listed), (listed[0].n,), Grade.ANSWERS)
    for put_first in _ORDERING:
        ranked = put_first(ranked)
    ranked = join_week(ranked, candidates)
    grade = grade_answer(ranked, candidates)
    sure = grade is Grade.ANSWERS and not owes_to_title(ranked[0][1])
    if not sure and (headed := _find_heading(found, asked, candidates)):
        return headed
    if ranked[0][1].question.asks_remedy:
        ranked = add_next(ranked, candidates)
    ranked, grade = add_consequence(ranked, candidates, grade)
    ranked = add_very_word(add_leaning(ranked, candidates), candidates)
    ranked = add_other_list(ranked, candidates)
    if is_rejected(ranked[0][1]):
        ranked, grade = add_outcome(ranked, candidates, grade)
    return Extracts() if grade is Grade.NOTHING else quote_best(ranked, grade)


def _find_heading(
    found: Sequence[_FoundPassage], asked: _Asked, candidates: Sequence[Candidate]
) -> Extracts | None:
    """Quote a heading that answers when something is; None if none does."""
    if not may_be_dated(asked.question):
        return None
    headings = list_dated_headings([(each.hit, each.read.language) for each in found])
    dated = [_place_heading(n, piece, found[n - 1], asked) for n, piece in headings]
    ranked = _rank([each for each in dated if says_all_itself(each)])
    if not ranked or grade_answer(ranked, [*candidates, *dated]) is not Grade.ANSWERS:
        return None
    return quote_best(ranked, Grade.ANSWERS)


def _place_heading(n: int, piece: Piece, found: _FoundPassage, asked: _Asked) -> Candidate:
    """Place a heading below the title of its document alone."""
    words, language = asked.words[found.read.language], found.read.language
    titles = parse_sentence(found.hit.chunk.path[0], language)
    passage = AskedPassage(words, titles, piece.own, found.hit.file)
    return Candidate(n, 0, PlacedPiece(piece, passage), asked.question, 1.0)


def quote_best(ranked: Sequence[tuple[float, Candidate]], grade: Grade) -> Extracts:
    """Quote the best of the `ranked` pieces, and what comes close to it."""
    chosen = choose_quotations(ranked, grade)
    marked = join_marked("\n", [format_extract(each) for each in chosen])
    unsure = tuple(ranked[:COMPARED]) if grade is Grade.MAYBE else ()
    numbers, covered = tuple(each.n for each in chosen), ranked[0][1].covered
    return Extracts(marked, numbers, grade, unsure, covered)


def _read_passages(hits: Sequence[Hit], asked: str) -> list[_FoundPassage]:
    """Read each passage in its language, of which the others of its document tell, too.

    `asked` is the language of the question.
    """
    texts: dict[str, list[str]] = {}
    for hit in hits:
        texts.setdefault(hit.file, []).append(hit.chunk.text)
    languages = {
        (file, text): language
        for file, passages in texts.items()
        for text, language in zip(passages, detect_languages(passages, asked), strict=True)
    }
    return [
        _FoundPassage(hit, read_passage(hit.chunk.text, languages[hit.file, hit.chunk.text]))
        for hit in hits
    ]


def _correct_by_language(
    question: AskedQuestion, found: Sequence[_FoundPassage]
) -> dict[str, SoughtWords]:
    """List the words of the question by the rules of each language that a passage is in."""
    known = _list_terms(found)
    languages = {each.read.language for each in found}
    spaced = question.lists.is_spaced
    runs = () if spaced else find_known_runs(question.searched, _join_all(found))
    writing = Writing([each.hit.chunk.text for each in found])
    return {
        each: SoughtWords(
            decide_names(
                correct_words(list_words(question, each, runs), known, question, each),
                writing,
                question,
            ),
            each,
            question.kind,
        )
        for each in languages
    }


def _list_subjects(
    found: Sequence[_FoundPassage], words: Mapping[str, SoughtWords]
) -> dict[str, str]:
    """List for each long document the names of the question that most of its passages have.

    Such a name is what the document is about, which each of its sentences need not repeat.
    """
    read: dict[str, list[ReadPassage]] = {}
    for each in found:
        read.setdefault(each.hit.file, []).append(each.read)
    return {
        file: ". ".join(_list_names_of_most(passages, words))
        for file, passages in read.items()
        if len(passages) >= SEVERAL
    }


def _list_names_of_most(
    passages: Sequence[ReadPassage], words: Mapping[str, SoughtWords]
) -> list[str]:
    known = words[passages[0].language].words
    names = [each for each in known if _may_be_subject(each)]
    return [
        each.text
        for each in names
        if sum(match(each, passage.topic) >= ENOUGH for passage in passages)
        >= MOST_PASSAGES * len(passages)
    ]


def _may_be_subject(word: AskedWord) -> bool:
    """Return whether it is written as a name; one that others show may be of one thing of many."""
    named = word.decides and not (word.calendar or word.is_written_small)
    return named and len(word.text) > _SHORT


def _join_all(found: Sequence[_FoundPassage]) -> str:
    titles = (join_titles(each.hit, each.read.language) for each in found)
    return fold(unify("\n".join((*titles, *(each.hit.chunk.text for each in found)))))


def _list_candidates(n: int, found: _FoundPassage, wanted: _Asked) -> list[Candidate]:
    hit, read, question = found.hit, found.read, wanted.question
    sought = wanted.words[read.language]
    # The name of today is not asked in so many words: "Monday: closed" tells something.
    asked = {term for each in sought.words for term in each.word.terms if not each.day}
    named = filter(None, (join_titles(hit, read.language), wanted.subjects.get(hit.file, "")))
    titles = parse_sentence(". ".join(named), read.language)
    sections = tuple(hit.chunk.path[1:])
    cuts = question.kind in STRICT and not is_negated(question.text, question.language)
    passage = AskedPassage(sought, titles, read.topic, hit.file, sections, cuts)
    relevance = hit.bm25 / wanted.most
    # What has nothing but words of the question is said of the day above it.
    dated = bool(find_day_above(question, sections, read.language))
    placed = (PlacedPiece(each, passage) for each in read.pieces)
    return [
        each
        for each in (Candidate(n, at, one, question, relevance) for at, one in enumerate(placed))
        if (dated or each.is_item or not each.piece.is_echo(asked, paged=bool(hit.chunk.pages)))
        and not is_letter_line(each.piece.line, question.kind, read.language)
    ]


def _list_terms(found: Sequence[_FoundPassage]) -> frozenset[str]:
    """List the terms of all passages and of their headings."""
    titles = (
        parse_sentence(join_titles(each.hit, each.read.language), each.read.language)
        for each in found
    )
    texts = (each.read.topic.terms for each in found)
    return frozenset().union(*texts, *(each.terms for each in titles))


def _rank(candidates: Sequence[Candidate]) -> list[tuple[float, Candidate]]:
    """Return the best candidates with their scores, the best first; of equal ones the first found.

    What comes close to the best one neither as its equal nor as its rival is left out unmeasured.
    """
    weights = _weigh_words(candidates)
    sums = {each: _sum_words(each, weights) for each in {each.found for each in candidates}}
    heaviest = max(weights.values(), default=0.0)
    most_kind = limit_kind(candidates[0].question) if candidates else 0.0
    limits = [
        (limit_score(each, found, heaviest, most_kind), found, each)
        for each in candidates
        if (found := sums[each.found]) > 0
    ]
    ranked: list[tuple[float, Candidate]] = []
    best = 0.0
    for limit, found, each in sorted(limits, key=lambda each: -each[0]):
        if limit < min(TIED, APART_FROM) * best:  # whoever asks for less needs more of them
            break
        if not (each.is_blank or each.is_said):
            ranked.append((measure_score(each, found, heaviest), each))
            best = max(best, ranked[-1][0])
    return sorted(ranked, key=lambda each: (-each[0], each[1].n, each[1].place))


def _weigh_words(candidates: Sequence[Candidate]) -> dict[str, float]:
    """Weigh each word of the question: the more, the fewer pieces have it."""
    having = Counter[str]()
    # Most pieces of a passage have the same of each word: nothing.
    for found, number in Counter(each.found for each in candidates).items():
        for text in found.held:
            having[text] += number
    sought = {each.placed.passage.sought for each in candidates}
    texts = {text for each in sought for text in each.texts}
    count = len(candidates)
    return {text: log(1 + count / (1 + having[text])) for text in texts}


def _sum_words(found: FoundWords, weights: dict[str, float]) -> float:
    if not any(found.shares):
        return 0.0
    return sum(word.worth * weights[word.text] * share for word, share in found.pairs if share)


def measure_score(each: Candidate, found: float, heaviest: float) -> float:
    """Score a piece; `found` is what it has of the words, the most of which weighs `heaviest`."""
    extra = KIND * each.kind + BRIEF * each.precision + RANKED * each.relevance
    extra += REPEATED * each.repeats
    return _weigh_shown(each) * _weigh_place(each) * (found + heaviest * extra)


def _weigh_shown(each: Candidate) -> float:
    """Weigh a piece by whether it shows the kind of thing asked for, which may be all that is."""
    if not each.is_bare:
        return 1.0
    return UNSHOWN if each.asks_anew else ONLY_SHOWN


def limit_score(each: Candidate, found: float, heaviest: float, most_kind: float) -> float:
    """Return the most that `measure_score` can be, without a look at the piece's text."""
    extra = KIND * most_kind + BRIEF + REPEATED + RANKED * each.relevance
    return _weigh_place(each) * (found + heaviest * extra)


def _weigh_place(each: Candidate) -> float:
    """Weigh a piece by its file, its language, and what is new in a question that continues one."""
    same = SAME_FILE if each.is_in_same_file else 1.0
    if each.placed.language != each.question.language:
        same *= FOREIGN
    if each.placed.passage.sought.has_codes and each.found.lacks_code:
        same *= OTHER_CODE
    if each.is_in_section or is_very_thing(each):
        same *= WHOLE_SECTION if each.is_of_section else SECTION
    return same * (0.5 + 0.5 * each.covered) if each.question.before else same

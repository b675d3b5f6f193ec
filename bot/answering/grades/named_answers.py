"""Tells whether a piece names the person, the place, the price or the number that is asked for.

A name may be anybody's, and a price that of something else in the same sentence.
"""

from collections.abc import Iterator, Sequence
from itertools import dropwhile

from bot.answering.extracts.answer_signs import measure_kind, names_person
from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.counting import (
    find_counted_noun,
    is_beside_number,
    list_behind_phrase,
    list_clauses_on,
    list_counted_nouns,
)
from bot.answering.extracts.lines import find_label
from bot.answering.extracts.matching import ENOUGH, PART, TITLED, TRACE, match
from bot.answering.extracts.table_rows import tells_kind
from bot.answering.grades.doers import tells_doer
from bot.answering.question.asked_words import SOFT, AskedWord
from bot.answering.question.meanings import (
    has_condition,
    is_article,
    is_told_by_hours,
)
from bot.answering.question.mentions import (
    cut_doers,
    cut_honoured,
    cut_words,
    says_called,
)
from bot.answering.question.time_signs import list_hours
from bot.answering.question.verbs import is_done, is_verb
from bot.citations.statement import parse_sentence
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.reading import read_text
from indexer.late_patterns import compile_late
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold
from indexer.text.question_words import OF, Kind, load_question_words
from indexer.text.stemming import stem
from indexer.text.stopwords import load_stopwords

NAMED = 0.9  # of certainty that a price is named
LABELLED = 40  # characters of a label: "Founded by: …"
_ROOT = 4  # letters that a deed shares with whoever does it: "anime", "Animatrice"
_OWNER, _RUN = 3, 6  # words behind "price" that say whose it is; signs before it
_PART = compile_late(r"[:;]\s|[.!?]\s(?=[^\W\d_a-z])")
_FAULT_CODE = compile_late(r"[A-Z]{1,2}-?\d{1,4}")
_AROUND = " *:`"  # what may stand around a label
_CLAUSE = compile_late(r"[,;]\s")


def is_of_other_code(best: Candidate) -> bool:
    """Return whether it is about another code than the one asked for: E2, for E20."""
    if not best.found.lacks_code:
        return False
    heads = [each.original.strip(_AROUND) for each in best.piece.above]
    cell = best.piece.cells[0] if best.piece.head and best.piece.cells else ""
    labels = (find_label(best.piece.line), cell.strip(_AROUND), *heads)
    return any(map(_FAULT_CODE.fullmatch, labels))


def lacks_person(best: Candidate) -> bool:
    """Return whether nobody is named, or not surely, and not what that person does, either."""
    if best.question.kind is not Kind.WHO:
        return False
    if _is_task(best) or _leads_another(best) or _names_another(best):
        return True
    if opens_with_doer(best) or tells_doer(best):
        return False
    does = all(found >= TRACE for word, found in best.pairs if word.need == SOFT)
    does = does or _is_labelled_by_deed(best)
    if best.has_named_column or _says_called(best):
        return not does and _names_group(best)
    text = _cut_to_deed(best) if does else best.piece.text
    text = cut_doers(text, best.placed.language) if best.question.asks_name else text
    known = cut_honoured(cut_words(text, best.measure.list_known()))
    if not best.question.lists.is_spaced:
        known = best.measure.cut_roles(known)
    if best.measure.opens_with_name(known):
        return False
    titled = all(found == TITLED for word, found in best.pairs if word.need)
    if not does and (_is_labelled_otherwise(best) or not _is_on_topic(best)):
        return True  # "Who wrote the letter?" is not answered by whom a letter names
    # A row has more capitals than names, and so has a sentence that says nothing of them itself.
    surely = bool(best.piece.head) or not does or titled
    return not names_person(known, best.placed.language, surely=surely)


def _names_group(best: Candidate) -> bool:
    """Return whether whom it is for stands below "Who", and nobody who does what is asked."""
    language = best.placed.language
    heads = zip(best.piece.columns, best.piece.cells, strict=False)
    told = [cell for head, cell in heads if tells_kind(head, Kind.WHO, language)]
    groups = (each.has("quant:all") for cell in told for each in read_text(cell, language).words)
    return any(groups) or any(any(map(str.isdigit, cell)) for cell in told)


def _names_another(best: Candidate) -> bool:
    """Return whether it names whoever did something with the thing whose name is asked for."""
    asked = best.question.asks_name and not best.piece.head
    return asked and best.measure.names_thing(best.piece.text) is False


def _says_called(best: Candidate) -> bool:
    """Return whether it says what something is called, which need not look like a name."""
    return best.question.asks_name and says_called(best.piece.text, best.placed.language)


def opens_with_doer(best: Candidate) -> bool:
    """Return whether one noun stands before the verb of all that is said of whoever is asked for.

    "Who may ask for exemptions in the law?": "An attorney may ask for exemptions in the law."
    Nothing is in "Originally, the mural was painted in 1998", and nobody in "Nobody painted it".
    """
    if not best.says_all_else or best.piece.head:
        return False
    question, language = best.question, best.placed.language
    words = tokenize(best.piece.text)
    first, *behind = [*dropwhile(lambda each: is_article(each, language), words), ""]
    light = load_stopwords(language)
    if not first.isalpha() or fold(first) in light or has_any_word(first, best.words, language):
        return False
    read = read_text(best.piece.text, language).words
    if any(each.has("neg") or each.has("voice") for each in read):
        return False
    verbs = [each for each in best.words if is_done(each.text, question.text, question.language)]
    verb = behind[0]
    modal = any(each.has("mod") for each in read_text(verb, language).words)
    person = any(each.has("kin") for each in read_text(first, language).words)
    return person or modal or is_verb(verb, language) or has_any_word(verb, verbs, language)


def _is_labelled_otherwise(best: Candidate) -> bool:
    """Return whether a label says what somebody is, and that is not asked: "Client: Ms Lee"."""
    label = find_label(best.piece.line)
    return bool(label) and not has_any_word(label, best.words, best.placed.language)


def _is_labelled_by_deed(best: Candidate) -> bool:
    """Return whether a label names whoever does it: "Animatrice", for "qui anime l'atelier"."""
    deeds = {fold(word.text)[:_ROOT] for word in best.words if word.need == SOFT}
    labels = tokenize(find_label(best.piece.line))
    return any(len(each) > _ROOT and fold(each)[:_ROOT] in deeds for each in labels)


def _is_on_topic(best: Candidate) -> bool:
    """Return whether it has a word that is asked for, or the sentence has that it goes on from."""
    said = (best.piece.own, best.piece.beside if best.piece.refers else None)
    return any(match(word, each) >= ENOUGH for each in said if each for word in _list_needed(best))


def _list_needed(best: Candidate) -> list[AskedWord]:
    return [word for word in best.words if word.need]


def _is_task(best: Candidate) -> bool:
    """Return whether a row says what somebody has to do: "Find a cleaner" tells no cleaner."""
    language, words = best.placed.language, _list_needed(best)
    if (
        not best.piece.head
        or best.is_of_person
        or any(found < ENOUGH for word, found in best.pairs if word.need)
    ):
        return False
    asked = {stem(fold(each), language) for each in tokenize(best.question.text)}
    named = [each for each in best.piece.cells if has_any_word(each, words, language)]
    openings = [tokenize(each)[0] for each in named]
    return any(
        is_verb(each, language) and stem(fold(each), language) not in asked for each in openings
    )


def _leads_another(best: Candidate) -> bool:
    """Return whether its label names a part of a thing, and not what was asked for.

    "In charge of first aid: Mr Cole" does not tell who is in charge.
    """
    words = [fold(each) for each in tokenize(find_label(best.piece.line))]
    at = next((n for n, each in enumerate(words) if each in OF), len(words))
    behind = parse_sentence(" ".join(words[at + 1 :]), best.placed.language)
    return bool(behind.terms) and all(match(each, behind) < PART for each in best.words)


def _cut_to_deed(best: Candidate) -> str:
    """Cut a long sentence to the parts that say what was done: whoever did it stands there too."""
    parts = _PART.split(best.piece.text)
    deeds = [word for word, found in best.pairs if word.need == SOFT]
    said = [each for each in parts if has_any_word(each, deeds, best.placed.language)]
    return said[0] if said and len(parts[0]) > LABELLED else best.piece.text


def opens_at_no_time(best: Candidate) -> bool:
    """Return whether something opens there, but at no time: "open today?", "a key opens it"."""
    question = best.question
    days = [found for word, found in best.pairs if word.calendar]
    opens = any(is_told_by_hours(word.text, question.language) for word in best.words)
    if question.kind is not Kind.WHETHER or not opens:
        return False
    if best.piece.head and len(list_hours(best.piece.text)) == 1:
        return True  # "10.00 | Hall | Opening", of a programme
    if max(days, default=1.0) > ENOUGH:
        return False
    return measure_kind(best.piece.text, Kind.WHEN, best.placed.language) < 1.0


def opens_so_long(best: Candidate) -> bool:
    """Return whether it tells until when something is open, and not how long it is or takes."""
    question = best.question
    if question.kind is not Kind.DURATION or best.kind >= 1.0:
        return False
    asked, told = tokenize(question.text), tokenize(best.piece.text)
    opens = any(is_told_by_hours(each, best.placed.language) for each in told)
    return opens and not any(is_told_by_hours(each, question.language) for each in asked)


def lasts_another(best: Candidate) -> bool:
    """Return whether it lacks what is done so long: that soup keeps three days cooks nothing.

    What is done "if" something is so may be put in many other words.
    """
    question = best.question
    if question.kind is not Kind.DURATION or has_condition(question.text, question.language):
        return False
    missing = (word.text for word, found in best.pairs if word.need >= 1 and found < ENOUGH)
    return any(is_done(each, question.text, question.language) for each in missing)


def prices_another(best: Candidate) -> bool:
    """Return whether the price stands in a clause of its own, which says what else costs it."""
    question, language = best.question, best.placed.language
    if question.kind is not Kind.AMOUNT or question.language != language or best.piece.head:
        return False
    clauses = _CLAUSE.split(best.piece.own.original)
    priced = [each for each in clauses if measure_kind(each, question.kind, language) >= NAMED]
    words = [word for word, _found in best.pairs if word.need >= 1 and not word.taken]
    costs = question.lists.list_words("frames", Kind.AMOUNT.value)
    return (
        0 < len(priced) < len(clauses)
        and (
            all(any(fold(each) in costs for each in tokenize(clause)) for clause in priced)
            or all(_is_of_another_thing(each, best) for each in priced)
        )
        and not any(has_any_word(clause, words, language) for clause in priced)
        and any(has_any_word(clause, words, language) for clause in clauses)
        and not has_condition(best.piece.own.original, language)  # "if it is lost, we charge £6"
    )


def _is_of_another_thing(clause: str, best: Candidate) -> bool:
    """Return whether a semicolon and a thing of its own open a clause: "; the goggles cost €9"."""
    opener = tokenize(clause)[:1] if f"; {clause}" in best.piece.own.original else []
    return any(is_article(each, best.placed.language) for each in opener)


def counts_another(best: Candidate) -> bool:
    """Return whether numbers stand there, but none beside what is to be counted."""
    question = best.question
    counting = question.kind is Kind.AMOUNT and bool(find_counted_noun(question))
    bare = counting and best.kind < NAMED and not question.names_cost
    if not (bare or question.kind is Kind.NUMBER) or best.piece.head:
        return False
    found = {fold(word.text): word for word, share in best.pairs if word.need and share >= ENOUGH}
    needed = {fold(word.text) for word, _share in best.pairs if word.need}
    behind = list_behind_phrase(question) if bare else list_behind_phrase(question)[:1]
    counted = next((each for each in behind if each in needed), "")
    words = [found[counted]] if counted in found else []
    if not words or _is_label(best, words[0]):
        return False
    if match(words[0], best.piece.own) < ENOUGH and _measures_something(best):
        return False  # "No more than 500 ml may stand on a bench", in what is on acetone
    text, counts = best.piece.text, question.kind is Kind.NUMBER
    words += [found[each] for each in list_counted_nouns(question) if counts and each in found]
    language = best.placed.language
    return not any(
        is_beside_number(each, clause, language, counts=counts)
        for clause in list_clauses_on(words[0], text, language)
        for each in words
    )


def _measures_something(best: Candidate) -> bool:
    """Return whether each number in it is of a weight or a volume, say, which a title names."""
    found = find_quantities(read_text(best.piece.text, best.placed.language))
    return bool(found) and all(each.unit and not each.periods for each in found)


def _is_label(best: Candidate, word: AskedWord) -> bool:
    """Return whether the line opens with a word as its label: "Holiday left this year: 9 days"."""
    label = find_label(best.piece.line)
    return bool(label) and match(word, parse_sentence(label, best.placed.language)) >= ENOUGH


def has_any_word(clause: str, words: Sequence[AskedWord], language: str) -> bool:
    held = parse_sentence(clause, language)
    return any(match(each, held) >= ENOUGH for each in words)


def is_included_in_price(best: Candidate) -> bool:
    """Return whether it names the price of what is asked, which includes another thing.

    "How much is the room?" is not answered by "Breakfast is included in the price of the room".
    """
    question, language = best.question, best.placed.language
    text = best.piece.own.original
    if question.kind is not Kind.AMOUNT or best.piece.head or question.language != language:
        return False
    if best.kind >= NAMED:
        return False
    words = [word for word, found in best.pairs if word.need >= 1 and found >= ENOUGH]
    priced = " ".join(_list_priced(text, language))
    return bool(words) and all(has_any_word(priced, [each], language) for each in words)


def _list_priced(text: str, language: str) -> Iterator[str]:
    """Yield what stands behind each word for a price, or before it in one word: "Zimmerpreis"."""
    lists = load_question_words(language)
    if not lists.is_spaced:
        places = (text.find(each) for each in lists.list_words("frames", Kind.AMOUNT.value))
        yield from (text[max(0, at - _RUN) : at] for at in places if at > 0)
        return
    words = [fold(each) for each in tokenize(text)]
    for price in lists.list_words("things", Kind.AMOUNT.value):
        for at, each in enumerate(words):
            if each.endswith(price):
                yield " ".join((each.removesuffix(price), *words[at + 1 : at + 1 + _OWNER]))

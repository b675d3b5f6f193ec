"""Puts the piece first that answers best, where another one has a better score.

Each function takes what was found with its scores, the best first.
"""

from collections.abc import Sequence

from bot.answering.extracts.answer_signs import STRICT, UNKNOWN, is_measured
from bot.answering.extracts.candidate import Candidate, limit_kind
from bot.answering.extracts.leave_signs import refuses
from bot.answering.extracts.lines import find_label, has_box, opens_with_empty_box
from bot.answering.extracts.matching import ENOUGH, MEANT, RELATED, SAID
from bot.answering.extracts.phrases import Grade
from bot.answering.grades.contrasts import supposes_otherwise
from bot.answering.grades.missing_words import is_asked_verb
from bot.answering.grades.rivals import APART_FROM, PLAIN, TIED, has_noun, lacks_own_words
from bot.answering.question.asked_words import SOFT, AskedWord
from bot.answering.question.meanings import (
    find_meanings,
    has_condition,
    is_negated,
    is_pronoun,
)
from bot.answering.question.mentions import points_back
from bot.answering.question.verbs import is_verb
from bot.citations.statement import parse_sentence
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold
from indexer.text.question_words import Kind, load_question_words
from indexer.text.word_lists import load_words

BRIEF = 150  # characters of a sentence that is quoted beside the one it leans on
DENIED = 0.9  # of the best piece's score: what another has that says no
_LESS = 0.1  # of the question's words that it may lack
_HAPPENING = frozenset(("event", "happen"))
_PLACED = frozenset((Kind.WHEN, Kind.WHERE, Kind.DURATION))


def put_next_first(ranked: Sequence[tuple[float, Candidate]]) -> list[tuple[float, Candidate]]:
    """Put first the piece with the next day, where that is asked for, and leave out its equals.

    Those are rows or lines of one passage that say as much, or stand below one heading that has
    what is asked for: "Next meeting".
    """
    score, best = ranked[0]
    since = best.question.since
    if since is None:
        return list(ranked)
    alike = [
        each
        for found, each in ranked
        if each.n == best.n
        and (found >= TIED * score or (found > APART_FROM * score and _is_headed_alike(each, best)))
    ]
    alike = list(filter(has_noun, alike)) or alike
    coming = [(day, each) for each in alike if (day := each.placed.find_next_day(since))]
    if not coming:
        return list(ranked)
    _day, first = min(coming, key=lambda pair: (pair[0], pair[1].place))
    others = [(found, each) for found, each in ranked if each not in alike]
    return [(score, first), *others]


def _is_headed_alike(each: Candidate, best: Candidate) -> bool:
    """Return whether the same heading, which has what is asked for, stands above both."""
    headings = [one.piece.above or one.placed.passage.sections for one in (each, best)]
    return headings[0] == headings[1] and each.is_in_section and best.is_in_section


def put_own_words_first(
    ranked: Sequence[tuple[float, Candidate]],
) -> list[tuple[float, Candidate]]:
    """Put first what has all the words itself, if the best has one by its heading alone.

    "When is the power cut?" below "Water and power": the water is turned off in October.
    """
    score, best = ranked[0]
    if best.piece.head or best.question.before or not _owes_to_heading(best):
        return list(ranked)
    for place, (found, each) in enumerate(ranked):
        if found > APART_FROM * score and _says_all_beside(each, best):
            swapped = [(score, each), *ranked[1:place], (found, best), *ranked[place + 1 :]]
            return sorted(swapped, key=lambda pair: -pair[0])
    return list(ranked)


def put_deed_first(ranked: Sequence[tuple[float, Candidate]]) -> list[tuple[float, Candidate]]:
    """Put first what tells where or when the very thing is done, if the best tells but of a topic.

    "Where do we meet if there is a fire?" is not answered by where the extinguisher is.
    """
    score, best = ranked[0]
    deeds = [n for n, (word, found) in enumerate(best.pairs) if _asks_deed(word, found, best)]
    spaced = best.question.lists.is_spaced  # elsewhere a sign that asks is in many words
    if best.piece.head or best.question.before or not (deeds and spaced):
        return list(ranked)
    for place, (found, each) in enumerate(ranked):
        if found > APART_FROM * score and _tells_deed(each, best, deeds):
            return [(score, each), *ranked[1:place], *ranked[place + 1 :]]
    return list(ranked)


def put_named_first(ranked: Sequence[tuple[float, Candidate]]) -> list[tuple[float, Candidate]]:
    """Put first what says the name of a thing, if the best names whoever did something with it."""
    score, best = ranked[0]
    if not best.question.asks_name or best.measure.names_thing(best.piece.text) is not False:
        return list(ranked)
    for place, (found, each) in enumerate(ranked):
        if found > APART_FROM * score and each.measure.names_thing(each.piece.text):
            return [(score, each), *ranked[:place], *ranked[place + 1 :]]
    return list(ranked)


def put_denial_first(ranked: Sequence[tuple[float, Candidate]]) -> list[tuple[float, Candidate]]:
    """Put first what denies something of the thing asked about, if the best says no yes or no.

    "Did they fit a new cowl?" is answered by "Vent: cowl missing, not fitted", not by "Cowl for the
    vent: any builders' merchant".
    """
    score, best = ranked[0]
    if best.question.kind is not Kind.WHETHER or best.kind >= PLAIN or _denies(best):
        return list(ranked)
    for place, (found, each) in enumerate(ranked):
        near = found > DENIED * score and each.covered >= best.covered - _LESS
        if near and each.placed.file == best.placed.file and _denies(each):
            return [(score, each), *ranked[:place], *ranked[place + 1 :]]
    return list(ranked)


def put_ticked_first(ranked: Sequence[tuple[float, Candidate]]) -> list[tuple[float, Candidate]]:
    """Put first the boxes that are ticked, and leave out their equals that are not.

    "Which room do we have?" is answered by "[x] twin room"; of "[ ] single room" it may be asked
    whether it is so.
    """
    score, best = ranked[0]
    if best.question.kind is Kind.WHETHER or not opens_with_empty_box(best.piece.line):
        return list(ranked)
    equal = [pair for pair in ranked if pair[0] >= TIED * score and has_box(pair[1].piece.line)]
    ticked = [(score, each) for _, each in equal if not opens_with_empty_box(each.piece.line)]
    return [*ticked, *(pair for pair in ranked if pair not in equal)] if ticked else list(ranked)


def put_labelled_first(
    ranked: Sequence[tuple[float, Candidate]],
) -> list[tuple[float, Candidate]]:
    """Put first what opens with but words asked for, "Covered: …", where as much is said."""
    score, best = ranked[0]
    if best.question.kind is not Kind.WHICH or best.piece.head or _opens_as_asked(best):
        return list(ranked)
    equal = [pair for pair in ranked if pair[0] >= TIED * score and pair[1].n == best.n]
    named = [(score, each) for _, each in equal if _opens_as_asked(each)]
    return [*named, *(pair for pair in ranked if pair not in equal)] if named else list(ranked)


def _opens_as_asked(each: Candidate) -> bool:
    label = find_label(each.piece.line)
    held = parse_sentence(label, each.placed.language).terms
    own = bool(held) and held <= each.placed.passage.sought.terms
    return own and not is_negated(label, each.placed.language)


def put_plain_first(ranked: Sequence[tuple[float, Candidate]]) -> list[tuple[float, Candidate]]:
    """Put first what says as much without a condition, and leave out what is so only "if …".

    "The rent is £900" tells the rent, and "if the rent is late, £25 is charged" does not.
    """
    score, best = ranked[0]
    asks_if = has_condition(best.question.text, best.question.language)
    if best.question.kind not in STRICT or asks_if or not _has_condition(best):
        return list(ranked)
    plain = [pair for pair in ranked if pair[0] >= TIED * score and _says_plainly(pair[1], best)]
    return [*plain, *(pair for pair in ranked[1:] if pair not in plain)] if plain else list(ranked)


def _says_plainly(each: Candidate, best: Candidate) -> bool:
    """Return whether it tells the kind of thing in the same passage, and on no condition."""
    return each.n == best.n and each.kind >= best.kind and not _has_condition(each)


def _has_condition(each: Candidate) -> bool:
    return not each.piece.head and has_condition(each.piece.own.original, each.placed.language)


def _denies(each: Candidate) -> bool:
    """Return whether it denies something and has itself a word that is asked."""
    text, language = each.piece.text, each.placed.language
    told = is_negated(text, language) or refuses(text, language)
    return told and not lacks_own_words(each)


def _asks_deed(word: AskedWord, found: float, best: Candidate) -> bool:
    """Return whether a word only says what is done, and the piece has at most a related one."""
    asked = best.question.kind in _PLACED and not word.need and not word.taken
    return asked and found <= RELATED and fold(word.text) not in best.question.phrase.split()


def _tells_deed(each: Candidate, best: Candidate, deeds: Sequence[int]) -> bool:
    if each.n != best.n or each.piece.head or each.kind < PLAIN:
        return False
    told = any(each.pairs[n][1] >= MEANT for n in deeds)
    less = any(each.pairs[n][1] < best.pairs[n][1] for n in deeds)
    asked = all(found >= ENOUGH for word, found in each.pairs if word.need >= 1)
    return told and asked and not less


def _owes_to_heading(best: Candidate) -> bool:
    """Return whether it has a word by its heading, and not by what it points back at: "its …"."""
    told, passage = best.piece, best.placed.passage
    texts = (told.own, told.beside) if told.refers and told.beside else (told.own,)
    said = zip(*map(passage.match_words, texts), strict=True)
    pairs = zip(best.pairs, map(max, said), strict=True)
    return any(word.need >= 1 and found >= ENOUGH > here for (word, found), here in pairs)


def _says_all_beside(each: Candidate, best: Candidate) -> bool:
    """Return whether a sentence beside the best has all words itself, and the kind of thing."""
    shown = limit_kind(best.question) > UNKNOWN
    if each.n != best.n or each.piece.head or each.kind < max(best.kind, PLAIN * shown):
        return False
    own = each.placed.passage.match_words(each.piece.own)
    least = 1.0 if shown else SOFT  # where nothing shows the kind, the noun that names it counts
    needed = [here for word, here in zip(each.words, own, strict=True) if word.need >= least]
    return min(needed, default=0.0) >= ENOUGH


def add_next(
    ranked: Sequence[tuple[float, Candidate]], candidates: Sequence[Candidate]
) -> list[tuple[float, Candidate]]:
    """Add what stands right behind the best piece: what to do stands behind what is wrong."""
    score, best = ranked[0]
    behind = [(score, each) for each in _list_behind(best, candidates)]
    others = [pair for pair in ranked[1:] if pair[1] not in (each for _score, each in behind)]
    return [ranked[0], *behind, *others]


def add_very_word(
    ranked: Sequence[tuple[float, Candidate]], candidates: Sequence[Candidate]
) -> list[tuple[float, Candidate]]:
    """Add the next sentence if it has the very word for which the best has but another.

    "Is a holiday an urgent matter?": "Leave is granted in urgent matters. A holiday is none."
    """
    best = ranked[0][1]
    if best.question.kind is not Kind.WHETHER or best.piece.head or best.question.before:
        return list(ranked)
    return add_next(ranked, candidates) if _is_named_behind(best, candidates) else list(ranked)


def add_consequence(
    ranked: Sequence[tuple[float, Candidate]], candidates: Sequence[Candidate], grade: Grade
) -> tuple[list[tuple[float, Candidate]], Grade]:
    """Add what follows if that is not done: "Send it within a week. After that it is closed."."""
    best = ranked[0][1]
    if grade is not Grade.MAYBE or not _lacks_consequence(best) or not _names_all_things(best):
        return list(ranked), grade
    if not any(_opens_consequence(each) for each in _list_behind(best, candidates)):
        return list(ranked), grade
    return add_next(ranked, candidates), Grade.ANSWERS


def _lacks_consequence(best: Candidate) -> bool:
    """Return whether it says what is to be done, where it is asked what follows otherwise."""
    untold = best.question.supposes and not has_condition(
        best.piece.own.original, best.placed.language
    )
    return untold or supposes_otherwise(best)


def _names_all_things(best: Candidate) -> bool:
    """Return whether it has each thing that is asked of: to forget or to lose is not to do it."""
    new = [pair for pair in best.pairs if pair[0].need >= 1 and not pair[0].taken]
    things = [found for word, found in new if found >= ENOUGH or not is_asked_verb(best, word)]
    return bool(things) and min(things) >= ENOUGH


def add_leaning(
    ranked: Sequence[tuple[float, Candidate]], candidates: Sequence[Candidate]
) -> list[tuple[float, Candidate]]:
    """Add the sentence that leans on the best one: "We do not sell coats. It went back to you."

    It has a word of the question that the best one lacks, or tells what happened, where that is
    asked. What shows the very time, sum or name that is asked for needs no more.
    """
    best = ranked[0][1]
    told = is_measured(best.question.kind) and best.kind >= PLAIN
    if told or best.piece.block or best.question.kind is Kind.SEARCH:
        return list(ranked)
    leans = any(_leans(each) and _adds_to(best, each) for each in _list_behind(best, candidates))
    return add_next(ranked, candidates) if leans else list(ranked)


def _adds_to(best: Candidate, each: Candidate) -> bool:
    """Return whether a sentence has a word that the best one lacks, or may tell what happened."""
    asking, language = best.question.phrase.split(), best.question.language
    own = each.placed.passage.match_words(each.piece.own)
    return any(
        here >= ENOUGH or not find_meanings(word.text, language).isdisjoint(_HAPPENING)
        for (word, found), here in zip(best.pairs, own, strict=True)
        if found < ENOUGH and fold(word.text) not in asking
    )


def _leans(each: Candidate) -> bool:
    line, language = each.piece.line, each.placed.language
    return bool(line) and len(line) <= BRIEF and (each.piece.refers or points_back(line, language))


def _opens_consequence(each: Candidate) -> bool:
    language = each.placed.language
    openings = tuple(map(fold, load_words("outcome_openings", language)))
    words = " ".join(map(fold, tokenize(each.piece.line)))
    if not load_question_words(language).is_spaced:
        return words.startswith(openings)
    return f"{words} ".startswith(tuple(f"{opening} " for opening in openings))


def _is_named_behind(best: Candidate, candidates: Sequence[Candidate]) -> bool:
    lacking = [n for n, (word, found) in enumerate(best.pairs) if word.need >= 1 and found < SAID]
    own = [
        each.placed.passage.match_words(each.piece.own) for each in _list_behind(best, candidates)
    ]
    return any(found[n] >= SAID for found in own for n in lacking)


def _list_behind(best: Candidate, candidates: Sequence[Candidate]) -> list[Candidate]:
    """List what stands right behind the best piece: one sentence, or none."""
    place = 0 if best.piece.ends_block else best.place + 1
    return [each for each in candidates if place and (each.n, each.place) == (best.n, place)]


def add_outcome(
    ranked: Sequence[tuple[float, Candidate]], candidates: Sequence[Candidate], grade: Grade
) -> tuple[list[tuple[float, Candidate]], Grade]:
    """Add what is so instead of what was rejected; where no such follows, nothing is sure."""
    best = ranked[0][1]
    told = any(
        each.kind >= PLAIN and _is_on_same(each, best) for each in _list_behind(best, candidates)
    )
    return (add_next(ranked, candidates), grade) if told else (list(ranked), Grade.MAYBE)


def _is_on_same(each: Candidate, best: Candidate) -> bool:
    """Return whether a sentence has a word of the one before it, or opens with no new thing.

    "It stays at £65", "Sigue en 60 €", but not "Coffee costs £2". A topic may be left out of what
    is written without spaces.
    """
    language, lists = each.placed.language, load_question_words(each.placed.language)
    opening = next(iter(tokenize(each.piece.own.original)), "")
    if not lists.is_spaced or is_pronoun(opening, lists) or is_verb(opening, language):
        return True
    asked = (word.word.terms for word in best.words if word.need >= 1)
    named = best.piece.own.terms.union(*asked)
    return any(term.isalpha() for term in named & each.piece.own.terms)

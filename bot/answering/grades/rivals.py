"""Tells whether other pieces, or other documents, say as much as the best one: words choose none.

Each function takes what was found with its scores, the best first.
"""

from collections.abc import Sequence

from bot.answering.extracts.answer_signs import STRICT, UNKNOWN
from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.matching import (
    ABOVE,
    ALIKE,
    ENOUGH,
    PART,
    RELATED,
    SAID,
    TRACE,
    match,
)
from bot.answering.question.asked_words import LIGHT, SOFT
from bot.answering.question.time_signs import ALL_NOUNS_CAPITAL, names_hours
from bot.citations.statement import parse_sentence
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold
from indexer.text.question_words import Kind

# ... where one of many tells nothing, either.
_ANY_OF_TOPIC = frozenset((Kind.WHERE, Kind.WHETHER, Kind.WHO))
TIED = 0.97  # of the best piece's score: what another has that says as much
APART_FROM = 0.85  # of the best piece's score, which the second does not exceed
UNSHOWN = 0.9  # what the score of a piece counts that shows no such thing as is asked for
HEADED = 0.75  # of that score: what stands under the heading asked for need not repeat it
PLAIN = 0.9  # of certainty that the kind of thing is there
FITTING = 0.6  # ... where fewer words are
RIVAL_BESIDE = 0.7  # of the best piece's words: a rival of the same passage that tells the kind
_ENDING = 2  # letters more that a plural has
RIVAL = 1.0  # ... and any other rival


def lacks_own_words(best: Candidate) -> bool:
    """Return whether a piece itself has no word of the question but those that show its kind."""
    phrase = best.question.phrase.split()
    own = zip(best.words, best.placed.passage.match_words(best.piece.own), strict=True)
    return not any(here >= ENOUGH and fold(word.text) not in phrase for word, here in own)


def is_one_of_many(ranked: Sequence[tuple[float, Candidate]]) -> bool:
    """Return whether it names the kind of thing asked for, and another piece says as much.

    No word of the question is in it: "Date: 17 October" on a plumber's invoice is not when the
    plumber came, nor is a wedding where its parking is.
    """
    score, best = ranked[0]
    shown = best.question.kind in STRICT or best.question.kind in _ANY_OF_TOPIC
    if not shown or best.is_labelled_so or best.question.before or best.piece.head:
        return False
    others = (found for found, each in ranked if each.piece.text != best.piece.text)
    return lacks_own_words(best) and next(others, 0.0) >= TIED * score


def is_outweighed(ranked: Sequence[tuple[float, Candidate]]) -> bool:
    """Return whether another piece has more of the words, and shows no such thing as is asked for.

    It may be on what is asked, and just not tell the answer.
    """
    score, best = ranked[0]
    others = (found for found, each in ranked if each.is_bare)
    return not best.is_bare and any(found > UNSHOWN * score for found in others)


def is_said_of_titled(best: Candidate, candidates: Sequence[Candidate]) -> bool:
    """Return whether only its title has what is asked about, which another piece has itself.

    "How much is the examination?" is not answered by a sum in the letter on an examination, where
    sentences on the examination itself tell none.
    """
    told = best.question.kind in STRICT or best.question.kind is Kind.WHERE
    if not told or best.question.before or best.piece.head:
        return False
    topics = [n for n, word in enumerate(best.words) if word.need >= 1]
    if not topics or max(_match_around(best)) >= ENOUGH:
        return False
    if best.is_labelled_so or best.is_in_section:
        return False
    others = (each for each in candidates if each.placed.file == best.placed.file)
    return any(min(_match_itself(each)[n] for n in topics) >= SAID for each in others)


def _match_itself(each: Candidate) -> Sequence[float]:
    """Match each word of the question in the piece, and in the lines above it."""
    passage, above = each.placed.passage, each.placed.above
    own = passage.match_words(each.piece.own)
    return tuple(map(max, own, passage.match_words(above))) if above else own


def _match_around(each: Candidate) -> Sequence[float]:
    """Match each word, of those that only ask too, in the piece and in the sentence before it."""
    own, beside = _match_itself(each), each.piece.beside
    return tuple(map(max, own, each.placed.passage.match_words(beside))) if beside else own


def completes(each: Candidate, best: Candidate) -> bool:
    """Return whether a row tells of the other of two things that are asked for together.

    "What do tents and campers cost?" is answered by two rows of a table.
    """
    beside = each.n == best.n and bool(best.piece.head) and each.piece.head == best.piece.head
    if not beside or each.kind < PLAIN or not best.question.joins:
        return False
    pairs = zip(each.pairs, best.pairs, strict=True)
    return any(
        word.need >= 1 and mine >= SAID and theirs < ENOUGH
        for (word, mine), (_word, theirs) in pairs
    )


def is_told_in_rows(ranked: Sequence[tuple[float, Candidate]]) -> bool:
    """Return whether rows of one table tell together of all the things that are asked for."""
    best = ranked[0][1]
    if best.question.kind not in STRICT:
        return False
    rows = [each for _score, each in ranked if completes(each, best)]
    shares = zip(*([found for _word, found in each.pairs] for each in (best, *rows)), strict=True)
    needed = zip(best.words, shares, strict=True)
    return bool(rows) and all(max(found) >= SAID for word, found in needed if word.need >= 1)


def is_very_thing(each: Candidate) -> bool:
    """Return whether it is the very cell, or tells the hours of a day alone: "and on Sunday?"."""
    if each.question.kind in STRICT and each.is_cell:
        return True
    if not each.question.asks_hour:
        return False
    alone = all(word.calendar or word.taken for word in each.words if word.need)
    return alone and names_hours(each.piece.text)


def is_told_under_heading(ranked: Sequence[tuple[float, Candidate]]) -> bool:
    """Return whether a piece under the very heading asked for tells the same kind of thing.

    "When is the open evening?" is not answered by "Book the hall for the open evening: 20 May".
    """
    score, best = ranked[0]
    if best.question.kind not in STRICT or not best.piece.head or best.is_in_section:
        return False
    return any(
        each.is_in_section
        and not _stands_below_same(each, best)
        and each.kind >= PLAIN
        and each.placed.file == best.placed.file
        and all(share >= ENOUGH for word, share in each.pairs if word.decides)
        for found, each in ranked
        if found > HEADED * score
    )


def _stands_below_same(each: Candidate, row: Candidate) -> bool:
    """Return whether a row stands below each heading that a piece does."""
    same = each.placed.passage.sections == row.placed.passage.sections
    above = {title.original for title in row.piece.titles}
    return same and all(title.original in above for title in each.piece.above)


def is_one_of_rows(ranked: Sequence[tuple[float, Candidate]]) -> bool:
    """Return whether another row says as much, and neither has the word that would tell which."""
    score, best = ranked[0]
    if not best.piece.head:
        return False
    if is_named_by_head(best) or _is_any_row(ranked):
        return True
    if all(found >= TRACE for word, found in best.pairs if word.need >= 1):
        return False
    others = (found for found, each in ranked if each.piece.text != best.piece.text)
    return next(others, 0.0) >= TIED * score


def _is_any_row(ranked: Sequence[tuple[float, Candidate]]) -> bool:
    """Return whether nothing chooses a row: other words for a head have what is asked for.

    "When is the flu jab?" asks for one of many, below "Vaccine | Due".
    """
    score, best = ranked[0]
    if best.question.kind not in STRICT or best.question.before or best.question.since:
        return False
    own = best.placed.passage.match_words(best.piece.own)
    needed = [pair for pair in zip(best.pairs, own, strict=True) if pair[0][0].need >= 1]
    named = any(here >= ALIKE or found >= ABOVE for (_word, found), here in needed)
    others = (each for found, each in ranked[1:] if found >= APART_FROM * score)
    return not named and any(each.piece.head == best.piece.head for each in others)


def is_named_by_head(row: Candidate) -> bool:
    """Return whether the name of a row has only words of the question that name all rows.

    Of "Ten swims | £40" below "Swims | Price", one swim has another price.
    """
    head, name = (
        parse_sentence(text, row.placed.language)
        for text in (" ".join(row.piece.columns), row.piece.cells[0])
    )
    needed = [word for word in row.words if word.need >= 1]
    if name.terms <= head.terms or not any(match(word, name) >= PART for word in needed):
        return False
    return all(match(word, head) >= PART for word in needed)


def is_only_done(ranked: Sequence[tuple[float, Candidate]]) -> bool:
    """Return whether it only has a verb of the next thing that is asked for, and another the noun.

    "When is the next meeting?": "The choir meets on Mondays", where a meeting is in May.
    """
    _score, best = ranked[0]
    if best.question.since is None or best.piece.head or has_noun(best):
        return False
    return any(
        each.kind >= PLAIN and _has_as_much(each, best) and has_noun(each)
        for _found, each in ranked[1:]
    )


def _has_as_much(each: Candidate, best: Candidate) -> bool:
    """Return whether it has as much of all words but the "next", which dates alone tell."""
    pairs = zip(each.pairs, best.pairs, strict=True)
    return all(mine >= theirs for (word, mine), (_word, theirs) in pairs if not word.since)


def has_noun(each: Candidate) -> bool:
    """Return whether the nouns that are asked for stand there or above, and not only verbs."""
    places = (each.piece.own, *each.piece.above, each.placed.passage.titles)
    told = [word for held in places for word in tokenize(held.original)]
    language = each.placed.language
    return all(
        any(_is_same_noun(fold(word.text), one, language) for one in told)
        for word in each.words
        if word.need >= 1 and not word.since
    )


def _is_same_noun(noun: str, told: str, language: str) -> bool:
    """Return whether a word is a noun or its plural: "deliveries" is, "delivers" is none."""
    if language in ALL_NOUNS_CAPITAL and told[:1].islower():
        return False
    folded = fold(told)
    stem = f"{noun[:-1]}i" if language == "en" and noun.endswith("y") else noun[:-1]
    return folded == noun or (folded.startswith(stem) and len(folded) <= len(noun) + _ENDING)


def is_blank_in_own_row(best: Candidate, candidates: Sequence[Candidate]) -> bool:
    """Return whether the row that is asked for has nothing there, and this is the one beside it."""
    named = _list_in_cells(best)
    return bool(best.piece.head) and any(
        each.is_blank and named < _list_in_cells(each)
        for each in candidates
        if each.n == best.n and each.piece.head == best.piece.head
    )


def _list_in_cells(each: Candidate) -> frozenset[str]:
    """List the words that a row itself has."""
    own = each.placed.passage.match_words(each.piece.own)
    pairs = zip(each.words, own, strict=True)
    return frozenset(word.text for word, here in pairs if here == 1.0)


def is_contested(best: Candidate, candidates: Sequence[Candidate]) -> bool:
    """Return whether a word that the best piece lacks tells a rival from it."""
    missing = {
        word.text
        for word, found in best.pairs
        if word.need and word.worth > LIGHT and not word.taken and found < ENOUGH
    }
    absent = {word.text for word, found in best.pairs if word.text in missing and found < RELATED}
    named = {word.text for word, found in best.pairs if word.need == SOFT and found < ENOUGH}
    return any(
        found >= ENOUGH
        and (
            (word.text in missing and each.covered >= RIVAL * best.covered and _may_answer(each))
            or (word.text in named and each.n == best.n)
            or (word.text in absent and _answers_instead(each, best))
        )
        for each in candidates
        for word, found in each.pairs
    )


def _may_answer(each: Candidate) -> bool:
    """Return whether it names the kind of thing asked for, or what follows where that is asked.

    The row that is asked for may be blank in the column that is asked for.
    """
    if each.question.kind in STRICT or each.question.kind is Kind.WHERE:
        return bool(each.piece.head) or each.kind >= FITTING
    return not each.question.supposes or each.kind > UNKNOWN


def _answers_instead(each: Candidate, best: Candidate) -> bool:
    """Return whether a piece of the same passage tells that kind of thing of what is missing.

    "How long may I return a frame?": "Frames come in March." "You may return tools for 30 days."
    """
    question = best.question
    if question.kind not in STRICT or each.n != best.n or best.piece.head:
        return False
    near = question.lists.is_spaced and each.covered >= RIVAL_BESIDE * best.covered
    return near and each.kind >= PLAIN


def is_headed_elsewhere(best: Candidate, candidates: Sequence[Candidate]) -> bool:
    """Return whether something that it lacks heads another section than the one it stands in.

    "How much sugar is in the rye bread?" is not answered by the sugar below "Poppy seed cake".
    """
    if best.question.kind not in STRICT or best.question.before or not best.placed.passage.sections:
        return False
    missing = [word for word, found in best.pairs if word.need >= 1 and found < ENOUGH]
    headings = {
        each.placed.passage.sections[-1:]
        for each in candidates
        if missing and each.placed.file == best.placed.file
    } - {best.placed.passage.sections[-1:]}
    held = [parse_sentence(" ".join(each), best.placed.language) for each in headings]
    return any(match(word, each) >= PART for word in missing for each in held)

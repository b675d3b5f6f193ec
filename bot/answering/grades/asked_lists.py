"""Finds the list that a question asks for, where headings say of one what they deny of another.

"What isn't insured?" is answered by all that stands below "Not insured", and by nothing of the list
beside it, though both headings have the same words.
"""

from collections.abc import Sequence

from bot.answering.extracts.candidate import FEW_WORDS, Candidate
from bot.answering.extracts.leave_signs import denies_list, refuses
from bot.answering.extracts.matching import ENOUGH, SAID_FOR, match
from bot.citations.statement import ParsedSentence, parse_sentence
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold
from indexer.text.question_words import Kind


def find_asked_list(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Find the items of the list whose heading says what is asked, or denies it if that is asked.

    None where no heading denies anything: then it may only name what its list has to do with.
    """
    items = [each for each in candidates if each.placed.is_item]
    if not items or items[0].question.kind is not Kind.WHICH or not any(map(_is_denied, items)):
        return []
    denied = refuses(items[0].question.text, items[0].question.language)
    is_meant = _is_denied_there if denied else _is_said_there
    meant = [each for each in items if is_meant(each)]
    return [each for each in meant if _find_place(each) == _find_place(meant[0])]


def add_other_list(
    ranked: Sequence[tuple[float, Candidate]], candidates: Sequence[Candidate]
) -> list[tuple[float, Candidate]]:
    """Add what the list that says the opposite has of the same thing, however little it has else.

    "Fire" is insured and "Fire in sheds" is not: whoever asks about fire is told of both.
    """
    score, best = ranked[0]
    others = [each for each in candidates if is_on_other_list(each, best)]
    behind = [pair for pair in ranked[1:] if pair[1] not in others]
    return [ranked[0], *((score, each) for each in others), *behind]


def is_on_other_list(each: Candidate, best: Candidate) -> bool:
    """Return whether it names what the best names, in the list that says the opposite of it."""
    if not (each.is_item and best.is_item and each.placed.file == best.placed.file):
        return False
    named = _list_own(best)
    return bool(named) and _is_denied(each) is not _is_denied(best) and named <= _list_own(each)


def _list_own(each: Candidate) -> set[str]:
    """List the words of the question that it has itself."""
    own = each.placed.passage.match_words(each.piece.own)
    pairs = zip(each.words, own, strict=True)
    return {word.text for word, found in pairs if word.need and found >= ENOUGH}


def _find_place(each: Candidate) -> tuple[int, str]:
    return each.n, each.placed.lead


def _is_denied(each: Candidate) -> bool:
    return denies_list(each.placed.lead, each.placed.language)


def _is_said_there(each: Candidate) -> bool:
    """Return whether what leads to it says just what is asked: the "insurance" is not "insured"."""
    words = set(map(fold, tokenize(each.placed.lead)))
    asked = {fold(word.text) for word in each.words if word.need}
    return bool(asked) and asked <= words and not _is_denied(each) and _is_brief(_parse_lead(each))


def _is_denied_there(each: Candidate) -> bool:
    """Return whether what leads to it denies what is asked, and hardly anything else.

    "Excluded" alone denies whatever the rest of its passage is about.
    """
    lead = _parse_lead(each)
    if not _is_denied(each) or not _is_brief(lead):
        return False
    alone = len(lead.terms) == 1
    around = each.placed.passage.topic
    return _has_all(each, lead, SAID_FOR) or (alone and _has_all(each, around, ENOUGH))


def _parse_lead(each: Candidate) -> ParsedSentence:
    return parse_sentence(each.placed.lead, each.placed.language)


def _is_brief(lead: ParsedSentence) -> bool:
    return 0 < len(lead.terms) <= FEW_WORDS


def _has_all(each: Candidate, held: ParsedSentence, least: float) -> bool:
    asked = [word for word in each.words if word.need]
    return bool(asked) and all(match(word, held) >= least for word in asked)

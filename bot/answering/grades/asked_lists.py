"""Finds the list that a question asks for, where headings say of one what they deny of another.

"What isn't insured?" is answered by all that stands below "Not insured", and by nothing of the list
beside it, though both headings have the same words.
"""

from collections.abc import Sequence

from bot.answering.extracts.candidate import FEW_WORDS, Candidate
from bot.answering.extracts.leave_signs import refuses
from bot.answering.extracts.matching import ENOUGH, SAID_FOR, match
from bot.citations.statement import ParsedSentence, parse_sentence
from indexer.text.question_words import Kind


def find_asked_list(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Find the items of the list whose heading says what is asked, or denies it if that is asked.

    None where no heading denies anything: then it may only name what its list has to do with.
    """
    items = [each for each in candidates if each.placed.is_item and _is_asked(each)]
    if not items or items[0].question.kind is not Kind.WHICH or not any(map(_is_denied, items)):
        return []
    denied = refuses(items[0].question.text, items[0].question.language)
    meant = [each for each in items if _is_denied(each) is denied]
    return [each for each in meant if _find_place(each) == _find_place(meant[0])]


def _find_place(each: Candidate) -> tuple[int, str]:
    return each.n, each.placed.lead


def _is_denied(each: Candidate) -> bool:
    return refuses(each.placed.lead.lower(), each.placed.language)


def _is_asked(each: Candidate) -> bool:
    """Return whether what leads to it has all that is asked, and hardly more.

    "Excluded" alone denies whatever the rest of its passage is about.
    """
    lead = parse_sentence(each.placed.lead, each.placed.language)
    if not 0 < len(lead.terms) <= FEW_WORDS:
        return False
    around = each.placed.passage.topic
    alone = len(lead.terms) == 1 and _is_denied(each)
    return _has_all(each, lead, SAID_FOR) or (alone and _has_all(each, around, ENOUGH))


def _has_all(each: Candidate, held: ParsedSentence, least: float) -> bool:
    asked = [word for word in each.words if word.need]
    return bool(asked) and all(match(word, held) >= least for word in asked)

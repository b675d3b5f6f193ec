"""Decides whether a one-line note follows from what a person said of themselves.

A note is held to more than an answer: every word of it must be the person's, for what it says is
remembered. It leaves out who it is about, so what is true of a sister must not become true of them.
"""

import dataclasses
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from indexer.inference.alignment import Alignment, is_light, tells
from indexer.inference.entailment import VETOES, Verdict, examine
from indexer.inference.reading import Reading, Word, read_text
from indexer.inference.vetoes.comparisons import turns_comparison
from indexer.inference.vetoes.speakers import swaps_speaker
from indexer.inference.vetoes.tenses import turns_past
from indexer.inference.vetoes.veto import Veto, list_marks
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold
from indexer.text.word_lists import load_all_folded, load_all_words

QUOTES = frozenset('"“”„«»「」『』')
_DOUBTS = frozenset(("mod:maybe", "mod:if", "mod:would"))
_THIRD = frozenset(("pers:he", "pers:she", "pers:they", "pers:you"))
_LEADING = {"de": ("der",), "pt": ("a", "as"), "es": ("a",), "it": ("a",), "ru": ("у",)}
_OWNING = frozenset(("rel:of", "rel:from"))
_FEELING = ("es", "it")  # `a` is a preposition, and who feels is named once more: `le`, `gli`
_INFINITIVES = {"de": ("zu",), "nl": ("te",)}  # behind a comma
_HOME = frozenset(("live",))
_INTENTS = frozenset(("mod:wish", "mod:plan", "mod:would", "mod:if", "mod:maybe"))


def judge_note(note: str, said: str, author: str = "") -> Verdict:
    """Judge whether `note` follows from `said`, the words of `author`, whom it may name."""
    text = _name_homes(read_text(said))
    statement = _drop_author(read_text(note, text.language), author)
    speaking = _NAME_VETOES if _is_bare_name(note, said) else NOTE_VETOES
    verdict = examine(statement, text, speaking)
    if not QUOTES.isdisjoint(said) and QUOTES.isdisjoint(note):
        return replace(verdict, reasons=(*verdict.reasons, "quoted"))
    return verdict


def _name_homes(text: Reading) -> Reading:
    """Let `my address` say that the speaker lives there."""
    if not any("address" in each.topics for each in text.words):
        return text
    words = tuple(
        dataclasses.replace(each, sense=replace(each.sense, topics=each.topics | _HOME))
        if "address" in each.topics and _is_speakers(each, text)
        else each
        for each in text.words
    )
    return replace(text, words=words)


def _is_speakers(word: Word, text: Reading) -> bool:
    """Tell if `my` stands right before a word."""
    before = text.words[max(0, word.place - 1) : word.place]
    return any(each.has("poss:speaker") and each.clause == word.clause for each in before)


def _is_bare_name(note: str, said: str) -> bool:
    """Tell if a note is only a name or number, which says nothing of anybody.

    Several words in a script without capitals may say anything: `房租是840欧元`.
    """
    there = frozenset(tokenize(said))
    words = tokenize(note)
    named = all(each[0].isupper() or each[0].isdigit() for each in words)
    alone = len(words) == 1 and not words[0][0].islower()
    return bool(words) and there.issuperset(words) and (named or alone)


def _drop_author(note: Reading, author: str) -> Reading:
    """Leave the name of the person out of a note about them."""
    names = frozenset(fold(each) for each in author.split())
    if not names:
        return note
    kept = (each for each in note.words if fold(each.text) not in names)
    words = tuple(dataclasses.replace(each, place=place) for place, each in enumerate(kept))
    return replace(note, words=words)


def says_more(found: Alignment) -> bool:
    """Tell if the note has a word that the person did not use."""
    return any(not is_light(each) for each in found.unknown)


def is_of_another(found: Alignment) -> bool:
    """Tell if somebody stands before what the note repeats, and the note leaves them out."""
    carried = [each.known for each in found.matches if tells(each.said)]
    if not carried:
        return False
    first = min(carried, key=lambda each: each.place)
    if _drops_owner(found, first) or _drops_relative(found):
        return True
    placed = frozenset(found.places.values())
    said = list_marks(found.statement.words, "pers:")
    return any(
        _leaves_out(each, found.text, placed, said, each.clause == first.clause)
        for each in _list_before(found.text.words, first)
    )


def _drops_owner(found: Alignment, first: Word) -> bool:
    """Tell if the note leaves out whose the thing is that it begins with: `le chien d'Anne`."""
    after = found.text.words[first.place + 1 : first.place + 3]
    if len(after) < 2 or after[0].marks.isdisjoint(_OWNING) or after[0].clause != first.clause:
        return False
    left = after[1].is_name and after[1].place not in found.places.values()
    begins = not any(each.counts for each in found.text.by_sentence[first.sentence][: first.place])
    return left and begins and not any(each.has("pers:speaker") for each in found.resting)


def _drops_relative(found: Alignment) -> bool:
    """Tell if a relative acts behind a time: `Seit Mai arbeitet mein Bruder in Lübeck`."""
    if any(each.has("pers:speaker") or each.has("pers:we") for each in found.resting):
        return False
    placed = frozenset(found.places.values())
    clauses = {each.known.clause for each in found.matches if not each.said.sense.is_anchor}
    return any(
        each.has("kin") and each.place not in placed and not _is_governed(each, found.text)
        for each in found.text.words
        if each.clause in clauses
    )


def _is_governed(word: Word, text: Reading) -> bool:
    """Tell if a preposition stands right before a word, or before `my`."""
    before = [each for each in text.words[: word.place] if not each.has("poss")][-1:]
    return any(each.has("rel") and each.clause == word.clause for each in before)


def _is_led_in(word: Word, text: Reading) -> bool:
    """Tell if what looks like a preposition is an article (`der`, `a`), or names who feels.

    `A mi padre le duele la rodilla` and `У брата аллергия` are of the father and the brother.
    """
    words, language = text.words, text.language
    if not (word.has("kin") or (word.is_name and language == "ru")):
        return False
    before = [each for each in words[: word.place] if each.sentence == word.sentence]
    if any(each.counts for each in before):
        return False
    leading = next((each for each in before if each.has("rel")), None)
    if leading is None or leading.text.lower() not in _LEADING.get(language, ()):
        return False
    after = words[word.place + 1 : word.place + 3]
    return language not in _FEELING or any(each.has("pers:clitic") for each in after)


def _leaves_out(
    word: Word, text: Reading, placed: frozenset[int], said: frozenset[str], near: bool
) -> bool:
    """Tell if a word before what the note repeats names somebody whom the note leaves out."""
    if word.marks & _THIRD:
        return not said & word.marks
    if word.place in placed or _opens(word):
        return False
    if word.relations - {"rel:subj"} and not _is_led_in(word, text):
        return False
    return word.has("kin") or word.is_name or (near and tells(word))


def _list_before(words: Sequence[Word], first: Word) -> list[Word]:
    """List what stands before a word in its sentence, back to a clause that begins with `I`."""
    before = [
        each for each in words if each.sentence == first.sentence and each.place < first.place
    ]
    speaking = [
        each.place
        for each in before
        if each.clause == first.clause
        and (each.has("pers:speaker") or each.has("pers:we"))
        and not each.relations - {"rel:subj"}
    ]
    here = [each for each in before if each.clause == first.clause]
    return [each for each in here if each.place > max(speaking)] if speaking else before


def _opens(word: Word) -> bool:
    """Tell if a word says nothing of anybody: `remember`, `now`."""
    plain = fold(word.text)
    return plain in load_all_words("openers") or plain in load_all_folded("now")


def changes_mood(found: Alignment) -> bool:
    """Tell if a doubt, wish, plan, condition or duty was left out, or another put in its place."""
    said = list_marks(found.statement.words, "mod:")
    known = list_marks(_list_governing(found), "mod:")
    lost = known - said
    if lost & {"mod:maybe", "mod:if", "mod:say"} and not said & _DOUBTS:
        return True
    planned = known & {"mod:plan"}  # `hopefully I'll get it` is not `will get it`
    if lost & {"mod:wish", "mod:would"} and not said & (_INTENTS - planned):
        return True
    if "mod:plan" in lost and not said & _INTENTS:
        return True
    return "mod:must" in said - known


def drops_refusal(found: Alignment) -> bool:
    """Tell if what was forgotten or refused is noted as done: `vergessen, das Öl zu wechseln`."""
    if found.text.language not in _INFINITIVES or list_marks(found.statement.words, "neg:"):
        return False
    infinitives = _INFINITIVES[found.text.language]
    placed = frozenset(found.places.values())
    return any(
        each.has("neg:refuse")
        and each.place not in placed
        and each.clause + 1 in found.clauses
        and any(one.text in infinitives for one in found.text.by_clause[each.clause + 1])
        for each in found.text.words
    )


def drops_more(found: Alignment) -> bool:
    """Tell if a French `plus` was left out, which denies as well: `je vais plus à la piscine`."""
    said, known = (
        {each.text.lower() for each in near} for near in (found.statement.words, found.resting)
    )
    return found.text.language == "fr" and "plus" in known - said


def mixes_denials(found: Alignment) -> bool:
    """Tell if a note joins a clause that denies with one that does not, and has words of its own.

    `Ich vertrage keine Milch, aber Käse geht` does not deny that cheese is well.
    """
    if len({each.clause for each in found.statement.words}) > 1:
        return False
    clauses = sorted({each.known.clause for each in found.matches if tells(each.said)})
    denied = {any(one.has("neg") for one in found.text.by_clause[each]) for each in clauses}
    placed = frozenset(found.places.values())
    last = found.text.by_clause[clauses[-1]] if clauses else ()
    return len(denied) > 1 and any(each.counts and each.place not in placed for each in last)


def _list_governing(found: Alignment) -> list[Word]:
    """List the words of the sentences' clauses that the note rests on, or that stand before."""
    last: dict[int, int] = {}
    for match in found.matches:
        last[match.known.sentence] = max(last.get(match.known.sentence, 0), match.known.clause)
    governing = [each for each in found.text.words if each.clause <= last.get(each.sentence, -1)]
    return governing + [each for end in last.values() for each in _find_sayer(found.text, end + 1)]


def _find_sayer(text: Reading, clause: int) -> list[Word]:
    """Find the verb behind what somebody said: `I live in Leeds, says my phone`."""
    opening = [each for each in text.words if each.clause == clause][:1]
    return [each for each in opening if each.has("mod:say")]


def names_somebody_else(found: Alignment) -> bool:
    """Tell if the note says of somebody what the person said of themselves or of a name."""
    said, known = found.statement.words, found.text.words
    return any(each.has("pers:other") for each in said) and not any(
        each.has("pers:other") for each in known
    )


def changes_aspect(found: Alignment) -> bool:
    """Tell if what has ended or nearly happened is noted as a fact."""
    said = list_marks(found.statement.words, "asp:")
    known = list_marks(found.resting, "asp:")
    negated = any(each.has("neg") for each in found.statement.words)
    if "asp:near" in known ^ said:
        return True
    ended = known - {"asp:near"}
    return bool(ended) != bool(said - {"asp:near"}) and not (ended and negated)


NOTE_VETOES: Mapping[str, Veto] = {
    **{
        name: veto
        for name, veto in VETOES.items()
        if name not in ("detail", "doubt", "duty", "aspect", "subject")
    },
    "more": says_more,
    "another": is_of_another,
    "somebody": names_somebody_else,
    "mood": changes_mood,
    "refused": drops_refusal,
    "plus": drops_more,
    "mixed": mixes_denials,
    "ended": changes_aspect,
    "past": turns_past,
    "compared": turns_comparison,
    "speaker": swaps_speaker,
}
_NAME_VETOES = {"more": says_more}

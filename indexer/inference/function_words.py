"""Tells function words that are written alike, and joins a verb to the particle of its clause.

Without that, no clause that begins with `El`, `Les` or `Der` would have a subject, and what stands
behind `más … que` would be a clause of its own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from indexer.inference.lexicon import NONE, Meanings, load_lexicon
from indexer.inference.sources import Piece
from indexer.text.word_lists import load_words

_OF = "rel:of"
# `en` is no article, but a preposition as often as a pronoun.
_ARTICLES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "es": frozenset(("el",)),  # `él` has an accent
        "fr": frozenset(("en", "le", "les")),
        "it": frozenset(("gli", "le", "lo")),
        "pt": frozenset(("o",)),
    }
)
_FEMININE = ("a", "ade", "agem", "ão", "ice", "ide", "ora", "tude", "ose", "ã")
_POINTING: Mapping[str, frozenset[str]] = MappingProxyType(
    {"en": frozenset(("that",)), "nl": frozenset(("dat", "die"))}
)
# A pronoun stands between one of these and its verb: `il les voit`, `que o viu`.
_BEFORE_PRONOUNS = ("pers", "neg", "conj:that")
_INFINITIVES = ("er", "ir", "re", "oir")
_TO = frozenset(("pour", "de", "à", "sans", "afin"))
_QUE = frozenset(("que", "qu", "qu'", "qu’"))
_DENYING = frozenset(("ne", "n", "n'", "n’"))
_WHAT = frozenset(("ce", "lo", "o"))  # `lo que pedía` is a clause
_REACH = 5  # words from `más` to its `que`, and from `ne`
_SINCE = frozenset(("с", "со"))
_UNTIL = frozenset(("rel:until", "rel:to"))
_DATES = ("month:", "day:", "num:")
_NEEDLESS = "neg:need"
_ONLY = frozenset(("alleen", "enkel", "maar", "pas", "slechts"))
_NOT = frozenset(("geen", "niet", "niets", "niemand", "nooit", ",", ";"))
_DENIED = frozenset(("neg:not",))
_GOING = frozenset(("va", "vais", "vas", "vont", "allons", "allez"))
_ENDS = frozenset(",;:()—–.!?")
_CLAUSE_ENDS = frozenset(",;:()—–[]|.!?")
_ENDINGS = ("tet", "ete", "te", "et", "t", "e", "ten", "den", "de", "")
_WORDS = 4096  # kept
_APART = 15  # words between a verb and its particle
_PLANNED = 4  # words from `va` to what somebody is going to do
# What these cannot reach is denied: `找不到` two keys. `花不到` 100 yuan spends less.
_REACHING = (
    *("找", "买", "吃", "喝", "看", "见", "听", "收", "等", "拿", "借", "租", "订", "碰", "遇"),
    *("得", "想", "做", "办", "摸", "捡", "抓", "查", "猜", "领", "取", "学", "抢", "搜", "買"),
    *("見", "聽", "訂", "辦", "聯繫", "联系", "联络", "預約", "预约"),
)


def free_function_words(pieces: Sequence[Piece], language: str) -> list[Piece]:
    """Leave to each function word what it means where it stands; articles mean nothing."""
    rules = _RULES.get(language, ())
    found = list(pieces)
    for at in range(len(found)):
        for free in rules:
            found[at] = free(found, at, language)
    return found


def _free_genitive(pieces: Sequence[Piece], at: int, _language: str) -> Piece:
    """Take `of` from a `der` that stands behind no noun."""
    text, term, meanings = pieces[at]
    if _OF not in meanings or text.lower() != "der":
        return pieces[at]
    before, named, _meanings = pieces[at - 1] if at else ("", "", NONE)
    return pieces[at] if before[:1].isupper() and named else (text, term, meanings - {_OF})


def _free_pointing(pieces: Sequence[Piece], at: int, language: str) -> Piece:
    """Read `that` behind a preposition as an article: `to that barber` begins no clause."""
    text = pieces[at][0]
    leads = text.lower() in _POINTING[language] and at > 0 and _has(pieces[at - 1][2], ("rel:",))
    return (text, "", NONE) if leads else pieces[at]


def _free_article(pieces: Sequence[Piece], at: int, language: str) -> Piece:
    """Take the pronoun from a word before a noun."""
    text, term, meanings = pieces[at]
    if text.lower() not in _ARTICLES[language] or _is_pronoun(pieces, at, language):
        return pieces[at]
    return text, term, frozenset(each for each in meanings if not each.startswith("pers:"))


def _is_pronoun(pieces: Sequence[Piece], at: int, language: str) -> bool:
    behind, term, _meanings = pieces[at + 1] if at + 1 < len(pieces) else ("", "", NONE)
    if language == "es":
        return False
    if not (term or behind[:1].isalnum()):
        return True
    before, _term, meanings = pieces[at - 1] if at else ("", "", NONE)
    if before.lower() in _TO and behind.lower().endswith(_INFINITIVES):
        return language == "fr"
    return _has(meanings, _BEFORE_PRONOUNS)


def _has(meanings: Meanings, kinds: tuple[str, ...]) -> bool:
    return any(each.startswith(kinds) for each in meanings)


def _free_feminine(pieces: Sequence[Piece], at: int, _language: str) -> Piece:
    """Tell the articles `a` and `as` from the preposition `a`, and from `às`, which has one."""
    text, term, meanings = pieces[at]
    lower = text.lower()
    following = pieces[at + 1][0].lower() if at + 1 < len(pieces) else ""
    leads = following.endswith(_FEMININE) and not _ends_range(pieces, at)
    article = lower == "as" or (lower == "a" and leads)
    return (text, "", NONE) if article else (text, term, meanings)


def _ends_range(pieces: Sequence[Piece], at: int) -> bool:
    """Tell if what stands behind `a` is where something ends: `de segunda a sexta`."""
    before, behind = pieces[max(0, at - 1) : at], pieces[at + 1 : at + 2]
    if all(_has(each, ("day:",)) for _text, _term, each in (*before, *behind)):
        return True
    begins = at > 1 and pieces[at - 2][0].lower() == "de"  # `de Braga a Coimbra`
    return begins and all(text[:1].isupper() for text, _term, _meanings in (*before, *behind))


def _free_need(pieces: Sequence[Piece], at: int, _language: str) -> Piece:
    """Tell `hoeft alleen`, which says what must be done, from `hoeft niet`."""
    text, term, meanings = pieces[at]
    if _NEEDLESS not in meanings or " " in text:
        return pieces[at]
    behind = (each for each, _term, _meanings in pieces[at + 1 : at + 1 + _REACH])
    first = next((each for each in behind if each in _ONLY or each in _NOT), "")
    return (text, term, meanings - {_NEEDLESS}) if first in _ONLY else pieces[at]


def _free_que(pieces: Sequence[Piece], at: int, _language: str) -> Piece:
    """Tell `que` behind `más` and behind `ne` from the one that begins a clause."""
    text, term, meanings = pieces[at]
    before = _list_before(pieces, at) if text.lower() in _QUE else []
    if not before or before[-1][0].lower() in _WHAT:
        return pieces[at]
    if any(_has(each, ("comp:",)) for _text, _term, each in before):
        return text, term, meanings - {"conj:that", "quant:only"}
    if any(each.lower() in _DENYING for each, _term, _meanings in before):
        return text, term, meanings - {"conj:that", "rel:than"}
    return pieces[at]


def _find_end(pieces: Sequence[Piece], at: int, _language: str) -> Piece:
    """Give `по` the meaning `until` behind `с` and a date: `с мая по август`."""
    text, term, meanings = pieces[at]
    if text.lower() != "по" or not _is_dated(pieces[at + 1 : at + 2]):
        return pieces[at]
    before = _list_before(pieces, at)
    begun = any(each.lower() in _SINCE for each, _term, _meanings in before)
    dated = begun and _is_dated(before[-2:])
    return (text, term, meanings | _UNTIL) if dated else pieces[at]


def _free_less(pieces: Sequence[Piece], at: int, _language: str) -> Piece:
    """Tell `吃不到`, which denies, from `不到` before a number, which limits."""
    text, term, _meanings = pieces[at]
    if text != "不到":
        return pieces[at]
    limiting = any(_counts(each) for each in pieces[at + 1 : at + 2])
    return pieces[at] if limiting and not _is_out_of_reach(pieces, at) else (text, term, _DENIED)


def _is_out_of_reach(pieces: Sequence[Piece], at: int) -> bool:
    """Tell if `不到` stands behind a verb, and before things: `等不到` ten minutes is a limit."""
    measured = any(_has(each, ("unit:",)) for _text, _term, each in pieces[at + 2 : at + 3])
    return not measured and pieces[max(0, at - 1)][0].endswith(_REACHING)


def _free_plan(pieces: Sequence[Piece], at: int, _language: str) -> Piece:
    """Take the plan from `va` before anything but what somebody is going to do: `va mieux`."""
    text, term, meanings = pieces[at]
    if text.lower() not in _GOING or any(map(_is_infinitive, _list_adverbs(pieces, at))):
        return pieces[at]
    return text, term, meanings - {"mod:plan"}


def _list_adverbs(pieces: Sequence[Piece], at: int) -> list[Piece]:
    """List what may stand between `va` and a verb, and the verb: nothing behind `à`."""
    behind = pieces[at + 1 : at + 1 + _PLANNED]
    governed = (
        place
        for place, (text, _term, meanings) in enumerate(behind)
        if text in _ENDS or (_has(meanings, ("rel:",)) and not _has(meanings, ("pers:",)))
    )
    return list(behind[: next(governed, None)])


def _is_infinitive(piece: Piece) -> bool:
    text, term, _meanings = piece
    return bool(term) and text.islower() and text.endswith(_INFINITIVES)


def _counts(piece: Piece) -> bool:
    return piece[0][0].isdigit() or _has(piece[2], ("num:", "quant:half"))


def _is_dated(pieces: Sequence[Piece]) -> bool:
    return any(text[0].isdigit() or _has(each, _DATES) for text, _term, each in pieces)


def _list_before(pieces: Sequence[Piece], at: int) -> list[Piece]:
    """List the words before one that no mark parts from it."""
    before = list(pieces[max(0, at - _REACH) : at])
    ends = [place for place, each in enumerate(before) if each[0] in _ENDS]
    return before[max(ends, default=-1) + 1 :]


_Rule = Callable[[Sequence[Piece], int, str], Piece]
_RULES: Mapping[str, tuple[_Rule, ...]] = MappingProxyType(
    {
        "de": (_free_genitive,),
        "en": (_free_pointing,),
        "es": (_free_article, _free_que),
        "fr": (_free_article, _free_que, _free_plan),
        "it": (_free_article,),
        "nl": (_free_pointing, _free_need),
        "pt": (_free_article, _free_feminine, _free_que),
        "ru": (_find_end,),
        "zh": (_free_less,),
    }
)


def join_particles(pieces: Iterable[Piece], language: str) -> list[Piece]:
    """Give verbs the meaning that they have with their particle, which is left out."""
    words = list(pieces)
    particles = load_words("verb_particles", language)
    if not particles:
        return words
    for at in reversed(range(1, len(words))):
        particle = words[at][0].lower()
        if particle in particles and _ends_clause(words, at):
            _join(words, at, particle, language)
    return words


def _ends_clause(words: Sequence[Piece], at: int) -> bool:
    return at + 1 == len(words) or _parts(words[at + 1])


def _parts(piece: Piece) -> bool:
    return piece[0] in _CLAUSE_ENDS or any(each.startswith("conj:") for each in piece[2])


def _join(words: list[Piece], at: int, particle: str, language: str) -> None:
    for place, meanings in _list_verbs(words, at, particle, language):
        text, term, _meanings = words[place]
        words[place] = (text, term, meanings)
        del words[at]
        return


def _list_verbs(
    words: Sequence[Piece], at: int, particle: str, language: str
) -> Iterator[tuple[int, Meanings]]:
    """List the words of a clause that a particle makes a verb of, and what that means."""
    for place in reversed(range(max(0, at - _APART), at)):
        if _parts(words[place]):
            return
        joined = particle + words[place][0].lower()
        if words[place][1] and (found := _find_meanings(joined, language)):
            yield place, found


@lru_cache(maxsize=_WORDS)
def _find_meanings(joined: str, language: str) -> Meanings:
    """Find what a verb means with its particle: as it stands, or by its infinitive."""
    known = load_lexicon(language).words
    stems = (joined.removesuffix(each) for each in _ENDINGS if joined.endswith(each))
    found = (known.get(each, NONE) for each in (joined, *(f"{stem}en" for stem in stems)))
    return next((each for each in found if any(":" not in one for one in each)), NONE)

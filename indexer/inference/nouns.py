"""Tells nouns from verbs by what stands before them, and by their ends."""

from indexer.inference.lexicon import UNSPACED
from indexer.inference.reading import Reading, Word

_BEGIN_WITH_NOUNS = ("en", "fr", "nl")
_INFINITIVES = {
    "es": ("ar", "er", "ir", "arse", "erse", "irse"),
    "it": ("are", "ere", "ire", "arsi", "ersi", "irsi"),
    "pt": ("ar", "er", "ir"),
}
_RUSSIAN_VERBS = (
    "ть",
    "ться",
    "чь",
    "ти",
    "ет",
    "ёт",
    "ит",
    "ут",
    "ют",
    "ат",
    "ят",
    "ется",
    "ётся",
    "ится",
    "утся",
    "ются",
    "атся",
    "ятся",
    "ал",
    "ял",
    "ил",
    "ел",
    "ла",
    "ло",
    "ли",
    "лся",
    "лась",
    "лось",
    "лись",
)  # fmt: skip - a table


def is_noun(word: Word, reading: Reading) -> bool:
    """Tell if a word looks like a noun: an article, a preposition or an adjective leads it."""
    if reading.language == "de":
        return word.text[:1].isupper()
    before = reading.words[word.place - 1] if word.place else word
    if reading.language in UNSPACED:
        return len(word.term) > 1 or _is_in_run(word, reading)
    if reading.language == "ru":
        return not word.text.lower().endswith(_RUSSIAN_VERBS)
    opening = word.is_opening and reading.language in _BEGIN_WITH_NOUNS
    adjective = before.is_led and before.counts and before.clause == word.clause
    governed = before.has("poss") or (before.has("rel") and not is_infinitive(word, reading))
    return word.is_led or word.is_name or opening or adjective or governed


def is_infinitive(word: Word, reading: Reading) -> bool:
    """Tell if a word has the ending of an infinitive: `obrigados a participar`."""
    return word.text.lower().endswith(_INFINITIVES.get(reading.language, ()))


def _is_in_run(word: Word, reading: Reading) -> bool:
    """Tell if three unknown signs or more stand together, as those of a name do."""
    near = reading.words[max(0, word.place - 2) : word.place + 3]
    unknown = [len(each.term) == 1 and not each.topics and not each.is_number for each in near]
    return any(all(unknown[at : at + 3]) for at in range(len(unknown) - 2))

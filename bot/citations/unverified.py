"""Sentences of an answer that state something, and the note on those that nothing supports."""

from functools import cache

from indexer.inference.reading import Reading, guess_language, read_text
from indexer.text.sentence_kind import is_question
from indexer.text.word_lists import ListName, list_languages, load_words

DEFAULT = "en"
FORMER_NOTES = (" (not from the documents)",)  # stand in earlier messages
_FEWEST = 2  # words that say something
_COMMAS = (",", "，", "、")
_PAUSES = ",:;!.，：！。、—–"
_EXCLAIMED = ("!", "！")
_MARGIN = " \t\r\n*_>-•+\"'“„«(#"
_UNFINISHED = ("=", "{")  # code: a mark behind it would be read as its value
_ENDS = ".!?。！？…*_\"'”»)"


def states_something(sentence: str) -> bool:
    """Tell if a sentence states something about the world: no question, greeting or offer."""
    bare = sentence.strip(_MARGIN)
    opening = sentence.lstrip()
    if opening.startswith(("#", "|", "~~~", "```")) or bare.rstrip("*_ ").endswith((":", "：")):
        return False
    if sentence[: find_statement_end(sentence)].endswith(_UNFINISHED):
        return False
    if is_question(sentence):
        return False
    said = _leave_opening(bare)
    return _says_something(read_text(said), sentence) and not _is_talk(said, len(said) < len(bare))


def _leave_opening(text: str) -> str:
    """Leave what stands behind `sorry` or `of course`, which may be talk or a statement."""
    lower = text.lower()
    opening = max(
        filter(lower.startswith, _load_openings("statement_openings")), key=len, default=""
    )
    return text[len(opening) :].lstrip(_MARGIN + _PAUSES)


def _is_talk(text: str, is_opened: bool) -> bool:
    """Tell if a text speaks of the one who writes it, or of what documents do not say."""
    if _opens_talk(text):
        return True
    read = read_text(text)
    if read.words[0].has("mod:if"):
        _condition, _comma, rest = _split_condition(text)
        return _opens_talk(rest.lstrip()) or _speaks(read)
    return is_opened and (_speaks(read) or _misses_documents(read))


def _split_condition(text: str) -> tuple[str, str, str]:
    """Split a sentence at its first comma: `If you like, I can list them`."""
    return next((found for each in _COMMAS if (found := text.partition(each))[1]), (text, "", ""))


def _opens_talk(text: str) -> bool:
    return text.lower().startswith(_load_openings("aside_openings"))


def _speaks(read: Reading) -> bool:
    return any(each.has("pers:speaker") for each in read.words)


def _misses_documents(read: Reading) -> bool:
    words = read.words
    return any("document" in each.topics for each in words) and any(
        each.has("neg") for each in words
    )


def _says_something(read: Reading, sentence: str) -> bool:
    said = [each for each in read.words if each.counts or each.is_figure]
    least = _FEWEST + sentence.rstrip().endswith(_EXCLAIMED)  # `Have a nice day!`
    return len(said) >= least and not any(each.has("pers:speaker") for each in read.words[:1])


@cache
def _load_openings(name: ListName) -> tuple[str, ...]:
    languages = list_languages(name)
    entries = (entry for each in languages for entry in load_words(name, each))
    # A word of letters ends there: "hi" does not open "his".
    return tuple(
        form
        for entry in entries
        for form in ((f"{entry} ", f"{entry},", f"{entry}!") if _ends_word(entry) else (entry,))
    )


def _ends_word(entry: str) -> bool:
    return entry.isascii() and entry[-1].isalpha() and len(entry) < 6


def get_note(text: str) -> str:
    """Return what is said of a statement that nothing supports, in the language of `text`."""
    return next(iter(load_words("unverified_notes", _detect(text))), "")


def _detect(text: str) -> str:
    language = guess_language(text)
    return language if language in list_languages("unverified_notes") else DEFAULT


def format_note(note: str) -> str:
    return f"({note})"


def format_count(note: str, count: int) -> str:
    """Format the line at the end of an answer: `Not verified: 2`."""
    return f"{note[:1].upper()}{note[1:]}: {count}"


def find_statement_end(sentence: str) -> int:
    """Find where a mark is put into a sentence: before its full stop, and after its last bracket.

    A closing bracket belongs to the sentence that opens it: it may end a link.
    """
    unopened = sentence.count(")") - sentence.count("(")
    end = len(sentence.rstrip())
    while end and (sentence[end - 1] in _ENDS or sentence[end - 1].isspace()):
        if sentence[end - 1] == ")":
            if unopened <= 0:
                break
            unopened -= 1
        end -= 1
    return end


def strip_notes(text: str) -> str:
    """Remove the notes and the counts in all languages."""
    for each in _list_notes():
        text = text.replace(f" {format_note(each)}", "")
        before, _mark, count = text.rpartition(f"\n\n{format_count(each, 0)[:-1]}")
        text = before if count.isdigit() else text
    for former in FORMER_NOTES:
        text = text.replace(former, "")
    return text


@cache
def _list_notes() -> tuple[str, ...]:
    languages = list_languages("unverified_notes")
    return tuple(note for each in languages for note in load_words("unverified_notes", each))

"""Tells the lines that an author broke on purpose from those that are merely filled."""

import re
from collections.abc import Sequence
from itertools import pairwise

from bot.answering.extracts.chats import find_writer
from bot.citations.statement import split_clauses
from indexer.late_patterns import compile_late
from indexer.text.analyzer import is_run
from indexer.text.normalize import fold
from indexer.text.question_words import Kind, QuestionWords
from indexer.text.sentence_kind import is_question
from indexer.text.sentences import find_sentence_ends
from indexer.text.stopwords import load_stopwords

ROOM = 500  # characters of a sentence that is quoted whole; of a longer one its clauses are
TITLE = 60  # characters of a line that may be a title
SHORT = 50  # characters of the lines of a list without marks
FEW = 2  # lines, which may all end in a full stop by chance
GOING_ON = 0.34  # of the lines of a paragraph that is filled: those that begin in lower case
FULL = 0.9  # of the width: a filled line has no room for the next word up to there
NOTED, SAYING = 5, 3  # lines of notes, and words of each, at least
IN_SMALL, ROOMY = 0.75, 0.33  # of them begin in lower case, and end long before the margin
FILLING = 5  # words in each line of a narrow column, about
_ENDED = compile_late(r"[.!?…。！？｡۔।॥؟][\"'”’»)\]」』*_`]*\Z")
_LABEL = compile_late(r"^\W*[^\W\d_](?:[^.:：!?]|\.(?= ?\d)){0,40}[:：](?:\s|\S)")
_QUOTED = compile_late(r"^ {0,3}>(?:[> ]*+)")  # of a mail that is answered
_BOLD = compile_late(r"\*\*[^*\n]{1,120}\*\*")
_MARK = r"(?:[-*+•·]\s|\d{1,3}(?:\.\d{1,3}){0,3}[.)]?\s)?"  # of a list item
_BOLD_LABEL = compile_late(rf"{_MARK}\*\*([^*\n]{{1,80}})\*\*[:：]?\s")
_PLAIN_LABEL = compile_late(rf"{_MARK}([^\W\d_][^.:：!?|*\n]{{0,39}})[:：]\s")
_OPTION = compile_late(r"^\s*(?:-{1,2}[A-Za-z0-9?][\w-]*|/[A-Z?]\b)(?:[ ,=\[|]|$)")
_NAME = compile_late(r"(?:[^\W\d_][\w.'’-]* ){1,3}[^\W\d_][\w'’-]+")
_SIGNATURE = 4  # lines of one
_CONTACT = compile_late(r"(?:[^\W\d_]{1,9}\.?:? )?\+?\(?\d[\d ()/.-]{4,18}\d")
_CLAUSE = compile_late(r"\s*(?:\(\d{1,3}\)|\d{1,2}(?:\.\d{1,2})+\.?|[a-z]\)|§+)\s")  # of a contract
_CLAUSE_TIME = compile_late(r"\s*\d{1,2}\.[0-5]\d\s[^\W\d_A-Z]")  # "17.20 and": no clause opens so
_NUMBERED = compile_late(r"^\d+\s|\s\d+(?:\.\d+)?$")  # the header of a page
# "Rent 890,00 €", "Deposit: £500": a thing and its value, whose columns were lost.
_VALUED = compile_late(r"\s(?:[€$£]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[€$£%°]|EUR|kr\b|zł)[CF]?)$")
_ROW = compile_late(r"\s*\S[^\n]{0,58}\S(?:\t| {4,})\S")  # of a table that is set with spaces
# "Paint ......... 1 year", "Total ...... £9"; in a table of contents only a page's number follows.
_LEADERS = compile_late(
    r"\s{0,40}\S[^\n]{0,60}? ?\.{3,99} ?(?=[^\n.]{0,60}[^\W\d_]|\s?[€$£]|\d[\d.,]*\s?[€%])"
)
# "10:00 Opening", in a programme.
_TIMED = compile_late(r"\s{0,40}\d{1,2}[:.]\d{2}(?: (?:am|pm|Uhr|h))?[ \t]{1,20}(?=[^\W\d_])")
# "Theo – best man, rings", in a list of who does what.
_DASHED = compile_late(r"\s{0,40}[^\W\d_a-z][^\n–—]{0,24}?\s[-–—]\s(?=\S)")
# "E20  does not drain: clean the filter", in a list of codes.
_CODED = compile_late(r"\s{0,40}[A-Z]{1,3}-?\d{1,4}[ \t]{1,20}(?=[^\W\d_])")
# What opens a line that says how something is done: "Um zu kündigen, …", "Para darse de baja …".
_PURPOSES = {
    "de": "um zum zur",
    "en": "to",
    "es": "para",
    "fr": "pour",
    "it": "per",
    "nl": "om",
    "pt": "para",
    "ru": "чтобы",
    "uk": "щоб",
}
_PURPOSE_WORDS = 6  # of it, where no comma ends it
_FIELDS = compile_late(r"\s[·•|]\s")
_SPACES = compile_late(r"\s+")
_RUN = compile_late(r"[^\W\d_][\w-]*")
_FIGURE = compile_late(r"\d")
_BAR = compile_late(r"(?<!\\)\|")
# A value and nothing else, which no head has: "890 €", "14 mm"; a year may be a head.
_VALUE = compile_late(
    r"(?!(?:19|20)\d\d\Z)(?:[€$£]\s?)?\d[\d.,'\s]*"
    r"(?:\s?(?:[€$£%]|°[CF]?|EUR|CHF|zł|[^\W\d_]{1,3}[²³]?))?"
)
_ITEM_NUMBER = compile_late(r"\d{1,3}(?:\.\d{1,3}){0,3}[.)]")
_BOLD_TITLE = compile_late(r"(?:[-*+•·]\s|\d{1,3}[.)]\s)?\*\*[^*\n]{1,60}\*\*")
_HEADLINE = compile_late(r"\*\*[^*\n]{1,120}\*\*")
_WORD, _SIGNS = 12, 4  # characters of a sentence of one word, "Yes.", and in Chinese
_BOX = compile_late(r"\[[ xX✓✔]?\]|[☐☑☒□]")  # of a form
_EMPTY_BOX = compile_late(r"\[ ?\]|[☐□]")
_ANSWER = 4  # letters of a yes or no, whose boxes belong to what stands before them
_LETTERS = compile_late(r"[^\W\d_]")
_PAIR = 2  # cells of a row: a thing and its value


def is_ended(line: str) -> bool:
    return bool(_ENDED.search(line))


def is_title(line: str) -> bool:
    """Return True for a short line that ends no sentence: it names what stands below it."""
    bare = line.strip().strip("*_ ")
    return (
        0 < len(bare) <= TITLE
        and not is_ended(bare)
        and not bare.endswith((",", "，", "、", ";"))
        and not _NUMBERED.search(bare)
        and not is_row(bare)
        and not _VALUED.search(bare)
        and not (_LABEL.match(bare) and not bare.endswith((":", "：")))
    )


def split_lines(paragraph: str) -> list[list[str]]:
    """Return the lines that were broken on purpose, each as its sentences."""
    found: list[list[str]] = []
    for line in _join_filled([_QUOTED.sub("", each) for each in paragraph.splitlines()]):
        whole = [line] if is_row(line) and len(line) <= ROOM else []
        sentences = split_boxes(line) or whole or _split_sentences(line)
        sentences = [each for each in sentences if each.strip()]
        if sentences:
            found.append(sentences)
    return found


def _join_filled(lines: Sequence[str]) -> list[str]:
    """Join lines that were broken only because they were full."""
    filled = [line for line in lines if line.strip()]
    lengths = sorted(map(len, filled))
    prose = _is_prose(filled)
    width = lengths[len(lengths) // 2 if prose else -1] if filled else 0
    short = len(filled) > 1 and not prose and max(map(len, map(str.strip, filled))) <= SHORT
    short = short and not _is_narrow_column(filled)
    openings = [each for each in (_TIMED, _CODED) if _open_several(each, filled)]
    openings += [_DASHED] if are_dashed(filled) else []
    kept = (len(filled) > FEW and all(map(is_ended, filled))) or _are_notes(filled)
    kept = kept or _are_indented(filled)
    found = filled[:1]
    for before, line in pairwise(filled):
        broken = kept or any(each.match(line) for each in openings)
        broken = broken or _is_broken(before, line, width, short=short)
        if broken and not (_is_role(before, line, filled) or _is_number_of(before, line)):
            found.append(line)
        else:
            found[-1] += f"\n{line}"
    return found


def _open_several(opening: re.Pattern[str], lines: Sequence[str]) -> bool:
    """Return whether several lines open so: one alone may do by chance."""
    return sum(bool(opening.match(line)) for line in lines) > 1


def are_dashed(lines: Sequence[str]) -> bool:
    """Return whether most lines have something to tell behind a name and a dash."""
    return (
        _open_several(_DASHED, lines) and sum(map(bool, map(_DASHED.match, lines))) > len(lines) / 2
    )


def _is_prose(lines: Sequence[str]) -> bool:
    """Return whether many lines go on in lower case, as those of a narrow column do.

    There a capital is a name more likely than something new, and one long line is the odd one.
    """
    going_on = sum(line.lstrip()[:1].islower() for line in lines[1:])
    return going_on >= GOING_ON * len(lines)


def _are_notes(lines: Sequence[str]) -> bool:
    """Return whether somebody wrote each line for itself, and most without a capital."""
    small = sum(line.lstrip()[:1].islower() for line in lines)
    said = all(len(line.split()) >= SAYING for line in lines)  # no code, no single words
    if len(lines) < NOTED or small < IN_SMALL * len(lines) or not said:
        return False
    return len(_list_roomy(lines)) >= ROOMY * (len(lines) - 1)


def _are_indented(lines: Sequence[str]) -> bool:
    """Return whether several lines stand indented below the first, and are not merely filled."""
    indented = [each for each in lines[1:] if _indent(each) > _indent(lines[0])]
    several = len(indented) > 1 and len(indented) == len(lines) - 1
    return several and len(_list_roomy(indented)) >= ROOMY * (len(indented) - 1)


def _is_narrow_column(lines: Sequence[str]) -> bool:
    """Return whether short lines are full all the same, each with several words."""
    words = sum(len(line.split()) for line in lines[:-1])
    return len(lines) > FEW and words >= FILLING * (len(lines) - 1) and not _list_roomy(lines)


def _list_roomy(lines: Sequence[str]) -> list[str]:
    """List the lines that end where the next word had room; one line may be longer than all."""
    *_, second, longest = sorted(len(line.rstrip()) for line in lines)
    width = FULL * (second if len(lines) > FEW else longest)
    return [
        before
        for before, line in pairwise(lines)
        if len(before.rstrip()) + 1 + len(_find_first_word(line)) <= width
    ]


def _find_first_word(line: str) -> str:
    """Return what must stay together at the beginning of a line: "2027" of "2027年度物业费"."""
    first = line.split()[0]
    if first.isascii():
        return first
    at = next((at for at, sign in enumerate(first) if is_run(sign)), len(first))
    return first[: max(1, at)]


def _is_broken(before: str, line: str, width: int, *, short: bool) -> bool:
    """Return whether `line` begins something new: there was room for its first word before it."""
    if is_row(line) or (_OPTION.match(line) and not line.lstrip(" -")[:1].isdigit()):
        return True
    if _LABEL.match(before) and _LABEL.match(line):
        return True
    first = _find_first_word(line)
    below = not first[:1].islower() and _indent(line) <= _indent(before)
    if is_row(before) and not find_writer(before) and below:
        return True
    heads = before.isupper() or not first[:1].islower()
    if (_CLAUSE.match(line) and not _goes_on_with_time(before, line)) or (
        heads and is_title(before) and _indent(line) > _indent(before)
    ):
        return True
    if first[:1].islower() or before.rstrip().endswith((",", "-", "，", "、")):
        return False
    return short or len(before.rstrip()) + 1 + len(first) < width * 0.7


def _goes_on_with_time(before: str, line: str) -> bool:
    """Return whether a sentence goes on with a time, and no clause begins: "17.20 and Huw"."""
    time = _CLAUSE_TIME.match(line)
    return bool(time) and not (is_ended(before) or _CLAUSE.match(before) or is_title(before))


def is_row(line: str) -> bool:
    """Return whether a line is a row of a table that is set with spaces or dots, or a message."""
    return bool(_ROW.match(line) or _LEADERS.match(line) or find_writer(line))


def _is_role(before: str, line: str, filled: Sequence[str]) -> bool:
    """Return whether `line` ends a signature and says what the name `before` it does."""
    greets = len(filled) <= _SIGNATURE and filled[0].rstrip().endswith((",", "，"))
    named = line is filled[-1] and bool(_NAME.fullmatch(before.strip()))
    return greets and named and is_title(line) and not any(map(str.isdigit, line))


def _is_number_of(before: str, line: str) -> bool:
    """Return whether `line` is only a telephone number, and `before` whose it is."""
    return bool(_CONTACT.fullmatch(line.strip()) and _NAME.fullmatch(before.strip()))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _split_sentences(text: str) -> list[str]:
    fields = _FIELDS.split(text)  # "Vehicle: Fabia · Mileage: 48,312"
    if sum(bool(find_label(each)) for each in fields) > 1:
        return fields
    ends = _list_ends(text)
    return [
        each
        for start, end in pairwise(ends)
        for each in ([text[start:end]] if end - start <= ROOM else split_clauses(text[start:end]))
    ]


def split_boxes(line: str) -> list[str]:
    """Return the boxes of a form, each with what it names; empty for any other line.

    Nor are "[ ] yes [x] no" told apart, which answer the line or the title before them.
    """
    starts = [found.start() for found in _BOX.finditer(line)]
    if len(starts) < FEW or line[: starts[0]].strip("-*+•· "):
        return []
    parts = [line[start:end] for start, end in pairwise([*starts, len(line)])]
    named = (_BOX.sub("", each).strip() for each in parts)
    return parts if all(len(each) > _ANSWER for each in named) else []


def has_box(line: str) -> bool:
    return bool(_BOX.search(line))


def opens_with_empty_box(line: str) -> bool:
    return bool(_EMPTY_BOX.match(line))


def _list_ends(text: str) -> list[int]:
    """List where sentences end, and 0; in bold type none does, as it may be the title."""
    bold = [found.span() for found in _BOLD.finditer(text)]
    ends = find_sentence_ends(text, 0, len(text))
    return [0, *(at for at in ends if not any(start < at < end for start, end in bold))]


def join_short(sentences: Sequence[str]) -> list[str]:
    """Join what says nothing by itself, "Yes." or "**Summer fair.**", with what follows it.

    The number of an item, which counts nothing, is left out.
    """
    found: list[str] = []
    numbered = len(sentences) > 1 and _ITEM_NUMBER.fullmatch(sentences[0].strip())
    for each in sentences[1:] if numbered else sentences:
        if found and _is_short(found[-1]):
            found[-1] += each
        else:
            found.append(each)
    return found


def join_headlines(lines: Sequence[list[str]]) -> list[list[str]]:
    """Join a sentence in bold on a line of its own with what it opens: "**It beeps.**"."""
    found = [list(each) for each in lines[:1]]
    for each in lines[1:]:
        opening = found[-1][0].strip()
        opens = bool(_HEADLINE.fullmatch(opening)) and not _HEADLINE.fullmatch(each[0].strip())
        if found[-1][1:] or is_question(opening) or not opens:
            found.append(list(each))
        else:
            found[-1] = [f"{found[-1][0].rstrip()} {each[0]}", *each[1:]]
    return found


def _is_short(sentence: str) -> bool:
    """Return whether it is one word or a title in bold type."""
    bare = sentence.strip()
    longest = _SIGNS if is_run(bare[:1]) else _WORD
    alone = len(bare) <= longest and len(bare.split()) == 1 and bool(_LETTERS.search(bare))
    return not is_question(bare) and (alone or bool(_BOLD_TITLE.fullmatch(bare)))


def find_label(line: str) -> str:
    """Return the words that a line opens with and that name what all of it is about; or ""."""
    bare = line.lstrip()
    found = _BOLD_LABEL.match(bare) or _PLAIN_LABEL.match(bare)
    return found[1] if found else ""


def find_purpose(line: str, language: str) -> str:
    """Return the words in which a line says what is done that way; or "": "To cancel, write …"."""
    words = line.partition(",")[0].split()[:_PURPOSE_WORDS]
    opens = bool(words) and fold(words[0]) in _PURPOSES.get(language, "").split()
    return " ".join(words[1:]) if opens else ""


def split_options(block: str) -> list[str]:
    """Return the options of a manual, each with its text; empty for any other block."""
    lines = [line for line in block.splitlines() if line.strip()]
    if not lines or not _OPTION.match(lines[0]):
        return []
    found: list[str] = []
    margin = len(lines[0]) - len(lines[0].lstrip())
    for line in lines:
        column = len(line) - len(line.lstrip())
        if _OPTION.match(line) and column <= margin:
            found.append(line.strip())
        else:
            found[-1] += f" {line.strip()}"
    return [_SPACES.sub(" ", each) for each in found]


def names_option(text: str, lists: QuestionWords) -> bool:
    """Return whether a word beside "option" is its name: "the persist option"."""
    if not lists.is_spaced:
        return False
    known = {*load_stopwords(lists.language), *lists.list_words("frames", Kind.OPTION.value)}
    nouns = lists.list_words("signs", "options")
    words = [fold(each) for each in _RUN.findall(text)]
    return any(other in nouns and one not in known for one, other in pairwise(words))


def list_fields(rows: Sequence[str]) -> list[str]:
    """List the rows of a table that has no head, each as "Rent: 890 €"; none of another table.

    Formats that know no heads, such as PDF, have the first row for one. `rows` are Markdown, the
    first two the head and the line below it.
    """
    split = [split_cells(each) for each in (*rows[:1], *rows[2:])]
    filled = [[cell for cell in each if cell] for each in split]
    if len(filled) < FEW or not _is_field(split[0], filled[0]):
        return []
    if any(len(each) > _PAIR for each in filled[1:]):
        return []
    return [": ".join((each[0].rstrip(":"), *each[1:])) for each in filled if each]


def _is_field(cells: Sequence[str], filled: Sequence[str]) -> bool:
    """Return whether a head is none: it says a value, and names no other column."""
    named = len(filled) == _PAIR and bool(cells[0])
    return named and not _FIGURE.search(filled[0]) and bool(_VALUE.fullmatch(filled[1]))


def split_cells(row: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in _BAR.split(row.strip().strip("|")))

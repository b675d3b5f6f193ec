"""Chooses which of the ranked pieces are quoted, and with which title and sentence before them."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.leave_signs import decides_for_list
from bot.answering.extracts.matching import PREFIX, match
from bot.answering.extracts.phrases import Grade
from bot.answering.extracts.pieces import ROOM, clean_line
from bot.answering.extracts.quotation import Quotation, format_lead, format_title
from bot.answering.extracts.table_rows import find_naming_columns
from bot.answering.grades.doubts import has_contrast
from bot.answering.grades.other_passages import AS_MUCH
from bot.answering.grades.rivals import TIED, completes, is_named_by_head
from bot.answering.question.meanings import is_negated
from bot.answering.question.mentions import points_back
from indexer.text.normalize import fold
from indexer.text.question_words import Kind, load_question_words

MOST = 3  # passages quoted
FEW = 2  # where they only may answer
APART = 3  # pieces, at most, between two of a passage that are quoted together


def choose_quotations(ranked: Sequence[tuple[float, Candidate]], grade: Grade) -> list[Quotation]:
    """Choose the best piece of each passage that comes close to the best of all."""
    least, best, sure = TIED * ranked[0][0], ranked[0][1], grade is Grade.ANSWERS
    chosen: dict[int, list[Candidate]] = {}
    quoted: set[str] = set()
    for score, each in ranked:
        here = chosen.get(each.n, [])
        close = (score >= least or (not sure and _rivals(each, score, ranked[0]))) and (
            _goes_with(each, here)
        )
        close = close and (each is best or not (sure and has_contrast(each)))
        # Passages of one document overlap: what was quoted from one need not be quoted again.
        if each.piece.text not in quoted and (close or completes(each, best)):
            chosen.setdefault(each.n, []).append(each)
            quoted.add(each.piece.text)
    most = MOST if grade is Grade.ANSWERS else FEW
    kept = list(chosen.values())[:most]
    names = name_files([found[0].placed.file for found in kept])
    return [_build_quotation(found, names) for found in kept]


def _rivals(each: Candidate, score: float, best: tuple[float, Candidate]) -> bool:
    """Return whether either may be meant: of two documents, or of rows that their head names."""
    if each.piece.head and each.piece.head == best[1].piece.head:
        return is_named_by_head(best[1])
    return each.placed.file != best[1].placed.file and score > AS_MUCH * best[0]


def name_files(files: Collection[str]) -> Mapping[str, str]:
    """Name each of several files, without its ending unless two are called alike; none for one."""
    paths = {each: Path(each) for each in files}
    if len(paths) < 2:
        return {}
    stems = {each.stem for each in paths.values()}
    return {
        file: path.stem if len(stems) == len(paths) else path.name for file, path in paths.items()
    }


def _goes_with(each: Candidate, chosen: Sequence[Candidate]) -> bool:
    """Return whether a piece is quoted with others of its passage: rows, or one more sentence."""
    if not chosen:
        return True
    first = chosen[0].piece
    if each.piece.head != first.head:
        return False
    if first.head:
        # Of "H1" and "H1 Pro", the row that has nothing else in its name is meant; of "Ten swims"
        # below "Swims", any row may be.
        return each.precision >= chosen[0].precision or is_named_by_head(chosen[0])
    return len(chosen) == 1 and abs(each.place - chosen[0].place) <= APART


def _build_quotation(found: Sequence[Candidate], names: Mapping[str, str]) -> Quotation:
    """Build it with a title; `names` are those of files, if several say something of it."""
    first, pieces = found[0], [each.piece for each in sorted(found, key=lambda each: each.place)]
    named = find_naming_columns(first.piece, first.words, first.placed.language)
    before = _find_sentence_before(found)
    title = _find_denial(first) or _find_day(first) or _find_title(first)
    opening = before or pieces[0].line
    title = "" if opening.startswith(title) else title  # it is quoted with what it names
    title = title or ("" if any(each.line for each in pieces) else _name(first))
    title = _join_names(names[first.placed.file], title) if names else title
    return Quotation(first.n, pieces, first.columns, named, title, before)


def _find_sentence_before(found: Sequence[Candidate]) -> str:
    """Return the sentence that the first piece points back at; "" if it stands by itself."""
    first = min(found, key=lambda each: each.place)
    beside, line = first.piece.beside, first.piece.line
    language = first.placed.language
    goes_on = first.piece.refers and not load_question_words(language).is_spaced
    if beside is None or not line or not (goes_on or points_back(line, language)):
        return ""
    before = clean_line(beside.original)
    return before if len(before) + len(line) <= ROOM else ""


def _join_names(name: str, title: str) -> str:
    """Return the name of the document, and the title below it."""
    return name if fold(title) in ("", fold(name)) else f"{name}: {title}"


def _name(each: Candidate) -> str:
    """Name rows or code that nothing leads to, by the heading above them or by their file."""
    titles = (format_title(title.original) for title in reversed(each.piece.titles))
    return next(filter(None, titles), Path(each.placed.file).stem)


def _find_denial(each: Candidate) -> str:
    """Return what leads to a piece and denies it: "We will not pay for:" above "door seals".

    Where it is asked whether something is so, a heading may allow it, too.
    """
    asked, language = each.question.kind is Kind.WHETHER, each.placed.language
    decides = decides_for_list if asked else is_negated
    leads = [title.original for title in each.piece.titles[-1:]] or each.placed.passage.sections[
        -1:
    ]
    return next((format_lead(lead) for lead in leads if decides(lead, language)), "")


def _find_day(each: Candidate) -> str:
    """Return the heading with the day of a piece that tells none itself."""
    return format_title(each.day_above) if each.is_dated_above else ""


def _find_title(each: Candidate) -> str:
    """Return the heading or line above a piece that has a word of the question it lacks."""
    own = [match(word, each.piece.own) for word in each.words]
    opening = (each.piece.opening,) if each.piece.opening else ()
    for title in (*opening, *reversed(each.piece.titles)):
        if any(
            word.worth and match(word, title) > max(found, PREFIX)
            for word, found in zip(each.words, own, strict=True)
        ):
            return format_title(title.original)
    return ""

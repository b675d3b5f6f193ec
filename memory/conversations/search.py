"""Search what was said in conversations, by words, by date, or by both."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, time, timedelta
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from indexer.aside import run_aside
from indexer.scopes import Visibility
from indexer.search.bm25 import Scorer, read_candidate
from indexer.search.candidates import read_statistics
from indexer.search.query import Query, Term, parse_query
from indexer.search.ranking import scale_score
from indexer.search.store import Store
from indexer.store.connection import hold_snapshot
from indexer.store.corpus import TURNS
from indexer.store.database import Database
from indexer.store.door import select
from indexer.store.engine.session import Row, Session
from indexer.store.rows import TranscriptTurn, TurnHit, build_turn_hit
from indexer.text.analyzer import extract_terms
from indexer.text.dates.finder import find_past_mention
from indexer.text.dates.period import Period
from indexer.text.languages import detect_language
from indexer.text.synonyms import find_near, find_same
from memory.conversations.recorder import ASSISTANT, FOLDER, KIND, PERSON
from memory.messages import format_timestamp, parse_timestamp

LOOKED_AT = 5_000  # turns of a period, the latest
OWN = "own"  # the part of a score that is above 0 where a turn itself has words of the question
MORE = 3  # times the limit: questions are put last
NEAR = 0.3  # cosine of a turn that means what is looked for, without any of its words
MOST_NEAR = 5  # turns that are found so

# The days of chats by name, and every imported conversation, whose times are compared below.
ROWS = f"""
    SELECT u.*, f.path AS file, t.main, t.side, t.common, t.length
    FROM files f CROSS JOIN transcripts u CROSS JOIN transcripts_terms t
    WHERE u.file_id = f.id AND t.id = u.id AND f.document_type = '{KIND}'
    AND (f.kind <> '{KIND}' OR f.name BETWEEN :first AND :last)
"""  # noqa: S608 - our own name
OF_PERIOD = (
    " SELECT * FROM visible WHERE said_at >= :since AND said_at < :until"
    " ORDER BY said_at DESC LIMIT :limit"
)


class Span(Struct, frozen=True):
    """From one moment until another, which is not part of it; both aware."""

    since: datetime
    until: datetime


class AskedTurns(Struct, frozen=True):
    """The words that turns are asked for, and when they were said; None for any time."""

    words: str
    span: Span | None = None


def parse_asked(question: str, now: datetime) -> AskedTurns:
    """Parse a question about what was said; `now` is in the person's time zone."""
    found = find_past_mention(question, now)
    if found is None:
        return AskedTurns(question)
    return AskedTurns(found.rest, build_span(found.period, now))


def build_span(period: Period, now: datetime) -> Span:
    """Return the whole days of a period in the time zone of `now`."""
    after = period.last + timedelta(days=1)
    midnight = time(tzinfo=now.tzinfo)
    return Span(datetime.combine(period.first, midnight), datetime.combine(after, midnight))


class ConversationSearch:
    """Lives as long as the database."""

    def __init__(self, store: Store, database: Database) -> None:
        self._store = store
        self._reader = database.reader

    async def search(
        self, visibility: Visibility, asked: AskedTurns, *, limit: int = 10
    ) -> list[TurnHit]:
        """Return the turns that answer best, and questions last: they answer nothing.

        Of a time without words, or with common ones alone, all that was said then is returned in
        order; with words, only what has one of them, or else a word that means the same.
        """
        if asked.span is None:
            hits = await self._store.search_transcripts(visibility, asked.words, limit=MORE * limit)
            return put_questions_last(_put_own_words_first(hits, asked.words))[:limit]
        search = partial(_search_span, visibility, asked.words, asked.span, limit)
        return await self._reader.run(search)

    async def find_mentions(
        self, visibility: Visibility, asked: AskedTurns, *, limit: int
    ) -> list[TurnHit]:
        """Return the turns in which something is said or asked, the best first.

        They have a word of it, at most `limit` of them; a few more are near to it in meaning.
        """
        if asked.span is not None:
            return await self.search(visibility, asked, limit=limit)
        found = await self._store.search_transcripts(visibility, asked.words, limit=MORE * limit)
        length = sum(len(hit.turn.text) for hit in found)
        hits = await run_aside(partial(_mark_own_words, found, asked.words), length)
        said = [hit for hit in hits if hit.explain[OWN]]
        return said[:limit] + _select_near([hit for hit in hits if not hit.explain[OWN]])


def _put_own_words_first(hits: Sequence[TurnHit], words: str) -> list[TurnHit]:
    """Order hits so that those found by their neighbours' words alone follow the others."""
    return sorted(_mark_own_words(hits, words), key=lambda hit: not hit.explain[OWN])


def _mark_own_words(hits: Sequence[TurnHit], words: str) -> list[TurnHit]:
    return [replace(hit, explain={**hit.explain, OWN: _share_words(hit, words)}) for hit in hits]


def _select_near(hits: Sequence[TurnHit]) -> list[TurnHit]:
    """Select the few that are near in meaning, the nearest first; something always is nearest."""
    near = [(hit.cosine, hit) for hit in hits if hit.cosine is not None and hit.cosine >= NEAR]
    return [hit for _cosine, hit in sorted(near, key=lambda pair: -pair[0])[:MOST_NEAR]]


def _share_words(hit: TurnHit, words: str) -> float:
    language = detect_language(f"{words} {hit.turn.text}")
    shared = {*extract_terms(words, language)} & {*extract_terms(hit.turn.text, language)}
    return float(len(shared))


def put_questions_last(hits: Sequence[TurnHit]) -> list[TurnHit]:
    """Order hits so that a person's questions follow everything that says something."""
    return sorted(hits, key=lambda hit: not _says_something(hit))


def drop_questions(hits: Sequence[TurnHit]) -> list[TurnHit]:
    """Drop what a person only asked an assistant: a question is no answer to itself."""
    return [hit for hit in hits if _says_something(hit)]


def is_answer(hit: TurnHit) -> bool:
    """Return whether the assistant said it."""
    return hit.turn.speaker == ASSISTANT


def find_time(turn: TranscriptTurn) -> datetime | None:
    """Return when a turn was said; None if a recorded conversation wrote no time that there is."""
    try:
        return parse_timestamp(turn.said_at)
    except ValueError:
        return None


def _says_something(hit: TurnHit) -> bool:
    """Return whether a turn is more than a question; people ask each other to say something.

    Whatever asks for nothing may say something, also without a full stop or a known verb.
    """
    from memory.text.telling import select_told  # answers from documents need none of it

    own = hit.turn.speaker == PERSON or hit.file.startswith(FOLDER)
    asked = own and not is_answer(hit)
    return not asked or bool(select_told(hit.turn.text))


def _search_span(
    visibility: Visibility, words: str, span: Span, limit: int, db: Session
) -> list[TurnHit]:
    with hold_snapshot(db):
        statistics = read_statistics(db, TURNS, visibility)
        rows = _select_span(db, visibility, span)
    query = parse_query(words, statistics.languages)
    if query.common:
        return _list_fullest(rows, limit)
    found = _Period(query, rows)
    if not found.matching:
        query = _add_synonyms(query, statistics.languages)
        found = _Period(query, rows)
    scorer = Scorer.for_query(query, found.count_rows(), replace(statistics, rows=len(rows)), TURNS)
    scored = [(sum(scorer.score(read_candidate(row)).values()), row) for row in found.matching]
    scored.sort(key=lambda pair: (-pair[0], pair[1]["said_at"]))
    best = [build_turn_hit(row, scale_score(score), {OWN: score}) for score, row in scored]
    return put_questions_last(best)[:limit]


def _select_span(db: Session, visibility: Visibility, span: Span) -> Sequence[Row]:
    since, until = format_timestamp(span.since), format_timestamp(span.until)
    return select(
        db,
        visibility,
        ROWS,
        OF_PERIOD,
        first=f"{span.since.astimezone(UTC):%Y-%m-%d}",
        last=f"{span.until.astimezone(UTC):%Y-%m-%d}",
        since=since,
        until=until,
        limit=LOOKED_AT,
    )


class _Period(Struct, frozen=True):
    """The visible turns of a period, and the words that are looked for in them."""

    query: Query
    rows: Sequence[Row]

    @property
    def matching(self) -> list[Row]:
        """The turns that have a word of the question themselves."""
        return [
            row
            for row in self.rows
            if any(_has_term(term, row["main"].split()) for term in self.query.terms)
        ]

    def count_rows(self) -> list[int]:
        """Count the turns of the period that have each term."""
        words = [set(f"{row['main']} {row['side']}".split()) for row in self.rows]
        return [sum(_has_term(term, each) for each in words) for term in self.query.terms]


def _has_term(term: Term, words: Collection[str]) -> bool:
    """Return whether words have a term, or begin with one that is a single sign: `买` in `买车`."""
    if not term.prefix:
        return any(each in words for each in term.forms)
    return any(each.startswith(term.forms) for each in words)


def _add_synonyms(query: Query, languages: Sequence[str]) -> Query:
    """Let words that mean the same as those of a query, or are near to them, be found too."""
    terms = (replace(each, forms=_list_related(each, languages)) for each in query.terms)
    return Query(tuple(terms))


def _list_related(term: Term, languages: Sequence[str]) -> tuple[str, ...]:
    related = (
        other
        for each in languages
        for form in term.forms
        for other in sorted(find_same(form, each) | find_near(form, each))
    )
    return tuple(dict.fromkeys((*term.forms, *(each for each in related if " " not in each))))


def _list_fullest(rows: Sequence[Row], limit: int) -> list[TurnHit]:
    """List the turns that say most, people's first, in the order in which they were said."""
    hits = [(len(set(row["main"].split())), build_turn_hit(row, 0.0, {})) for row in rows]
    hits.sort(key=lambda pair: (is_answer(pair[1]), not _says_something(pair[1]), -pair[0]))
    return sorted((hit for _size, hit in hits[:limit]), key=lambda hit: hit.turn.said_at)

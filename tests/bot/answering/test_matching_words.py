"""Words of a question are found in the pieces of a passage as if each were looked for alone."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.answering.extracts.evidence import AskedPassage, match
from bot.answering.extracts.pieces import read_passage
from bot.answering.extracts.question import list_words, parse_question
from bot.citations.statement import parse_sentence

# Compounds, beginnings, synonyms, phrases, inflections, codes, and runs without spaces.
WORDS = (
    *("deposit", "depositors", "garden", "gardener", "flower", "flowerpot", "pots", "telephone"),
    *("Kündigungsfrist", "Frist", "E-17", "17th", "Lisbon", "March", "tenancy", "agreement"),
    *("lease", "farmhouse", "houses", "été", "電話番号", "番号"),
    *("Übung", "Übungsraum", "Раннее", "раннего", "小学生", "大学生", "见学生", "学生"),
)
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)


@example("Frist", ["Kündigungsfrist"], "de")
@example("Kündigungsfrist", ["Frist"], "de")
@example("flower", ["deposit", "flowerpot"], "en")
@example("lease", ["tenancy agreement"], "en")
@example("gardener", ["gardening"], "en")
@example("番号", ["電話番号"], "ja")
@example("小学生", ["见学生"], "zh")
@example("Übung", ["Übungsraum"], "de")
@given(
    texts, st.lists(texts, min_size=1, max_size=4), st.sampled_from(("en", "de", "ja", "ru", "zh"))
)
def test_a_word_is_matched_alike_whatever_else_its_passage_holds(
    asked: str, sentences: list[str], language: str
) -> None:
    words = list_words(parse_question(f"where is {asked}?"), language)
    topic = parse_sentence(". ".join(sentences), language)
    passage = AskedPassage(words, parse_sentence("", language), topic, language, topic.terms)
    for text in (*sentences, asked):
        held = parse_sentence(text, language)
        assert passage.match_words(held) == tuple(match(each, held) for each in words)


@pytest.mark.parametrize(
    ("question", "text", "related"),
    [
        ("When is the übung?", "The Übung is on Monday. Bring a towel. It is free.", 1),
        ("когда занятия йогой?", "Занятия йогой в среду. Парковка закрыта. Вход свободный.", 1),
        ("小学生の料金は？", "小学生は百円です。駐車場は無料です。", 1),
    ],
)
def test_only_what_may_have_a_word_is_looked_at(question: str, text: str, related: int) -> None:
    read = read_passage(text)
    words, titles = list_words(parse_question(question), read.language), parse_sentence("", "en")
    passage = AskedPassage(words, titles, read.topic, read.language, read.terms)
    nothing = [passage.has_nothing_in(each.own) for each in read.pieces]
    assert nothing.count(False) == related
    for each, none in zip(read.pieces, nothing, strict=True):
        assert any(match(word, each.own) for word in words) is not none

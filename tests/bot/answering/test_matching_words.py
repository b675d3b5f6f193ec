"""Words of a question are found in the pieces of a passage as if each were looked for alone."""

from hypothesis import example, given
from hypothesis import strategies as st

from bot.answering.extracts.asked_passage import AskedPassage, SoughtWords
from bot.answering.extracts.matching import match
from bot.answering.question.asked_question import parse_question
from bot.answering.question.asked_words import list_words
from bot.citations.statement import parse_sentence

# Compounds, beginnings, synonyms, phrases, inflections, codes, and runs without spaces.
WORDS = (
    *("deposit", "depositors", "garden", "gardener", "flower", "flowerpot", "pots", "telephone"),
    *("Kündigungsfrist", "Frist", "E-17", "17th", "Lisbon", "March", "tenancy", "agreement"),
    *("lease", "farmhouse", "houses", "été", "電話番号", "番号"),
)
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)


@example("Frist", ["Kündigungsfrist"], "de")
@example("Kündigungsfrist", ["Frist"], "de")
@example("flower", ["deposit", "flowerpot"], "en")
@example("lease", ["tenancy agreement"], "en")
@example("gardener", ["gardening"], "en")
@example("番号", ["電話番号"], "ja")
@given(texts, st.lists(texts, min_size=1, max_size=4), st.sampled_from(("en", "de", "ja")))
def test_a_word_is_matched_alike_whatever_else_its_passage_holds(
    asked: str, sentences: list[str], language: str
) -> None:
    words = list_words(parse_question(f"where is {asked}?"), language, ())
    topic = parse_sentence(". ".join(sentences), language)
    passage = AskedPassage(SoughtWords(words, language), parse_sentence("", language), topic)
    for text in (*sentences, asked):
        held = parse_sentence(text, language)
        assert passage.match_words(held) == tuple(match(each, held) for each in words)

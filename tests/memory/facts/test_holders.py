"""Who has a role now: one answer, the last, and never what another scope knows."""

from datetime import timedelta

import pytest

from indexer.scopes import KB, Visibility
from memory.fact import FactValue, Provenance
from memory.facts.current_state import Asker, find_current_holder, list_current_states
from tests.memory.conversation import START
from tests.memory.facts.said import ANNS, EVE, Facts

LATER = START + timedelta(days=9)
EVES = Visibility.only(KB, EVE)


async def find_holder(facts: Facts, visibility: Visibility, question: str) -> str:
    found = await find_current_holder(facts.reader, Asker(visibility, LATER), question)
    return found.value.content if found else ""


async def test_the_last_holder_answers(facts: Facts) -> None:
    await facts.say("my dentist is Dr Moss")
    await facts.say("my dentist is Dr Lang now", day=2)
    assert await find_holder(facts, ANNS, "who is my dentist?") == "my dentist is Dr Lang now"


async def test_the_holder_of_another_scope_is_neither_seen_nor_ended(facts: Facts) -> None:
    await facts.say("my dentist is Dr Canary", EVE)
    await facts.say("my dentist is Dr Moss", day=1)
    await facts.say("I've changed dentists, my dentist is Dr Lang now", day=2)
    assert "Lang" in await find_holder(facts, ANNS, "who is my dentist?")
    assert await find_holder(facts, EVES, "who is my dentist?") == "my dentist is Dr Canary"
    assert await find_holder(facts, ANNS, "who is my boss?") == ""


async def test_alone_in_another_scope_a_holder_answers_nobody(facts: Facts) -> None:
    await facts.say("my dentist is Dr Canary, the boss is Vi Canary", EVE)
    for question in ("who is my dentist?", "wer ist mein Zahnarzt?", "what is my dentist called?"):
        assert await find_holder(facts, ANNS, question) == ""
        assert await find_holder(facts, Visibility(), question) == ""


async def test_who_speaks_in_a_group_has_a_dentist_of_their_own(facts: Facts) -> None:
    said = Provenance(author="Eve", said="my dentist is Dr Canary")
    scope = next(iter(ANNS.scopes - {KB}))
    await facts.ledger.upsert(scope, FactValue("Eve: my dentist is Dr Canary"), said, START)
    asker = Asker(ANNS, LATER, "Ann")
    assert await find_current_holder(facts.reader, asker, "who is my dentist?") is None


@pytest.mark.sqlite("it is about words, whatever holds them")
@pytest.mark.parametrize(
    ("said", "question"),
    [
        (("I live in Leeds", "moved to York", "we live in Hull now 🎉"), "where do I live?"),
        (("I live in Leeds", "we're in York now, boxes everywhere"), "where do I live?"),
        (("I live in Leeds", "packed everything up. York is home now"), "where do I live?"),
        (
            ("ich wohne in Kassel", "wir sind seit gestern in Jena, Umzug geschafft"),
            "wo wohne ich?",
        ),
        (("Ich wohne in Kassel", "bin nach Jena gezogen", "wohne jetzt in Ulm"), "wo wohne ich?"),
        (("j'habite à Nantes", "j'habite à Brest maintenant"), "où est-ce que j'habite ?"),
        (("on habite à Nantes", "on a déménagé à Angers"), "où est-ce qu'on habite ?"),
        (("vivo en Vigo", "me fui a vivir a Lugo", "ahora vivo en Gijón"), "¿dónde vivo?"),
        (("abito a Parma", "adesso abito a Lucca"), "dove abito?"),
        (("moro em Braga", "agora moro em Évora"), "onde moro?"),
        (("ik woon in Breda", "ik woon nu in Tilburg"), "waar woon ik?"),
        (("я живу в Казани", "теперь я живу в Омске"), "где я живу?"),
        (("我住在苏州", "我现在住在无锡"), "我住在哪里？"),
        (("奈良に住んでいます", "今は神戸に住んでいます"), "どこに住んでいますか？"),
    ],
)
async def test_after_moves_there_is_one_home(
    facts: Facts, said: tuple[str, ...], question: str
) -> None:
    for day, each in enumerate(said):
        await facts.say(each, day=day)
    (found,) = await list_current_states(facts.reader, Asker(ANNS, LATER), [question])
    assert found.value.content == said[-1]
    assert await facts.texts(day=9) == [said[-1]]

"""A correction without a subject is about what was said last, where one fact alone has it."""

from datetime import timedelta

import pytest

from memory.fact import FactValue, Provenance
from tests.memory.conversation import START
from tests.memory.facts.said import ANN, Facts

pytestmark = pytest.mark.sqlite("it is about words, whatever holds them")


@pytest.mark.parametrize(
    ("old", "new", "right"),
    [
        (
            "I'm allergic to peanuts",
            "actually it's tree nuts, not peanuts",
            "I'm allergic to tree nuts",
        ),
        (
            "The party is on the 12th of June",
            "no, on the 14th, not the 12th",
            "The party is on the 14th of June",
        ),
        ("Maya has piano on Thursday", "I meant Tuesday", "Maya has piano on Tuesday"),
        ("My son is 7", "oops typo, he's 8", "My son is 8"),
        ("Le train part à 8 h 15", "non, à 8 h 50, pas à 8 h 15", "Le train part à 8 h 50"),
        ("Wir sehen Karla am Montag", "Quatsch, am Dienstag", "Wir sehen Karla am Dienstag"),
        ("a consulta é na segunda", "quis dizer na terça", "a consulta é na terça"),
        ("собрание в четверг", "нет, в среду, не в четверг", "собрание в среду"),
        (
            "en agosto vamos a Cádiz con los niños",
            "no, a Sevilla",
            "en agosto vamos a Sevilla con los niños",
        ),
        ("We fly to Rome in May", "no sorry, to Milan", "We fly to Milan in May"),
        ("Wir ziehen im März nach Bonn", "nein, nach Köln", "Wir ziehen im März nach Köln"),
        ("on part à Nice en juin", "non pardon, à Cannes", "on part à Cannes en juin"),
        ("Jo works at Lidl", "sorry, at Aldi, not at Lidl", "Jo works at Aldi"),
        (
            "je suis allergique aux noix",
            "en fait non, pas aux noix, aux kiwis",
            "je suis allergique aux kiwis",
        ),
        ("у меня аллергия на орехи", "то есть не на орехи, а на мёд", "у меня аллергия на мёд"),
        (
            "Ich vertrage kein Penicillin",
            "Korrektur: nicht Penicillin, sondern Ibuprofen",
            "Ich vertrage kein Ibuprofen",
        ),
        (
            "soy alérgica a las nueces",
            "no a las nueces, sino a la leche",
            "soy alérgica a la leche",
        ),
        ("我对花生过敏", "说错了，是对芒果过敏", "我对芒果过敏"),
        ("小麦アレルギーがあります", "間違えた、そばアレルギーです", "そばアレルギーがあります"),
        ("同学聚会在星期六", "说错了，是星期天，不是星期六", "同学聚会在星期天"),
        ("会議は木曜日です", "間違えました、金曜日です", "会議は金曜日です"),
    ],
)
async def test_it_changes_one_value_and_keeps_the_rest(
    facts: Facts, old: str, new: str, right: str
) -> None:
    await facts.say(old)
    await facts.say(new, day=0.1)
    assert await facts.texts(day=1) == [right]


@pytest.mark.parametrize(
    ("known", "new"),
    [
        (("Choir is on Thursday", "Yoga is on Thursday"), "I meant Tuesday"),
        (("Choir is on Thursday", "I like tea"), "I meant Tuesday"),
        (("I paid 40 for 2 tickets",), "I meant 50"),
        (("The vet is on Monday",), "I'm off on Friday, not Monday"),
        (("The vet is on Monday",), "Tuesday works for me, not Monday"),
        (("The dentist is on Monday",), "no, thanks"),
        (("I work for Lidl",), "actually, for a year"),
        (("I am allergic to nuts and to eggs",), "no, to milk"),
        (("I keep the key under the mat",), "sorry, in the shed"),
        (("我对花生过敏",), "说错了，我妹妹过敏"),
        (("We moved from Leeds to York",), "no, in Hull"),
        (("We fly to Rome and to Bari",), "no, to Milan"),
        (("The show is in May",), "no, in Leeds"),
        (("I'm allergic to penicillin",), "sorry, to clarify"),
        (("I'm allergic to nuts",), "no wait, to be fair"),
        (("soy alérgica a la penicilina",), "no, a veces"),
        (("sono allergica alle noci",), "no, alla fine"),
        (("ich bin allergisch gegen Nüsse",), "nein, gegen Mittag"),
        (("my keys are in the kitchen",), "no, in the morning"),
        (("the key is with Janet at number 9",), "no, with Tom"),
        (("小麦アレルギーがあります",), "間違えた、妹のアレルギーです"),
        (("La clase de danza es los jueves",), "este jueves no hay clase"),
    ],
)
async def test_where_it_is_not_plain_nothing_ends(
    facts: Facts, known: tuple[str, ...], new: str
) -> None:
    for each in known:
        await facts.say(each)
    await facts.say(new, day=0.1)
    assert set(known) <= set(await facts.texts(day=1))


async def test_what_was_said_long_before_is_not_meant(facts: Facts) -> None:
    await facts.say("Choir is on Thursday")
    await facts.say("I meant Tuesday", day=3)
    assert "Choir is on Thursday" in await facts.texts(day=3)


GYM = "The gym is 20 a month"
RAISED = "it's gone up to 25"


async def test_a_change_that_names_nothing_is_of_the_last_line_within_an_hour(facts: Facts) -> None:
    await facts.say(GYM)
    await facts.say(RAISED, day=1 / 24)
    assert await facts.texts(day=1) == ["The gym is 25 a month"]


async def test_a_change_that_names_nothing_hours_later_may_be_of_anything(facts: Facts) -> None:
    await facts.say(GYM)
    await facts.say(RAISED, day=0.1)
    assert GYM in await facts.texts(day=1)


async def test_a_change_that_names_nothing_is_of_the_last_line_alone(facts: Facts) -> None:
    await facts.say(GYM)
    await facts.say("I like tea", day=0.01)
    await facts.say(RAISED, day=0.02)
    assert GYM in await facts.texts(day=1)


@pytest.mark.parametrize("said", [RAISED, "I meant 25"])
async def test_behind_another_members_words_it_may_be_of_theirs(facts: Facts, said: str) -> None:
    told = (("Ann", GYM), ("Bob", "The pool is 12 a month"), ("Ann", said))
    for minute, (author, text) in enumerate(told):
        by = Provenance(chat="telegram:1", author=author, said=text)
        now = START + timedelta(minutes=minute)
        await facts.ledger.upsert(ANN, FactValue(f"{author}: {text}"), by, now)
    assert f"Ann: {GYM}" in await facts.texts(day=1)


@pytest.mark.parametrize("said", ["It's Thursday now", "It's Thursday at 3 now", "I meant Friday"])
@pytest.mark.parametrize("marks", ['"{}"', "„{}“", "« {} »"])
async def test_a_quotation_changes_nothing(facts: Facts, said: str, marks: str) -> None:
    await facts.say("Choir is on Tuesdays")
    await facts.say(marks.format(said), day=0.01)
    assert "Choir is on Tuesdays" in await facts.texts(day=1)


async def test_what_is_so_for_a_time_of_fasting_passes(facts: Facts) -> None:
    await facts.say("I take my coffee with sugar")
    await facts.say("without sugar now, for Lent", day=0.01)
    assert "I take my coffee with sugar" in await facts.texts(day=1)


async def test_another_chat_and_another_person_are_not_meant(facts: Facts) -> None:
    kept = "Choir is on Thursday"
    said = Provenance(chat="telegram:1", author="Ann")
    await facts.ledger.upsert(ANN, FactValue(f"Ann: {kept}"), said, START)
    for other in (
        Provenance(chat="telegram:2", author="Ann", said="I meant Tuesday"),
        Provenance(chat="telegram:1", author="Bob", said="I meant Tuesday"),
    ):
        text = f"{other.author}: I meant Tuesday"
        await facts.ledger.upsert(ANN, FactValue(text), other, START)
    assert f"Ann: {kept}" in await facts.texts(day=1)

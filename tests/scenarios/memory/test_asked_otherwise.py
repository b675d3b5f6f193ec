"""Facts are found by questions in other words: compounds, what somebody does, since when, dates."""

import pytest

from tests.conversation import World


@pytest.mark.parametrize(
    ("fact", "question"),
    [
        ("Mein Zahnarzttermin ist am Freitag um neun.", "Wann ist mein Termin?"),
        ("Mein Zahnarzttermin ist am Freitag um neun.", "Wann muss ich zum Zahnarzt?"),
        ("Mein Hausarzt ist Dr. Bühler.", "Wer ist mein Arzt?"),
        ("Das WLAN-Passwort ist Quitte99.", "Wie lautet das Passwort fürs WLAN?"),
        ("Mijn tandartsafspraak is vrijdag om 9 uur.", "Wanneer is mijn afspraak?"),
        ("Giovedì alle 16 ho il dentista.", "Quando vado dal dentista?"),
        ("My brother Tom works as a baker.", "What does my brother do for a living?"),
        ("Mein Bruder Kai arbeitet als Förster.", "Was macht mein Bruder beruflich?"),
        ("Mon fils Paul est allergique aux noix.", "Que sais-tu de mon fils ?"),
        ("У моего сына Пети аллергия на орехи.", "Что ты знаешь о моём сыне?"),
        ("我儿子小明对花生过敏。", "关于我儿子你知道什么？"),
        ("息子の健太はピーナッツアレルギーです。", "息子について何を知っていますか？"),
        ("我从2015年起住在成都。", "我从什么时候开始住在成都？"),
        ("妹の花子は京都に住んでいます。", "花子はどこに住んでいますか？"),
        ("Ma sœur Claire habite à Nantes.", "Où habite Claire ?"),
    ],
)
async def test_a_fact_answers(world: World, fact: str, question: str) -> None:
    await world.owner(f"/remember {fact}")
    assert fact in (await world.owner(question)).text


@pytest.mark.parametrize(
    ("fact", "question"),
    [
        ("2015年から福岡に住んでいます。", "花子はどこに住んでいますか？"),
        ("I work as a nurse.", "What does Tom do for a living?"),
        ("My parents moved to Spain.", "How much is the rent?"),
        ("Fiona's husband Raj coaches rugby.", "What is my husband's name?"),
    ],
)
async def test_a_fact_about_something_else_does_not_answer(
    world: World, fact: str, question: str
) -> None:
    await world.owner(f"/remember {fact}")
    assert fact not in (await world.owner(question)).text


@pytest.mark.parametrize("question", ["Ti ho parlato di Beppe?", "Ti ho detto qualcosa di Beppe?"])
async def test_what_was_told_of_somebody_is_shown(world: World, question: str) -> None:
    await world.owner("Il mio amico Beppe vuole aprire un locale.")
    assert "Beppe vuole aprire un locale" in (await world.owner(question)).text

"""One-line notes of what a person said: kept as worded only if nothing was changed."""

import pytest

from indexer.inference.notes import judge_note


@pytest.mark.parametrize(
    ("said", "note"),
    [
        ("I rent a studio near the canal.", "Rents a studio near the canal."),
        ("I rent a studio near the canal.", "The user rents a studio near the canal."),
        ("I bought a tandem in May.", "Purchased a tandem in May."),
        ("Ich wohne seit drei Jahren in Bremen.", "Wohnt seit drei Jahren in Bremen."),
        ("J'habite à Nantes depuis 2015.", "Habite à Nantes depuis 2015."),
        ("Vivo en Cádiz con mi hermana.", "Vive en Cádiz con su hermana."),
        ("Abito a Torino da dieci anni.", "Abita a Torino da dieci anni."),
        ("Moro em Recife desde janeiro.", "Mora em Recife desde janeiro."),
        ("Ik woon sinds 2018 in Utrecht.", "Woont sinds 2018 in Utrecht."),
        ("Я живу в Казани.", "Живёт в Казани."),
        ("我住在杭州。", "住在杭州。"),
        ("私は京都に住んでいます。", "京都に住んでいる。"),
    ],
)
def test_a_note_in_the_third_person_follows(said: str, note: str) -> None:
    verdict = judge_note(note, said)
    assert not verdict.reasons
    assert verdict.coverage > 0.8


@pytest.mark.parametrize(
    ("said", "note", "reason"),
    [
        ("I don't keep bees.", "Keeps bees.", "negation"),
        ("I used to keep bees.", "Keeps bees.", "ended"),
        ("I almost bought a barge.", "Bought a barge.", "ended"),
        ("I would like to keep bees.", "Keeps bees.", "mood"),
        ("If it snows, I stay in Davos.", "Stays in Davos.", "mood"),
        ("My cousin keeps bees.", "Keeps bees.", "another"),
        ("She keeps bees.", "Keeps bees.", "another"),
        ("I keep bees.", "Keeps bees on the roof.", "more"),
        ("I worked as a diver.", "Works as a diver.", "past"),
        ("Jonas owes me 40 euros.", "Owes Jonas 40 euros.", "speaker"),
        ("I moved from Lyon to Metz.", "Moved from Metz to Lyon.", "relation"),
        ("I like plums more than pears.", "Likes pears more than plums.", "relation"),
        ('Tom said: "I keep bees."', "Keeps bees.", "quoted"),
        ("Früher wohnte ich in Kiel.", "Wohnt in Kiel.", "ended"),
        ("J'ai failli acheter un voilier.", "A acheté un voilier.", "ended"),
        ("Quizás compre una moto.", "Compra una moto.", "mood"),
        ("Mio fratello vive a Bari.", "Vive a Bari.", "another"),
        ("Não tenho carro.", "Tem carro.", "negation"),
        ("Ik ben bijna verhuisd.", "Is verhuisd.", "ended"),
        ("Моя сестра живёт в Омске.", "Живёт в Омске.", "another"),
        ("我妹妹住在杭州。", "住在杭州。", "another"),
        ("京都に住みたいです。", "京都に住んでいる。", "mood"),
    ],
)
def test_what_changes_the_meaning_speaks_against_a_note(said: str, note: str, reason: str) -> None:
    assert reason in judge_note(note, said).reasons


def test_the_name_of_the_person_may_stand_in_a_note_about_them() -> None:
    assert not judge_note("Mira keeps bees.", "I keep bees.", author="Mira").reasons
    assert "more" in judge_note("Mira keeps bees.", "I keep bees.").reasons

"""A day is a past one where a sentence tells of the past, not where a word looks like it."""

from datetime import UTC, datetime

import pytest

from indexer.text.dates.finder import find_mention

NOW = datetime(2026, 3, 18, 9, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    "text",
    [
        "The car's booked in at Halfords on Friday",
        "Je vais à Paris vendredi",
        "On est à Lille vendredi",
        "J'ai une visite vendredi",
        "J'ai piscine vendredi",
        "Il y a piscine vendredi",
        "Le magasin est fermé vendredi",
        "Nous sommes invités vendredi",
        "Die Praxis ist am Freitag geschlossen",
        "Wir sind am Freitag verabredet",
        "Ich bin am Freitag zur Hochzeit eingeladen",
        "Ich habe am Freitag einen Termin beim Gericht",
        "Wir sind am Freitag bei den Verwandten.",
        "Ik heb vrijdag geen tijd",
        "We zijn vrijdag in Gent",
        "Ik heb vrijdag een gesprek",
        "De winkel is vrijdag gesloten",
        "Il negozio è chiuso venerdì",
        "Venerdì viene Anna e Donato porta il vino",
        "Estamos fuera el viernes",
        "Hemos quedado el viernes",
        "Hay una cata de vino el viernes",
        "Estou de férias na sexta-feira",
        "Farei a prova na sexta-feira",
        "Viajaremos na sexta-feira",
        "Podemos ir na sexta-feira",
        "Comprarei o bilhete na sexta-feira",
        "J'ai pas cours vendredi",
        "J'ai pas envie vendredi",
        "Je suis pas libre vendredi",
        "Je suis pas invité vendredi",
        "Y a plus cours vendredi",
        "Футбол в пятницу",
        "Я лечу в Осло в пятницу",
        "Wir sind am Freitag in Gelting",
        "Если в пятницу дождь, едем в музей",
        "Школа закрыта в пятницу",
        "Прийом документів у п'ятницю",
        "Ярослав приїжджає в п'ятницю",
        "为了孩子星期五去学校",
        "星期五我要去上海了",
        "我约了星期五的医生",
        "金曜日に東京に行きたい",
        "金曜日に東京に行くんだ",
    ],
)
def test_what_only_looks_past_lies_ahead(text: str) -> None:
    found = find_mention(text, NOW)
    assert found is not None
    assert found.period.iso in ("2026-03-20", "2026-03-27")  # the Friday of that week in Chinese


@pytest.mark.parametrize(
    "text",
    [
        "J'ai été à Paris vendredi",
        "Paul a vendu la voiture vendredi",
        "Nous sommes allés à Nice vendredi",
        "Il y a eu une panne vendredi",
        "Ich habe am Freitag mit Gerd gesprochen",
        "Das Geschäft ist am Freitag geschlossen worden",
        "Ik ben vrijdag naar Gent gegaan",
        "Ik heb vrijdag met Jan gepraat",
        "Venerdì ho mangiato e ballato",
        "Hicimos una cata el viernes",
        "Esperei por ele na sexta-feira",
        "Liberei a sala na sexta-feira",
        "Acelerei o carro na sexta-feira",
        "Inspirei o pó na sexta-feira",
        "On a pas mangé à la cantine vendredi",
        "Je suis pas allé au travail vendredi",
        "J'ai trois fois appelé vendredi",
        "J'ai de nouveau vomi vendredi",
        "Y a plus eu d'eau vendredi",
        "El vino llegó el viernes",
        "El vino se acabó el viernes",
        "El viernes quedamos con Marta",
        "El viernes andamos diez kilómetros",
        "De brug is vrijdag geopend",
        "星期五我订了酒店",
        "星期五约了医生",
        "星期五我得了第一名",
        "星期五我要了一份面",
        "金曜日に歯医者を予約した",
        "金曜日に決定した",
        "Comprei o bilhete na sexta-feira",
        "Мы играли в футбол в пятницу",
        "Школа закрылась в пятницу",
        "Ярослав провів зустріч у п'ятницю",
        "星期五我去了上海",
        "金曜日に東京に行った",
        "金曜日に東京に行きたかった",
    ],
)
def test_what_is_past_was_on_the_last_day_of_that_name(text: str) -> None:
    found = find_mention(text, NOW)
    assert found is not None
    assert found.period.iso == "2026-03-13"


def test_a_day_without_a_year_is_the_coming_one_where_nothing_tells_of_the_past() -> None:
    for text in (
        "Школа начинается 1 апреля",
        "Estamos de viaje del 3 al 9 de abril",
        "Rendez-vous à Nantes le 3 avril",
        "Het feest is op 3 april gepland",
    ):
        found = find_mention(text, NOW)
        assert found is not None
        assert found.period.first.year == 2026


@pytest.mark.parametrize(
    "text",
    [
        "Das Amt ist am 14. April geschlossen",
        "Wir sind am 14. April eingeladen",
        "Ich bin am 14. April verhindert",
    ],
)
def test_the_point_behind_a_day_ends_no_clause(text: str) -> None:
    found = find_mention(text, NOW)
    assert found is not None
    assert found.period.iso == "2026-04-14"

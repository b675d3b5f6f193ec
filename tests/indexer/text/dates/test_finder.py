"""Dates are found in ten languages; what recurs, or is no date, is none."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.text.dates.finder import find_mention
from indexer.text.dates.repeats import recurs
from indexer.text.word_lists import list_languages

NOW = datetime(2026, 11, 18, 10, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("text", "period", "role"),
    [
        ("Ich wohne seit 2015 in Kiel.", "2015", "since"),
        ("Ik woon sinds 2015 in Breda.", "2015", "since"),
        ("Я живу в Казани с 2015 года.", "2015", "since"),
        ("2015年から福岡に住んでいます。", "2015", "since"),
        ("I work at Greggs since monday", "2026-11-16", "since"),
        ("seit Freitag bei Bosch", "2026-11-13", "since"),
        ("installée à Nantes depuis samedi", "2026-11-14", "since"),
        ("desde el lunes en Mercadona", "2026-11-16", "since"),
        ("sou dos Correios desde sexta", "2026-11-13", "since"),
        ("sinds vrijdag bij PostNL", "2026-11-13", "since"),
        ("We live in Bath since january.", "2026-01", "since"),
        ("from monday I work at Greggs", "2026-11-23", "since"),
        ("ab Freitag bei Bosch", "2026-11-20", "since"),
        ("We are in Rome from 3 May to 17 May.", "2027-05-03/2027-05-17", "on"),
        ("Vom 3. bis 17. Mai sind wir auf Madeira.", "2027-05-03/2027-05-17", "on"),
        ("Nous partons du 30 avril au 4 mai.", "2027-04-30/2027-05-04", "on"),
        ("Vamos del 3 al 17 de mayo.", "2027-05-03/2027-05-17", "on"),
        ("Andiamo in Sardegna dal 10 al 24 agosto.", "2027-08-10/2027-08-24", "on"),
        ("Mijn afspraak is vrijdag om 9 uur.", "2026-11-20", "on"),
        ("Le rendez-vous est vendredi à 9 h.", "2026-11-20", "on"),
        ("Il est parti lundi.", "2026-11-16", "on"),
        ("The meeting is the week after next.", "2026-11-30/2026-12-06", "on"),
        ("I moved to Porto in March 2026.", "2026-03", "on"),
        ("I have worked here since 2019.", "2019", "since"),
        ("In 2009 I moved to York.", "2009", "on"),
        ("In 2009 we lived in Hull.", "2009", "on"),
        ("2009 bin ich nach Jena gezogen.", "2009", "on"),
        ("Im Jahr 2009 zog ich nach Jena.", "2009", "on"),
        ("En 2009 je suis partie à Brest.", "2009", "on"),
        ("En 2009 me he mudado a Huelva.", "2009", "on"),
        ("In 2009 ben ik naar Gent verhuisd.", "2009", "on"),
        ("In 2019 houses were built", "", "on"),
        ("2009 is the code", "", "on"),
        ("The lease runs until March 2027.", "2027-03", "until"),
        ("My contract ends in a month's time.", "2026-12-18", "on"),
        ("In a fortnight we fly to Rome.", "2026-12-02", "on"),
        ("This weekend we paint the hall.", "2026-11-21/2026-11-22", "on"),
        ("Nächstes Jahr ziehe ich um.", "2027", "on"),
        ("Am Montag war ich beim Arzt.", "2026-11-16", "on"),
        ("Der Urlaub dauert bis Freitag.", "2026-11-20", "until"),
        ("Heute in einer Woche ist Premiere.", "2026-11-25", "on"),
        ("La semana pasada estuve enferma.", "2026-11-09/2026-11-15", "on"),
        ("El primer lunes de mayo es la feria.", "2027-05-03", "on"),
        ("Il mese scorso ho cambiato lavoro.", "2026-10", "on"),
        ("Quest'anno vado in pensione.", "2026", "on"),
        ("No próximo mês viajo.", "2026-12", "on"),
        ("Na sexta-feira tenho exame.", "2026-11-20", "on"),
        ("Drie dagen geleden was ik jarig.", "2026-11-15", "on"),
        ("Op de eerste zaterdag van mei is de markt.", "2027-05-01", "on"),
        ("На следующей неделе у меня отпуск.", "2026-11-23/2026-11-29", "on"),
        ("Три дня назад я купил машину.", "2026-11-15", "on"),
        ("В первый понедельник мая будет ярмарка.", "2027-05-03", "on"),
        ("5 мая у нас свадьба.", "2027-05-05", "on"),
        ("下个月我去北京。", "2026-12", "on"),
        ("上星期三我们见面了。", "2026-11-11", "on"),
        ("三天前我买了车。", "2026-11-15", "on"),
        ("明年我结婚。", "2027", "on"),
        ("5月第一个星期一开会。", "2027-05-03", "on"),
        ("来月、引っ越します。", "2026-12", "on"),
        ("三日前に帰りました。", "2026-11-15", "on"),
        ("5月の第一月曜日に祭りがあります。", "2027-05-03", "on"),
        ("再来週の水曜日に会議です。", "2026-12-02", "on"),
        ("昨年結婚しました。", "2025", "on"),
        ("The price is 700 pounds.", "", "on"),
        ("I may go home.", "", "on"),
        ("Second-hand books are fine.", "", "on"),
        ("I have three children and a dog day.", "", "on"),
        ("Ho comprato un libro di marzo.", "", "on"),
        ("We met on Tuesday.", "2026-11-17", "on"),
        ("I slept badly on Monday.", "2026-11-16", "on"),
        # A verb is past by itself alone: "have got" is not, nor is what is closed.
        ("I've got an appointment on Friday.", "2026-11-20", "on"),
        ("I got a letter on Friday.", "2026-11-13", "on"),
        ("The shop is closed on Friday.", "2026-11-20", "on"),
        ("The shop closed on Friday.", "2026-11-13", "on"),
        ("Ahmed comes on Friday.", "2026-11-20", "on"),
        ("I have moved to York on 1 March.", "2026-03-01", "on"),
        # What was moved, or arranged for a day, has it ahead.
        ("The dentist's appointment has been moved to Friday.", "2026-11-20", "on"),
        ("The fair of 3 May was postponed to 10 June.", "2027-06-10", "on"),
        ("The review was brought forward from Friday to Thursday.", "2026-11-19", "on"),
        ("Han cambiado la cita del dentista al 10 de marzo.", "2027-03-10", "on"),
        ("Hanno spostato la visita dal dentista al 10 marzo.", "2027-03-10", "on"),
        ("Ils ont décalé le rendez-vous chez le dentiste au 10 mars.", "2027-03-10", "on"),
        ("They postponed the concert yesterday.", "2026-11-17", "on"),
        ("We booked the table for Saturday.", "2026-11-21", "on"),
        ("Der Termin ist auf Freitag verschoben.", "2026-11-20", "on"),
        ("Ich habe die Fähre für Samstag gebucht.", "2026-11-21", "on"),
        ("Le cours a été reporté à vendredi.", "2026-11-20", "on"),
        ("La cita se ha aplazado al viernes.", "2026-11-20", "on"),
        ("L'esame è stato spostato a venerdì.", "2026-11-20", "on"),
        ("A consulta foi adiada para sexta-feira.", "2026-11-20", "on"),
        ("De les is verplaatst naar vrijdag.", "2026-11-20", "on"),
        ("Ik heb de boot voor zaterdag geboekt.", "2026-11-21", "on"),
        ("Встречу перенесли на пятницу.", "2026-11-20", "on"),
        ("会议改到星期五了。", "2026-11-20", "on"),
        ("会議は金曜日に変更されました。", "2026-11-20", "on"),
        ("Cuma günü dişçiye gidiyorum.", "2026-11-20", "on"),
        ("Toplantı 3 Mayıs'ta.", "2027-05-03", "on"),
        ("Üç ay sonra taşınıyoruz.", "2027-02-18", "on"),
        ("शुक्रवार को डॉक्टर के पास जाना है।", "2026-11-20", "on"),
        ("बैठक 3 मई को है।", "2027-05-03", "on"),
        ("तीन महीने बाद हम घर बदलेंगे।", "2027-02-18", "on"),
        ("कल मैं डॉक्टर के पास जाऊँगा।", "2026-11-19", "on"),
        ("कल मैं डॉक्टर के पास गया था।", "2026-11-17", "on"),
        ("दुकान शुक्रवार तक बंद है।", "2026-11-20", "until"),
        ("I was born in 1984.", "1984", "on"),
        ("Dans trois mois je pars.", "2027-02-18", "on"),
        ("Le 14 juillet on fait la fête.", "2027-07-14", "on"),
        ("Jeudi je vois le dentiste.", "2026-11-19", "on"),
        ("J'habite à Metz depuis mars 2020.", "2020-03", "since"),
        ("Er kommt zwischen Montag und Mittwoch.", "", "on"),
        ("The code is 2024.", "", "on"),
        ("I like May.", "", "on"),
        ("on 29 February we party", "2028-02-29", "on"),
        ("He turns 30 in three weeks' time.", "2026-12-09", "on"),
        ("3 days from now", "2026-11-21", "on"),
        ("The lease has been extended until May.", "2027-05", "until"),
        ("next month", "2026-12", "on"),
        ("by the end of next week", "2026-11-23/2026-11-29", "on"),
    ],
)
def test_a_date_is_found_with_its_role(text: str, period: str, role: str) -> None:
    found = find_mention(text, NOW)
    assert (found.period.iso if found else "") == period
    assert (found.role if found else "on") == role


SATURDAY = datetime(2026, 11, 21, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("The dentist is this Tuesday.", "2026-11-24"),
        ("No yoga this Tuesday.", "2026-11-24"),
        ("Diesen Dienstag kein Fußball.", "2026-11-24"),
        ("Pas de yoga ce mardi.", "2026-11-24"),
        ("Este martes no hay clase.", "2026-11-24"),
        ("Questo martedì c'è la riunione.", "2026-11-24"),
        ("Nesta terça tem prova.", "2026-11-24"),
        ("Deze dinsdag is de les.", "2026-11-24"),
        ("В этот вторник экзамен.", "2026-11-24"),
        ("The fair is this Saturday.", "2026-11-21"),
        ("We are away this Sunday.", "2026-11-22"),
        ("We met this Tuesday.", "2026-11-17"),
        ("Holiday booked: Crete, 14 to 28 June, from Stansted", "2027-06-14/2027-06-28"),
        ("We booked it on 5 June", "2026-06-05"),
        ("Since this Tuesday I work in Hull.", "2026-11-17"),
        ("Il est parti ce mardi.", "2026-11-17"),
        ("这周二开会。", "2026-11-17"),
        ("今週の火曜日に会議があった。", "2026-11-17"),
    ],
)
def test_this_day_is_the_coming_one_unless_it_was(text: str, period: str) -> None:
    found = find_mention(text, SATURDAY)
    assert found
    assert found.period.iso == period


def test_fourteen_languages_name_dates() -> None:
    assert list_languages("weekdays") == (
        "ar",
        "de",
        "en",
        "es",
        "fr",
        "hi",
        "it",
        "ja",
        "nl",
        "pt",
        "ru",
        "tr",
        "uk",
        "zh",
    )


@pytest.mark.parametrize(
    "text",
    [
        "I play chess every Friday.",
        "Jeden Montag gehe ich schwimmen.",
        "Le mardi je nage.",
        "Los lunes trabajo en casa.",
        "Ogni sabato vado al mercato.",
        "Todas as segundas tenho aula.",
        "Elke woensdag eten we soep.",
        "Каждую среду я плаваю.",
        "每星期五我们打球。",
        "毎週月曜日に泳ぎます。",
        "I swim on Monday mornings.",
        "I swim on Monday and Friday mornings.",
        "I swim Monday, Wednesday and Friday afternoons.",
        "Ich schwimme montagmorgens.",
        "31 February 2026",
        "Room 2026-99-99",
    ],
)
def test_what_recurs_or_does_not_exist_is_no_date(text: str) -> None:
    assert find_mention(text, NOW) is None


@given(st.text(max_size=300))
def test_no_text_makes_it_fail(text: str) -> None:
    find_mention(text, NOW)


@pytest.mark.parametrize("part", ["a ", "in ", "1 ", "in 2 ", "一", "в ", "1.", "next ", "vor "])
def test_a_long_text_takes_no_time(part: str) -> None:
    """Two thousand characters are looked at, however long the text is."""
    find_mention(part * 100_000, NOW)


@pytest.mark.parametrize(
    ("text", "recurring"),
    [
        ("yoga is on tuesdays", True),
        ("Fußball ist dienstags", True),
        ("le yoga c'est le mardi", True),
        ("yoga los martes", True),
        ("yoga is every tuesday", True),
        ("yoga is on tuesday evenings", True),
        ("Chor ist dienstagabends", True),
        ("йога по вторникам", True),
        ("瑜伽课在每周二", True),
        ("yoga is on tuesday", False),
        ("yoga is on tuesday evening", False),
        ("cena el viernes a las 9", False),
    ],
)
def test_what_is_on_each_of_certain_days_recurs(text: str, *, recurring: bool) -> None:
    assert recurs(text) is recurring


@pytest.mark.parametrize(
    "text",
    [
        "We go to Wales every year on 3 May.",
        "Chaque année le 3 mai on fait un pique-nique.",
        "Jedes Jahr am 3. Mai grillen wir.",
        "每月月底交报告",
        "毎年5月3日に集まる",
    ],
)
def test_a_date_that_recurs_is_no_day(text: str) -> None:
    assert find_mention(text, NOW) is None


def test_a_day_since_which_something_recurs_is_one() -> None:
    mention = find_mention("The club meets every Tuesday from 3 May.", NOW)
    assert mention is not None
    assert mention.role == "since"

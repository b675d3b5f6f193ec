"""What names several sentences stands above them all; a role is no name, and a date no amount."""

import pytest

from bot.answering.extracts.answer_signs import measure_kind
from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.extracts.pieces import split_passage
from bot.answering.question.asked_question import parse_question
from bot.answering.question.time_signs import cut_times
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from indexer.text.question_words import Kind
from indexer.text.verb_forms import join_parted_verb

FAQ = """# Bike hire

**Can a friend return my bike?**
Yes. Tell them the number of the lock.

**I have lost my key. What now?** Come to the office with your card.

**What if the tyre is flat?**
Lock the bike. If no station is near, call 0800 555 123.
"""
HOUSE = """# House rules

**Laundry:** It is open from 7 to 21. A wash costs 2 euros. Tokens are sold by the caretaker.

Yoga: Tuesdays at 19. Pilates: Wednesdays at 18. Classes are booked three days ahead.

Caretaker: Mr Hollis, 0123 456 789.
"""


def ask(question: str, *texts: str) -> Extracts:
    hits = [
        Hit(Chunk(f"doc:{n}", "notes", text), f"/{n}.md", f"{n}.md", KB, "md", 0.9)
        for n, text in enumerate(texts)
    ]
    return find_answer(parse_question(question), hits)


def list_above(text: str, opening: str) -> str:
    found = next(each for each in split_passage(text, "en") if each.line.startswith(opening))
    return " ".join(each.original for each in found.above)


def test_a_question_stands_above_every_sentence_of_its_answer() -> None:
    assert "tyre is flat" in list_above(FAQ, "If no station is near")


def test_a_question_of_two_sentences_is_one() -> None:
    found = ask("I have lost the key of my bike, what now?", FAQ)
    assert "Come to the office" in found.text


def test_yes_alone_says_nothing() -> None:
    assert "Yes. Tell them the number" in ask("Can a friend return my bike?", FAQ).text


def test_a_label_stands_above_every_sentence_of_its_paragraph() -> None:
    assert "Laundry" in list_above(HOUSE, "A wash costs")


def test_one_of_several_labels_stands_above_its_own_sentence_only() -> None:
    assert "Yoga" not in list_above(HOUSE, "Classes are booked")


def test_who_somebody_is_is_told_by_a_name_and_not_by_the_role() -> None:
    found = ask("Who is the caretaker?", HOUSE)
    assert found.grade is Grade.ANSWERS
    assert "Mr Hollis" in found.text
    only = ask("Wer ist der Hausmeister?", "Münzen gibt es beim Hausmeister.")
    assert only.grade is not Grade.ANSWERS


def test_a_signature_says_who_somebody_is() -> None:
    found = ask("Who is the headteacher?", "Mr Lind will teach.", "Yours,\nJo Marsh\nHeadteacher")
    assert found.grade is Grade.ANSWERS
    assert "Jo Marsh" in found.text


def test_a_part_of_a_compound_is_another_thing() -> None:
    assert ask("Who is the headteacher?", "Mr Lind will teach.").grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    "question",
    [
        "Who do I call if the lock is stuck?",
        "wen rufe ich bei einem Rohrbruch an",
        "Qui dois-je appeler en cas de panne ?",
        "¿A quién llamo si no hay agua?",
        "Кому звонить, если нет света?",
        "停电了给谁打电话？",
    ],
)
def test_whom_to_call_asks_for_a_number(question: str) -> None:
    assert parse_question(question).kind is Kind.PHONE


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Le gâteau se garde combien de temps ?", Kind.DURATION),
        ("Le gâteau est-il sans lait ?", Kind.WHETHER),
        ("一次可以借几本书？", Kind.NUMBER),
        ("几点关门？", Kind.WHEN),
    ],
)
def test_the_word_that_asks_may_stand_behind_the_topic(question: str, kind: Kind) -> None:
    assert parse_question(question).kind is kind


def test_a_fee_for_one_thing_is_none_for_another_in_chinese() -> None:
    text = "办理借书证需要身份证，押金100元。"
    assert ask("停车费是多少？", text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("text", "language", "left"),
    [
        ("Closed on 5 May and from 26 to 30 May.", "en", "Closed on  and from "),
        ("Zahlbar bis zum 3. März 2025.", "de", "Zahlbar bis zum ."),
        ("By 14:30 it costs 49.90.", "en", "By  it costs 49.90."),
    ],
)
def test_dates_and_times_are_no_amounts(text: str, language: str, left: str) -> None:
    assert cut_times(text, language) == left


def test_half_term_is_no_price() -> None:
    text = "School is closed on 5 May (bank holiday) and from 26 to 30 May (half-term)."
    assert ask("how much is the school trip?", text).grade is not Grade.ANSWERS


def test_what_happens_otherwise_is_not_what_was_asked() -> None:
    text = "We repair any fault of the cooker free of charge for 24 months."
    other = "If the fault cannot be repaired, the cooker is replaced."
    question = "What happens if they can't repair the cooker?"
    assert ask(question, text).grade is not Grade.ANSWERS
    assert "replaced" in ask(question, text, other).text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Can my daughter wear goggles in the pool?",
            "Goggles are allowed in the pool, but no caps.",
        ),
        ("Darf mein Sohn die Sauna benutzen?", "Die Sauna darf ab 16 Jahren benutzt werden."),
        ("Do juniors have to wear life jackets?", "Life jackets are compulsory for juniors."),
    ],
)
def test_leave_is_given_to_everybody(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Can students wear goggles in the pool?", "Adults may wear goggles in the pool."),
        ("Darf ich in der Hütte schlafen?", "Die Hütte darf nicht bewohnt werden."),
        ("Where does my sister live?", "My brother lives in York."),
    ],
)
def test_leave_for_others_and_for_other_things_is_another(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


MINUTES = """Present: Gwen Pryce (chair), Tom Adeyemi, Ruth Bell.

2. Fees. The plot fee goes up from £45 to £52 from 2027. Ruth voted against it.
3. Compost. Bay three is closed.
"""
CLUB = """Training: Kinder montags 16–17 Uhr, Jugend mittwochs, Erwachsene donnerstags 20 Uhr.

Trainerin der Kinder ist Sabine Kolb, die Jugend leitet Emre Aydin.
"""
WASHER = """| Programme | Temperature | Load | Duration |
|---|---|---|---|
| Cotton 60 | 60 °C | 7 kg | 2 h 40 |
| Quick 30 | 30 °C | 2 kg | 0:30 |
"""


def test_a_name_that_opens_a_sentence_is_known_from_where_it_stands_in_full() -> None:
    found = ask("Who voted against the fee?", MINUTES)
    assert (found.grade, "Ruth voted against it." in found.text) == (Grade.ANSWERS, True)
    pump = f"{MINUTES}\nRuth looks after the pump. The pump is looked after in May.\n"
    found = ask("Who looks after the pump?", pump)
    assert (found.grade, "in May" in found.text) == (Grade.ANSWERS, False)


@pytest.mark.parametrize(
    ("text", "language", "certainty"),
    [
        ("Fees. The plot fee goes up.", "en", 0.2),
        ("Compost. Bay three is closed.", "en", 0.2),
        ("Prof. Ada Lund signs it.", "en", 1.0),
        ("It is signed by J. Smith.", "en", 1.0),
        ("Training montags 17 Uhr, Jugend mittwochs, Erwachsene donnerstags.", "de", 0.5),
        ("Die Jugend leitet Emre Aydin.", "de", 1.0),
    ],
)
def test_capitals_in_two_sentences_or_beside_a_comma_are_no_name(
    text: str, language: str, certainty: float
) -> None:
    assert measure_kind(text, Kind.WHO, language) == certainty


def test_who_trains_is_not_told_by_when() -> None:
    assert "Sabine Kolb" in ask("Wer trainiert die Kinder?", CLUB).text


@pytest.mark.parametrize(
    ("question", "column", "cell"),
    [
        ("What temperature is Quick 30?", "Temperature", "30 °C"),
        ("What temperature is Cotton 60?", "Temperature", "60 °C"),
        ("What is the duration of Quick 30?", "Duration", "0:30"),
    ],
)
def test_the_number_in_the_name_of_a_row_is_not_its_value(
    question: str, column: str, cell: str
) -> None:
    found = ask(question, WASHER)
    head, _line, row = [each for each in found.text.splitlines() if each.startswith("|")]
    assert (found.grade, column in head, cell in row) == (Grade.ANSWERS, True, True)
    assert "7 kg" not in row


CAKE = """# Apfelkuchen

- 250 g Mehl
- 1 kg säuerliche Äpfel
- 1 TL Zimt

Zubereitung 30 Minuten, Backzeit 50 Minuten.

Der Kuchen hält sich drei Tage im Kühlschrank. Die Äpfel werden geschält.
"""


def test_a_spoonful_is_no_lira() -> None:
    assert "250 g Mehl" in ask("Wie viel Mehl brauche ich?", CAKE).text
    assert measure_kind("1 TL Zimt", Kind.AMOUNT, "de") < 1.0
    assert measure_kind("Bilet 250 TL.", Kind.AMOUNT, "tr") == 1.0


def test_one_word_does_not_stand_for_two_that_are_asked() -> None:
    assert ask("Wie lange muss der Kuchen backen?", CAKE).grade is not Grade.ANSWERS
    assert ask("Wie lange hält der Kuchen?", CAKE).grade is Grade.ANSWERS


def test_items_of_a_list_are_quoted_apart() -> None:
    found = ask("Which apples do I take?", "- 100 g sugar for the apples\n- 1 kg sour apples\n")
    assert "100 g sugar for the apples; 1 kg sour apples" in found.text


def test_a_prefix_behind_a_modal_verb_belongs_to_no_noun() -> None:
    rules = "# Huisregels\n\nHonden zijn welkom, maar niet op de slaapkamers.\n\nRoken mag niet.\n"
    assert "Honden zijn welkom" in ask("Mag mijn hond mee?", rules).text


@pytest.mark.parametrize(
    ("question", "other", "answer"),
    [
        (
            "¿Cómo me doy de baja?",
            "Matrícula: 20 €, que se devuelve si te das de baja en el primer mes.",
            "Para darse de baja hay que escribir a la oficina antes del día 20 del mes anterior.",
        ),
        (
            "Wie kündige ich?",
            "Kündigen Mitglieder im Mai, verfällt der Beitrag.",
            "Um zu kündigen, schreiben Sie bis 30. September an den Vorstand.",
        ),
        (
            "How do I cancel?",
            "Cancel within a month and the fee is paid back.",
            "To cancel the membership, write to the office before the 20th of the month.",
        ),
    ],
)
def test_how_is_told_behind_a_purpose(question: str, other: str, answer: str) -> None:
    found = ask(question, f"{other}\n\n{answer}\n")
    assert (answer in found.text, other in found.text) == (True, False)


@pytest.mark.parametrize(
    ("text", "language", "tells"),
    [
        ("The bike shop closes at six.", "en", True),
        ("The shop closes at 6 on Sundays.", "en", True),
        ("Der Laden schließt um sechs.", "de", True),
        ("El taller cierra a las seis.", "es", True),
        ("Il negozio chiude alle sei.", "it", True),
        ("Магазин закрывается в шесть.", "ru", True),
        ("De winkel sluit om zes.", "nl", True),
        ("The office is at 6 Mill Lane.", "en", False),
        ("They are sold at six pounds each.", "en", False),
        ("Der Preis ist um 6 Euro gestiegen.", "de", False),
        ("Это в 6 раз больше.", "ru", False),
        ("Cotisation : 21,40 € par mois, prélevée le 5.", "fr", True),
        ("Il tecnico viene il 16.", "it", True),
        ("La cuota se cobra el 5 de cada mes.", "es", True),
        ("Die Miete ist am 3. fällig.", "de", True),
        ("De huur is op de 1e verschuldigd.", "nl", True),
        ("Fees are due on the first of the month.", "en", True),
        ("Il a perdu le 5 points.", "fr", False),
        ("Il 20 % della somma.", "it", False),
        ("Zum 2. Mal in Folge.", "de", False),
        ("Op de 2e verdieping.", "nl", False),
        ("Le 12 rue du Lac.", "fr", False),
    ],
)
def test_an_hour_and_a_day_stand_by_themselves_behind_a_preposition(
    text: str, language: str, tells: bool
) -> None:
    assert (measure_kind(text, Kind.WHEN, language) > 0) is tells


def test_a_verb_is_no_abbreviated_day() -> None:
    rules = """Mudanças: de segunda a sexta, das 8h às 17h.

Animais são aceitos, mas usam coleira.
"""
    assert "Animais são aceitos" in ask("Posso ter cachorro?", rules).text
    assert "das 8h às 17h" in ask("Ter mudança à noite?", rules).text


def test_a_direction_behind_a_modal_verb_stays_where_it_is_all_that_is_asked() -> None:
    text = "Gäste sind bis 22 Uhr zurück. Das Frühstück beginnt um acht."
    assert "bis 22 Uhr" in ask("Bis wann muss ich zurück?", text).text
    assert join_parted_verb("Bis wann muss ich zurück?", "bis wann", "de").endswith("zurück?")
    assert join_parted_verb("Mag mijn hond mee?", "mag", "nl") == "Mag mijn hond?"


@pytest.mark.parametrize(
    ("asked", "named", "role"),
    [
        (
            "Who is the landlord?",
            "Between Margaret Oduya (landlord) and Daniel Pritchard (tenant), signed on 4 March.",
            "Repairs up to £60 are the tenant's; everything above that is the landlord's.",
        ),
    ],
)
def test_another_role_does_not_name_who_has_the_one_asked_for(
    asked: str, named: str, role: str
) -> None:
    assert ask(asked, role, named).text == f"- {named} [2]"


def test_what_somebody_is_counts_where_nothing_else_is_asked() -> None:
    trip = (
        "Thu 11 Sep: train from Euston, arrives Penrith. Taxi booked with Lakeland Cars, pays Sam."
    )
    found = ask("who is vegetarian?", f"{trip} Jo is vegetarian, Marek has a nut allergy.")
    assert (found.grade, found.text) == (
        Grade.ANSWERS,
        "- Jo is vegetarian, Marek has a nut allergy. [1]",
    )


def test_a_word_in_capitals_under_a_heading_names_nobody_that_the_heading_asks_for() -> None:
    text = "Ouvert du lundi au jeudi.\n\nApportez la carte Vitale.\n\nPas de chèques."
    hit = Hit(Chunk("doc:1", "Dentiste", text, path=("Dentiste",)), "/d.md", "d.md", KB, "md", 0.9)
    found = find_answer(parse_question("Comment s'appelle la dentiste ?"), [hit])
    assert found.grade is not Grade.ANSWERS


def test_a_dutch_preposition_at_the_end_belongs_to_what_asks() -> None:
    joined = join_parted_verb("Waar ben ik allergisch voor?", "waar", "nl")
    assert joined == "Waar ben ik allergisch?"
    assert join_parted_verb("Hoe meld ik me aan?", "hoe", "nl") == "Hoe aanmelden ik me?"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Waar meld ik me aan?", "Aanmelden kan bij de balie."),
        ("Waar stap ik uit?", "Uitstappen bij de kerk."),
        ("Waar lever ik de fiets in?", "De fiets inleveren kan bij het station."),
        ("Waar geef ik het formulier af?", "Het formulier afgeven bij kamer 4."),
        ("Waar sluit ik de slang aan?", "De slang aansluiten op de kraan."),
    ],
)
def test_a_dutch_prefix_at_the_end_belongs_to_its_verb(question: str, text: str) -> None:
    assert text in ask(question, text).text
    assert ask(question, text).grade is Grade.ANSWERS

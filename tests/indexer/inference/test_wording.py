"""What another wording changes, and what a near miss does."""

import pytest

from indexer.inference.entailment import CITED, judge

TRAIN = (
    "A berth in a four-bed compartment costs 79 euros including breakfast; seats are 29 euros and"
    " come without breakfast."
)
KNEE = (
    "Die Fäden werden am zwölften Tag gezogen. Autofahren ist frühestens nach vier Wochen möglich."
)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (TRAIN, "Two berths cost 158 euros."),
        (KNEE, "Am 12. Tag werden die Fäden gezogen."),
        ("She died in 1883. The school opened three years later.", "The school opened in 1886."),
        ("We no longer take orders by phone.", "Orders are not taken by phone."),
        ("Flu jabs are free for anyone over 65.", "Flu jabs are free for people aged 70."),
        ("О Павле Крылове известно, что он живёт в Уфе.", "Павел Крылов живёт в Уфе."),
        ("Le train part à 9 h.", "Le train part à neuf heures."),
        ("You can cancel free of charge.", "You can cancel without a fee."),
        ("The ferry reaches Bergen at 8:24.", "The ferry reaches Bergen shortly before 8:30."),
    ],
)
def test_another_wording_follows(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement", "reason"),
    [
        (TRAIN, "A seat costs 79 euros.", "joined"),
        (KNEE, "Die Fäden werden am zehnten Tag gezogen.", "number"),
        ("Sie dürfen ohne Voranmeldung kommen.", "Sie dürfen nur mit Voranmeldung kommen.", ""),
        ("О Павле Крылове известно, что он живёт в Уфе.", "Пётр Крылов живёт в Уфе.", "name"),
        ("The lid is made of glass.", "The lid is made of steel.", "exchange"),
        ("We no longer take orders by phone.", "We take orders by phone.", "negation"),
        (
            "Bisher sind 48 Anträge eingegangen, 31 davon wurden bewilligt.",
            "48 Anträge wurden bewilligt.",
            "joined",
        ),
        ("On n'accepte que les chèques.", "On n'accepte aucun mandat.", ""),
    ],
)
def test_a_near_miss_does_not_follow(text: str, statement: str, reason: str) -> None:
    verdict = judge(statement, text)
    assert not verdict.follows
    assert not reason or reason in verdict.reasons


def test_one_found_word_proves_nothing() -> None:
    assert not judge("The festival is cancelled by the mayor.", "The festival is in May.").follows


def test_not_before_a_time_is_from_it_on() -> None:
    text = "Driving is possible after four weeks."
    assert judge("Driving is not possible before four weeks.", text).follows


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Seine einzige Oper fiel 1875 durch.", "Mehrere Opern fielen durch."),
        ("El refugio abre de junio a septiembre.", "En octubre el refugio está abierto."),
    ],
)
def test_where_every_word_is_known_none_may_turn_a_reason_back(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert not verdict.meets(CITED), (verdict.coverage, verdict.reasons)


REHEARSALS = (
    "The choir rehearses in Room B on Wednesdays, while the orchestra has the main hall"
    " on Thursdays."
)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (REHEARSALS, "The choir rehearses in Room B on Wednesdays."),
        (
            "She prescribed drops for ten days and advised against bathing.",
            "The vet recommends not giving the cat a bath.",
        ),
        (
            "Bonfires are permitted from October to March, but not on Sundays.",
            "You can light a bonfire in winter, on any day except Sunday.",
        ),
    ],
)
def test_other_words_hold_though_a_rule_speaks_against_them(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, (verdict.coverage, verdict.reasons)


HOUSE = (
    "Le toit a été refait il y a cinq ans ; les fenêtres, elles, sont d'origine. Au rez-de-chaussée"
    " se trouve la bibliothèque, à l'étage les archives, qui ne se visitent que sur rendez-vous."
)
BUS = (
    "Liebe Eltern, ab Montag hält der Schulbus nicht mehr am Friedhof, sondern vor der Sparkasse,"
    " weil die Brücke bis Ende November gesperrt ist."
)
BLACKBIRD = "Come lombrices e insectos. No conviene podar los setos entre marzo y julio."
GARDENS = (
    "De contributie stijgt van 90 naar 98 euro. Het voorstel van de heer Bakker om kippen toe te"
    " staan werd verworpen."
)
FERRY = (
    "La traversata dura cinquanta minuti. In caso di vento forte il comandante può annullare la"
    " corsa, e il biglietto viene rimborsato."
)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (HOUSE, "Les fenêtres n'ont pas été remplacées."),
        (HOUSE, "Il faut prendre rendez-vous pour voir les archives."),
        (BUS, "Der Grund ist die Sperrung der Brücke bis Ende November."),
        (BLACKBIRD, "Es mejor no recortar los setos de marzo a julio."),
        (GARDENS, "Kippen blijven verboden, want het voorstel van de heer Bakker haalde het niet."),
    ],
)
def test_a_word_that_is_not_there_may_be_denied_and_may_be_other_wording(
    text: str, statement: str
) -> None:
    verdict = judge(statement, text)
    assert verdict.meets(CITED), (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (FERRY, "Se la corsa viene annullata, il biglietto non viene rimborsato."),
        (HOUSE, "Les archives ne sont pas à l'étage."),
        (BLACKBIRD, "No come insectos."),
    ],
)
def test_a_word_that_is_there_may_not(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert not verdict.meets(CITED), (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (
            "Debian was selected as the operating system of choice for the space station.",
            "In 2013 the space station decided in favour of Debian.",
        ),
        (
            "IBM held the record for most patents generated by a business until 2021.",
            "Samsung had more patents than IBM in 2022.",
        ),
        (
            "如果在镜像中设置了两个大小不同的磁盘，则不会完全使用较大的磁盘。",
            "镜像的写入速度是单个磁盘的两倍。",
        ),
    ],
)
def test_a_number_or_a_name_that_is_not_there_is_no_matter_of_wording(
    text: str, statement: str
) -> None:
    verdict = judge(statement, text)
    assert not verdict.follows, (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("本药饭后服用，成人每次两片，每天三次；六岁以下儿童禁用。", "大人不能吃这种药。"),
        ("承租人解除合同，须提前一个月书面通知出租人。", "租客不必提前告诉房东就能搬走。"),
        ("门诊看病一律要先预约，急诊除外。", "没有预约也能见医生。"),
    ],
)
def test_where_words_are_not_told_apart_a_rule_excludes_other_words_too(
    text: str, statement: str
) -> None:
    verdict = judge(statement, text)
    assert verdict.reasons
    assert not verdict.follows

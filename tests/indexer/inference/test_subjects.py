"""Who does what, and the function words that tell: articles and pronouns, `der`, `que`, `по`."""

import pytest

from indexer.inference.entailment import CITED, judge
from indexer.inference.reading import Word, read_text

FARM = "The dairy repairs the fence, and the sawmill supplies the posts."
SALE = "Покупатель платит налог. Продавец убирает двор. Забор ремонтирует продавец."
PARK = "Les chiens sont refusés au parc; les chats sont tolérés."
TICKETS = "Pay by card or by voucher; voucher payments cost 3 euros extra."
SISTERS = "The older sister keeps her mother's ring, the younger that of Aunt Edda."
DUES = "La quota mensile costa 30 euro, quella annuale 290."
HELMETS = "Im Winter wird ein Helm empfohlen, im Sommer ein Hut."
NIGHTS = "La pêche est interdite, sauf pour les membres."
SNACKS = "Zucker kommt bei uns nicht in den Tee."
STORM = "Guests may swim in the lake, except when the wind is strong."
VOTES = "The plan was passed by seven votes to four."
SHED = "The shed is closed because of the repair of the floor."


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (FARM, "The sawmill repairs the fence."),
        (FARM, "It is the sawmill that repairs the fence."),
        (SALE, "Забор ремонтирует покупатель."),
        (PARK, "Les chiens sont acceptés au parc."),
        (TICKETS, "Card payments cost 3 euros extra."),
        (SISTERS, "The older sister keeps the ring of Aunt Edda."),
        (DUES, "La quota annuale costa 30 euro."),
        (HELMETS, "Im Winter ist ein Helm vorgeschrieben."),
        (NIGHTS, "La pêche est interdite pour tous."),
        (SHED, "The shed is closed because of the repair of the door."),
        (
            "The dogs must stay on a leash, except on the beach.",
            "The dogs must stay on a leash everywhere.",
        ),
        ("Сад закрыт с мая по июль.", "Сад закрыт с июля."),
        (
            "De leerling krijgt van de meester een schrift.",
            "De leerling geeft de meester een schrift.",
        ),
    ],
)
def test_what_another_does_does_not_follow(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert not verdict.meets(CITED), [
        (m.said.text, m.known.text) for m in verdict.alignment.matches
    ]


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (FARM, "The dairy repairs the fence."),
        (FARM, "The posts are supplied by the sawmill."),
        (SALE, "Продавец ремонтирует забор."),
        (PARK, "Les chiens ne sont pas acceptés au parc."),
        (TICKETS, "Voucher payments cost an extra 3 euros."),
        (DUES, "La quota annuale costa 290 euro."),
        (HELMETS, "Im Winter wird ein Helm empfohlen."),
        (SNACKS, "Den Tee gibt es ohne Zucker."),
        (STORM, "In strong wind guests may not swim in the lake."),
        (VOTES, "Eleven people voted on the plan."),
        (SHED, "The shed is closed because the floor is being repaired."),
        ("Gloves are compulsory on the ice.", "You may not go on the ice without gloves."),
        ("Für Kinder bleibt der Beitrag gleich.", "Für Kinder ändert sich der Beitrag nicht."),
    ],
)
def test_what_is_said_of_one_follows(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.meets(CITED), (verdict.coverage, verdict.reasons)


def find_word(text: str, language: str, form: str) -> Word:
    words = read_text(text, language).words
    return next(each for each in words if each.text.lower() == form)


@pytest.mark.parametrize(
    ("language", "text", "noun"),
    [
        ("de", "Der Gärtner gießt die Beete.", "gärtner"),
        ("de", "Am Abend gießt der Gärtner die Beete.", "gärtner"),
        ("es", "El jardinero riega las flores.", "jardinero"),
        ("fr", "Les jardiniers arrosent les fleurs.", "jardiniers"),
        ("it", "Gli ospiti arrivano tardi.", "ospiti"),
        ("pt", "O vizinho rega as flores.", "vizinho"),
    ],
)
def test_an_article_only_leads_its_noun(language: str, text: str, noun: str) -> None:
    word = find_word(text, language, noun)
    assert word.is_led
    assert "rel:of" not in word.relations
    assert not any(each.has("pers") for each in read_text(text, language).words)


@pytest.mark.parametrize(
    ("language", "text", "pronoun"),
    [
        ("es", "Él riega las flores.", "él"),
        ("fr", "Elle les arrose.", "les"),
        ("fr", "Il faut un tuyau pour les arroser.", "les"),
        ("pt", "Ela não o rega.", "o"),
    ],
)
def test_a_pronoun_stays_one(language: str, text: str, pronoun: str) -> None:
    assert find_word(text, language, pronoun).has("pers")


def test_a_genitive_stays_one() -> None:
    assert "rel:of" in find_word("Die Beete der Gärtnerei.", "de", "gärtnerei").relations


@pytest.mark.parametrize(
    ("language", "text", "standard"),
    [
        ("fr", "La rose pousse moins vite que le lierre.", "lierre"),
        ("es", "La rosa crece menos rápido que la hiedra.", "hiedra"),
        ("pt", "A rosa cresce mais devagar que a hera.", "hera"),
    ],
)
def test_what_is_compared_with_is_part_of_its_clause(
    language: str, text: str, standard: str
) -> None:
    assert find_word(text, language, standard).clause == 0


def test_the_end_of_a_russian_span_is_one() -> None:
    text = "Сад закрыт с мая по июль."
    assert "rel:until" in find_word(text, "ru", "июль").relations
    assert (
        "rel:until"
        not in find_word("Сад закрыт по понедельникам.", "ru", "понедельникам").relations
    )


@pytest.mark.parametrize(
    ("text", "denies"), [("这里买不到种子。", True), ("种子不到五元。", False)]
)
def test_a_chinese_limit_is_no_denial(text: str, denies: bool) -> None:
    assert any(each.has("neg") for each in read_text(text, "zh").words) is denies


@pytest.mark.parametrize(
    ("language", "text"),
    [("fr", "Le jardin ouvre toute l'année."), ("it", "Il giardino apre tutto l'anno.")],
)
def test_a_phrase_with_an_elision_is_known(language: str, text: str) -> None:
    assert any(each.has("span:all") for each in read_text(text, language).words)


def test_a_semicolon_ends_what_a_comma_would_not() -> None:
    text = "Bring a spade or a rake; the club lends the gloves."
    assert find_word(text, "en", "rake").clause != find_word(text, "en", "club").clause


def test_an_exception_with_its_conjunction_is_one_clause() -> None:
    text = "The gate is open, except when it snows."
    assert find_word(text, "en", "except").clause == find_word(text, "en", "snows").clause

"""What became its opposite, was only planned, or has another limit, and the same said rightly."""

import pytest

from indexer.inference.entailment import judge
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.reading import read_text

GYM = "The sauna is included in the membership, towels are charged separately."
CAMPING = "Duschen sind im Preis inbegriffen, Strom wird gesondert berechnet."
PARKING = "庭園の入場は無料ですが、駐車場は有料です。"
MUSEO = "La visita guiada es gratis los domingos."
HALL = "The new hall will be opened by the mayor in May."
UMBAU = "Der Umbau der Schule ist für das nächste Jahr geplant."
BAIL = "Le bail prend fin le 30 juin."
LOANS = "You may return tickets up to three weeks before the concert."
RABATT = "Vereinsmitglieder bekommen zehn Prozent Rabatt. Vom 3. Mai an gilt eine neue Liste."
SALES = "Sales grew by nine per cent. By June the firm had 40 shops."
POOL = "Das Hallenbad hat von Mai an täglich von 9 bis 19 Uhr geöffnet, bei Frost bleibt es zu."
BARN = "The barn collapsed in 1952, the year the school was opened."
CASH = "Statt Bargeld nimmt die Kasse Karten."
OBRAS = "Se han aplazado las obras de la piscina, previstas para mayo."
HUT = "Le refuge est gardé de juin à septembre."


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (GYM, "The sauna is included in the membership."),
        (MUSEO, "Los domingos la visita guiada no cuesta nada."),
        (HALL, "The mayor will open the new hall in May."),
        ("The mayor has opened the new hall.", "The new hall has been opened by the mayor."),
        (BAIL, "Le bail se termine le 30 juin."),
        (LOANS, "Tickets may be returned up to 21 days before the concert."),
        (RABATT, "Vereinsmitglieder bekommen einen Nachlass von 10 %."),
        (SALES, "The sales went up by 9 %."),
        (POOL, "Um sieben Uhr abends macht das Bad zu."),
        (BARN, "The school was opened in 1952."),
        (
            "The lift stops on every floor, but not on the fourth.",
            "The lift stops on all floors except the fourth.",
        ),
        (CASH, "Karten nimmt die Kasse."),
        ("Вместо наличных там принимают карты.", "Карты там принимают."),
        ("Au lieu du bus, un taxi part à minuit.", "Un taxi part à minuit."),
        (OBRAS, "Las obras de la piscina no se harán en mayo."),
        ("The May concert was cancelled.", "There is no concert in May."),
        (HUT, "En juillet, le refuge est gardé."),
        ("窓口では現金を受け付けます。", "現金を受け付けます。"),
        ("Es sind 389 Euro zu zahlen.", "Man zahlt 389 Euro."),
        ("A roll costs 80 pence.", "Three rolls cost £2.40."),
    ],
)
def test_the_same_said_rightly_follows(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (GYM, "Towels are included in the membership."),
        (CAMPING, "Strom ist im Preis inbegriffen."),
        (PARKING, "駐車場は無料です。"),
        (PARKING, "庭園の入場は有料です。"),
        ("Фирма закончила год с убытком.", "Фирма закончила год с прибылью."),
        ("Das Café schloss das Jahr mit Verlust ab.", "Das Café schloss das Jahr mit Gewinn ab."),
        (HALL, "The mayor has opened the new hall."),
        (UMBAU, "Die Schule hat den Umbau abgeschlossen."),
        (BAIL, "Le bail commence le 30 juin."),
        (LOANS, "You may return tickets up to a week before the concert."),
        (RABATT, "Vereinsmitglieder bekommen einen Nachlass von 15 %."),
        (BARN, "The school was opened in 1962."),
        ("Она уехала из Омска до выхода на пенсию.", "Она уехала из Омска после выхода на пенсию."),
        (CASH, "Die Kasse nimmt keine Karten."),
        (CASH, "Die Kasse nimmt Bargeld."),
        ("Вместо наличных там принимают карты.", "Карты там не принимают."),
        ("Alan would not wait and hired a car instead of coming with us.", "Alan came with us."),
        (HUT, "En octobre, le refuge est gardé."),
        ("The tram does not stop at the castle until May.", "The tram stops at the castle."),
    ],
)
def test_what_is_turned_round_does_not_follow(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert not verdict.follows, (verdict.coverage, verdict.reasons)


def test_a_number_has_the_unit_of_its_own_clause() -> None:
    read = read_text("It burnt down in 1952, the year the school was opened.")
    assert [each.unit for each in find_quantities(read)] == [""]


@pytest.mark.parametrize(
    "text",
    [
        "ごみは必ず持ち帰ってください。",
        "参加者は一人ずつ部屋に入ります。",
        "冬は客が少ないです。",
        "申込書は前日までに出さなければなりません。",
        "このカードは市内だけでなく郊外でも使えます。",
        "博物馆非常大，展览不久开幕。",
        "学费不低于三百元。",
        "他们分别住在两座别墅里。",
        "The card is valid not only in the city but also in the suburbs.",
        "Die Karte gilt nicht nur in der Stadt, sondern auch im Umland.",
        "La carte est valable non seulement en ville mais aussi en banlieue.",
        "La tarjeta vale no solo en la ciudad, sino también en las afueras.",
        "Карта действует не только в городе, но и за городом.",
    ],
)
def test_words_that_only_look_like_denials_deny_nothing(text: str) -> None:
    assert not any(each.has("neg") for each in read_text(text).words)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("According to the house rules, bread goes in at nine.", "bread goes in at nine"),
        ("Bread goes in at nine, according to the notice.", "bread goes in at nine"),
        ("Laut Hausordnung hilft Frau Sailer.", "hilft Frau Sailer"),
        ("D'après le règlement, la nuit coûte 22 euros.", "nuit coûte 22 euros"),
        ("Según las normas, la cuota es alta.", "cuota es alta"),
        ("Согласно правилам, вход бесплатный.", "вход бесплатный"),
        ("根据规定，入场收费。", "入场收费"),
        ("規則によると、入場は無料です。", "入場は無料です"),
        ("According to the doctor, it is safe.", "According to doctor is safe"),
        ("According to my sister's rules, it is safe.", "According to my sister rules is safe"),
        ("According to Ruth, the text is long.", "According to Ruth text is long"),
    ],
)
def test_where_something_stands_is_left_out_and_who_says_it_is_not(said: str, left: str) -> None:
    words = " ".join(each.text for each in read_text(said).words)
    assert words.lower().replace(" ", "") == left.lower().replace(" ", "")


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Man geht auf die Terrasse.", "Man geht zu der Terrasse."),
        ("Die Bäckerei hat am Sonntag geschlossen.", "Die Bäckerei ist am Sonntag zu."),
    ],
)
def test_before_what_it_governs_a_german_word_is_not_open_or_closed(
    text: str, statement: str
) -> None:
    assert judge(statement, text).follows


RECOMMENDED = "We recommend that guests wear a helmet."


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (RECOMMENDED, "Guests must wear a helmet."),
        ("Es wird empfohlen, Ketten mitzunehmen.", "Man muss Ketten mitnehmen."),
        ("Wir empfehlen, dass Gäste einen Helm tragen.", "Gäste müssen einen Helm tragen."),
        ("Nous recommandons de porter un casque.", "Il faut porter un casque."),
        ("Il est conseillé de réserver.", "Il faut réserver."),
        ("Recomendamos que los socios lleven casco.", "Los socios deben llevar casco."),
        ("Рекомендуется, чтобы гости брали полотенце.", "Гости должны брать полотенце."),
    ],
)
def test_what_is_advised_is_no_duty(text: str, statement: str) -> None:
    assert "duty" in judge(statement, text).reasons


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (RECOMMENDED, "Guests are advised to wear a helmet."),
        (f"{RECOMMENDED} Children must be accompanied.", "Children must be accompanied."),
        ("We recommend a taxi because guests must be early.", "Guests must be early."),
        ("Il est conseillé de réserver, et il faut payer d'avance.", "Il faut payer d'avance."),
        (
            "Die Trainer empfehlen Handschuhe, und einen Helm müssen alle tragen.",
            "Alle müssen einen Helm tragen.",
        ),
    ],
)
def test_a_duty_beside_advice_is_one(text: str, statement: str) -> None:
    assert "duty" not in judge(statement, text).reasons


@pytest.mark.parametrize(
    ("text", "statement", "follows"),
    [
        ("La mairie va bientôt ouvrir une école.", "La mairie a ouvert une école.", False),
        ("La ville va y construire un pont.", "La ville y a construit un pont.", False),
        ("Le maire va vous remettre le prix.", "Le maire vous a remis le prix.", False),
        ("Le prix va très bientôt augmenter.", "Le prix a augmenté.", False),
        ("Le malade va mieux.", "Le malade va mieux.", True),
        ("La famille va chaque été à la mer.", "La famille va à la mer en été.", True),
        ("我买不到两张票。", "我有两张票。", False),
        ("我们等不到8点的车。", "我们等到了8点的车。", False),
        ("我找不到两把钥匙。", "两把钥匙找不到。", True),
        ("会费不到100元。", "会费少于100元。", True),
        ("学生不到30人。", "学生少于30人。", True),
        ("他买的不到三本。", "他买的少于三本。", True),
    ],
)
def test_what_follows_tells_plans_and_limits(text: str, statement: str, *, follows: bool) -> None:
    assert judge(statement, text).follows == follows


@pytest.mark.parametrize(
    ("text", "statement", "follows"),
    [
        ("The children change clothes and remain in the hall.", "The children stay there.", True),
        ("Students change partners and stay in the hall.", "Students stay in the hall.", True),
        ("The price will remain the same.", "The price will change.", False),
        ("Der Preis bleibt gleich.", "Der Preis ändert sich.", False),
        ("Der Preis bleibt gleich.", "Der Preis ändert sich nicht.", True),
    ],
)
def test_only_what_stays_the_same_does_not_change(
    text: str, statement: str, *, follows: bool
) -> None:
    assert ("negation" not in judge(statement, text).reasons) == follows

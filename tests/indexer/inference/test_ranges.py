"""Ranges of amounts in thirteen languages, and what is within them."""

import pytest

from indexer.inference.figures.ranges import Amount, find_amounts, find_ranges

# A text, its language; what is within its range, and what is not, as a question says it there.
WITHIN = [
    ("en", "Children under 4 swim free.", "my child is 3", "she is 4"),
    ("en", "Members over 70 are exempt.", "I'm 73", "I'm 70"),
    ("en", "After five years of work, two months.", "after seven years", "after three years"),
    ("en", "Requests for more than two weeks need the boss.", "three weeks", "two weeks"),
    ("en", "59 to 30 days: half of the price.", "40 days before", "60 days before"),
    ("en", "Beyond 12 miles we charge £9.", "we are 15 miles out", "10 miles"),
    ("en", "20 pieces and more", "a box of 30", "a box of 12"),
    ("en", "Up to 19 pieces", "a box of 12", "a box of 30"),
    ("en", "Parcels heavier than 10 kg cost more.", "it has 12 kg", "it has 9 kg"),
    ("en", "Parcels not over 5 kg", "it has 4 kg", "it has 6 kg"),
    ("en", "Between 10 and 20 kg", "it has 12 kg", "it has 9 kg"),
    ("en", "Children aged 6 to 12 pay half.", "he is 8", "he is 13"),
    ("en", "From 65 years: £4", "I am 68", "I am 60"),
    ("en", "Persons aged 16 or over", "she is 17", "she is 15"),
    ("en", "For two to three months", "for 70 days", "for 20 days"),
    ("en", "No heavier than 10 kg", "it has 9 kg", "it has 12 kg"),
    ("en", "They must not be older than 12 years.", "he is 11", "he is 13"),
    ("en", "Not all members over 70 are exempt.", "I'm 73", "I'm 60"),
    ("de", "Nicht schwerer als 10 kg", "es wiegt 8 kg", "es wiegt 12 kg"),
    ("nl", "Niet zwaarder dan 10 kg", "het is 8 kg", "het is 12 kg"),
    ("de", "Ab vier Stunden Fahrzeit fährt man erster Klasse.", "fünf Stunden", "drei Stunden"),
    ("de", "65 Jahre und älter", "ich bin 70", "ich bin 60"),
    ("de", "Zwischen 3 und 5 Jahren", "sie ist vier Jahre alt", "sie ist sechs Jahre alt"),
    ("de", "Schwerer als 10 kg", "es wiegt 12 kg", "es wiegt 8 kg"),
    ("fr", "Enfants de moins de 4 ans", "il a 3 ans", "il a 5 ans"),
    ("fr", "De 6 à 12 ans", "elle a 9 ans", "elle a 13 ans"),
    ("fr", "3 ans et plus", "elle a 4 ans", "elle a 2 ans"),
    ("es", "Menores de 12 años", "tiene 11 años", "tiene 13 años"),
    ("es", "De 3 a 5 años", "tiene 4 años", "tiene 6 años"),
    ("it", "Oltre i 65 anni", "ho 70 anni", "ho 60 anni"),
    ("it", "Sotto i 6 anni", "ha 5 anni", "ha 7 anni"),
    ("pt", "De 3 a 5 anos", "tem 4 anos", "tem 6 anos"),
    ("nl", "Vanaf 65 jaar", "ik ben 70 jaar", "ik ben 60 jaar"),
    ("pt", "Crianças menores de 10 anos", "tem 8 anos", "tem 12 anos"),
    ("pt", "Cães acima de 20 kg", "um cachorro de 25 kg", "um cachorro de 12 kg"),
    ("ru", "От 3 до 5 лет", "ему 4 года", "ему 7 лет"),
    ("ru", "Чемоданы тяжелее 23 кг", "он весит 25 кг", "он весит 20 кг"),
    ("uk", "Дітям до 12 років", "йому 11 років", "йому 13 років"),
    ("uk", "Не більше 110 кг", "важу 90 кг", "важу 115 кг"),
    ("uk", "Від 18 років", "мені 20 років", "мені 17 років"),
    ("ar", "مجاني للأطفال دون 6 سنوات", "عمره 4 سنوات", "عمره 7 سنوات"),
    ("ar", "من ٣ إلى ٥ سنوات", "عمره 4 سنوات", "عمره 7 سنوات"),
    ("ar", "لا يزيد على 20 كغ", "كلبي 12 كيلو", "كلبي 25 كيلو"),
    ("ar", "من عمر 16 سنة فما فوق", "عمري 17 سنة", "عمري 15 سنة"),
    ("ru", "65 лет и старше", "мне 70 лет", "мне 60 лет"),
    ("zh", "6至12岁", "孩子8岁", "孩子13岁"),
    ("zh", "65岁以上老人免费", "我70岁", "我60岁"),
    ("ja", "3歳から5歳", "子供は4歳です", "子供は6歳です"),
    ("zh", "大于5公斤", "我的狗8公斤", "我的狗3公斤"),
    ("en", "Dogs ≥ 12 kg pay £5 a night.", "she has 15 kg", "she has 8 kg"),
    ("en", "Parcels < 5 kg", "it has 4 kg", "it has 6 kg"),
    ("en", "Guests 70+ get a discount.", "I'm 72", "I'm 60"),
    ("en", "Bikes: 12 max in the shed", "we have 10 bikes", "we have 14 bikes"),
    ("en", "Dogs are welcome (max. 2).", "we have 1 dog", "we have 3 dogs"),
    ("en", "Minimum age: 14", "I am 15", "I am 12"),
    ("en", "Minimum age 14 years", "I am 15", "I am 12"),
    ("en", "The minimum age for the slide is 14", "I am 15", "I am 12"),
    ("en", "Parcels <3 kg", "it has 2 kg", "it has 6 kg"),
    ("en", "Swimming lessons for under-12s", "he is 9", "he is 13"),
    ("en", "From 28 to 8 days before, half is returned.", "10 days before", "30 days before"),
    ("en", "Up to and including 12 kg", "it has 12 kg", "it has 13 kg"),
    ("de", "Der Kran trägt 300 kg max.", "es wiegt 200 kg", "es wiegt 400 kg"),
    ("de", "Mindestalter: 16 Jahre", "ich bin 17", "ich bin 15"),
    ("de", "Gymnastik Ü60", "ich bin 65", "ich bin 50"),
    ("de", "Kühlgeräte >= 80 kg nur nach Anmeldung", "er wiegt 95 kg", "er wiegt 60 kg"),
    ("fr", "Enfants pas plus lourds que 30 kg", "il pèse 25 kg", "il pèse 35 kg"),
    ("fr", "Enfants moins lourds que 30 kg", "il pèse 25 kg", "il pèse 35 kg"),
    ("fr", "Gratuit jusqu'à 12 ans", "il a 11 ans", "il a 13 ans"),
    ("fr", "Bassin des petits : 6 ans max.", "elle a 5 ans", "elle a 8 ans"),
    ("es", "Jubilados (+65 años)", "tengo 70 años", "tengo 60 años"),
    ("es", "2 invitados máx.", "1 invitado", "3 invitados"),
    ("it", "Bagagli di non più di 12 kg", "pesa 10 kg", "pesa 14 kg"),
    ("it", "Età minima: 14 anni", "ha 15 anni", "ha 12 anni"),
    ("nl", "Gratis t/m 12 jaar", "hij is 12 jaar", "hij is 13 jaar"),
    ("nl", "Glijbaan: 100 kg max.", "ik weeg 90 kg", "ik weeg 110 kg"),
    ("ja", "6歳未満", "子供は5歳です", "子供は7歳です"),
    ("ja", "3〜6歳", "子供は4歳です", "子供は8歳です"),
    ("ja", "荷物は10kgまで", "荷物は8kgです", "荷物は12kgです"),
    ("ja", "小学1年生から4年生まで", "3年生です", "5年生です"),
]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "> 10 kg, wrote Ann"),  # a quotation
        ("en", "A -> 3"),
        ("de", "Tel. +49 621 555 0142"),
        ("en", "+20 °C"),
        ("en", "The lift takes 5 min."),
        ("en", "At least one adult per 10 children"),
        ("de", "Mindestens ein Erwachsener pro 10 Kinder"),
        ("en", "Our son Max is 12"),
        ("en", "I love dogs <3"),
    ],
)
def test_a_sign_that_bounds_nothing_makes_no_range(language: str, text: str) -> None:
    assert find_ranges(text, language) == ()


@pytest.mark.parametrize(("language", "text", "within", "beyond"), WITHIN)
def test_a_range_includes_what_lies_between_its_ends(
    language: str, text: str, within: str, beyond: str
) -> None:
    (found,) = find_ranges(text, language)
    assert [found.includes(each) for each in find_amounts(within, language)] == [True]
    assert [found.includes(each) for each in find_amounts(beyond, language)] == [False]


@pytest.mark.parametrize(
    "text",
    [
        "Open from 1 May to 30 September.",
        "The shop opens at 9 and closes at 17:30.",
        "Founded in 1962, it has a hall.",
        "Take the bus from 12 Mill Lane.",
        "Three eggs and 200 g of flour",
        "The price is £4.",
        "Rejected by three votes.",
        "It won with 3 votes to 5.",
    ],
)
def test_a_date_a_time_or_a_mere_number_is_no_range(text: str) -> None:
    assert find_ranges(text, "en") == ()


def test_what_bounds_a_range_is_no_amount_of_it() -> None:
    assert find_amounts("Is it free for children under 4?", "en") == ()


def test_another_unit_is_within_no_range() -> None:
    (found,) = find_ranges("Up to 10 kg", "en")
    assert not found.includes(Amount("length", 5.0))
    assert not found.includes(Amount("", 5.0))


def test_only_a_short_number_may_be_an_age() -> None:
    (found,) = find_ranges("From 65 years", "en")
    assert found.includes(Amount("", 70.0))
    assert not found.includes(Amount("", 700.0))


def test_what_is_counted_is_no_age() -> None:
    (found,) = find_ranges("From 2 years", "en")
    assert [found.includes(each) for each in find_amounts("a kennel for three dogs", "en")] == [
        False
    ]
    (weeks,) = find_ranges("At least two weeks ahead", "en")
    assert not any(map(weeks.includes, find_amounts("my son is 3", "en")))


def test_a_number_that_nobody_means_is_no_amount() -> None:
    assert find_amounts(f"1{'0' * 320} years", "en") == ()
    (found,) = find_ranges("From 6 to 12 years", "en")
    assert not any(map(found.includes, find_amounts(f"1{'0' * 300} years", "en")))


def test_a_dog_of_some_weight_is_not_one_from_that_weight() -> None:
    assert find_ranges("um cachorro de 25 kg", "pt") == ()
    assert find_ranges("un chien de 25 kg", "fr") == ()


def test_what_is_behind_part_two_is_no_range_of_ages() -> None:
    (amount,) = find_amounts("我17岁能报名吗", "zh")
    assert not any(each.includes(amount) for each in find_ranges("考过科目二以后不退。", "zh"))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "At most three a year"),
        ("de", "Höchstens drei pro Jahr"),
        ("fr", "Trois par an au plus"),
        ("it", "Al massimo tre all'anno"),
        ("nl", "Hoogstens drie per jaar"),
        ("pt", "No máximo três por ano"),
        ("ru", "Не больше трёх в год"),
        ("pt", "Sala 3, de segunda a sexta"),
    ],
)
def test_how_often_in_a_year_is_no_number_of_years(language: str, text: str) -> None:
    years = find_amounts("5 years", "en")
    assert not any(
        each.includes(years[0]) or each.bounds(years[0]) for each in find_ranges(text, language)
    )


@pytest.mark.parametrize(
    ("language", "text"),
    [("de", "ein Hund mit 20 kg über Nacht"), ("en", "a dog of 20 kg for the night")],
)
def test_a_weight_before_a_part_of_the_day_is_no_hour(language: str, text: str) -> None:
    assert [each.kind for each in find_amounts(text, language)] == ["mass"]

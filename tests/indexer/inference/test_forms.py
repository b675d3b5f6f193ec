"""Forms of dates, numbers, units and rounding, with near misses."""

import pytest

from indexer.inference.entailment import judge
from indexer.inference.figures.numerals import write_numerals

FOLLOWS = [
    (
        "Bread is 3 euros. Cheese is 8 euros. Wine is 14 euros.",
        "Bread, cheese and wine are 25 euros in total.",
    ),
    ("The fair opens on 2026-05-03.", "The fair opens on 3 May 2026."),
    ("The fair opens on May 3rd, 2026.", "The fair opens on 3 May 2026."),
    ("The fair opens on 3 May 2026.", "The fair opens on 03.05.2026."),
    ("The fair opens on 3 May 2026.", "The fair opens on the 3rd of May."),
    ("Die Messe beginnt am 3. Mai 2026.", "Die Messe beginnt am 03.05.2026."),
    ("Die Messe beginnt am 03.05.", "Die Messe beginnt am 3. Mai."),
    ("Die Messe beginnt am 03.05.2026.", "Die Messe beginnt am dritten Mai."),
    ("Die Messe beginnt am 3. Mai 2026.", "Die Messe beginnt Anfang Mai."),
    ("La foire ouvre le 3 mai.", "La foire ouvre début mai."),
    ("La feria abre el 3 de mayo de 2026.", "La feria abre el 3/5/2026."),
    ("La feria abre el 3 de mayo de 2026.", "La feria abre el tres de mayo."),
    ("Ярмарка открывается 3 мая 2026 года.", "Ярмарка открывается 03.05.2026."),
    ("展览于2026年5月3日开幕。", "展览于2026-05-03开幕。"),
    ("展览于2026年5月3日开幕。", "展览5月初开幕。"),
    ("展览于2026年5月3日开幕。", "展览五月三号开幕。"),
    ("展覧会は2026年5月3日に始まる。", "展覧会は2026/05/03に始まる。"),
    ("展覧会は2026年5月3日に始まる。", "展覧会は五月三日に始まる。"),
    ("展覧会は5月3日に始まる。", "展覧会は5月上旬に始まる。"),
    ("La fiera apre il 3 maggio 2026.", "La fiera apre il 03/05/2026."),
    ("De beurs opent op 3 mei 2026.", "De beurs opent op 03-05-2026."),
    ("The fair opens on Dec. 3, 2026.", "The fair opens on 3 December 2026."),
    ("The bridge is 1,488 metres long.", "The bridge is about 1,500 metres long."),
    ("The bridge is 1,488 metres long.", "The bridge is nearly 1,500 metres long."),
    ("The bridge is 1,512 metres long.", "The bridge is just over 1,500 metres long."),
    ("The bridge is 1,512 metres long.", "The bridge is more than 1,500 metres long."),
    ("The bridge is 1,488 metres long.", "The bridge is under 1,500 metres long."),
    ("The bridge is 1,488 metres long.", "The bridge is roughly one and a half kilometres long."),
    ("Die Brücke ist 1488 Meter lang.", "Die Brücke ist knapp 1500 Meter lang."),
    ("Die Brücke ist 1488 Meter lang.", "Die Brücke ist rund 1500 Meter lang."),
    ("Die Brücke ist 1512 Meter lang.", "Die Brücke ist gut 1500 Meter lang."),
    ("Die Brücke ist 1488 Meter lang.", "Die Brücke ist etwa anderthalb Kilometer lang."),
    ("Le pont fait 1488 mètres.", "Le pont fait près de 1500 mètres."),
    ("Le pont fait 1488 mètres.", "Le pont fait environ 1500 mètres."),
    ("Le pont fait 1512 mètres.", "Le pont fait un peu plus de 1500 mètres."),
    ("El puente mide 1488 metros.", "El puente mide casi 1500 metros."),
    ("El puente mide 1488 metros.", "El puente mide unos 1500 metros."),
    ("Длина моста 1488 метров.", "Длина моста почти 1500 метров."),
    ("Длина моста 1488 метров.", "Длина моста около полутора километров."),
    ("Длина моста 1512 метров.", "Длина моста чуть больше 1500 метров."),
    ("这座桥长1488米。", "这座桥长近1500米。"),
    ("这座桥长1488米。", "这座桥长约1500米。"),
    ("这座桥长1512米。", "这座桥长1500多米。"),
    ("橋の長さは1488メートルです。", "橋の長さは約1500メートルです。"),
    ("橋の長さは1488メートルです。", "橋の長さは1500メートル弱です。"),
    ("橋の長さは1512メートルです。", "橋の長さは1500メートル余りです。"),
    ("Il ponte è lungo 1488 metri.", "Il ponte è lungo quasi 1500 metri."),
    ("De brug is 1488 meter lang.", "De brug is bijna 1500 meter lang."),
    ("A ponte tem 1488 metros.", "A ponte tem cerca de 1500 metros."),
    ("The box weighs 2.5 kg.", "The box weighs 2500 g."),
    ("The box weighs 2.5 kg.", "The box weighs 2,500 grams."),
    ("The disk holds 2 TB.", "The disk holds 2000 gigabytes."),
    ("The stove draws 2 kW.", "The stove draws 2000 watts."),
    ("The film takes 1.5 hours.", "The film takes 90 minutes."),
    ("The film takes 90 minutes.", "The film takes an hour and a half."),
    ("The loan lasts 2 weeks.", "The loan lasts a fortnight."),
    ("The loan lasts three weeks.", "The loan lasts 21 days."),
    ("The plot has 2 hectares.", "The plot has 20,000 square metres."),
    ("The limit is 50 km/h.", "The limit is 50 kilometres per hour."),
    ("The board is 1.2 m wide.", "The board is 120 cm wide."),
    ("Der Film dauert 90 Minuten.", "Der Film dauert anderthalb Stunden."),
    ("Die Karte kostet 1,20 Euro.", "Die Karte kostet 120 Cent."),
    ("Das Glas fasst 0,5 Liter.", "Das Glas fasst 500 ml."),
    ("Das Glas fasst 0,5 Liter.", "Das Glas fasst einen halben Liter."),
    ("Le film dure 90 minutes.", "Le film dure une heure et demie."),
    ("La película dura 90 minutos.", "La película dura una hora y media."),
    ("La película dura 45 minutos.", "La película dura tres cuartos de hora."),
    ("Фильм длится 90 минут.", "Фильм длится полтора часа."),
    ("Доска длиной 1,2 м.", "Доска длиной 120 см."),
    ("借书期限为三周。", "借书期限为二十一天。"),
    ("包裹重2公斤。", "包裹重2000克。"),
    ("電影时长90分钟。", "電影时长一个半小时。"),
    ("映画は90分です。", "映画は1時間半です。"),
    ("Il corso dura due settimane.", "Il corso dura quattordici giorni."),
    ("De film duurt anderhalf uur.", "De film duurt 90 minuten."),
    ("The hall seats 365 guests.", "The hall seats three hundred and sixty-five guests."),
    ("The hall seats 62 guests.", "The hall seats sixty-two guests."),
    ("The hall seats 1,200 guests.", "The hall seats twelve hundred guests."),
    ("The hall seats 1,250 guests.", "The hall seats one thousand two hundred and fifty guests."),
    ("The box has 6 eggs.", "The box has half a dozen eggs."),
    ("The box has 24 eggs.", "The box has two dozen eggs."),
    ("The box has two eggs.", "The box has a couple of eggs."),
    ("The town has 2.5 million residents.", "The town has 2,500,000 residents."),
    ("Der Saal hat 365 Plätze.", "Der Saal hat dreihundertfünfundsechzig Plätze."),
    ("Der Saal hat 62 Plätze.", "Der Saal hat zweiundsechzig Plätze."),
    ("Die Schachtel hat 6 Eier.", "Die Schachtel hat ein halbes Dutzend Eier."),
    ("La salle a 365 places.", "La salle a trois cent soixante-cinq places."),
    ("La salle a 75 places.", "La salle a soixante-quinze places."),
    ("La salle a 98 places.", "La salle a quatre-vingt-dix-huit places."),
    ("La salle a 31 places.", "La salle a trente et une places."),
    ("La sala tiene 365 plazas.", "La sala tiene trescientas sesenta y cinco plazas."),
    ("La sala tiene 1250 plazas.", "La sala tiene mil doscientas cincuenta plazas."),
    ("В зале 365 мест.", "В зале триста шестьдесят пять мест."),
    ("В зале 62 места.", "В зале шестьдесят два места."),
    ("В зале 1250 мест.", "В зале тысяча двести пятьдесят мест."),
    ("大厅有365个座位。", "大厅有三百六十五个座位。"),
    ("大厅有1250个座位。", "大厅有一千二百五十个座位。"),
    ("ホールには365席ある。", "ホールには三百六十五席ある。"),
    ("De zaal heeft 62 plaatsen.", "De zaal heeft tweeënzestig plaatsen."),
    ("De zaal heeft 365 plaatsen.", "De zaal heeft driehonderdvijfenzestig plaatsen."),
    ("A sala tem 365 lugares.", "A sala tem trezentos e sessenta e cinco lugares."),
    ("Rent is 840 euros. Heating is 160 euros.", "Rent costs 680 euros more than heating."),
]

FALLS = [
    (
        "Bread is 3 euros. Cheese is 8 euros. Wine is 14 euros.",
        "Bread, cheese and wine are 26 euros in total.",
    ),
    ("The fair opens on 28 May 2026.", "The fair opens in early May."),
    ("The fair opens on 3 May 2026.", "The fair opens on 2026-05-04."),
    ("The fair opens on 3 May 2026.", "The fair opens on 2026-06-03."),
    ("The fair opens on 3 May 2026.", "The fair opens on Monday, 3 May 2026."),
    ("Die Messe beginnt am 3. Mai 2026.", "Die Messe beginnt Ende Mai."),
    ("Die Messe beginnt am 3.5.2026.", "Die Messe beginnt am 4. Mai 2026."),
    ("Ярмарка открывается 3 мая.", "Ярмарка открывается в конце мая."),
    ("The bridge is 1,512 metres long.", "The bridge is nearly 1,500 metres long."),
    ("The bridge is 1,488 metres long.", "The bridge is just over 1,500 metres long."),
    ("The bridge is 1,488 metres long.", "The bridge is more than 1,500 metres long."),
    ("The bridge is 1,488 metres long.", "The bridge is roughly 1,300 metres long."),
    ("Die Brücke ist 1512 Meter lang.", "Die Brücke ist knapp 1500 Meter lang."),
    ("The box weighs 2.5 kg.", "The box weighs 250 g."),
    ("The hall seats 62 guests.", "The hall seats sixty-three guests."),
    ("Der Saal hat 62 Plätze.", "Der Saal hat dreiundsechzig Plätze."),
    (
        "Rent is 840 euros. Heating is 160 euros. Water is 50 euros.",
        "Rent, heating and water cost 1,070 euros in total.",
    ),
    ("There are 12 girls and 13 boys in the class.", "The class has 26 children in total."),
    ("A ticket costs 12 euros.", "Three tickets cost 40 euros."),
]


@pytest.mark.parametrize(("text", "statement"), FOLLOWS)
def test_another_form_of_the_same_follows(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, verdict.reasons


@pytest.mark.parametrize(("text", "statement"), FALLS)
def test_another_date_or_number_does_not_follow(text: str, statement: str) -> None:
    assert not judge(statement, text).follows


@pytest.mark.parametrize(
    ("language", "text", "written"),
    [
        ("en", "one hundred and two hundred", "100 and 200"),
        ("en", "twenty thirty five", "twenty 35"),
        ("en", "one of twenty one", "one of 21"),
        ("de", "zwei und dreißig", "zwei und dreißig"),
        ("de", "zweitausenddreihundertelf", "2311"),
        ("fr", "quatre vingt dix sept", "97"),
        ("es", "dos mil treinta y uno", "2031"),
        ("it", "tremilacentoventotto", "3128"),
        ("nl", "honderdtweeënzestig", "162"),
        ("pt", "duzentos e vinte e dois", "222"),
        ("ru", "две тысячи триста сорок один", "2341"),
    ],
)
def test_numbers_of_several_words_are_written_in_figures(
    language: str, text: str, written: str
) -> None:
    assert " ".join(write_numerals(text.split(), language)) == written

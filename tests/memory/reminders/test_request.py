"""Requests for a reminder in fourteen languages, and sentences that are none."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from indexer.text.dates.repeats import Repeat
from memory.reminders.mention import may_ask
from memory.reminders.request import find_request, parse_reminder
from tests.hostile.pace import measure_seconds

NOW = datetime(2026, 11, 23, 10, 0, tzinfo=ZoneInfo("Europe/London"))  # a Monday
FRIDAY, TOMORROW = "2026-11-27T09:00", "2026-11-24"
FIRST_MONDAY = Repeat("month", weekdays=(1,), nth=1)

ONCE = {
    "Remind me on Friday at nine to call Jo": (FRIDAY, "call Jo"),
    "Remind me to call Jo on Friday at nine": (FRIDAY, "call Jo"),
    "Remind me this time tomorrow to call Jo": (f"{TOMORROW}T10:00", "call Jo"),
    "Remind me same time next week to pay": ("2026-11-30T10:00", "pay"),
    "Remind me tomorrow to do it right this time": (f"{TOMORROW}T09:00", "do it right this time"),
    "Erinnere mich morgen um diese Zeit an Jo": (f"{TOMORROW}T10:00", "Jo"),
    "明天这个时候提醒我打电话": (f"{TOMORROW}T10:00", "打电话"),
    "Tomorrow at 9 remind me to buy milk": (f"{TOMORROW}T09:00", "buy milk"),
    "Call Jo tomorrow at nine, remind me": (f"{TOMORROW}T09:00", "Call Jo"),
    "Please remind me tomorrow at 8:30 pm about the dentist.": (
        f"{TOMORROW}T20:30",
        "the dentist",
    ),
    "Can you remind me in 20 minutes to take out the bread?": (
        "2026-11-23T10:20",
        "take out the bread",
    ),
    "Remind me to turn the heating on tomorrow at 7": (
        f"{TOMORROW}T07:00",
        "turn the heating on",
    ),
    "Remind me at half past three to rest": ("2026-11-23T15:30", "rest"),
    "Remind me on 3 May at 10 to renew it": ("2027-05-03T10:00", "renew it"),
    "Remind me on the 3rd at noon to pay": ("2026-12-03T12:00", "pay"),
    "Remind me tonight to lock up": ("2026-11-23T20:00", "lock up"),
    "Erinnere mich am Freitag um neun daran, Jo anzurufen": (FRIDAY, "Jo anzurufen"),
    "Kannst du mich morgen um 9 daran erinnern, Jo anzurufen?": (
        f"{TOMORROW}T09:00",
        "Jo anzurufen",
    ),
    "Erinnere mich Freitagmorgen um halb neun an das Konzert": ("2026-11-27T08:30", "Konzert"),
    "Erinner mich in einer halben Stunde an die Wäsche": ("2026-11-23T10:30", "Wäsche"),
    "Kannst du mich am Freitag um neun an die Miete erinnern?": (FRIDAY, "Miete"),
    "Freitag um neun, könntest du mich bitte an die Miete erinnern?": (FRIDAY, "Miete"),
    "Rappelle-moi vendredi à neuf heures d'appeler Jo": (FRIDAY, "appeler Jo"),
    "Recuérdame el viernes a las nueve que llame a Jo": (FRIDAY, "llame a Jo"),
    "Recuérdame mañana por la mañana llamar al médico": (f"{TOMORROW}T09:00", "llamar al médico"),
    "¿Puedes recordarme el viernes a las nueve llamar a Jo?": (FRIDAY, "llamar a Jo"),
    "Ricordami venerdì alle nove di chiamare Jo": (FRIDAY, "chiamare Jo"),
    "Lembra-me na sexta-feira às nove de ligar ao Jo": (FRIDAY, "ligar ao Jo"),
    "Herinner me vrijdag om negen uur eraan om Jo te bellen": (FRIDAY, "Jo te bellen"),
    "Напомни мне в пятницу в девять утра позвонить Джо": (FRIDAY, "позвонить Джо"),
    "Можешь напомнить в пятницу в девять утра про налоги?": (FRIDAY, "налоги"),
    "Можеш нагадати мені у п'ятницю о дев'ятій про податки?": (FRIDAY, "податки"),
    "Нагадай мені у п'ятницю о дев'ятій подзвонити Джо": (FRIDAY, "подзвонити Джо"),
    "Нагадай за 20 хвилин вимкнути духовку": ("2026-11-23T10:20", "вимкнути духовку"),
    "Cuma günü saat dokuzda Can’ı aramayı hatırlat": (FRIDAY, "Can’ı aramayı"),
    "Yarın 15:30'da bana toplantıya girmeyi hatırlat": (f"{TOMORROW}T15:30", "toplantıya girmeyi"),
    "20 dakika sonra fırını kapatmayı hatırlat": ("2026-11-23T10:20", "fırını kapatmayı"),
    "शुक्रवार को सुबह नौ बजे मुझे जो को फ़ोन करने की याद दिलाना": (FRIDAY, "जो को फ़ोन करना"),
    "मुझे याद दिलाओ कि शुक्रवार को सुबह 9 बजे जो को फ़ोन करना है": (FRIDAY, "जो को फ़ोन करना है"),
    "क्या आप मुझे शुक्रवार सुबह नौ बजे किराए की याद दिला सकते हैं": (FRIDAY, "किराए"),
    "कल शाम को साढ़े छह बजे दवा लेने के लिए याद दिला देना": (f"{TOMORROW}T18:30", "दवा लेना"),
    "कल दोपहर डेढ़ बजे मीटिंग का रिमाइंडर लगा दो": (f"{TOMORROW}T13:30", "मीटिंग"),
    "पन्द्रह मिनट में ओवन बंद करने की याद दिलाना": ("2026-11-23T10:15", "ओवन बंद करना"),
    "20 मिनट बाद ओवन बंद करने की याद दिलाइए": ("2026-11-23T10:20", "ओवन बंद करना"),
    "ذكرني يوم الجمعة الساعة التاسعة أن أتصل بجو": (FRIDAY, "أتصل بجو"),
    "星期五九点提醒我给乔打电话": (FRIDAY, "给乔打电话"),
    "星期五九点可以提醒我报税吗？": (FRIDAY, "报税"),
    "提醒我明天下午三点半开会": (f"{TOMORROW}T15:30", "开会"),
    "金曜日の9時に確定申告をリマインドしてくれますか？": (FRIDAY, "確定申告"),
    "金曜日の9時にジョーに電話するようにリマインドして": (FRIDAY, "ジョーに電話する"),
}
REPEATED = {
    "Remind me every first Monday at 10 to pay the rent": (FIRST_MONDAY, "pay the rent"),
    "Erinnere mich jeden ersten Montag um 10 an die Miete": (FIRST_MONDAY, "Miete"),
    "Rappelle-moi tous les premiers lundis du mois à 10 h de payer": (FIRST_MONDAY, "payer"),
    "Recuérdame cada primer lunes a las 10 pagar": (FIRST_MONDAY, "pagar"),
    "Ricordami ogni primo lunedì del mese alle 10 di pagare": (FIRST_MONDAY, "pagare"),
    "Lembre-me toda primeira segunda-feira do mês às 10h de pagar": (FIRST_MONDAY, "pagar"),
    "Herinner me elke eerste maandag om 10 uur aan de huur": (FIRST_MONDAY, "de huur"),
    "Напомни каждый первый понедельник в 10 заплатить": (FIRST_MONDAY, "заплатить"),
    "Нагадай кожен перший понеділок о 10 заплатити": (FIRST_MONDAY, "заплатити"),
    "Her ayın ilk pazartesi günü saat 10'da kirayı ödemeyi hatırlat": (
        FIRST_MONDAY,
        "kirayı ödemeyi",
    ),
    "हर महीने के पहले सोमवार को सुबह 10 बजे किराया देने की याद दिलाना": (
        FIRST_MONDAY,
        "किराया देना",
    ),
    "每个月第一个星期一10点提醒我交房租": (FIRST_MONDAY, "交房租"),
    "毎月第一月曜日の午前10時に家賃を払うことをリマインドしてください": (
        FIRST_MONDAY,
        "家賃を払う",
    ),
    "ذكرني كل يوم الساعة 8 صباحا أن آكل": (Repeat("day"), "آكل"),
    "Remind me every weekday at 8 to stretch": (
        Repeat("week", weekdays=(1, 2, 3, 4, 5)),
        "stretch",
    ),
    "Remind me every Tuesday and Thursday at 7pm to train": (
        Repeat("week", weekdays=(2, 4)),
        "train",
    ),
    "Remind me every other Friday to clean": (Repeat("week", 2, (5,)), "clean"),
    "Remind me every month on the 1st to pay": (Repeat("month", day=1), "pay"),
    "Remind me every year on 3 May to call": (Repeat("year", day=3, month=5), "call"),
}
NONE = (
    "Remind me what we said on Friday",
    "Remind me when the train leaves on Friday",
    "He said: remind me to call Jo on Friday",
    "The app should remind me on Friday that it broke",
    "What is a reminder?",
    "When is check-out on Friday at nine?",
    "明天下雨吗？",
    "Geçen yıl ne yaptığımı hatırlat",
    "昨日の話を思い出させて",
    "可以提醒我合同的内容吗？",
    "星期五可以提醒我护照什么时候到期吗？",
    "金曜日に何をするかリマインドしてくれますか？",
    "Kannst du mich am Freitag daran erinnern, was wir gesagt haben?",
    "पिछले साल हमने क्या तय किया था, याद दिलाना",
)


@pytest.mark.parametrize("said", ONCE)
def test_a_request_is_understood(said: str) -> None:
    request = find_request(said, NOW)
    assert request is not None
    assert request.at is not None
    assert (f"{request.at:%Y-%m-%dT%H:%M}", request.text) == ONCE[said]
    assert request.repeat is None
    assert may_ask(said)


def test_the_same_time_next_week_is_on_the_same_weekday() -> None:
    request = find_request("Remind me same time next week to pay", NOW + timedelta(days=2))
    assert request is not None
    assert f"{request.at:%A %Y-%m-%dT%H:%M}" == "Wednesday 2026-12-02T10:00"


@pytest.mark.parametrize("said", REPEATED)
def test_a_repeated_one_is_understood(said: str) -> None:
    request = find_request(said, NOW)
    assert request is not None
    assert (request.repeat, request.text) == REPEATED[said]
    assert request.at is not None
    assert request.at > NOW


@pytest.mark.parametrize("said", NONE)
def test_what_only_mentions_it_is_no_request(said: str) -> None:
    assert find_request(said, NOW) is None


@pytest.mark.parametrize(
    "said",
    [
        "Remind me to call Jo",
        "Remind me on 3/4 at 9 to call Jo",
        "Remind me on 31 February to call Jo",
        "Remind me at 25:00 to call Jo",
        "Remind me yesterday at nine to call Jo",
        "Remind me to call Jo yesterday at nine",
        "Erinnere mich gestern um 9 an Jo",
        "Remind me this morning to call Jo",  # which is over, and was at nine
        "Remind me at the end of the month to send the hours",
        "Erinnere mich am 31. Februar an die Miete",
        "Recuérdame llamar a Jo",
        "Kannst du mich an die Miete erinnern?",
        "Напомни позвонить Жене",
        "佐藤さんに電話するのをリマインドして",
        "Ayşe’yi aramayı hatırlat",
        "मुझे अनीता को फ़ोन करने की याद दिलाना",
    ],
)
def test_without_a_time_that_is_clear_there_is_none(said: str) -> None:
    request = find_request(said, NOW)
    assert request is not None
    assert request.at is None


@pytest.mark.parametrize(
    "said",
    [
        "yesterday at 9 call Jo",
        "at nine yesterday call Jo",
        "last Monday at 9 call Jo",
        "3 days ago at 9 call Jo",
        "gestern um 9 Jo anrufen",
        "vor drei Tagen um 9 anrufen",
        "ayer a las 9 llamar a Jo",
        "ieri alle 9 chiamare Jo",
        "вчера в 9 позвонить",
        "昨天9点打电话",
        "昨日9時に電話",
    ],
)
def test_a_time_of_a_day_that_is_over_is_none(said: str) -> None:
    assert parse_reminder(said, NOW).at is None


@pytest.mark.parametrize(
    ("said", "at", "text"),
    [
        ("tomorrow at 9 talk about yesterday's talk", "24T09:00", "talk about yesterday's talk"),
        ("at 11 fetch yesterday's paper", "23T11:00", "fetch yesterday's paper"),
    ],
)
def test_what_is_to_be_done_may_be_about_a_day_that_is_over(said: str, at: str, text: str) -> None:
    request = parse_reminder(said, NOW)
    assert request.at is not None
    assert (f"{request.at:%dT%H:%M}", request.text) == (at, text)


@pytest.mark.parametrize("said", ["Remind me", "Remind me, please!", "Erinnere mich", "提醒我"])
def test_a_request_may_lack_everything(said: str) -> None:
    request = find_request(said, NOW)
    assert request is not None
    assert (request.at, request.text) == (None, "")


def test_who_asks_to_be_reminded_of_what_was_said_wants_no_reminder() -> None:
    for said in ("Remind me again", "Remind me what we said", "You need not remind me", "reminder"):
        assert find_request(said, NOW) is None


OF_MONTH = {
    "Remind me on the last Friday of the month to pay rent": ("2026-11-27", "pay rent"),
    "Remind me on the first Monday of next month to call Ann": ("2026-12-07", "call Ann"),
    "Remind me on the first Monday of the month to call Ann": ("2026-12-07", "call Ann"),
    "Remind me on the 1st of next month to pay rent": ("2026-12-01", "pay rent"),
    "Remind me on the last day of the month to pay": ("2026-11-30", "pay"),
    "Erinnere mich am 1. des nächsten Monats an die Miete": ("2026-12-01", "Miete"),
    "Erinnere mich am letzten Freitag des Monats an die Miete": ("2026-11-27", "Miete"),
    "Rappelle-moi le 1er du mois prochain de payer": ("2026-12-01", "payer"),
    "Rappelle-moi le premier lundi du mois prochain de payer": ("2026-12-07", "payer"),
    "Recuérdame el último viernes del mes pagar": ("2026-11-27", "pagar"),
    "Ricordami il primo del mese prossimo di pagare": ("2026-12-01", "pagare"),
    "Lembra-me no dia 1 do próximo mês de pagar": ("2026-12-01", "pagar"),
    "Herinner me op de laatste vrijdag van de maand aan Jo": ("2026-11-27", "Jo"),
    "Напомни мне в последнюю пятницу месяца заплатить": ("2026-11-27", "заплатить"),
    "Напомни мне 1 числа следующего месяца заплатить": ("2026-12-01", "заплатить"),
    "下个月1号提醒我交房租": ("2026-12-01", "交房租"),
    "這個月最後一個星期五提醒我交房租": ("2026-11-27", "交房租"),
    "来月1日に家賃を払うのをリマインドして": ("2026-12-01", "家賃を払う"),
    "今月の最終金曜日に家賃を払うようにリマインドして": ("2026-11-27", "家賃を払う"),
}


@pytest.mark.parametrize("said", OF_MONTH)
def test_a_day_is_found_by_its_place_in_a_month(said: str) -> None:
    request = find_request(said, NOW)
    assert request is not None
    assert request.at is not None
    assert request.repeat is None
    assert (f"{request.at:%Y-%m-%d}", request.text) == OF_MONTH[said]


AT_NIGHT = [
    (21, "Remind me at 12 to eat", "24T12:00"),  # nobody eats at midnight
    (21, "Remind me tonight to lock up", "23T22:00"),  # the evening goes on
    (10, "Remind me tonight to lock up", "23T20:00"),
    (21, "Remind me tonight at 12 to lock up", "24T00:00"),
    (21, "Remind me tonight at 1 to lock up", "24T01:00"),
    (0, "Remind me tonight at 1 to lock up", "23T01:00"),
    (21, "Remind me at 1 at night to lock up", "24T01:00"),
    (21, "Erinnere mich heute Nacht um 1 an den Ofen", "24T01:00"),
    (21, "Rappelle-moi ce soir de fermer", "23T22:00"),
    (21, "今晚提醒我关灯", "23T22:00"),
]


@pytest.mark.parametrize(("hour", "said", "at"), AT_NIGHT)
def test_a_night_goes_on_after_midnight_and_twelve_is_noon(hour: int, said: str, at: str) -> None:
    request = find_request(said, NOW.replace(hour=hour))
    assert request is not None
    assert request.at is not None
    assert f"{request.at:%dT%H:%M}" == at


def test_a_command_needs_no_words_of_asking() -> None:
    request = parse_reminder("tomorrow at nine to call Jo", NOW)
    assert (request.text, request.at) == ("call Jo", datetime(2026, 11, 24, 9, tzinfo=NOW.tzinfo))


SHORT = {  # with a day that one language knows, and a time that several do
    "demain à 18 h": f"{TOMORROW}T18:00",
    "vendredi à 18 h": "2026-11-27T18:00",
    "3 mars à 15 h": "2027-03-03T15:00",
    "3 marzo alle 15": "2027-03-03T15:00",
    "sexta às 18h": "2026-11-27T18:00",
    "у п’ятницю о 18:00": "2026-11-27T18:00",
    "3 березня о 15:00": "2027-03-03T15:00",
    "in zwei Stunden": "2026-11-23T12:00",
    "daqui a duas horas": "2026-11-23T12:00",
    "明日18時": f"{TOMORROW}T18:00",
    "3月3日15時": "2027-03-03T15:00",
    "3月3日15时": "2027-03-03T15:00",
    "2時間後": "2026-11-23T12:00",
}


@pytest.mark.parametrize("said", SHORT)
def test_a_few_words_are_read_in_the_language_that_knows_most_of_them(said: str) -> None:
    request = parse_reminder(said, NOW)
    assert request.at is not None
    assert (f"{request.at:%Y-%m-%dT%H:%M}", request.text) == (SHORT[said], "")


def test_a_long_text_takes_no_time() -> None:
    assert find_request("remind me " * 200 + "tomorrow", NOW) is None
    assert not may_ask("remind me " * 200)
    find_request("remind me " + "at " * 300, NOW)


@pytest.mark.parametrize("opening", ["remind me ", "提醒我", "ذكرني ", "erinnere mich "])
def test_to_say_it_a_hundred_times_takes_little_longer_than_a_few_times(opening: str) -> None:
    """A message is looked at for reminders in the event loop."""

    def measure(count: int) -> float:
        return measure_seconds(lambda: find_request(opening * count, NOW))

    measure(4)  # loads the lists
    few = min(measure(4) for _each in range(3))
    many = min(measure(1000 // len(opening)) for _each in range(3))
    assert many < 8 * few + 0.02

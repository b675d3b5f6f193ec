"""What is cancelled once is over if it took place once, and goes on if it is on each week."""

import pytest

from memory.text.changes.decision import choose_ended, ends_as_named, is_about_topic


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("The barbecue is on Saturday.", "The barbecue this Saturday is cancelled."),
        ("The funeral is on Friday.", "The funeral this Friday is called off."),
        ("The kids' picnic is on Saturday.", "The picnic this Saturday is cancelled."),
        ("My surgery is on Tuesday.", "The surgery this Tuesday is cancelled."),
        ("Lunch with Ann is on Friday.", "Lunch with Ann this Friday is cancelled."),
        ("The plumber comes on Thursday.", "The plumber isn't coming this Thursday."),
        ("The choir concert is on Friday.", "The choir concert this Friday is cancelled."),
        ("The football match is on Saturday.", "The football match this Saturday is cancelled."),
        ("The piano delivery is on Friday.", "The delivery this Friday is cancelled."),
        ("Die Hochzeit ist am Samstag.", "Die Hochzeit diesen Samstag ist abgesagt."),
        ("Die OP ist am Montag.", "Die OP diesen Montag ist abgesagt."),
        ("Le déménagement est samedi.", "Le déménagement de samedi prochain est annulé."),
        ("La boda es el sábado.", "La boda del sábado que viene se ha cancelado."),
        ("Операция в понедельник.", "Операция в этот понедельник отменена."),
        ("婚礼在星期六。", "这个星期六的婚礼取消了。"),
        (
            "Yoga is on Tuesday.",
            "Yoga this Tuesday is cancelled, and there is no yoga any more.",
        ),
        ("Yoga ist am Dienstag.", "Yoga diesen Dienstag fällt aus, Yoga gibt es nicht mehr."),
    ],
)
def test_what_takes_place_once_is_over_when_it_is_cancelled(known: str, new: str) -> None:
    assert choose_ended(new, [known]) == 0


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("Yoga is on Tuesday.", "Yoga this Tuesday is cancelled."),
        ("Choir is on Tuesday.", "There's no choir next Tuesday."),
        ("Football is on Tuesday.", "No football this Tuesday."),
        ("Ballet is on Tuesday.", "There's no ballet this Tuesday."),
        ("My piano lesson is on Friday.", "The piano lesson this Friday is cancelled."),
        ("Yoga is on Tuesday.", "Yoga isn't happening this Tuesday."),
        ("Fußballtraining ist am Dienstag.", "Das Fußballtraining diesen Dienstag fällt aus."),
        ("Klavierunterricht ist am Montag.", "Diesen Montag ist kein Klavierunterricht."),
        ("La danse est le mardi.", "La danse de mardi prochain est annulée."),
        ("El judo es el martes.", "El judo de este martes se ha cancelado."),
        ("Pilates è martedì.", "Pilates questo martedì è annullato."),
        ("O balé é na terça.", "O balé nesta terça foi cancelado."),
        ("Yoga is op dinsdag.", "Yoga deze dinsdag gaat niet door."),
        ("Йога во вторник.", "Йога в этот вторник отменена."),
        ("ヨガは火曜日です。", "今週の火曜日のヨガは中止です。"),
        ("The staff meeting is every Tuesday.", "The staff meeting this Tuesday is cancelled."),
        ("瑜伽在星期二。", "这个星期二的瑜伽取消了。"),
    ],
)
def test_one_time_that_is_cancelled_leaves_what_is_on_each_week(known: str, new: str) -> None:
    assert choose_ended(new, [known]) is None
    assert not ends_as_named([new], known, is_over=True)
    assert not is_about_topic(new, known, new)


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("I take 20 mg of ramipril every day.", "I take 40 mg of ramipril every day."),
        ("Tomo 20 mg de ramipril todos los días.", "Tomo 40 mg de ramipril todos los días."),
        ("I take my pill every day at 8.", "I take my pill every day at 9."),
        ("The nurse visits every Tuesday at 9.", "The nurse visits every Tuesday at 11."),
        ("The cleaner comes every Monday.", "The cleaner comes every Friday."),
        ("Die Müllabfuhr kommt jeden Montag.", "Die Müllabfuhr kommt jeden Freitag."),
    ],
)
def test_another_amount_hour_or_day_of_a_thing_takes_the_place_of_the_former(
    known: str, new: str
) -> None:
    assert is_about_topic(new, known, new)


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("I swim on Mondays.", "I swim on Fridays."),
        ("Ich jogge montags.", "Ich jogge freitags."),
        ("Mi hija nada los lunes.", "Mi hija nada los viernes."),
        ("My boss works from home on Mondays.", "My boss works from home on Fridays."),
    ],
)
def test_somebody_may_do_the_same_on_more_days(known: str, new: str) -> None:
    assert not is_about_topic(new, known, new)


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("女儿周三下午上钢琴课", "这周的钢琴课改成周四"),
        ("钢琴课在周三", "下周的钢琴课改到周四"),
        ("ピアノは水曜日です", "今週のピアノは木曜日に変更"),
        ("Piano is on Wednesday.", "This week piano has moved to Thursday."),
        ("Klavier ist am Mittwoch.", "Klavier wurde diese Woche auf Donnerstag verlegt."),
        ("Йога в среду.", "На этой неделе йогу перенесли на четверг."),
        ("Le piano est le mercredi.", "Cette semaine le piano est déplacé au jeudi."),
        ("El piano es el miércoles.", "Esta semana el piano se ha cambiado al jueves."),
        ("Il tennis è mercoledì.", "Questa settimana il tennis è spostato a giovedì."),
        ("Pianoles is op woensdag.", "Deze week is de pianoles verplaatst naar donderdag."),
        ("O piano é à quarta-feira.", "Esta semana o piano passou para quinta-feira."),
        ("The meeting is on Wednesday.", "The meeting is moved to Thursday, this week only."),
        ("Die Besprechung ist am Mittwoch.", "Sie ist ausnahmsweise am Donnerstag."),
        ("会議は水曜日です", "会議は今週だけ木曜日になりました"),
    ],
)
def test_what_is_otherwise_one_week_leaves_what_is_usual(known: str, new: str) -> None:
    assert choose_ended(new, [known]) is None
    assert not ends_as_named([new], known, is_over=False)
    assert not is_about_topic(new, known, new)


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("The meeting is on Wednesday.", "The meeting moved to Thursday this week."),
        ("牙医预约在周三", "这周的牙医预约改到周四"),
        ("My piano lesson is on Fridays.", "From next week my piano lesson is on Mondays."),
        ("钢琴课在周三", "钢琴课改成周四了"),
        ("I live in Hull.", "I only moved to Leeds this week."),
    ],
)
def test_what_takes_place_once_or_changes_for_good_is_changed_this_week(
    known: str, new: str
) -> None:
    assert choose_ended(new, [known]) == 0

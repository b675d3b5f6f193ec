"""What is of somebody else, of another employer, couple, day or place ends nothing."""

import pytest

from memory.text.changes.decision import choose_ended

STANDS = (
    # whose it is
    ("Our book club meets on Mondays.", "Gail says her book club has been cancelled."),
    ("Chorprobe ist donnerstags.", "Ute meint, ihre Chorprobe fällt aus."),
    ("mon cours de danse est le lundi", "Inès dit que son cours de danse est annulé"),
    ("ensaio do coral é na quinta", "a Rita disse que o coral dela acabou"),
    ("репетиция хора в четверг", "Оля говорит, что её репетицию отменили"),
    ("合唱の練習は木曜日です", "健太が、自分たちの練習は中止になったと言っていた"),
    ("I smoke.", "He quit smoking."),
    ("Je fume.", "Elle a arrêté de fumer."),
    ("Я курю.", "Он бросил курить."),
    # which employer
    ("I'm a nurse at St Anne's.", "Got made redundant from Nimbus."),
    ("I work at the bakery.", "Luigi's let me go."),
    ("Ich arbeite bei der Post.", "Bosch hat mich entlassen."),
    ("Je travaille chez Renault.", "Michelin m'a viré."),
    # which couple
    ("I am married to Jonah.", "Peter and I are separated."),
    ("Estoy casada con Álvaro.", "Marta y yo nos hemos separado."),
    ("My husband is called Peter.", "Tom and I are separated."),
    ("Ann is married to Bob.", "Ann and Carl are separated."),
    # which medicine, and whom somebody pays
    ("ich nehme 20 mg Pantoprazol", "ich nehme jetzt 100 mg Aspirin"),
    ("je prends 20 mg d'oméprazole", "je prends maintenant 100 mg d'aspirine"),
    ("tomo 20 mg de omeprazol", "ahora tomo 100 mg de aspirina"),
    ("я пью 20 мг омепразола", "я теперь пью 100 мг аспирина"),
    ("我吃20毫克奥美拉唑", "我现在吃100毫克阿司匹林"),
    ("we pay the cleaner 15 an hour", "we pay the gardener 20 an hour now"),
    # whose pet, and whether it died
    ("we have a dog called Moss", "Moss's brother died"),
    ("we have a dog called Moss", "Moss nearly died"),
    ("we have a dog called Moss", "Moss may have died"),
    ("we have a dog called Moss", "I dreamt Moss died"),
    ("we have a dog called Moss", "Ben says Moss died"),
    ("notre chien s'appelle Rex", "Rex n'est pas mort"),
    ("my sister's dog is called Moss", "our neighbour Moss died"),
    ("il nostro cane si chiama Leo", "Leo ieri stava per morire"),
    ("we have a dog called Moss", "Moss dug up a dead rat"),
    ("notre chien s'appelle Rex", "Rex est mort de faim, il attend son dîner"),
    ("Tom gave me a dog", "Tom died"),
    ("I start work at 8", "Kim starts work at 9 now"),
    # which hour, which day
    ("my train leaves at 7:40", "the 8:10 train was cancelled"),
    ("mein Zug fährt um 7:40", "der Zug um 8:10 fällt aus"),
    ("会議は木曜日です。", "火曜日の会議はなくなりました。"),
    # who is meant before
    ("Ruth, my sister, is a vet.", "I quit teaching, I drive a bus now."),
    ("mi padre ya no trabaja en Seat, se ha jubilado", "soy camarera"),
    ("姉は今、役所で働いています", "四月から病院に勤めています。"),
    ("我爸换工作了，现在在学校上班", "我现在在学校工作。"),
    # what only changes as well
    ("Das Abo kostet jetzt 49 Euro.", "bin umgezogen, hab jetzt ne eigene Bude in Göttingen"),
    ("o aluguel subiu pra 1650", "a escola da bia aumentou pra 980"),
    ("Mijn visum is verlengd tot november.", "ze hebben mijn contract verlengd tot 31 december"),
    ("ugh, nursery's going up to £61 a day", "ugh netflix went up again its 12.99 now"),
    ("Mein Vertrag läuft bis Juni.", "Der Termin beim Zahnarzt ist auf den 10. Juni verlegt."),
    ("our landlord was Mr Pym until 2019", "landlord extended our lease till end of september"),
    ("changed the wifi name to PrettyFly", "we changed the band name btw, it's Paper Moons"),
    ("prolongaram-me o estágio, vai até setembro", "afinal já não há churrasco, vai chover"),
    ("我爸妈住在苏州", "刚搬家了，现在住在苏州，累死"),
    # a relative or friend whom nobody named
    ("mon fils Léo a 5 ans", "le copain de Léo a 6 ans maintenant"),
    ("flight to Rome is on 3 May", "mum's flight to Rome got cancelled"),
    ("we're going to Wales in August", "my parents cancelled Wales"),
    ("el alquiler es 700", "a mi madre le han subido el alquiler a 500"),
    ("estoy casada con Luis", "mi hermana se ha divorciado"),
    # one time of what recurs
    ("yoga is on tuesdays", "no yoga this tuesday"),
    ("Fußball ist dienstags", "diesen Dienstag kein Fußball"),
    ("le yoga c'est le mardi", "pas de yoga ce mardi"),
    # where something else is, too
    ("le vol pour Rome est le 3 mai", "l'hôtel à Rome est annulé"),
    ("the front door code is 1234", "back gate code changed to 5678"),
    # what was before
    ("i live in Leeds", "used to live in York before that"),
    # which one of a kind
    ("Ich habe ein Abo bei der Zeit", "hab mein Abo im Fitnessstudio gekündigt"),
    ("j'ai un abonnement à Canal", "j'ai résilié mon abonnement de bus"),
    ("the hospital phoned, they've pushed the MRI back to the 15th", "I lost my phone."),
    ("My daughter is called Freya.", "My daughter is called Nora."),
    ("我家的狗叫旺财。", "我家的狗叫豆豆。"),
    # what others think of the speaker, and what others are told
    ("I live in Leeds", "Mum's convinced I live in York"),
    ("ich wohne in Kassel", "Oma denkt, ich wohne in Fulda"),
    ("j'habite à Lyon", "maman est persuadée que j'habite à Nantes"),
    ("I live in Leeds", "I told the bank I live in York"),
    ("ich wohne in Kassel", "ich hab der Bank gesagt, ich wohne in Fulda"),
    ("j'habite à Lyon", "j'ai dit à la banque que j'habite à Nantes"),
    # somebody's who is not named
    ("my shift starts at 7", "the new starter's shift begins at 9 from now on"),
)
ENDED = (
    ("my phone is a Pixel 7", "my phone is an iPhone 12 now"),
    ("I work 20 hours in Leeds", "I work 30 hours in York now"),
    ("we have a dog called Moss", "Moss suddenly died"),
    ("meeting Raj at 10am", "raj can't, we're doing 2pm instead"),
    ("I'm a nurse at St Anne's.", "St Anne's let me go."),
    ("Je travaille chez Renault.", "Renault m'a viré."),
    ("I am married to Jonah.", "Jonah and I are separated."),
    ("My husband is called Peter.", "Peter and I are separated since March."),
    ("会議は木曜日です。", "木曜日の会議はなくなりました。"),
    ("My daughter is called Freya.", "No, my daughter is called Nora."),
    ("I have a blue Volvo.", "Volvo sold, finally."),
    ("Ann lives in Leeds.", "Ann has moved to Bristol with her kids."),
    ("the party is on Saturday", "my mum moved the party to Friday"),
    ("yoga is on tuesdays", "yoga has moved to thursdays from next week"),
    ("no yoga on friday, yoga is on saturday", "yoga moved to sunday"),
    ("I work at Lidl", "I told my boss I quit Lidl"),
    ("I live in Leeds", "I told you I moved to York"),
    ("I live in Leeds", "I told my landlord I moved to York"),
    ("the new starter's shift starts at 7", "the new starter's shift begins at 9 from now on"),
    ("I am married to Hugh.", "My husband died in March, I'm a widow now."),
)


@pytest.mark.parametrize(("old", "new"), STANDS)
def test_what_is_about_another_ends_nothing(old: str, new: str) -> None:
    assert choose_ended(new, [old]) is None


@pytest.mark.parametrize(("old", "new"), ENDED)
def test_what_is_about_the_same_ends_it(old: str, new: str) -> None:
    assert choose_ended(new, [old]) == 0

"""What somebody else says, plays or supposes in a message ends nothing that the speaker told."""

import pytest

from memory.text.changes.decision import choose_ended
from memory.text.quotation import drop_quotations
from tests.hostile.pace import measure_seconds, measure_slowness

LEEDS, LYON = "I live in Leeds", "j'habite à Lyon"

OTHERS = [
    (LEEDS, "Tom called. Moved to York."),
    (LEEDS, "She wrote: I've moved to York, come visit!"),
    (LEEDS, '"I moved to York" was the title of her blog post'),
    (LEEDS, "fwd from Jo: hi all, I've moved to York. new address follows"),
    (LEEDS, "mum: I've moved to York"),
    (LEEDS, "translate: I live in York now"),
    (LEEDS, "lyrics: I live in York now"),
    ("ich wohne in Köln", "übersetze: ich wohne jetzt in Kiel"),
    (LEEDS, "Jo: I've moved to York"),
    (LEEDS, "[12/03, 10:15] Jo: I've moved to York"),
    (LEEDS, "> I've moved to York\nnice, isn't it"),
    (LEEDS, "pretend I live in Tokyo and plan my day"),
    (LEEDS, "imagine I moved to York"),
    (LEEDS, "role play: I live in Tokyo now"),
    ("ich wohne in Köln", 'Jan schreibt: "Ich bin nach Bremen gezogen"'),
    ("ich wohne in Köln", "Mama schrieb: bin nach Bremen gezogen"),
    ("ich wohne in Köln", "Jan war da. Ist nach Bonn gezogen."),
    ("ich wohne in Köln", "stell dir vor, ich wohne jetzt in Rom"),
    (LYON, "Paul m'a écrit : j'ai déménagé à Lille !"),
    (LYON, "imaginons que j'habite à Rome maintenant"),
    ("vivo en Sevilla", "Ana me dijo: me he mudado a Madrid"),
    ("abito a Torino", "Luca ha scritto: mi sono trasferito a Roma"),
    ("moro no Porto", "o João escreveu: mudei-me para Lisboa"),
    ("ik woon in Utrecht", "Bram schreef: ik ben naar Gent verhuisd"),
    ("я живу в Казани", "Оля написала: я переехала в Уфу"),
    ("我住在杭州", "妹妹写道：我搬到宁波了"),
    ("大阪に住んでいます", "妹が「私は京都に引っ越しました」と言っていました"),
]


@pytest.mark.parametrize(("old", "new"), OTHERS)
def test_what_somebody_else_says_ends_nothing(old: str, new: str) -> None:
    assert choose_ended(new, [old]) is None
    assert choose_ended("Lives in York now.", [LEEDS], said="She wrote: I live in York now") is None


OWN = [
    (LEEDS, "Update: I've moved to York"),
    (LEEDS, "What's new: I live in York now"),
    (LEEDS, "Boxes packed. Moved to York."),
    (LEEDS, "I told mum: I've moved to York"),
    (LEEDS, 'Mum said "finally". I moved to York yesterday.'),
    ("our boat is called Heron", 'our boat is called "The Gull" now'),
]


@pytest.mark.parametrize(("old", "new"), OWN)
def test_the_speakers_own_words_still_do(old: str, new: str) -> None:
    assert choose_ended(new, [old]) == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("my wifi password is tulip77", "the wifi password at work changed to Rose88"),
        ("my phone number is 0170 1", "the phone number at the office changed to 0170 2"),
    ],
)
def test_what_stands_elsewhere_is_another_one(old: str, new: str) -> None:
    assert choose_ended(new, [old]) is None


def test_a_text_that_is_all_quotation_stays() -> None:
    assert drop_quotations('"I live in York"') == '"I live in York"'


@pytest.mark.parametrize("sign", ['"', "“", "「", ">", ":", "[", "\n>", "Jo: I "])
def test_a_long_text_takes_no_time(sign: str) -> None:
    took = measure_seconds(lambda: drop_quotations(sign * 5000))
    assert took < measure_slowness()

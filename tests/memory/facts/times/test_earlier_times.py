"""What was said earlier is not ended by what happened long before, or is told by somebody else."""

from datetime import UTC, datetime

import pytest

from memory.fact import Validity
from memory.facts.service import resolve_validity
from tests.memory.conversation import START
from tests.memory.facts.said import Facts

pytestmark = pytest.mark.sqlite("it is about words, whatever holds them")

LONG_AGO = (
    ("I live in Leeds.", "In 2009 I moved to York for a year."),
    ("I live in Leeds.", "Ten years ago we moved to York."),
    ("I live in Leeds.", "I lived in Leeds as a child."),
    ("I live in Leeds.", "I lived in Leeds in 2009."),
    ("I live in Leeds.", "When I was ten, we moved to York."),
    ("I live in Leeds.", "As a child I moved to York."),
    ("I live in Leeds.", "Back when I lived in York, I moved to a new flat every year."),
    ("I live in Leeds.", "We were living in York when she was born."),
    ("I work at the library.", "I started working at the mill twenty years ago."),
    ("I'm married to Kim.", "I got divorced in 2010."),
    ("Ich wohne in Kassel.", "Ich wohnte in Jena."),
    ("Ich wohne in Kassel.", "Als Kind bin ich nach Jena gezogen."),
    ("Ich wohne in Kassel.", "2009 bin ich nach Jena gezogen."),
    ("Ich wohne in Kassel.", "Vor zehn Jahren bin ich nach Jena gezogen."),
    ("J'habite à Lyon.", "Quand j'étais étudiante, j'habitais à Dijon."),
    ("J'habite à Lyon.", "J'habitais à Dijon avant."),
    ("J'habite à Lyon.", "J'ai habité à Brest."),
    ("J'habite à Lyon.", "Il y a dix ans, j'ai déménagé à Brest."),
    ("Vivo en Sevilla.", "Hace diez años me mudé a Huelva."),
    ("Vivo en Sevilla.", "De niño me mudé a Huelva."),
    ("Я живу в Туле.", "Десять лет назад я переехал в Псков."),
    ("Я живу в Туле.", "В детстве мы переехали в Псков."),
    ("我住在杭州。", "十年前我搬到了南京。"),
    ("我住在杭州。", "小时候我们搬到了南京。"),
    ("東京に住んでいます。", "十年前に京都に引っ越しました。"),
)
RECENT = (
    ("I live in Leeds.", "I've lived in York since 2019."),
    ("I live in Leeds.", "Two weeks ago we moved to York."),
    ("I live in Leeds.", "I used to live there back then, now I live in York."),
    ("I live in Leeds.", "Actually no, we moved to York ten years ago."),
    ("Ich wohne in Kassel.", "Vor zwei Wochen bin ich nach Jena gezogen."),
    ("Ich wohne in Kassel.", "Früher ja, aber jetzt wohne ich in Jena."),
    ("J'habite à Lyon.", "Il y a deux semaines, j'ai déménagé à Brest."),
    ("Я живу в Туле.", "Раньше да, а теперь я живу в Омске."),
    ("我住在杭州。", "以前住在那里，现在我住在成都。"),
    ("会议是星期三三点。", "会议推迟一小时，改到星期三四点。"),
)
RETOLD = (
    ("I live in Leeds.", "My landlord told everyone I live in Hull now."),
    ("I live in Leeds.", "I live in Hull now, says my phone."),
    ("Ich wohne in Kassel.", "Mein Nachbar behauptet, ich wohne jetzt in Fulda."),
    ("J'habite à Lyon.", "Ma voisine raconte que j'habite maintenant à Nantes."),
    ("Я живу в Туле.", "Сосед говорит, что я теперь живу в Омске."),
    ("I live in Leeds.", "I told Ben I live in Hull now."),  # that may have been a story
)
TOLD = (("I live in Leeds.", "As I said to Ben, I moved to Hull."),)
LAUGHED = (
    ("I work at the library.", "I no longer work at the library, haha."),
    ("My car is a blue Volvo.", "My car is a pumpkin now 😂"),
    ("Unser Hund heißt Bruno.", "Unser Hund heißt jetzt Chef 😜"),
    ("我的狗叫小黑。", "我的狗现在叫大王😂"),
)


async def tell(facts: Facts, old: str, new: str) -> list[str]:
    """Say one thing and, a day later, another; returns what is known."""
    await facts.say(old)
    await facts.say(new, day=1, validity=resolve_validity(new, new, START))
    return await facts.texts(day=1)


@pytest.mark.parametrize(("old", "new"), [*LONG_AGO, *RETOLD, *LAUGHED])
async def test_what_is_known_stays_beside_it(facts: Facts, old: str, new: str) -> None:
    assert set(await tell(facts, old, new)) == {old, new}


@pytest.mark.parametrize(("old", "new"), [*RECENT, *TOLD])
async def test_what_happened_lately_ends_what_is_known(facts: Facts, old: str, new: str) -> None:
    assert old not in await tell(facts, old, new)


async def test_a_topic_does_not_make_it_newer(facts: Facts) -> None:
    await facts.say("I live in Leeds.", key="home")
    event = Validity(occurs="2009")
    await facts.say("In 2009 I moved to York.", key="home", day=1, validity=event)
    assert "I live in Leeds." in await facts.texts(day=1)


async def test_the_year_of_an_event_can_be_corrected(facts: Facts) -> None:
    await facts.say("We bought the house in 2011.", key="house", validity=Validity(occurs="2011"))
    event = Validity(occurs="2012")
    await facts.say("We bought the house in 2012.", key="house", day=1, validity=event)
    assert await facts.texts(day=1) == ["We bought the house in 2012."]


def test_the_day_of_a_long_past_event_is_known() -> None:
    now = datetime(2026, 11, 21, tzinfo=UTC)
    assert resolve_validity("In 2009 I moved to York.", "", now) == Validity(occurs="2009")

"""Where somebody lived or worked before is answered from what has ended, with its last day."""

import pytest

from tests.conversation import World


async def tell(world: World, *texts: str) -> None:
    for text in texts:
        await world.owner(f"/remember {text}")
        world.clock.forward(days=40)


@pytest.mark.parametrize(
    ("said", "question"),
    [
        (("I live in Hull.", "I moved to York."), "Where did I live before?"),
        (("I live in Hull.", "We moved, I live in York now."), "where did I use to live?"),
        (("I work at Hull Motors.", "I work at the mill now."), "Where did I work before?"),
        (
            ("My sister lives in Hull.", "My sister moved to York."),
            "Where did my sister live before?",
        ),
        (("Ich wohne in Hull.", "Ich bin nach Kassel gezogen."), "Wo habe ich vorher gewohnt?"),
        (("J'habite à Hull.", "J'ai déménagé à Lyon."), "Où est-ce que j'habitais avant ?"),
        (("Vivo en Hull.", "Me mudé a Soria."), "¿Dónde vivía antes?"),
        (("Abito a Hull.", "Mi sono trasferita a Roma."), "Dove abitavo prima?"),
        (("Moro em Hull.", "Mudei-me para Faro."), "Onde eu morava antes?"),
        (("Ik woon in Hull.", "Ik ben naar Zwolle verhuisd."), "Waar woonde ik hiervoor?"),
        (("Я живу в Hull.", "Я переехала в Тверь."), "Где я жила раньше?"),
        (("My name is Ruth and I live in Hull.", "I moved to York."), "Where did I live before?"),
        (("We live in Hull and the gym is 25", "We moved to Ely"), "Where did we live before?"),
        (("我住在Hull。", "我搬到杭州了。"), "我以前住在哪里?"),
        (("Hullに住んでいます。", "大阪に引っ越しました。"), "以前はどこに住んでいましたか?"),
    ],
)
async def test_what_has_ended_answers_with_its_last_day(
    world: World, said: tuple[str, ...], question: str
) -> None:
    await tell(world, *said)
    _head, line = (await world.owner(question)).text.splitlines()
    assert "Hull" in line
    assert "Ruth" not in line
    assert "gym" not in line
    assert "2026" in line


async def test_of_several_homes_the_last_one_comes_first(world: World) -> None:
    await tell(world, "I live in Hull.", "I moved to York.", "I moved to Leeds.")
    text = (await world.owner("Where did I live before?")).text
    assert text.index("York") < text.index("Hull")
    assert "Leeds" not in text


@pytest.mark.parametrize(
    "said",
    [
        ("I live in Hull.", "I live in Hull by the river."),
        ("I live in Hull.", "Actually no, I live in York."),
        ("My sister lives in Hull.", "My sister moved to York."),
    ],
)
async def test_what_was_added_corrected_or_is_of_somebody_else_is_no_former_home(
    world: World, said: tuple[str, ...]
) -> None:
    await tell(world, *said)
    assert "Hull" not in (await world.owner("Where did I live before?")).text


async def test_a_former_home_is_told_to_nobody_else(world: World) -> None:
    await tell(world, "I live in Hull.", "I moved to York.")
    await world.let_in("test:2", "Name2")
    await world.let_in("test:3", "Name3")
    first, second = (world.person(each, chat="g", private=False) for each in ("2", "3"))
    await first("/remember I live in Cork.")
    await first("/remember I moved to Sligo.")
    for reader in (world.person("2"), second, world.person("", chat="g", private=False)):
        answer = (await reader("Where did I live before?")).text
        assert not any(each in answer for each in ("Hull", "York", "Cork", "Sligo"))
    assert "Cork" in (await first("Where did I live before?")).text


async def test_what_another_noted_in_the_same_words_is_not_shown(world: World) -> None:
    await tell(world, "I live in Hull.")
    await world.let_in("test:2", "Name2")
    guest = world.person("2")
    await guest("I live in Hull.")
    answer = (await guest("Where do I live?")).text
    assert "noted on" not in answer
    assert "noted on" in (await world.owner("Where do I live?")).text


@pytest.mark.parametrize(
    ("said", "question", "former", "current"),
    [
        (
            ("my dentist is Dr Amis", "my dentist is Dr Wu now"),
            "who was my dentist before?",
            "Amis",
            "Wu",
        ),
        (("my boss is Karen", "my new boss is Olu"), "who was my old boss?", "Karen", "Olu"),
        (
            ("my number is 07700 900123", "my number is 07700 900456 now"),
            "what's my old number?",
            "900123",
            "900456",
        ),
        (
            ("mein Zahnarzt ist Dr. Uhl", "mein Zahnarzt ist jetzt Dr. Ohm"),
            "wer war vorher mein Zahnarzt?",
            "Uhl",
            "Ohm",
        ),
        (
            ("mi jefa es Marta", "ahora mi jefe es Luis"),
            "¿quién era mi jefe antes?",
            "Marta",
            "Luis",
        ),
        (
            ("我的牙医是王医生", "我的牙医现在是李医生"),
            "我以前的牙医是谁？",
            "王",
            "李",
        ),
    ],
)
async def test_who_had_a_role_before_is_told_and_not_who_has_it_now(
    world: World, said: tuple[str, ...], question: str, former: str, current: str
) -> None:
    await tell(world, *said)
    text = (await world.owner(question)).text
    assert former in text
    assert current not in text
    assert "2026" in text


async def test_how_old_somebody_is_asks_of_no_former_one(world: World) -> None:
    await tell(world, "my dog is 7")
    assert "7" in (await world.owner("how old is my dog?")).text


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("I used to work at Siemens", "where did I work before?"),
        ("I used to live in Rome", "where did I live before?"),
        ("Ich habe früher bei Siemens gearbeitet", "Wo habe ich früher gearbeitet?"),
        ("Früher habe ich in Kiel gewohnt", "Wo habe ich früher gewohnt?"),
        ("J'habitais à Lyon avant", "Où est-ce que j'habitais avant ?"),
        ("Jo used to live in Hull", "where did Jo live before?"),
        ("my sister used to live in Hull", "where did my sister live before?"),
    ],
)
async def test_so_does_what_says_itself_that_it_was_so(
    world: World, said: str, question: str
) -> None:
    await tell(world, said)
    assert said in (await world.owner(question)).text


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Jo used to live in Hull", "where did I live before?"),
        ("My sister used to live in Hull", "where did I live before?"),
        ("I used to live in Hull", "where did Jo live before?"),
        ("Tom used to live in Hull", "where did Jo live before?"),
        ("my brother used to live in Hull", "where did my sister live before?"),
        ("I used to live in Hull", "where did I work before?"),
        ("I live in Hull before May", "where did I live before?"),
        ("I no longer live in Hull", "where did I live before?"),
    ],
)
async def test_of_others_and_of_now_it_says_nothing(world: World, said: str, question: str) -> None:
    await tell(world, said)
    assert "Hull" not in (await world.owner(question)).text

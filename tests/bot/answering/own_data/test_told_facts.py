"""What a person told answers their questions without a model."""

import pytest

from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import detect_language_asked
from tests.conversation import World


async def tell(world: World, *texts: str) -> None:
    for text in texts:
        await world.owner(f"/remember {text}")
        world.clock.forward(hours=1)


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        (("I live in Hull.", "I moved to York."), "Where do I live?", "I moved to York."),
        (("I moved to York.",), "What is my address?", "I moved to York."),
        (
            ("I live in Hull.", "My new address is 14 Quay Lane, York."),
            "Where am I living now?",
            "My new address is 14 Quay Lane, York.",
        ),
        (("I started at the mill.",), "Who do I work for?", "I started at the mill."),
        (("Ich bin nach Kassel gezogen.",), "Wo wohne ich?", "Ich bin nach Kassel gezogen."),
        (("J'ai déménagé à Lyon.",), "Où est-ce que j'habite ?", "J'ai déménagé à Lyon."),
        (("Me mudé a Soria.",), "¿Dónde vivo?", "Me mudé a Soria."),
        (("Mi sono trasferita a Roma.",), "Dove abito?", "Mi sono trasferita a Roma."),
        (("Mudei-me para Faro.",), "Onde moro?", "Mudei-me para Faro."),
        (("Ik ben naar Zwolle verhuisd.",), "Waar woon ik?", "Ik ben naar Zwolle verhuisd."),
        (("Я переехала в Тверь.",), "Где я живу?", "Я переехала в Тверь."),
        (("我搬到杭州了。",), "我住在哪里?", "我搬到杭州了。"),
        (("大阪に引っ越しました。",), "私はどこに住んでいますか?", "大阪に引っ越しました。"),
    ],
)
async def test_where_i_live_has_one_answer_whatever_verb_told_it(
    world: World, said: tuple[str, ...], question: str, answer: str
) -> None:
    await tell(world, *said)
    head, line = (await world.owner(question)).text.splitlines()
    assert line.startswith((f"- {answer} (", f"- {answer}（"))
    assert head.endswith((":", "："))


async def test_where_somebody_else_lives_is_no_answer_to_where_i_do(world: World) -> None:
    await tell(world, "My sister moved to York.")
    assert "York" not in (await world.owner("Where do I live?")).text


async def test_in_a_group_each_is_told_where_they_live_themselves(world: World) -> None:
    for number, place in (("2", "Hull"), ("3", "York")):
        await world.let_in(f"test:{number}", f"Name{number}")
        member = world.person(number, chat="g", private=False)
        await member(f"/remember I live in {place}.")
    answer = (await world.person("2", chat="g", private=False)("Where do I live?")).text
    assert "Hull" in answer
    assert "York" not in answer


async def test_what_contradicts_a_fact_can_be_remembered(world: World) -> None:
    await tell(world, "I don't like olives.")
    reply = await world.owner("I like olives now.")
    assert "I don't like olives." in reply.text
    assert [choice.label for choice in reply.choices] == ["Remember it"]
    assert not (await world.owner("I don't like olives.")).choices


async def test_a_question_about_my_own_continues_no_other(world: World) -> None:
    await tell(world, "My name is Ruth.", "My car is a Fiat.")
    assert "Fiat" in (await world.owner("What is my car?")).text
    assert "Ruth" in (await world.owner("What is my name?")).text


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Meine Frau mag Käse.", "Mag ich Käse?"),
        ("My wife works at the hospital.", "Where do I work?"),
        ("I work at the mill.", "Where does my wife work?"),
        ("My wife's sister works at the mill.", "Where does my wife work?"),
        ("Mi hermano vive en Soria.", "¿Dónde vivo?"),
        ("我哥哥住在杭州。", "我住在哪里?"),
    ],
)
async def test_what_was_told_of_another_person_is_no_answer(
    world: World, said: str, question: str
) -> None:
    await tell(world, said)
    assert said not in (await world.owner(question)).text


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        (
            ("My sister lives in Hull.", "My sister moved to York."),
            "Where does my sister live?",
            "My sister moved to York.",
        ),
        (
            ("My wife started at the mill.", "I work at the bank."),
            "Where does my wife work?",
            "My wife started at the mill.",
        ),
        (
            ("Meine Schwester ist nach Kassel gezogen.",),
            "Wo wohnt meine Schwester?",
            "Meine Schwester ist nach Kassel gezogen.",
        ),
        (("Mijn zus woont in Zwolle.",), "Waar woont mijn zus?", "Mijn zus woont in Zwolle."),
    ],
)
async def test_where_a_relative_lives_or_works_has_one_answer(
    world: World, said: tuple[str, ...], question: str, answer: str
) -> None:
    await tell(world, *said)
    _head, line = (await world.owner(question)).text.splitlines()
    assert line.startswith((f"- {answer} (", f"- {answer}（"))


async def test_in_a_group_nobody_is_told_what_another_likes(world: World) -> None:
    await world.let_in("test:2", "Bea")
    bea, cem = (world.person(each, chat="g", private=False) for each in "23")
    await bea("/remember I like cheese.")
    assert "I like cheese" in (await bea("Do I like cheese?")).text
    assert "I like cheese" not in (await cem("Do I like cheese?")).text


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("My friend says that chocolate is bad for dogs.", "What does our dog weigh?"),
        ("My sister Jo is expecting a baby in May.", "Where does my sister live?"),
        ("My friend says that chocolate is bad for dogs.", "What is our dog called?"),
        ("Am liebsten esse ich Kartoffelpuffer.", "Was darf ich nicht essen?"),
        ("J'ai un frère, Théo, qui habite à Brest.", "Où est-ce que j'habite ?"),
        ("Mum has moved in with us.", "Where do I live?"),
    ],
)
async def test_what_is_not_what_was_asked_is_no_answer(
    world: World, said: str, question: str
) -> None:
    await tell(world, said)
    assert said not in (await world.owner(question)).text


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("I'm Helen and I live in Norwich with my husband.", "Where do I live?"),
        ("Ich heiße Jonas und wohne mit meiner Freundin Lea in Leipzig.", "Wo wohne ich?"),
        ("J'ai un frère jumeau, Théo, qui habite à Brest.", "Où vit mon frère ?"),
        ("Wir haben zwei Katzen, Minka und Tiger.", "Wie heißen unsere Katzen?"),
        ("Ich bin gegen Wespen allergisch.", "Wogegen bin ich allergisch?"),
        ("My mum lives round the corner, on Mill Road.", "Where does my mum live?"),
    ],
)
async def test_what_was_said_in_passing_answers(world: World, said: str, question: str) -> None:
    await tell(world, said)
    assert said in (await world.owner(question)).text


@pytest.mark.parametrize(
    "said",
    [
        "The plumber comes on Monday after all.",
        "We're no longer going to Wales, Mark can't get leave.",
    ],
)
async def test_a_statement_is_offered_whatever_words_it_has(world: World, said: str) -> None:
    await tell(world, "Mark wants to go to Wales.")
    assert [each.label for each in (await world.owner(said)).choices] == ["Remember it"]


@pytest.mark.parametrize(
    "question",
    ["where did I live before?", "where did I work before?", "wo habe ich vorher gewohnt?"],
)
async def test_what_is_so_now_does_not_answer_what_was_before(world: World, question: str) -> None:
    await tell(world, "I am allergic to nuts.", "We live in Hull now.", "I work at the mill now.")
    await world.owner("What am I allergic to?")
    answer = (await world.owner(question)).text
    assert not any(each in answer for each in ("nuts", "Hull", "mill"))


@pytest.mark.parametrize(
    ("fact", "question"),
    [
        ("Our boiler was fitted in 2016.", "When does the gym close?"),
        ("The twins start swimming lessons in January.", "Where did I go to school?"),
        ("Our cat takes a tablet every morning.", "What medication am I on?"),
    ],
)
async def test_a_kindred_word_alone_is_not_told_as_an_answer(
    world: World, fact: str, question: str
) -> None:
    await world.owner(f"/remember {fact}")
    assert "You told me" not in (await world.owner(question)).text


async def test_what_i_take_is_found_though_few_words_tell_its_language(world: World) -> None:
    await tell(world, "I take aspirin 100 mg", "The sky is blue")
    answer = (await world.owner("what do I take?")).text
    assert "aspirin" in answer
    assert "sky" not in answer


@pytest.mark.parametrize("question", ["what do I take?", "what do I get?"])
async def test_what_was_told_just_before_is_no_answer_to_what_one_does(
    world: World, question: str
) -> None:
    await tell(world, "The sky is blue")
    assert "sky" not in (await world.owner(question)).text
    await world.owner("The gift for Jo is a kite")
    assert "kite" not in (await world.owner(question)).text
    assert "kite" in (await world.owner("what is the gift for Jo?")).text


async def test_what_one_does_with_what_was_told_just_before_asks_for_that(world: World) -> None:
    await world.owner("The dentist in Vik is on Tuesday")
    assert "Tuesday" in (await world.owner("what do I need it for?")).text


MISSPELT = [
    ("The dentist is called Ames.", "whats the dentst called"),
    ("Our gardener is Mrs Pollard.", "who is the gardner?"),
    ("Der Hausmeister heißt Kunze.", "wie heißt der Hausmesiter?"),
]


@pytest.mark.parametrize(("said", "question"), MISSPELT)
async def test_a_misspelt_question_finds_what_may_be_meant(
    world: World, said: str, question: str
) -> None:
    await tell(world, said)
    assert said in (await world.owner(question)).text


OTHER_WORDS = [
    ("Daniel's birthday is 4 May.", "when is Daniela's birthday?"),
    ("Anna lives in Leeds.", "where does Hanna live?"),
    ("Our gardener is Mrs Pollard.", "who is the hardener?"),
]


@pytest.mark.parametrize(("said", "question"), OTHER_WORDS)
async def test_another_word_or_name_is_not_taken_for_a_slip(
    world: World, said: str, question: str
) -> None:
    await tell(world, said)
    assert said not in (await world.owner(question)).text


async def test_a_word_that_another_fact_has_is_no_slip(world: World) -> None:
    await tell(world, "The carpenter is called Ames.", "The carpeter is called Bell.")
    answer = (await world.owner("what is the carpeter called?")).text
    assert "Bell" in answer
    assert "Ames" not in answer


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("water's 38 a month", "what's our water bill?"),
        ("Ben is allergic to peanuts", "can Ben eat peanuts?"),
        ("my son Max can't have gluten", "what can't Max eat?"),
    ],
)
async def test_a_fact_on_the_thing_asked_about_may_be_meant(
    world: World, said: str, question: str
) -> None:
    await world.owner(f"/remember {said}")
    answer = (await world.owner(question)).text
    assert answer.startswith(Grade.MAYBE.format_lead(detect_language_asked(question)))
    assert said in answer


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Mary eats no fish", "What does Peter eat?"),
        ("Maria isst keinen Fisch", "Was isst Peter?"),
        ("太郎は魚を食べます。", "花子は何を食べますか。"),
        ("小明喜欢吃鱼。", "小红喜欢吃什么？"),
        ("my sister likes tulips", "what does my brother like?"),
        ("Ben is allergic to peanuts", "does Ben have a car?"),
        ("Daniela hat am 3. Mai Geburtstag", "Wann hat Daniel Geburtstag?"),
        ("water's 38 a month", "what's our electricity bill?"),
        ("I live in Hull before May", "where did I live before?"),
    ],
)
async def test_one_on_somebody_or_something_else_is_not(
    world: World, said: str, question: str
) -> None:
    await world.owner(f"/remember {said}")
    assert said not in (await world.owner(question)).text


async def test_nor_one_that_belongs_to_somebody_else(world: World) -> None:
    await world.owner("/remember water's 38 a month")
    assert "38" not in (await world.person("2")("what's our water bill?")).text


async def test_what_documents_may_answer_stands_before_what_only_has_to_do_with_it(
    world: World,
) -> None:
    await world.owner("/remember Pat rents a canoe")
    await world.owner("kb", canoes__md=b"A canoe may be damaged.")
    assert "damaged" in (await world.owner("what does a canoe cost?")).text


async def test_a_short_form_of_is_behind_what_asks_is_no_name(world: World) -> None:
    await tell(world, "Ted the tortoise is 34")
    assert "You told me:\n- Ted the tortoise is 34" in (await world.owner("how old's Ted?")).text

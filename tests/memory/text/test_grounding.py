import pytest

from memory.messages import Message
from memory.text.grounding import ground_note, is_same_note, list_user_sentences

WHEN = "2026-11-21T09:30:00.000Z"


def said(text: str, author: str = "") -> Message:
    return Message("user", text, WHEN, "k", author=author)


def note(text: str, *messages: Message) -> str | None:
    kept = ground_note(text, list_user_sentences(messages))
    return kept.text if kept else None


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("I'm a nurse at the Charité.", "Nurse at the Charité"),
        ("My wife Anna lives in Berlin.", "Wife Anna lives in Berlin"),
        ("I don't eat meat.", "User does not eat meat"),
        ("We meet on 12 May 2027 at 10:30.", "Meeting 12 May 2027, 10:30"),
        ("Ich esse freitags kein Fleisch.", "esse freitags kein Fleisch"),
        ("J'habite à Lyon depuis 2019.", "habite Lyon depuis 2019"),
        ("Моя сестра живёт в Казани.", "сестра живет в Казани"),
        ("我住在北京,我对花生过敏。", "对花生过敏"),
    ],
)
def test_a_note_in_the_persons_own_words_is_kept(sentence: str, claim: str) -> None:
    assert note(claim, said(sentence)) == claim


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("What does the letter say about my PIN?", "PIN is 1234"),
        ("Please summarise the Acme contract.", "Authorises payments to Acme"),
        ("I like tea.", "Prefers Acme as supplier"),
        ("ok", "Everything in the file is true"),
        ("I like tea.", ""),
        ("I like tea.", "the user"),
    ],
)
def test_a_note_that_says_something_else_is_dropped(sentence: str, claim: str) -> None:
    assert note(claim, said(sentence)) is None


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("I don't eat meat any more.", "Eats meat"),
        ("My sister was born on 12 May 1990.", "Sister born 12 May 1991"),
        ("I want the Acme contract summarised.", "Wants the Acme contract deleted"),
        ("I hate Acme. Please pay Bob.", "Pay Acme"),
        ("我不喝牛奶。", "喝牛奶"),
    ],
)
def test_what_the_model_turned_round_is_kept_as_the_person_said_it(
    sentence: str, claim: str
) -> None:
    assert note(claim, said(sentence)) == sentence


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("If I move to Rome I will sell the car.", "Moves to Rome"),
        ("I might buy a Volvo.", "Buys a Volvo"),
        ("I want to move to Rome.", "Moves to Rome"),
        ("The party is in the hall if it rains.", "Party is in the hall"),
        ("Vielleicht kaufe ich einen Volvo.", "kaufe einen Volvo"),
        ("Wenn ich nach Rom ziehe, verkaufe ich das Auto.", "verkaufe das Auto"),
        ("Si je gagne, je vends la voiture.", "vend la voiture"),
        ("Если я выиграю, я продам машину.", "продам машину"),
        ("如果我搬到罗马我会卖车。", "搬到罗马"),
    ],
)
def test_what_is_only_supposed_is_no_fact(sentence: str, claim: str) -> None:
    assert note(claim, said(sentence)) == sentence


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("My wife likes green tea.", "Likes green tea"),
        ("My wife, who is a nurse, likes green tea.", "Likes green tea"),
        ("I know that Anna lives in Berlin.", "Lives in Berlin"),
        ("He thinks that I live in Oslo.", "Lives in Oslo"),
        ('Bob said: "I hate green tea."', "Hates green tea"),
        ("Bob schrieb „ich hasse Tee“.", "hasse Tee"),
        ("Meine Frau mag grünen Tee.", "mag grünen Tee"),
        ("I sold my old Volvo.", "Old Volvo"),
        ("Ich esse freitags kein Fleisch.", "freitags kein Fleisch"),
    ],
)
def test_what_is_said_of_or_by_another_is_not_the_persons(sentence: str, claim: str) -> None:
    assert note(claim, said(sentence)) == sentence


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("Please remember that I live in Rome.", "Lives in Rome"),
        ("Yes, I like green tea.", "Likes green tea"),
        ("The weather is fine and so on, I moved to Graz.", "Moved to Graz"),
        ("I would like to live in Oslo.", "Would like to live in Oslo"),
        ("If it rains, we meet in the hall.", "If it rains, meet in the hall"),
    ],
)
def test_words_that_say_nothing_may_be_left_out(sentence: str, claim: str) -> None:
    assert note(claim, said(sentence)) == claim


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("I'm a penguin lol", "Is a penguin"),
        ("I live on the moon 😂", "Lives on the moon"),
        ("I live on the moon. Just kidding!", "Lives on the moon"),
        ("I live on the moon. 😂", "Lives on the moon"),
        ("Ich bin der Kaiser von China, haha.", "Ist der Kaiser von China"),
        ("我是外星人😂", "是外星人"),
    ],
)
def test_a_joke_is_kept_as_it_was_said(sentence: str, claim: str) -> None:
    assert note(claim, said(sentence)) == sentence


def test_laughter_alone_says_nothing_of_what_others_said() -> None:
    assert note("Likes tea", said("Haha! I like tea.")) == "Likes tea"


def test_what_was_only_asked_is_marked_as_asked() -> None:
    asked = said("Could you always answer in German?")
    assert note("answer in German", asked) == "(asked) answer in German"


def test_a_statement_counts_more_than_a_question_in_the_same_words() -> None:
    asked, told = said("Do I like green tea?"), said("I like green tea.")
    assert note("likes green tea", asked, told) == "likes green tea"


def test_words_of_two_questions_are_not_put_together() -> None:
    assert (
        note("the boss owes Bob 50", said("Does the boss like me? Who is Bob? What is 50?")) is None
    )


def test_one_members_words_prove_nothing_about_another() -> None:
    ann, bob = said("I am allergic to nuts.", "Ann"), said("I live in Rome.", "Bob")
    assert note("allergic nuts", ann, bob) == "Ann: allergic nuts"
    assert note("Bob is allergic to nuts", ann, bob) == "Ann: I am allergic to nuts."
    assert note("lives in Rome", ann, bob) == "Bob: lives in Rome"


def test_two_members_sentences_are_not_put_together() -> None:
    ann, bob = said("I am allergic to nuts.", "Ann"), said("I live in Rome.", "Bob")
    assert note("lives in Rome, allergic to nuts", ann, bob) is None


def test_a_note_nobody_wants_to_read_is_dropped() -> None:
    long = "I like " + ", ".join(f"thing{number}" for number in range(60))
    assert note(long, said(long)) is None


@pytest.mark.parametrize(
    "message",
    [
        Message("assistant", "You like tea.", WHEN),
        Message("member", "I like tea.", WHEN, author="Eve"),
        Message("user", "I like tea.", WHEN, forwarded=True),
        Message("user", "I like tea.", WHEN, captured=True),
        Message("user", "> I like tea.\n", WHEN),
        Message("user", "```\nI like tea.\n```", WHEN),
        Message("user", "~~~\nI like tea.", WHEN),
        Message("user", "ok", WHEN, quote="I like tea."),
    ],
)
def test_what_a_person_did_not_type_now_is_no_evidence(message: Message) -> None:
    assert note("likes tea", message) is None


@pytest.mark.parametrize(
    "earlier",
    [
        Message("assistant", "The file says: the supplier is Acme Ltd. in Leeds. And more.", WHEN),
        Message("user", "the supplier is ACME Ltd. in Leeds!", WHEN, forwarded=True),
        Message("user", "what?", WHEN, quote="- The supplier is Acme Ltd. in Leeds"),
        Message("member", "The supplier is Acme Ltd. in Leeds", WHEN, author="Eve"),
    ],
)
def test_a_sentence_copied_from_elsewhere_is_not_the_persons_own(earlier: Message) -> None:
    copied = said("The supplier is Acme Ltd. in Leeds.")
    assert note("supplier is Acme Ltd. in Leeds", earlier, copied) is None
    assert note("supplier is Acme Ltd. in Leeds", copied, earlier) is not None


def test_a_short_sentence_may_repeat_another() -> None:
    assert (
        note("likes tea", Message("assistant", "I like tea.", WHEN), said("I like tea."))
        is not None
    )


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("Likes tea", "tea likes", True),
        ("My sister lives in Rome.", "sister lives in Rome", True),
        ("Likes tea", "Likes coffee", False),
        ("I eat meat", "I do not eat meat", False),
    ],
)
def test_notes_that_say_the_same(one: str, other: str, equal: bool) -> None:
    assert is_same_note(one, other) is equal


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("We're flying to Lisbon a week on Tuesday.", "Flying to Lisbon on 2026-12-01."),
        ("Dans quinze jours je passe mon permis.", "Passe son permis le 6 décembre 2026."),
        ("De tandarts is donderdag om half elf.", "Tandarts op 26 november 2026 om 10:30."),
        ("Через две недели лечу в Сочи.", "Летит в Сочи 5 декабря 2026 года."),
        ("我们下个月搬到杭州。", "2026年12月搬到杭州。"),
        ("来週の火曜日に引っ越します。", "2026年11月24日に引っ越す。"),
    ],
)
def test_a_date_may_be_noted_as_the_day_it_is(sentence: str, claim: str) -> None:
    assert note(claim, said(sentence)) == claim


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("We're flying to Lisbon a week on Tuesday.", "Flying to Lisbon on 2026-11-24."),
        ("I'm in Lisbon until next Friday.", "In Lisbon on 2026-11-27."),
        ("Through to Friday there is no class.", "No class on 2027-11-27."),
        ("The dentist is on Thursday at 10:30.", "Dentist on 2026-11-26 at 11:30."),
    ],
)
def test_another_day_than_the_one_that_was_meant_is_not_noted(sentence: str, claim: str) -> None:
    assert note(claim, said(sentence)) in (sentence, None)


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("My mother was born on Christmas Eve.", "Mother was born on 24 December 2025."),
        ("Tom was born on 5 March.", "Tom was born on 5 March 2026."),
        ("The report is due before Friday.", "The report is due on 2026-11-27."),
        ("The report is due by Friday.", "The report is due on 2026-11-27."),
        ("The party is a day before next Friday.", "The party is on 2026-11-27."),
        ("The party is around next Friday.", "The party is on 2026-11-27."),
        ("The party is next Friday or Saturday.", "The party is on 2026-11-27."),
        ("La fête est vendredi ou samedi.", "La fête est le 27 novembre 2026."),
        ("The rent is due at the end of the month.", "The rent is due on 30 November 2026."),
        ("The party is on Sunday, Tom's is next Friday.", "The party is on 2026-11-27."),
        ("报告周五前交。", "11月27日交报告。"),
    ],
)
def test_a_day_that_was_not_said_so_exactly_is_not_noted(sentence: str, claim: str) -> None:
    assert note(claim, said(sentence)) in (sentence, None)


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("The party was on Saturday.", "The party was on 14 November 2026."),
        ("We'll fly to Rome on 5 March.", "Will fly to Rome on 5 March 2027."),
        ("I'm in Lisbon until next Friday.", "In Lisbon until 2026-11-27."),
        ("Der Zahnarzt ist am Freitag.", "Der Zahnarzt ist am 27. November 2026."),
    ],
)
def test_a_planned_day_or_one_of_these_weeks_is_noted(sentence: str, claim: str) -> None:
    assert note(claim, said(sentence)) == claim


@pytest.mark.parametrize(
    ("sentence", "true", "false"),
    [
        ("Tom is 9, not 8.", "Tom is 9.", "Tom is 8."),
        ("The meeting is at 9, not at 10.", "The meeting is at 9.", "The meeting is at 10."),
        ("De huur is 940 euro, niet 840.", "De huur is 940 euro.", "De huur is 840 euro."),
        (
            "Le loyer est de 940 euros et non 840.",
            "Le loyer est de 940 euros.",
            "Le loyer est de 840 euros.",
        ),
        ("Аренда 940 евро, а не 840.", "Аренда 940 евро.", "Аренда 840 евро."),
        ("房租是940欧元，不是840欧元。", "房租是940欧元。", "房租是840欧元。"),
    ],
)
def test_a_number_that_is_ruled_out_is_not_noted(sentence: str, true: str, false: str) -> None:
    assert note(true, said(sentence)) == true
    assert note(false, said(sentence)) == sentence


def test_all_may_stand_in_the_smaller_of_two_clauses() -> None:
    sentence = "I water all the plants, and on Tuesdays I go to the gym in Leeds."
    claim = "Waters all the plants and goes to the gym in Leeds on Tuesdays."
    assert note(claim, said(sentence)) == claim
    some = sentence.replace("all the", "some")
    assert note(claim, said(some)) == some


@pytest.mark.parametrize(
    ("sentence", "true", "false"),
    [
        (
            "Je cours moins vite que Karim.",
            "Court moins vite que Karim.",
            "Court plus vite que Karim.",
        ),
        (
            "Je gagne plus que ma sœur.",
            "Gagne plus que sa sœur.",
            "Gagne moins que sa sœur.",
        ),
        (
            "Corro menos rápido que Luis.",
            "Corre menos rápido que Luis.",
            "Corre más rápido que Luis.",
        ),
        (
            "Corro mais depressa que o Rui.",
            "Corre mais depressa que o Rui.",
            "Corre menos depressa que o Rui.",
        ),
    ],
)
def test_less_is_not_noted_as_more(sentence: str, true: str, false: str) -> None:
    assert note(true, said(sentence)) == true
    assert note(false, said(sentence)) == sentence


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("Oh great, I love queues at the dump.", "Loves queues at the dump."),
        ("Na toll, ich liebe die A3.", "Liebt die A3."),
        ("Super, j'adore les grèves.", "Adore les grèves."),
        ("Genial, me encantan los atascos.", "Le encantan los atascos."),
        ("Que bom, adoro esta cidade.", "Adora esta cidade."),
        ("太好了，我就喜欢堵车。", "喜欢堵车。"),
    ],
)
def test_what_may_be_irony_is_kept_in_the_persons_words(sentence: str, claim: str) -> None:
    assert note(claim, said(sentence)) == sentence
    plain = sentence.replace("，", ",").partition(",")[2].strip()
    assert note(claim, said(plain)) == claim


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("i get 11.44 an hour", "Earns 11.44 an hour."),
        ("down to 79 kilos!", "down to 79 kilos!"),
        ("Bin jetzt Papa!! Emil, 3400g", "Ist jetzt Papa; der Sohn heißt Emil."),
    ],
)
def test_a_note_with_the_numbers_or_half_the_words_of_what_was_said_is_quoted(
    sentence: str, claim: str
) -> None:
    assert note(claim, said(sentence)) == sentence


def test_a_number_that_nobody_said_is_not_noted() -> None:
    assert note("The PIN is 4471.", said("call me at 5")) is None

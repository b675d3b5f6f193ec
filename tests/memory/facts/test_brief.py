from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from indexer.scopes import Scope, Visibility
from indexer.text.llm_tokens import count_llm_tokens
from memory.fact import Fact, FactValue, Provenance, Validity
from memory.facts.brief import build_brief, format_time_left, render_brief, render_line
from memory.facts.ledger import FactLedger
from tests.memory.conftest import ANN, World
from tests.memory.conversation import START

NOW = int(START.timestamp())
ANNS = Visibility.only(Scope.of_chat(ANN))


def item(number: int, content: str = "", **more: object) -> Fact:
    statement = FactValue(content or f"fact{number}", **more)  # type: ignore[arg-type]  # real fields
    return Fact(f"i{number}", Scope.of_chat(ANN), statement, NOW, NOW)


@pytest.mark.spec("S1-39", "S1-40", "S1-41", "S1-42", "S1-43")
def test_the_brief_reads_as_specified() -> None:
    lasting = [item(1, "likes tea", type="preference", importance=8)]
    passing = [item(2, "call Bob", type="task", retention="short_term", expires_at=NOW + 7_300)]
    assert render_brief(lasting, passing, now=START, budget=500) == (
        "[Memory Brief]\n"
        "Long-term:\n"
        "- likes tea [preference, importance:8, said 2026-11-21]\n"
        "Short-term:\n"
        "- call Bob [task, expires: 2h, said 2026-11-21]"
    )


@pytest.mark.parametrize(
    ("content", "ground", "quoted"),
    [
        ("I like tea.", Provenance("capture", said="I like tea."), True),
        ("Ann: I like tea.", Provenance("capture", said="I like tea.", author="Ann"), True),
        ("Likes tea", Provenance("capture", said="I like tea."), False),
        ("I like tea.", Provenance("manual", said="I like tea."), False),
    ],
)
def test_a_note_that_is_a_quote_is_marked_as_one(
    content: str, ground: Provenance, quoted: bool
) -> None:
    line = render_line(replace(item(1, content), provenance=ground), START)
    assert line.endswith("said 2026-11-21 in these words]") == quoted


def test_nothing_known_is_nothing_to_read() -> None:
    assert render_brief([], [], now=START, budget=500) == ""


def test_a_summary_stands_for_a_long_text() -> None:
    long = item(1, "word " * 300, summary="many\nwords")
    assert render_line(long, START) == "- many words [note, importance:5, said 2026-11-21]"
    assert len(render_line(item(1, "word " * 300), START)) < 360


@pytest.mark.spec("S1-40", "S1-41")
@given(
    st.lists(st.text(min_size=1, max_size=80), max_size=20),
    st.lists(st.text(min_size=1, max_size=80), max_size=10),
    st.integers(0, 400),
)
def test_the_brief_is_within_its_budget(long: list[str], short: list[str], budget: int) -> None:
    lasting = [item(n, text) for n, text in enumerate(long)]
    passing = [
        item(n, text, retention="short_term", expires_at=NOW) for n, text in enumerate(short)
    ]
    assert count_llm_tokens(render_brief(lasting, passing, now=START, budget=budget)) <= budget


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (-5, "1m"),
        (0, "1m"),
        (300, "5m"),
        (7_300, "2h"),
        (86_399, "23h"),
        (86_400, "1d"),
        (3e5, "3d"),
    ],
)
def test_how_long_there_is_still(seconds: float, told: str) -> None:
    assert format_time_left(seconds) == told


@pytest.mark.spec("S1-52", "S1-72")
async def test_what_bears_on_the_question_comes_first(world: World) -> None:
    ledger = FactLedger(world.database)
    for number in range(40):
        statement = FactValue(f"drawer{number} holds socks{number}", importance=1 + number % 10)
        await ledger.upsert(Scope.of_chat(ANN), statement, Provenance(), START)
    asked = (
        await build_brief(world.fact_reader, ANNS, "what is in drawer10?", now=START, budget=2000)
    ).text
    assert asked.splitlines()[2].startswith("- drawer10 holds socks10")
    assert len(asked.splitlines()) == 42
    plain = (await build_brief(world.fact_reader, ANNS, "", now=START, budget=2000)).text
    assert "importance:10" in plain.splitlines()[2]


@pytest.mark.spec("S1-40", "S1-41")
async def test_a_brief_is_all_facts_that_fit_the_lasting_ones_first(world: World) -> None:
    ledger = FactLedger(world.database)
    for number in range(30):
        for retention in ("long_term", "short_term"):
            statement = FactValue(f"{retention}{number}", retention=retention)
            await ledger.upsert(Scope.of_chat(ANN), statement, Provenance(), START)
    text = (await build_brief(world.fact_reader, ANNS, "", now=START, budget=9000)).text
    lasting, passing = text.split("Short-term:\n")
    assert (lasting.count("- long_term"), passing.count("- short_term")) == (30, 30)
    assert "short_term" not in lasting
    small = (await build_brief(world.fact_reader, ANNS, "", now=START, budget=300)).text
    assert 3 < small.count("- long_term") < 30


async def test_a_brief_says_when_facts_hold_and_puts_what_is_over_last(world: World) -> None:
    ledger = FactLedger(world.database)
    for day, (text, validity) in enumerate(
        (
            ("works at the mill", Validity(until="2026-05")),
            ("lives in Porto", Validity(since="2026-03-02")),
            ("sees the dentist", Validity(occurs="2026-11-27")),
        )
    ):
        value = FactValue(text, validity=validity)
        said = START - timedelta(days=day)
        await ledger.upsert(Scope.of_chat(ANN), value, Provenance(), said)
    text = (await build_brief(world.fact_reader, ANNS, "", now=START, budget=2000)).text
    assert text.splitlines()[2:] == [
        "- lives in Porto [note, importance:5, said 2026-11-20, from 2026-03-02]",
        "- sees the dentist [note, importance:5, said 2026-11-19, on 2026-11-27]",
        "- works at the mill [note, importance:5, said 2026-11-21, until 2026-05 (over)]",
    ]


@pytest.mark.spec("S1-52")
async def test_among_equals_the_newest_comes_first(world: World) -> None:
    ledger = FactLedger(world.database)
    for day, what in enumerate(("socks", "tea", "paint")):
        when = START + timedelta(days=day)
        await ledger.upsert(Scope.of_chat(ANN), FactValue(f"buys {what}"), Provenance(), when)
    text = (
        await build_brief(world.fact_reader, ANNS, "", now=START + timedelta(days=9), budget=2000)
    ).text
    assert [line.split()[2] for line in text.splitlines()[2:]] == ["paint", "tea", "socks"]


async def test_a_brief_holds_nothing_of_others(world: World) -> None:
    ledger = FactLedger(world.database)
    for scope in ("admin", "kb", "user:telegram:666", "user:telegram:1"):
        for retention in ("long_term", "short_term"):
            statement = FactValue(f"canary {scope} {retention}", retention=retention)
            await ledger.upsert(Scope(scope), statement, Provenance(), START)
    text = (await build_brief(world.fact_reader, ANNS, "canary", now=START, budget=2000)).text
    assert text.count("canary") == text.count("canary user:telegram:1 ") == 2
    assert (
        await build_brief(world.fact_reader, Visibility(), "canary", now=START, budget=2000)
    ).text == ""


async def test_expired_facts_are_not_in_it(world: World) -> None:
    statement = FactValue("call Bob", retention="short_term")
    await FactLedger(world.database).upsert(Scope.of_chat(ANN), statement, Provenance(), START)
    later = START + timedelta(days=4)
    assert (await build_brief(world.fact_reader, ANNS, "Bob", now=later, budget=500)).text == ""

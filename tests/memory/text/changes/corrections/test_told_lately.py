"""What names nothing is about the one thing of its sort that was told lately, or about nothing."""

from collections.abc import Sequence

import pytest

from memory.text.changes.corrections.last_said import correct_last
from memory.text.changes.corrections.told_lately import find_told

CHECK_UP = "teeth check-up is Tuesday at 10.20"
DENTIST = "Zahnarzt ist am Dienstag um halb neun"
TRAIN = "I get the 7.42 to Paddington"
GYM = "I pay 32 quid a month for the gym"
CORSICA = "on part en Corse fin juillet"
COFFEE = "I drink coffee with sugar"
PARTY = "mum's 60th is on the 17th"


@pytest.mark.parametrize(
    ("told", "said", "right"),
    [
        ([CHECK_UP], "it's Thursday at 3 now", "teeth check-up is Thursday at 3"),
        (
            [CHECK_UP, "the practice is above the Boots in town"],
            "they rang, it's Thursday at 3 now",
            "teeth check-up is Thursday at 3",
        ),
        (
            [DENTIST, "die Praxis ist in der Lindenallee 4"],
            "haben grad angerufen, geht erst Freitag um 14 Uhr",
            "Zahnarzt ist am Freitag um 14 Uhr",
        ),
        (
            ["plane leaves at 6.15", "23 kilos each for the hold", "we're home on the 21st"],
            "they've pushed it back to 9.40",
            "plane leaves at 9.40",
        ),
        (
            ["choir is on Mondays", "it's in the church hall"],
            "it's Thursdays at 8 now",
            "choir is on Thursdays at 8",
        ),
        (
            [TRAIN, "takes 50 minutes door to door", "the woman next door gets the 7.12"],
            "I'm on the 8.05 these days",
            "I get the 8.05 to Paddington",
        ),
        (
            [GYM, "leg day is Tuesday", "my sister pays 45 for hers"],
            "mine's gone up to 36",
            GYM.replace("32", "36"),
        ),
        (
            [CORSICA, "Filou reste chez mes parents"],
            "en fait laisse tomber, on va en Bretagne",
            "on part en Bretagne fin juillet",
        ),
        (
            ["we're flying to Crete in June", "my passport's in the blue folder"],
            "scrap that, we're going to Madeira instead",
            "we're flying to Madeira in June",
        ),
        (
            [PARTY, "we've booked Bella Roma for it", "there's twelve of us"],
            "sorry, I meant the 18th",
            "mum's 60th is on the 18th",
        ),
        (
            ["кофе пью с молоком", "муж пьёт чёрный, без всего"],
            "а я теперь без молока",
            "кофе пью без молока",
        ),
        ([COFFEE], "I have it without sugar now", "I drink coffee without sugar"),
        (["ich trinke Kaffee ohne Milch"], "jetzt mit Milch", "ich trinke Kaffee mit Milch"),
    ],
)
def test_the_one_value_of_its_sort_is_changed(told: list[str], said: str, right: str) -> None:
    lately = told[::-1]
    place = find_told(said, lately)
    assert place is not None
    assert correct_last(said, lately[place]) == right


@pytest.mark.parametrize(
    ("told", "said"),
    [
        # Another thing, which was told in between, or is named.
        ([CHECK_UP, "I ordered a sofa"], "it's Thursday at 3 now"),
        ([CHECK_UP, "the dishwasher is broken"], "they're coming Thursday at 3 now"),
        ([CHECK_UP], "the haircut's Thursday at 3 now"),
        ([CHECK_UP], "the vet rang, it's Thursday at 3 now"),
        ([CHECK_UP], "Leo's swimming is Thursday at 3 now"),
        (
            ["haircut's Tuesday at 5", "the vet is on Monday at 9"],
            "I see the vet Thursday at 3 now",
        ),
        # Two of its sort.
        (["plane leaves at 6.15", "the taxi comes at 3.30", "it's booked"], "it's moved to 9.40"),
        ([TRAIN, "I get the 18.10 back home"], "I'm on the 8.05 these days"),
        (
            [GYM, "I pay 20 quid a month for Sky", "my sister pays 45 for hers"],
            "mine's now 36 quid",
        ),
        (
            [CORSICA, "en août on va en Grèce", "Filou reste chez mes parents"],
            "laisse tomber, on va en Bretagne",
        ),
        (["rehearsal is Friday at 7", "Jo's birthday is on Saturday"], "it's Thursday at 8 now"),
        (["the match is on Saturday at 3", "the pub's rubbish"], "we've switched to Sunday"),
        # Another journey.
        (["we're flying to Crete in June", "I like it"], "actually, we went to Madeira twice"),
        (["we're flying to Crete in June"], "actually, we went to Madeira"),
        # Another's.
        (["my brother gets the 7.42"], "I'm on the 8.05 these days"),
        (["ma sœur part en Corse"], "laisse tomber, on va en Bretagne"),
        (["the rent is 810", "my sister pays 45 for her nails"], "mine's gone up to 36"),
        ([CHECK_UP], "her check-up is Thursday at 3 now"),
        # One time, a plan, a doubt, a joke, a question, an addition.
        ([CHECK_UP], "it's Thursday at 3 this week"),
        ([TRAIN], "I'm on the 8.05 tomorrow"),
        ([TRAIN], "I was on the 8.05 today"),
        ([CHECK_UP], "it might be Thursday at 3 now"),
        ([CHECK_UP], "we could make it Thursday at 3 now"),
        ([CHECK_UP], "it's also Thursday at 3 now"),
        ([CHECK_UP], "is it Thursday at 3 now?"),
        ([CHECK_UP], "it's Thursday at 3 now, just kidding"),
        ([CHECK_UP], "it isn't Thursday at 3 now"),
        ([CORSICA], "un jour on va en Bretagne"),
        ([CORSICA], "laisse tomber, on ne va pas en Bretagne"),
        ([CORSICA], "laisse tomber, j'ai des amis en Bretagne"),
        # With or without: another thing, another's, what has run out, a plan.
        ([COFFEE], "tea without sugar now"),
        ([COFFEE], "my porridge is without sugar now"),
        ([COFFEE], "Jo has coffee without sugar now"),
        ([COFFEE], "he has it without sugar now"),
        ([COFFEE], "without milk now"),
        ([COFFEE], "I'm without sugar now"),
        ([COFFEE], "I could do without sugar now"),
        ([COFFEE], "I had it without sugar today"),
        ([COFFEE, "I have tea with sugar"], "I have it without sugar now"),
        (["my wife drinks coffee with sugar"], "I have it without sugar now"),
        # What the time is, and a number that is no day.
        ([CHECK_UP], "it's 3 now"),
        (["choir is on Mondays", "it's cold out"], "it's Thursday at last"),
        (["there's twelve of us", "she's 60"], "sorry, I meant the 18th"),
        (["I live at 17 Dene Close"], "sorry, I meant the 18th"),
    ],
)
def test_what_may_be_of_something_else_changes_nothing(told: Sequence[str], said: str) -> None:
    assert find_told(said, told[::-1]) is None

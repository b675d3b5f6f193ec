"""Facts and turns among which the ones that are asked for must be found again, made by rule."""

import random
from collections.abc import Iterator
from itertools import product

_PEOPLE = (
    "My aunt Rosalind",
    "My cousin Bertram",
    "My colleague Ingrid",
    "My old friend Tobias",
    "My neighbour Odile",
    "My landlady",
    "My brother-in-law Piet",
    "My grandfather",
    "My tennis partner Hilde",
    "My former teacher Mr Quill",
    "My uncle Lorenz",
    "My godmother",
    "My pen friend Akira",
    "My stepfather",
    "My hairdresser Yvette",
    "My cousin's husband",
    "The man from number nine",
    "The woman at the bakery",
    "The head of accounts",
    "The trainee Milos",
    "My friend Xenia",
    "My great-aunt",
    "The caretaker at work",
    "My bandmate Cosmo",
    "My flatmate from college",
)
# What is said of each of them, and the values it takes.
_STATEMENTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("{who} has a dentist called {value}.", ("Dr Finch", "Dr Marlow", "Dr Oduya", "Dr Stern")),
    ("{who} works at {value}.", ("the brewery", "the town hall", "a garage", "the zoo")),
    ("{who} lives in {value}.", ("Bergen", "Cork", "Ghent", "Turku", "Graz")),
    ("{who} drives {value}.", ("a red Skoda", "an old Beetle", "a lorry", "a white van")),
    ("{who} is allergic to {value}.", ("pollen", "wasps", "shellfish", "dust")),
    ("{who} plays {value}.", ("the oboe", "the drums", "chess", "badminton")),
    ("{who} keeps {value}.", ("three goats", "a parrot", "koi carp", "bees")),
    ("{who} has a birthday in {value}.", ("May", "August", "November", "January")),
    ("{who} likes {value} best.", ("tulips", "opera", "hiking", "detective stories")),
    ("{who} never eats {value}.", ("beetroot", "mushrooms", "liver", "cheese")),
    ("{who} is saving for {value}.", ("a kayak", "a new kitchen", "a trip to Peru")),
    ("{who} collects {value}.", ("stamps", "teapots", "fountain pens", "beer mats")),
    ("{who} has an appointment on {value}.", ("Monday", "Tuesday", "Friday", "the tenth")),
    ("{who} speaks {value}.", ("Finnish", "Catalan", "Greek", "Farsi")),
    ("{who} pays {value} for the garage.", ("40 pounds", "55 pounds", "70 pounds")),
    ("{who} takes the bus to {value}.", ("the mill", "the market", "the station")),
    ("{who} has the phone number {value}.", ("01632 960111", "01632 960222", "01632 960333")),
    ("{who} sleeps with {value}.", ("the window open", "a night light", "ear plugs")),
    ("{who} was a {value} once.", ("sailor", "baker", "goalkeeper", "surveyor")),
    ("{who} wants to move to {value}.", ("the coast", "a farm", "Bristol", "the hills")),
)
_THINGS = (
    "the greenhouse",
    "the crossword",
    "the bus timetable",
    "the printer",
    "the curtains in the study",
    "the quiz night",
    "the hedge",
    "the camera",
    "the tax form",
    "the pasta machine",
    "the pottery class",
    "the wheelbarrow",
    "the radio play",
    "the new bakery",
    "the bird table",
    "the train to Hexham",
    "the bathroom tiles",
    "the chess club",
    "the seed catalogue",
    "the slow cooker",
)
_SAID = (
    "{thing} took me all afternoon, with {who}.",
    "{thing} is not what it used to be, {who} says.",
    "I asked {who} about {thing}.",
    "Can you help me with {thing}? {who} has no time.",
    "{who} thinks that {thing} could wait.",
    "I am glad that {thing} is done; {who} was a great help.",
    "There was trouble with {thing} again, and {who} laughed.",
)
_REPLIES = (
    "That sounds like a long day.",
    "I see. Would you like me to note anything about it?",
    "Let me know how it goes.",
    "Good that it is settled.",
    "Shall we look at it step by step?",
)


def generate_facts(count: int) -> list[str]:
    """Generate so many facts about other people, the same ones each time."""
    pairs = list(product(_PEOPLE, enumerate(_STATEMENTS)))
    random.Random(18).shuffle(pairs)  # noqa: S311 - the same each time, and no secret
    return [
        sentence.format(who=who, value=values[(number + place) % len(values)])
        for place, (who, (number, (sentence, values))) in enumerate(pairs[:count])
    ]


def generate_turns(count: int) -> Iterator[tuple[str, str]]:
    """Generate so many turns of small talk, each with its reply."""
    chance = random.Random(5000)  # noqa: S311 - the same each time, and no secret
    for number in range(count):
        who = chance.choice(_PEOPLE)
        who = who[0].lower() + who[1:]
        said = chance.choice(_SAID).format(thing=chance.choice(_THINGS), who=who)
        yield f"{said[0].upper()}{said[1:]} ({number})", chance.choice(_REPLIES)

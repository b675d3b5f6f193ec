"""Finds facts near in meaning to a question that no fact answers in its words.

"What's my pet's name?" has no word of "The dog is called Biscuit." What is near may be what is
meant, and is shown as no more than that: a neighbour's dog is as near.

`near_fact` in thresholds.json is the least cosine of a measured model. Of 49 paraphrased questions
25 have their fact first above it; where the fact is not known, six find another one.
"""

from bot.answering.by_meaning.choice import Meaning
from bot.answering.by_meaning.confidence import load_least_cosine
from bot.answering.own_data.matching_facts import LONGEST_QUESTION, list_fitting_facts
from bot.answering.question.asked_question import AskedQuestion
from bot.turns.command import Turn
from memory.fact import Fact

MOST = 2
CLOSE = 0.9  # of the greatest cosine


async def find_near_facts(
    turn: Turn, question: AskedQuestion, meaning: Meaning, model: str
) -> list[Fact]:
    """Return the facts that may answer, the nearest first; none where nobody measured `model`."""
    from memory.facts.current_state import lacks_asked_state  # needs facts

    least = load_least_cosine(model)
    if least is None or len(question.text) > LONGEST_QUESTION:
        return []
    fitting = await list_fitting_facts(turn, question)
    facts = [each for each in fitting if not lacks_asked_state(each, [question.text])]
    cosines = await meaning.compare(question.text, [each.value.text for each in facts])
    if not cosines:
        return []
    least = max(least, CLOSE * max(cosines))
    near = [pair for pair in zip(cosines, facts, strict=True) if pair[0] >= least]
    return [fact for _cosine, fact in sorted(near, key=lambda pair: -pair[0])][:MOST]

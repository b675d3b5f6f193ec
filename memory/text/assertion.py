"""Whether a shorter wording of a sentence still says what the person said of themselves. Pure.

A note may hold words of one sentence and yet say something else: what was denied, supposed or
wished for, what somebody else said, or what holds of somebody else. Who a statement is about stands
where it begins, so nothing that tells may be left out there. In doubt the answer is no, and the
price is a note in the person's own words.
"""

import re
from collections.abc import Sequence
from itertools import takewhile

from indexer.text.analyzer import tokens
from indexer.text.normalize import fold
from memory.text.words import content, said

NEGATIONS = frozenset(
    """
    no not never none neither nor cannot without nothing nobody stopped
    nicht kein keine keinen keiner keinem nie niemals ohne nichts niemand weder
    pas jamais aucun aucune sans rien nunca ningun ninguna nada sin non mai senza nessun
    niet geen nooit zonder inte ingen aldrig ikke nem не нет никогда без
    """.split()  # noqa: SIM905 - fifty quoted words would hide that this is a list of words
)
# Scripts without spaces. Too many rather than too few, as everywhere here.
NEGATION_SIGNS = frozenset("不没沒無")
# What is only supposed, wished for or likely. Not `may`: that is a month, too.
HEDGES = frozenset(
    """
    if unless whether maybe perhaps possibly probably might could would should hopefully
    wish wishes hope hopes want wants imagine suppose supposing pretend almost nearly joking kidding
    wenn falls ob vielleicht eventuell wahrscheinlich moglicherweise konnte konnten wurde wurden
    sollte hatte ware hoffe hoffentlich wunsche mochte fast beinahe angenommen
    si peut-etre probablement pourrait pourrais voudrais devrais espere presque supposons
    quizas quiza talvez probablemente podria quisiera deberia ojala espero casi supongamos
    forse probabilmente potrebbe potrei vorrei dovrei spero quasi magari
    misschien waarschijnlijk zou bijna kanske skulle nastan hvis maske naesten
    если может возможно наверное бы хочу надеюсь почти
    """.split()  # noqa: SIM905 - the same
)
HEDGING_SIGNS = re.compile(
    "如果|要是|假如|可能|也许|或许|大概|想要|希望|もし|かも|たぶん|만약|아마|혹시"
)
QUOTES = frozenset('"“”„«»「」『』')
FIRST_PERSON = frozenset(
    """
    i i'm i've i'd i'll we we're we've we'd we'll ich wir je j'ai nous yo nosotros io noi eu ik wij
    jag vi jeg я мы
    """.split()  # noqa: SIM905 - the same
)
FIRST_PERSON_SIGNS = frozenset("我咱私僕俺나저")
# Words to the listener, and whose it is, which say nothing of what it is about.
OPENERS = frozenset(
    """
    remember note please fyi yes yeah ok okay hi hello hey well actually btw sure thanks
    merk merke notiere bitte ja hallo danke retiens note oui salut bonjour merci
    recuerda apunta si hola gracias ricorda appunta ciao grazie запомни да привет спасибо
    мой моя мое мои наш наша наше наши
    """.split()  # noqa: SIM905 - the same
)
CLAUSE = re.compile(r"[,;:，；：、()]")


def still_says(note: str, sentence: str, words: frozenset[str], language: str) -> bool:
    """Whether `note`, which keeps these words of `sentence`, says nothing else than it."""
    turned = negative(note) != negative(sentence) or (hedged(sentence) and not hedged(note))
    quoted = not QUOTES.isdisjoint(sentence) and QUOTES.isdisjoint(note)
    if turned or quoted:
        return False
    return _names(note, sentence) or _begins(sentence, words, language)


def negative(text: str) -> bool:
    if not NEGATION_SIGNS.isdisjoint(text):
        return True
    return any(word in NEGATIONS or word.endswith("n't") for word in map(fold, tokens(text)))


def hedged(text: str) -> bool:
    """Whether it tells what may be, not what is."""
    hedges = not HEDGES.isdisjoint(map(fold, tokens(text)))
    return hedges or bool(HEDGING_SIGNS.search(text))


def _names(note: str, sentence: str) -> bool:
    """Whether it is but a name or a number as it stands there, which says nothing of anybody."""
    there = frozenset(tokens(sentence))
    return all(each in there and not each[0].islower() for each in tokens(note))


def _begins(sentence: str, words: frozenset[str], language: str) -> bool:
    """Whether nothing telling stands before the first of `words`.

    In its clause, if the person begins that anew with themselves; else in the whole sentence.
    """

    def kept(token: str) -> bool:
        return not said(token, language).isdisjoint(words)

    before: list[str] = []
    for clause in CLAUSE.split(sentence):
        here = list(tokens(clause))
        lead = list(takewhile(lambda token: not kept(token), here))
        anew = not FIRST_PERSON.isdisjoint(map(fold, lead)) or _signed(here)
        before = lead if anew else [*before, *lead]
        if len(lead) < len(here):
            break
    return not any(content(each, language) for each in before if fold(each) not in OPENERS)


def _signed(clause: Sequence[str]) -> bool:
    """Where words are not set apart: whether the first sign is the person."""
    return bool(clause) and clause[0][0] in FIRST_PERSON_SIGNS

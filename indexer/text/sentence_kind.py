"""Whether a sentence tells something, or asks for something. Pure.

Who types in a chat leaves marks out, and words to look for are no sentence at all. So a sentence
tells something if it ends as one, begins as people begin to speak of themselves, or says what
something is; and it does not if it begins as a question or a request does. Where this errs it is
silent rather than quoting a question as an answer: a language that is missing here costs the person
a full stop.
"""

from indexer.text.analyzer import tokens
from indexer.text.languages import script_of
from indexer.text.normalize import fold
from indexer.text.sentences import sentence_ends

_CLOSING = "\"'”’»)]」』*_"  # what may stand behind the mark that ends a sentence, as in Markdown
_QUESTION = tuple("?？؟\u037e՞")
_END = tuple(".!…。！｡۔।॥")
_ASKING = ("什么", "什麼", "怎么", "怎麼", "哪", "谁", "誰", "多少")
_ASKING_ENDS = tuple("吗嗎呢か까")
_OWN_SIGNS = frozenset("我咱私僕俺")
_HEAD = 5  # words that show what a sentence is about to do
_FEWEST = 4  # words: "my wifi password" is no sentence

_OWN = frozenset(
    """
    i i'm i've i'd i'll my we we're we've our
    ich mein meine meinen meinem meiner wir unser unsere
    je j'ai j'habite mon ma mes nous notre nos
    yo tengo mi mis nosotros nuestro nuestra io ho mio mia noi nostro nostra
    eu tenho meu minha nosso nossa ik mijn wij onze jag jeg
    я мой моя мое мои мы наш наша 나는 난 내가 저는 제가 우리는
    """.split()  # noqa: SIM905 - fifty quoted words would hide that this is a list of words
)
_WANTED = frozenset(
    """
    what what's which who who's whom whose why how how's where where's
    tell show give list explain describe summarize summarise find search
    was wer wem wen wessen welche welcher welches warum wieso weshalb wie wo woher wohin
    sag zeig zeige nenn nenne gib such suche finde erklar erklare
    que quoi quel quelle quels quelles qui pourquoi comment combien
    dis donne montre explique cherche
    cual cuales quien quienes como donde cuanto dime dame muestra busca explica
    chi che cosa quale quali quanto dove dimmi mostra cerca spiega
    qual quais quem onde diga mostre wat welke welk wie waarom hoe waar toon zoek geef
    что кто какой какая какое какие где почему зачем сколько скажи покажи найди объясни
    """.split()  # noqa: SIM905 - the same
)
_BEING = frozenset(
    """
    is are were has had isn't aren't ist sind war hat est sont etait esta sao foi
    """.split()  # noqa: SIM905 - the same
)
_WHEN = frozenset(("when", "if", "whether", "wann", "wenn", "ob", "quand", "cuando", "quando"))
_POLITE = frozenset(("please", "bitte", "пожалуйста"))
_WONDERING = ("to know", "wonder", "wissen", "savoir", "saber", "sapere", "weten", "знать")


def asks(sentence: str) -> bool:
    """Whether it ends in a question mark, of whatever script."""
    bare = _bare(sentence)
    return bare.endswith(_QUESTION) or (bare.endswith(";") and script_of(bare[-2:-1]) == "el")


def tells(sentence: str) -> bool:
    words = [fold(token) for token in tokens(sentence)]
    if not words or asks(sentence) or _wants(words) or _asks_by_signs(sentence):
        return False
    return _bare(sentence).endswith(_END) or _speaks(words) or _says_what_is(words)


def told(text: str) -> str:
    """Those sentences of `text` that tell something; empty where it only asks."""
    start, found = 0, ""
    for end in sentence_ends(text, 0, len(text)):
        found += text[start:end] if tells(text[start:end]) else ""
        start = end
    return found.strip()


def _bare(sentence: str) -> str:
    """Without spaces and what closes, so that its last sign is the mark it ends with."""
    return "".join(sentence.split()).rstrip(_CLOSING)


def _asks_by_signs(sentence: str) -> bool:
    asking = any(each in sentence for each in _ASKING)
    return asking or _bare(sentence).rstrip("。.").endswith(_ASKING_ENDS)


def _wants(words: list[str]) -> bool:
    head = words[words[0] in _POLITE :][:_HEAD]
    begins = " ".join(head)
    return not head or head[0] in _WANTED or any(each in begins for each in _WONDERING)


def _speaks(words: list[str]) -> bool:
    return words[0][0] in _OWN_SIGNS or (words[0] in _OWN and len(words) >= _FEWEST)


def _says_what_is(words: list[str]) -> bool:
    """Whether something is said to be so, and before that no word that asks."""
    place = next((n for n, word in enumerate(words) if word in _BEING), 0)
    return place > 0 and len(words) >= _FEWEST and (_WANTED | _WHEN).isdisjoint(words[:place])

"""Small talk, and what is said to it: thanks and greetings look for nothing in any document.

A message is small talk if one of its words, or two that stand together, are a courtesy, and the
others are common words of whatever language. The list holds what people type most; a courtesy
that is missing is looked up like any other word. It need not grow: whoever wants more than a
friendly word has a model, which gets none of this.
"""

from enum import StrEnum
from functools import cache
from itertools import pairwise

from indexer.text import stopwords
from indexer.text.analyzer import tokens
from indexer.text.normalize import fold
from indexer.text.sentence_kind import asks


class Courtesy(StrEnum):
    """What is answered to it. Of several in one message the first of these counts."""

    THANKS = "You're welcome!"
    GREETING = "Hello! What would you like to know?"
    PARTING = "Goodbye!"
    ASSENT = "All right. I am here when you have a question."


_SAID = {
    Courtesy.THANKS: """thanks/thank you/thx/ty/cheers/danke/vielen dank/besten dank/merci/gracias
        /grazie/obrigado/obrigada/bedankt/dank je/dank u/tack/tak/takk/kiitos/dziekuje/dzieki
        /спасибо/благодарю/дякую/tesekkurler/ευχαριστω/شكرا/תודה/धन्यवाद/谢谢/謝謝/谢谢你/多谢
        /ありがとう/ありがとうございます/감사합니다/고마워요""",
    Courtesy.GREETING: """hello/hi/hey/hiya/good morning/good afternoon/good evening/good day/hallo
        /moin/servus/guten morgen/guten tag/guten abend/bonjour/bonsoir/salut/hola/buenos dias
        /buenas tardes/ciao/buongiorno/buonasera/ola/bom dia/boa tarde/goedemorgen/goedendag/hej
        /god morgon/czesc/dzien dobry/привет/здравствуйте/добрый день/доброе утро/привіт/merhaba
        /γεια/γεια σας/مرحبا/שלום/नमस्ते/你好/您好/早上好/こんにちは/おはよう/안녕하세요/안녕""",
    Courtesy.PARTING: """bye/goodbye/bye bye/see you/good night/tschuss/gute nacht/au revoir
        /bonne nuit/adios/hasta luego/buenas noches/arrivederci/tchau/tot ziens/hej da/до свидания
        /пока/再见/さようなら""",
    Courtesy.ASSENT: """ok/okay/great/good/cool/perfect/super/awesome/excellent/wonderful
        /got it/all right/alright/understood/yes/yep/yeah/no/nope/never mind/lol/haha/gut/prima
        /klasse/alles klar/verstanden/ja/nein/oui/non/d'accord/parfait/vale/bueno/perfecto/perfetto
        /va bene/certo/sim/otimo/goed/prima/да/нет/хорошо/понятно/отлично/好的/好/はい/네""",
}
_MORE = frozenset(("lot", "lots", "help", "again", "everybody", "all", "schon", "mille", "много"))
_FEW = 3  # words; among so few of thanks one may be a name


def courtesy(said: str) -> Courtesy | None:
    """What kind of small talk `said` is; None where it may want something."""
    words = [fold(token) for token in tokens(said)]
    if not words:  # such as a thumb up
        return None if asks(said) or not said.strip() else Courtesy.ASSENT
    pairs = [" ".join(pair) for pair in pairwise(words)]
    polite = [each for each in (*words, *pairs) if each in _kinds()]
    kind = next((each for each in Courtesy if each in map(_kinds().get, polite)), None)
    rest = set(words).difference(" ".join(polite).split())
    return kind if kind and _is_nothing_else(kind, said, rest, len(words)) else None


def _is_nothing_else(kind: Courtesy, said: str, rest: set[str], words: int) -> bool:
    if kind is Courtesy.ASSENT:  # "how good is it" asks, in common words alone
        return not rest and not asks(said)
    unknown = rest - stopwords.every() - _MORE
    return len(unknown) <= (kind is Courtesy.THANKS and words <= _FEW)


@cache
def _kinds() -> dict[str, Courtesy]:
    """The words, folded, that are a courtesy, and of which kind."""
    return {each.strip(): kind for kind in Courtesy for each in _SAID[kind].split("/")}

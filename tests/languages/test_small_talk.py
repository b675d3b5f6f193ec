"""In each language people say yes and no, thanks, hello and goodbye, and are answered in kind."""

import pytest

from bot.answering.small_talk import Courtesy, detect_courtesy
from tests.languages.situations import LANGUAGES, WORDS

ASSENTS = {
    "ar": ("نعم", "لا", "حسنًا", "طيب", "فهمت"),
    "de": ("Ja", "Nein", "Ja, gerne", "Alles klar", "Verstanden"),
    "es": ("Sí", "No", "Vale", "De acuerdo", "Entendido"),
    "fr": ("Oui", "Non", "D’accord", "Très bien", "Compris"),
    "hi": ("हाँ", "नहीं", "ठीक है", "अच्छा", "समझ गया"),
    "it": ("Sì", "No", "Va bene", "D’accordo", "Capito"),
    "ja": ("はい", "いいえ", "うん", "わかりました", "了解です"),
    "pt": ("Sim", "Não", "Tá bom", "Beleza", "Entendi"),
    "ru": ("Да", "Нет", "Хорошо", "Ок", "Ясно"),
    "tr": ("Evet", "Hayır", "Tamam", "Peki", "Anladım"),
    "uk": ("Так", "Ні", "Гаразд", "Ок", "Зрозуміло"),
    "zh_Hans": ("是的", "不用了", "好的", "行", "知道了"),
}
PARTINGS = {
    "ar": ("مع السلامة", "تصبح على خير"),
    "de": ("Tschüss", "Gute Nacht"),
    "es": ("Adiós", "Hasta mañana"),
    "fr": ("Au revoir", "Bonne nuit"),
    "hi": ("अलविदा", "शुभ रात्रि"),
    "it": ("A domani", "Buona notte"),
    "ja": ("またね", "おやすみなさい"),
    "pt": ("Tchau", "Até amanhã"),
    "ru": ("До завтра", "Спокойной ночи"),
    "tr": ("Görüşürüz", "İyi geceler"),
    "uk": ("До завтра", "На добраніч"),
    "zh_Hans": ("再见", "明天见"),
}
THANKS = {
    "ar": "شكرًا جزيلًا",
    "de": "Vielen Dank",
    "es": "Muchas gracias",
    "fr": "Merci beaucoup",
    "hi": "बहुत धन्यवाद",
    "it": "Grazie mille",
    "ja": "ありがとうございました",
    "pt": "Muito obrigado",
    "ru": "Большое спасибо",
    "tr": "Çok teşekkürler",
    "uk": "Дуже дякую",
    "zh_Hans": "非常感谢",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_small_talk_is_told_apart(language: str) -> None:
    kinds = {
        Courtesy.ASSENT: ASSENTS[language],
        Courtesy.PARTING: PARTINGS[language],
        Courtesy.THANKS: (THANKS[language], WORDS[language].thanks),
        Courtesy.GREETING: (WORDS[language].hello,),
    }
    for kind, said in kinds.items():
        assert {each: detect_courtesy(each) for each in said} == dict.fromkeys(said, kind)

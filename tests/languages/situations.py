"""What people type in the commonest situations, in each language that is shipped."""

from dataclasses import dataclass

from indexer.i18n import SHIPPED

LANGUAGES = sorted(set(SHIPPED.list_codes()) - {"en"})


@dataclass(frozen=True, slots=True)
class Words:
    question: str  # that the document below answers
    unknown: str  # that it does not
    remind: str
    unclear: str  # a reminder without a time
    remember: str
    forget: str
    documents: str
    search: str
    thanks: str
    hello: str
    document: str


WORDS = {
    "ar": Words(
        "كم تبلغ قيمة الإيجار؟",
        "ما اسم كلب المؤجر؟",
        "ذكّرني غدًا الساعة التاسعة أن أتصل بسمير",
        "ذكّرني أن أتصل بسمير",
        "تذكّر أن سمير يحب الشاي الأخضر",
        "انسَ كل شيء عن الشاي الأخضر",
        "اعرض مستنداتي",
        "ابحث عن الإيجار",
        "شكرًا!",
        "مرحبًا",
        "# عقد إيجار\n\nتبلغ قيمة الإيجار 850 يورو في الشهر. مهلة الإشعار ثلاثة أشهر.",
    ),
    "de": Words(
        "Wie hoch ist die Miete?",
        "Wie heißt der Hund des Vermieters?",
        "Erinnere mich morgen um neun daran, Jo anzurufen",
        "Erinnere mich daran, Jo anzurufen",
        "Merk dir, dass Jo grünen Tee mag",
        "Vergiss grünen Tee",
        "Zeig meine Dokumente",
        "Suche Miete",
        "Danke!",
        "Hallo",
        "# Mietvertrag\n\nDie Miete beträgt 850 Euro im Monat. Frist: drei Monate.",
    ),
    "es": Words(
        "¿Cuánto es el alquiler?",
        "¿Cómo se llama el perro del casero?",
        "Recuérdame mañana a las nueve llamar a Jo",
        "Recuérdame llamar a Jo",
        "Recuerda que a Jo le gusta el té verde",
        "Olvida té verde",
        "Muestra mis documentos",
        "Busca alquiler",
        "¡Gracias!",
        "Hola",
        "# Contrato\n\nEl alquiler es de 850 euros al mes. El plazo de preaviso es de tres meses.",
    ),
    "fr": Words(
        "Quel est le montant du loyer ?",
        "Comment s’appelle le chien du propriétaire ?",
        "Rappelle-moi demain à neuf heures d’appeler Jo",
        "Rappelle-moi d’appeler Jo",
        "Retiens que Jo aime le thé vert",
        "Oublie thé vert",
        "Montre mes documents",
        "Cherche loyer",
        "Merci !",
        "Bonjour",
        "# Bail\n\nLe loyer est de 850 euros par mois. Le préavis est de trois mois.",
    ),
    "hi": Words(
        "किराया कितना है?",
        "मकान मालिक के कुत्ते का नाम क्या है?",
        "कल सुबह नौ बजे मुझे अनीता को फ़ोन करने की याद दिलाना",
        "मुझे अनीता को फ़ोन करने की याद दिलाना",
        "याद रखो कि अनीता को हरी चाय पसंद है",
        "हरी चाय के बारे में सब कुछ भूल जाओ",
        "मेरे दस्तावेज़ दिखाओ",
        "किराया खोजो",
        "धन्यवाद!",
        "नमस्ते",
        "# किरायानामा\n\nकिराया 850 यूरो प्रति माह है। नोटिस की अवधि तीन महीने है।",
    ),
    "it": Words(
        "Quanto è l’affitto?",
        "Come si chiama il cane del padrone di casa?",
        "Ricordami domani alle nove di chiamare Jo",
        "Ricordami di chiamare Jo",
        "Ricorda che a Jo piace il tè verde",
        "Dimentica il tè verde",
        "Mostra i miei documenti",
        "Cerca affitto",
        "Grazie!",
        "Ciao",
        "# Contratto\n\nL’affitto è di 850 euro al mese. Il preavviso è di tre mesi.",
    ),
    "ja": Words(
        "家賃はいくらですか？",
        "大家さんの犬の名前は何ですか？",
        "明日9時に佐藤さんに電話するのをリマインドして",
        "佐藤さんに電話するのをリマインドして",
        "佐藤さんは緑茶が好きだと覚えて",
        "緑茶のことは忘れて",
        "文書を見せて",
        "家賃を検索して",
        "ありがとう！",
        "こんにちは",
        "# 賃貸契約書\n\n家賃は月額850ユーロです。解約の予告期間は3か月です。",
    ),
    "pt": Words(
        "Quanto é o aluguel?",
        "Como se chama o cachorro do proprietário?",
        "Lembre-me amanhã às nove de ligar para Jo",
        "Lembre-me de ligar para Jo",
        "Lembre que Jo gosta de chá verde",
        "Esqueça chá verde",
        "Mostre meus documentos",
        "Procure aluguel",
        "Obrigado!",
        "Olá",
        "# Contrato\n\nO aluguel é de 850 euros por mês. O aviso prévio é de três meses.",
    ),
    "ru": Words(
        "Сколько составляет арендная плата?",
        "Как зовут собаку хозяина?",
        "Напомни завтра в девять позвонить Жене",
        "Напомни позвонить Жене",
        "Запомни, что Женя любит зелёный чай",
        "Забудь зелёный чай",
        "Покажи мои документы",
        "Поищи плата",
        "Спасибо!",
        "Привет",
        "# Договор\n\nАрендная плата составляет 850 евро в месяц. Срок уведомления — три месяца.",
    ),
    "tr": Words(
        "Kira ne kadar?",
        "Ev sahibinin köpeğinin adı ne?",
        "Yarın dokuzda Ayşe’yi aramayı hatırlat",
        "Ayşe’yi aramayı hatırlat",
        "Şunu hatırla: Ayşe yeşil çay seviyor",
        "Yeşil çay hakkındaki her şeyi unut",
        "Belgelerimi göster",
        "Kira ara",
        "Teşekkürler!",
        "Merhaba",
        "# Kira sözleşmesi\n\nKira ayda 850 avrodur. Fesih bildirim süresi üç aydır.",
    ),
    "uk": Words(
        "Скільки становить орендна плата?",
        "Як звати собаку власника?",
        "Нагадай завтра о дев’ятій зателефонувати Марії",
        "Нагадай зателефонувати Марії",
        "Запам’ятай, що Марія любить зелений чай",
        "Забудь зелений чай",
        "Покажи мої документи",
        "Знайди плата",
        "Дякую!",
        "Привіт",
        "# Договір\n\nОрендна плата становить 850 євро на місяць. Строк попередження — три місяці.",
    ),
    "zh_Hans": Words(
        "房租是多少？",
        "房东的狗叫什么名字？",
        "明天九点提醒我给小周打电话",
        "提醒我给小周打电话",
        "记住小周喜欢绿茶",
        "忘掉绿茶",
        "显示我的文档",
        "搜索房租",
        "谢谢！",
        "你好",
        "# 租约\n\n房租为每月850欧元。退租须提前三个月通知。",
    ),
}

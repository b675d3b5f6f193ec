"""Questions typed on a phone in Chinese, Japanese, Arabic, Russian, Ukrainian and Portuguese."""

import pytest

from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from bot.answering.question.asked_words import list_words
from indexer.text.question_words import Kind
from tests.bot.answering.asking import ask


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("能带狗吗", "小型犬可以入住，每晚加收80元。"),
        ("可以带猫吗", "猫不可以。"),
        ("孩子5岁要钱吗", "6岁以下儿童免费。"),
        ("可以在屋里抽烟吗", "室内禁止吸烟。"),
        ("几点退房", "退房时间：中午12点以前。"),
        ("早餐几点开始", "早餐7:30到9:30供应。"),
        ("スマホ持って行っていい", "スマートフォンは持ってきてもかまいません。"),
        ("日曜は何時から", "日曜日はお休みです。"),
        ("管理人室は土曜日は何時までですか", "管理人室：土曜日は正午までです。"),
        ("بتقبلوا تأمين النسر", "لا نقبل تأمين النسر."),
        ("هل يمكن الدفع بشيك", "الدفع نقدا، ولا نقبل الدفع بالشيكات."),
        ("مين دكتور التقويم", "د. سامر العلي: تقويم الأسنان، الأحد."),
        ("هل يعمل المصعد", "المصعد معطل حتى الخميس."),
        ("дочке 11 нужна справка", "Детям до 12 лет нужна справка."),
        ("сыну 2 года надо платить", "Дети до 3 лет бесплатно."),
        ("cachorro de 25 kg precisa focinheira", "Cães acima de 20 kg precisam de focinheira."),
        ("piscina abre segunda", "Piscina: segunda fechada para limpeza."),
    ],
)
def test_it_is_answered(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_a_day_alone_does_not_tell_the_hour() -> None:
    text = "| 曜日 | 時間 |\n|---|---|\n| 土曜日 | 8:00〜17:00 |\n\n土曜日はお弁当が必要です。"
    assert "17:00" in ask("土曜は何時まで", text).text.splitlines()[-1]


def test_a_loanword_of_the_same_signs_is_another() -> None:
    text = "隣のコインパーキングは1時間無料です。"
    assert ask("インプラントいくら", text).grade is Grade.NOTHING


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("我的狗15公斤可以吗", ["狗", "15公斤"]),
        ("可以在房间抽烟吗", ["房间", "抽烟"]),
        ("可以看熊猫吗", ["看熊猫"]),
        ("20分遅刻したらどうなる", ["20分", "遅刻"]),
        ("5年生でも入れますか", ["5年生", "入"]),
        ("コーヒー代はいくら", ["コーヒー代"]),
    ],
)
def test_a_question_without_spaces_is_cut_into_words(question: str, words: list[str]) -> None:
    asked = parse_question(question)
    assert [each.text for each in list_words(asked, asked.language, ())] == words


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("o entregador pode subir", Kind.WHETHER),
        ("детский бассейн работает в понедельник", Kind.WHETHER),
        ("мені 17 можна електро", Kind.WHETHER),
        ("pool open sunday", Kind.WHETHER),
        ("I have to be there at 5.", Kind.SEARCH),
        ("وين العيادة", Kind.WHERE),
        ("بكام الحصة", Kind.AMOUNT),
        ("水曜は休み？", Kind.WHETHER),
    ],
)
def test_the_kind_shows_without_a_question_mark(question: str, kind: Kind) -> None:
    assert parse_question(question).kind is kind

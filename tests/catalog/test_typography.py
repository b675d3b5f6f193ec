"""What no native would type is found, and code in a sentence is left alone."""

import pytest

from tests.catalog.typography import find_typing_errors


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ar", "حُذف, {text}"),
        ("ar", "حُذف: “{text}”"),
        ("ar", "خلال ١٥ دقيقة"),
        ("ar", "للعرض: /docs"),
        ("ar", "الأمر /{name} غير معروف"),
        ("de", "Gelöscht: “{text}”"),
        ("de", "{count} Seite || {count} Seiten"),
        ("es", "Que quieres saber?"),
        ("fr", "Supprimé : {text}"),
        ("fr", "Supprimé\u00a0: « {text}\u00a0»"),
        ("fr", "Lecture de {name}\u00a0…"),
        ("hi", "पढ़ा जा रहा है …"),
        ("hi", "कुछ नहीं मिला."),
        ("hi", "मिटा दिया: «{text}»"),
        ("ja", "見つかりません. 別の言葉で試してください。"),
        ("ja", "削除しました：“{text}”"),
        ("pt", "Excluído: «{text}»"),
        ("ru", "Удалено: “{text}”"),
        ("ru", "Удалено:  {text}"),
        ("tr", "Silindi: «{text}»"),
        ("tr", "Okunuyor …"),
        ("uk", "Видалено: “{text}”"),
        ("zh_Hans", "没有找到.请换些词。"),
        ("zh_Hans", "搜索结果: {name}"),
    ],
)
def test_wrong_signs_are_found(language: str, text: str) -> None:
    assert list(find_typing_errors(language, [text]))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ar", "حُذف: «{text}»، انظر \u200e/docs و`/docs`"),
        ("ar", "من platforms/matrix أو https://example.org/page؟"),
        ("de", "Gelöscht: „{text}“"),
        ("es", "Eliminado. ¿Querías decir {key}?"),
        ("fr", "Supprimé\u00a0: «\u00a0{text}\u00a0», voir `llm : x`"),
        ("fr", "Exemple\u00a0: http://127.0.0.1:11434"),
        ("hi", "मिटा दिया: “{text}”। {name} पढ़ा जा रहा है…"),
        ("ja", "使い方：/users プラットフォーム:ID"),
        ("pt", "Excluído: “{text}”"),
        ("tr", "Silindi: “{text}”, /documents KOD …, /fact BİLGİ …"),
        ("zh_Hans", "用法：/users 平台:ID"),
    ],
)
def test_right_signs_are_not(language: str, text: str) -> None:
    assert not list(find_typing_errors(language, [text]))

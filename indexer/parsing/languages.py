"""The languages that files on this machine are probably in: for scans, and for old encodings."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

ENGLISH = "eng"
MOST = 3  # more make reading a scan slow and no better
# Tesseract's names for languages.
TESSERACT = {
    "ar": ("ara",),
    "bg": ("bul",),
    "bn": ("ben",),
    "ca": ("cat",),
    "cs": ("ces",),
    "da": ("dan",),
    "de": ("deu",),
    "el": ("ell",),
    "en": ("eng",),
    "es": ("spa",),
    "et": ("est",),
    "eu": ("eus",),
    "fa": ("fas",),
    "fi": ("fin",),
    "fr": ("fra",),
    "ga": ("gle",),
    "gu": ("guj",),
    "he": ("heb",),
    "hi": ("hin",),
    "hr": ("hrv",),
    "hu": ("hun",),
    "hy": ("hye",),
    "id": ("ind",),
    "it": ("ita",),
    "ja": ("jpn",),
    "ka": ("kat",),
    "ko": ("kor",),
    "lt": ("lit",),
    "lv": ("lav",),
    "nb": ("nor",),
    "nl": ("nld",),
    "no": ("nor",),
    "pl": ("pol",),
    "pt": ("por",),
    "ro": ("ron",),
    "ru": ("rus",),
    "sk": ("slk",),
    "sl": ("slv",),
    "sr": ("srp",),
    "sv": ("swe",),
    "ta": ("tam",),
    "te": ("tel",),
    "th": ("tha",),
    "tr": ("tur",),
    "uk": ("ukr",),
    "ur": ("urd",),
    "vi": ("vie",),
    "zh": ("chi_sim", "chi_tra"),
}
# The names that tesseract has for scripts, and the languages that may be written in them.
SCRIPTS: Mapping[str, tuple[str, ...]] = {
    "Arabic": ("ar", "fa", "ur"),
    "Armenian": ("hy",),
    "Bengali": ("bn",),
    "Cyrillic": ("ru", "uk", "bg", "sr"),
    "Devanagari": ("hi",),
    "Georgian": ("ka",),
    "Greek": ("el",),
    "Gujarati": ("gu",),
    "Han": ("zh",),
    "Hangul": ("ko",),
    "Hebrew": ("he",),
    "Japanese": ("ja",),
    "Korean": ("ko",),
    "Tamil": ("ta",),
    "Telugu": ("te",),
    "Thai": ("th",),
}


@dataclass(frozen=True, slots=True)
class ReadingLanguages:
    """The languages of this system and of the owner's scans: ISO 639-1, or tesseract's names."""

    system: tuple[str, ...] = ()  # the preferred one first
    scans: tuple[str, ...] = ()  # `documents.ocr_languages`: these and no others

    def choose_for_scan(self, text_around: str = "") -> str:
        """Return the languages to read a scan in, as tesseract takes them: `deu+eng`.

        `text_around` is from the same document. English is always read too: it is everywhere.
        """
        if self.scans:
            return "+".join(_list_names(self.scans))
        around = [_detect(text_around)] if text_around.strip() else []
        names = dict.fromkeys(_list_names((*around, *self.system)))
        others = [name for name in names if name != ENGLISH]
        return "+".join((*others[: MOST - 1], ENGLISH))


NO_LANGUAGES = ReadingLanguages()


def choose_for_script(script: str) -> str:
    """Return the languages of a script as tesseract names it; "" for Latin and unknown ones."""
    return "+".join(_list_names(SCRIPTS.get(script, ())))


def _detect(text: str) -> str:
    from indexer.text.languages import detect_language  # not needed for most files

    return detect_language(text)


def _list_names(languages: Iterable[str]) -> Iterator[str]:
    for language in languages:
        code = language.replace("-", "_").partition("_")[0].partition(".")[0].lower()
        yield from TESSERACT.get(code, (language,) if language.isascii() else ())

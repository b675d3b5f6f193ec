"""The available languages, and the language of the current reader.

A language is one file, `locale/de/LC_MESSAGES/multis.po`. The build compiles it to a `.mo` next to
it; if that is missing or older, Babel reads the `.po` itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from io import BytesIO
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:  # imports for types only are skipped: `multis --help` must start fast
    from typing import Protocol

    from babel import Locale

    class Translations(Protocol):
        """Each method returns the message itself if it has no translation."""

        def gettext(self, message: str) -> str: ...

        def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...

        def pgettext(self, context: str, message: str) -> str: ...


DOMAIN = "multis"
LOCALES = Path(__file__).parent.parent / "locale"
FORMATS = "en_150"  # Babel's locale for numbers and dates in English: 3 Sept 2026, 15:05


class Language:
    """A language that multis can answer in. English has no translations."""

    def __init__(self, code: str, translations: Translations | None = None) -> None:
        self.code = code  # the name of its folder: "de", "pt_BR"
        self.translations = translations

    def __repr__(self) -> str:
        return f"Language({self.code!r})"

    @property
    def is_english(self) -> bool:
        return self.translations is None

    @property
    def tag(self) -> str:
        """The name that browsers use: "pt-BR"."""
        return self.code.replace("_", "-")

    @property
    def name(self) -> str:
        """Its own name, as a heading: "Deutsch", "Français"."""
        if self.is_english:
            return "English"
        name = str(self.locale.get_language_name())
        return name[:1].upper() + name[1:]

    @property
    def english_name(self) -> str:
        return "English" if self.is_english else str(self.locale.english_name)

    @property
    def direction(self) -> str:
        return "ltr" if self.is_english else self.locale.text_direction

    @cached_property
    def locale(self) -> Locale:
        """Babel's locale for it; the English one if Babel does not know the language."""
        from babel import Locale, UnknownLocaleError

        try:
            return Locale.parse(FORMATS if self.is_english else self.code)
        except (UnknownLocaleError, ValueError):
            return Locale.parse(FORMATS)


ENGLISH = Language("en")


class Languages:
    """The languages in a folder. Each is loaded on first use, and then cached."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._loaded = {ENGLISH.code: ENGLISH}

    def list_codes(self) -> list[str]:
        """Return English, then the others in alphabetical order."""
        return list(self._codes)

    @cached_property
    def _codes(self) -> list[str]:
        found = {path.parent.parent.name for path in self._folder.glob(f"*/*/{DOMAIN}.[mp]o")}
        return [ENGLISH.code, *sorted(found - {ENGLISH.code})]

    def choose(self, wanted: Iterable[str], otherwise: Language = ENGLISH) -> Language:
        """Return the first of `wanted` ("de", "pt-BR") that exists, or a close relative of it."""
        for each in filter(None, wanted):
            code = _normalize_code(each)
            if code.partition("_")[0] == ENGLISH.code:  # the usual case reads no folder
                return ENGLISH
            if near := _find_nearest(code, self._codes):
                return self.load(near)
        return otherwise

    def has(self, code: str) -> bool:
        """Return whether this language or a close relative of it is in the folder."""
        return bool(_find_nearest(_normalize_code(code), self._codes))

    def load(self, code: str) -> Language:
        """Load a language from the folder; raises KeyError if it has no such language."""
        if code not in self._loaded:
            if code not in self._codes:
                raise KeyError(code)
            self._loaded[code] = Language(
                code, _load_translations(self._folder / code / "LC_MESSAGES")
            )
        return self._loaded[code]


SHIPPED = Languages(LOCALES)

_language: ContextVar[Language] = ContextVar("language", default=ENGLISH)


def current_language() -> Language:
    """Return the language of the reader of what is being written."""
    return _language.get()


@contextmanager
def use_language(language: Language) -> Iterator[None]:
    """Make `language` the current one inside the block."""
    before = _language.get()
    _language.set(language)
    try:
        yield
    finally:
        # Not by a token: a generator may be closed in another context than it was started in.
        _language.set(before)


def list_system_languages(environ: Mapping[str, str]) -> list[str]:
    """Return the languages set in the environment, the preferred one first."""
    listed = environ.get("LANGUAGE", "").split(":")
    one = next(filter(None, map(environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    # As in gettext: with the locale "C" there is no translation, whatever LANGUAGE says.
    return [] if _normalize_code(one) in ("", "c", "posix") else [*filter(None, listed), one]


def _normalize_code(name: str) -> str:
    """Return `de_DE` for `de-DE` and for `de_DE.UTF-8@euro`."""
    bare = name.strip().partition(".")[0].partition("@")[0].replace("-", "_")
    language, line, region = bare.partition("_")
    return language.lower() + line + region


def _find_nearest(code: str, codes: Iterable[str]) -> str:
    """Return `code`, its language without the region, or with another region; or ""."""
    folded = {each.casefold(): each for each in codes}
    language = code.partition("_")[0].casefold()
    related = (each for key, each in folded.items() if key.partition("_")[0] == language)
    return folded.get(code.casefold()) or folded.get(language) or next(related, "")


def _load_translations(folder: Path) -> Translations:
    from gettext import GNUTranslations

    source, compiled = folder / f"{DOMAIN}.po", folder / f"{DOMAIN}.mo"
    if _is_current(compiled, source):
        with compiled.open("rb") as file:
            return GNUTranslations(file)
    return GNUTranslations(BytesIO(compile_catalog(source)))


def _is_current(compiled: Path, source: Path) -> bool:
    if not compiled.exists():
        return False
    return not source.exists() or compiled.stat().st_mtime >= source.stat().st_mtime


def compile_catalog(source: Path) -> bytes:
    """Compile a `.po` to the `.mo` format that gettext reads, without fuzzy entries."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with source.open("rb") as file:
        write_mo(compiled, read_po(file, locale=source.parent.parent.name))
    return compiled.getvalue()

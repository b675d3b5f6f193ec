"""The page and what it is answered, in the language that its browser asks for."""

import json
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from adapters.web.languages import SENTENCES, list_page_sentences, parse_accept_language
from adapters.web.markup import list_sentences, translate
from bot.access.policy import PAGE_OWNER
from bot.messages import Languages, use_language
from tests.adapters.web.browser import a_browser, listening, words
from tests.adapters.web.site import BOB, a_site
from tests.catalog.extraction import ROOT
from tests.catalog.made_up import a_language

STATIC = ROOT / "adapters" / "web" / "static"
PAGES = sorted(STATIC.glob("*.html"))
GERMAN = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.5"}


@pytest.fixture
def languages(tmp_path: Path) -> Languages:
    return a_language(tmp_path / "locale")


async def test_each_reader_has_their_own_language(tmp_path: Path, languages: Languages) -> None:
    async with (
        a_site(tmp_path, languages=languages) as site,
        a_browser(site.origin) as english,
        a_browser(site.origin) as german,
    ):
        german.client.headers.update(GERMAN)
        for browser, person in ((english, BOB), (german, PAGE_OWNER)):
            assert (await browser.enter(await site.sessions.offer(person))).status_code == 200
        async with listening(english), listening(german):
            here, there = await english.ask("/help"), await german.ask("/help")
        assert "List what I can do" in words(here["tree"])
        assert "⟦" not in words(here["tree"])
        assert "Zeigen, was ich kann" in words(there["tree"])  # in the German that is shipped
        commands = {each["name"]: each["summary"] for each in (await german.look("me"))["commands"]}
        assert commands["new"] == "⟦Begin a new conversation⟧"
        refused = [await each.post("/say", {"key": "12345678"}) for each in (english, german)]
        assert [each.json()["error"] for each in refused] == [
            "That message is empty.",
            "⟦That message is empty.⟧",
        ]


async def test_an_english_page_is_the_file_and_loads_nothing(
    tmp_path: Path, languages: Languages
) -> None:
    async with a_site(tmp_path, languages=languages) as site, a_browser(site.origin) as browser:
        page = await browser.get("/enter")
        assert page.text == (STATIC / "enter.html").read_text(encoding="utf-8")
        german = await browser.get("/enter", **GERMAN)
        assert '<html lang="de" dir="ltr">' in german.text
        assert "⟦Signing you in …⟧" in german.text
        assert german.headers["Content-Security-Policy"] == page.headers["Content-Security-Policy"]
        said = (await browser.get("/sentences/de")).json()
        assert said["plain"]["Documents"] == "⟦Documents⟧"
        unknown = (await browser.get("/sentences/xx")).json()
        assert unknown["plain"]["Documents"] == "Documents"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_all_of_a_page_is_translated_and_nothing_else_changes(
    path: Path, languages: Languages
) -> None:
    html = path.read_text(encoding="utf-8")
    with use_language(languages.load("de")):
        german = translate(html)
    assert [said for _line, said in list_sentences(german)] == [
        f"⟦{said}⟧" for _line, said in list_sentences(html)
    ]
    back = german.replace("⟦", "").replace("⟧", "").replace(' lang="de" dir="ltr"', ' lang="en"')
    assert _tags(back) == _tags(html)


def test_a_page_is_written_from_right_to_left_where_its_language_is(tmp_path: Path) -> None:
    with use_language(a_language(tmp_path, "ar").load("ar")):
        page = translate((STATIC / "index.html").read_text(encoding="utf-8"))
    assert '<html lang="ar" dir="rtl">' in page


@pytest.mark.parametrize(
    ("header", "languages"),
    [
        ("", [""]),
        ("de", ["de"]),
        ("en;q=0.2, de-AT, fr;q=0.9", ["de-AT", "fr", "en"]),
        ("de;q=much, fr", ["fr"]),
    ],
)
def test_the_wishes_of_a_browser(header: str, languages: list[str]) -> None:
    assert parse_accept_language(header) == languages


SCRIPT = """
import { readFileSync } from "node:fs";
const { language, catalog, source, reader } = JSON.parse(readFileSync(0, "utf8"));
globalThis.document = { documentElement: { lang: language } };
globalThis.fetch = async () => ({ ok: true, json: async () => catalog });
Object.defineProperty(globalThis, "navigator", { value: { languages: [reader] } });
const words = await import("data:text/javascript," + encodeURIComponent(source));
const { t, tn, tp, place, bytes, number, moment } = words;
const counts = [0, 1, 2, 5, 21, 111, 121, 1101];
console.log(JSON.stringify({
  plain: t("Documents"),
  unknown: t("Nobody said {this}", { this: 1234.5 }),
  context: tp("tokens", "Read"),
  wrong: t("{name} is no longer there.", { name: "{x}" }),
  counts: counts.map((n) => tn("{count} passage", "{count} passages", n)),
  size: bytes(1536),
  number: number(1234.5),
  year: moment(new Date(2026, 5, 1), { year: "numeric" }),
  placed: place(t("What has a button is changed here and checked first; all else in {path}. Secrets are not shown."), { path: 7 }),
}));
"""  # noqa: E501 - a sentence of the page


def script(language: str, catalog: dict[str, object], reader: str = "en-GB") -> dict[str, object]:
    """Run the page's own module in node and return what it renders."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    source = (STATIC / "words.js").read_text(encoding="utf-8")
    ran = subprocess.run(  # noqa: S603  # our own script
        ["node", "--input-type=module", "--eval", SCRIPT],  # noqa: S607  # whichever node is in use
        input=json.dumps(
            {"language": language, "catalog": catalog, "source": source, "reader": reader}
        ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    said: dict[str, object] = json.loads(ran.stdout)
    return said


# Before and behind the place of a sentence that stands around something that is no text.
SAID_AROUND = (
    "What has a button is changed here and checked first; all else in ",
    ". Secrets are not shown.",
)


def test_the_script_says_it_in_english_without_a_catalogue() -> None:
    said = script("en", {})
    assert said["plain"] == "Documents"
    assert said["unknown"] == "Nobody said 1,234.5"
    assert said["counts"] == [
        f"{n} passage{'' if n == '1' else 's'}"
        for n in ("0", "1", "2", "5", "21", "111", "121", "1,101")
    ]
    assert said["size"] == "1.5 kB"
    assert said["placed"] == [SAID_AROUND[0], 7, SAID_AROUND[1]]


def test_the_script_says_it_in_the_page_s_language(tmp_path: Path) -> None:
    other = {"{name} is no longer there.": "{nmae} ist weg."}
    languages = a_language(tmp_path, "ru", other)
    source = tmp_path / "ru" / "LC_MESSAGES" / "multis.po"
    told = source.read_text(encoding="utf-8")
    for english, form, russian in (
        ("{count} passage", 0, "{count} факт"),
        ("{count} passages", 1, "{count} факта"),
        ("{count} passages", 2, "{count} фактов"),
    ):
        assert f'msgstr[{form}] "⟦{english}⟧"' in told
        told = told.replace(f'msgstr[{form}] "⟦{english}⟧"', f'msgstr[{form}] "{russian}"')
    source.write_text(told, encoding="utf-8")
    said = script("ru", list_page_sentences(languages.load("ru")))
    assert said["plain"] == "⟦Documents⟧"
    assert said["context"] == "⟦Read⟧"
    assert said["wrong"] == "{x} is no longer there."
    assert [str(each).split()[-1] for each in said["counts"]] == [  # type: ignore[attr-defined]  # a list
        *("фактов", "факт", "факта", "фактов", "факт", "фактов", "факт", "факт")
    ]
    assert said["placed"] == [f"⟦{SAID_AROUND[0]}", 7, f"{SAID_AROUND[1]}⟧"]


@pytest.mark.parametrize("reader", ["ar-EG", "ar-SA", "ar-u-ca-islamic"])
def test_its_numbers_have_the_digits_of_the_server_s_sentences(reader: str) -> None:
    """An Egyptian's browser has others, and a date may be of another calendar."""
    said = script("ar", {"plain": {}, "counted": {}}, reader)
    assert said["number"] == "1,234.5"
    assert said["year"] == "2026"


def test_the_script_s_sentences_are_few() -> None:
    """They are sent with each page that is not English."""
    assert SENTENCES.stat().st_size < 20_000


def _tags(html: str) -> list[tuple[str, list[tuple[str, str | None]]]]:
    found: list[tuple[str, list[tuple[str, str | None]]]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append((tag, attrs))

        def handle_data(self, data: str) -> None:
            found.append((data, []))

    Reader(convert_charrefs=True).feed(html)
    return found

"""Only signed-in people get in, and foreign pages can do nothing."""

import asyncio
import re
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

import adapters.web
from adapters.web import Web, WebSettings
from bot.access.policy import PAGE_OWNER
from bot.messages import Chat, UserError
from tests.adapters.web.browser import KEY, a_browser, events
from tests.adapters.web.site import BOB, a_site
from tests.fakes import FakeClock
from tests.serving import free_port

STATIC = Path(adapters.web.__file__).parent / "static"
READING = ("/events", "/look/me", "/look/documents", "/look/passage?id=doc:1")
WRITING = ("/say", "/files", "/conversation", "/leave")


async def test_without_a_cookie_nothing_is_shown_and_nothing_done(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, a_browser(site.origin) as stranger:
        front = await stranger.get("/")
        assert (front.status_code, "not signed in" in front.text) == (401, True)
        for path in READING:
            assert (await stranger.get(path)).status_code == 401
        for path in WRITING:
            assert (await stranger.post(path)).status_code == 401


async def test_a_link_lets_one_person_in_once(tmp_path: Path) -> None:
    async with (
        a_site(tmp_path) as site,
        a_browser(site.origin) as first,
        a_browser(site.origin) as second,
    ):
        link = await site.sessions.offer(PAGE_OWNER)
        assert (await first.enter(link)).status_code == 200
        again = await second.enter(link)
        assert (again.status_code, "was already used" in again.json()["error"]) == (403, True)
        assert (await second.enter("made-up")).status_code == 403
        assert (await first.get("/")).status_code == 200
        assert (await second.get("/")).status_code == 401


async def test_a_link_and_a_session_have_their_time(tmp_path: Path) -> None:
    clock = FakeClock()
    async with a_site(tmp_path, clock=clock) as site, a_browser(site.origin) as browser:
        late = await site.sessions.offer(PAGE_OWNER)
        clock.forward(minutes=15)
        assert (await browser.enter(late)).status_code == 403
        assert (await browser.enter(await site.sessions.offer(PAGE_OWNER))).is_success
        clock.now += timedelta(days=29)
        assert (await browser.get("/look/me")).status_code == 200
        clock.now += timedelta(days=1)
        assert (await browser.get("/look/me")).status_code == 401


async def test_the_cookie_is_kept_from_scripts_and_from_other_sites(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, a_browser(site.origin) as browser:
        answer = await browser.enter(await site.sessions.offer(PAGE_OWNER))
        told = answer.headers["set-cookie"].lower()
        assert "httponly" in told
        assert "samesite=strict" in told
        assert "secure" not in told  # there is no https on this machine's own address


async def test_a_stolen_cookie_is_worth_nothing_once_its_owner_has_signed_out(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as site, site.at() as owner, a_browser(site.origin) as thief:
        thief.signed_in_as(owner)
        assert (await thief.get("/look/me")).status_code == 200
        assert (await owner.post("/leave")).status_code == 200
        assert (await thief.get("/look/me")).status_code == 401
        assert (await thief.post("/say", {"key": "12345678", "text": "/docs"})).status_code == 401


READS = ("/look/me", "/look/documents", "/events", "/files/owner.00000000000000000000000000000000")


async def test_another_port_of_this_machine_gets_the_cookie_and_can_do_nothing_with_it(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as site, site.at() as owner, a_browser(site.origin) as neighbour:
        neighbour.client.cookies = httpx.Cookies(owner.client.cookies)
        key = owner.client.headers[KEY]
        for shown in ("", "x", key[:-1], key.swapcase(), owner.client.cookies["multis"]):
            neighbour.client.headers[KEY] = shown
            for path in READS:
                assert (await neighbour.get(path)).status_code == 401
            for path in ("/say", "/conversation", "/leave", "/files"):
                answer = await neighbour.post(path, {"key": "12345678", "text": "/forget"})
                assert answer.status_code == 401
        assert "owner" not in (await neighbour.get("/")).text
        assert (await owner.get("/look/me")).status_code == 200


async def test_a_key_is_worth_nothing_without_its_own_cookie(tmp_path: Path) -> None:
    """Another port may set cookies for this one, such as that of a session of its own."""
    async with a_site(tmp_path) as site, site.at() as owner, site.at(BOB) as bob:
        key = owner.client.headers[KEY]
        assert (await bob.get("/look/me", **{KEY: key})).status_code == 401
        owner.client.cookies = httpx.Cookies(bob.client.cookies)
        assert (await owner.get("/look/me")).status_code == 401
        owner.client.cookies.clear()
        assert (await owner.get("/look/me")).status_code == 401


async def test_neither_cookie_nor_key_is_stored(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        secrets = (owner.client.cookies["multis"], owner.client.headers[KEY])
        for path in (tmp_path / "home").rglob("*"):
            assert not path.is_file() or not any(
                each.encode() in path.read_bytes() for each in secrets
            )


async def test_a_session_of_an_earlier_version_is_asked_to_sign_in_again(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        async with site.sessions._database.transaction() as db:
            await db.execute("UPDATE sessions SET key = ''")
        for key in ("", owner.client.headers[KEY]):
            assert (await owner.get("/look/me", **{KEY: key})).status_code == 401


async def test_a_cookie_that_was_tampered_with_is_nobodys(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner, a_browser(site.origin) as forger:
        real = owner.client.cookies["multis"]
        for forged in (real[:-1], real.swapcase(), "", "owner", "' OR 1=1 --", "x" * 4000):
            forger.client.cookies.set("multis", forged)
            assert (await forger.get("/look/me")).status_code == 401


async def test_an_open_line_ends_with_its_session(tmp_path: Path) -> None:
    """Signed out in another process, the page must not go on hearing what is said."""
    async with a_site(tmp_path) as site, site.at() as owner, a_browser(site.origin) as thief:
        thief.signed_in_as(owner)
        line = events(thief)
        await owner.ask("/help")
        assert [(await anext(line))["side"] for _ in range(2)] == ["asked", "told"]
        await site.sessions.end_all()
        chat = Chat("web", "owner", private=True)
        async with a_browser(site.origin) as again:
            await again.enter(await site.sessions.offer(PAGE_OWNER))
            await again.say("/search something new")
        await site.services.background.wait_until_idle()
        assert len(await site.transcript.list_latest(chat)) == 4
        assert [event async for event in line] == []


async def test_every_session_ends_at_the_word_of_the_shell(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner, a_browser(site.origin) as late:
        link = await site.sessions.offer(PAGE_OWNER)
        assert await site.sessions.end_all() == 1
        assert (await owner.get("/look/me")).status_code == 401
        assert (await late.enter(link)).status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "", "localhost"])
async def test_a_name_that_is_not_ours_is_refused_even_with_the_cookie(
    tmp_path: Path, host: str
) -> None:
    """DNS rebinding: a foreign name that leads to this machine brings our own cookies along."""
    async with a_site(tmp_path) as site, site.at() as owner:
        for path in ("/", "/static/main.js", *READING):
            assert (await owner.get(path, Host=host)).status_code == 403
        said = {"key": "12345678", "text": "/docs"}
        assert (await owner.post("/say", said, Host=host)).status_code == 403


async def test_it_answers_by_both_names_of_this_machine(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        port = site.origin.rpartition(":")[2]
        named = await owner.get("/look/me", Host=f"localhost:{port}")
        assert named.status_code == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "http://127.0.0.1:1"])
async def test_another_site_can_neither_say_nor_send_anything(tmp_path: Path, origin: str) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        for path in (*WRITING, "/enter"):
            assert (await owner.post(path, {}, Origin=origin)).status_code == 403
        assert (await owner.look("documents"))["rows"] == []


NONSENSE = (
    b"{",
    b"[]",
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"key":"12345678","text":5}',
    b'{"key":"12345678","text":"x","files":[1]}',
    b'{"key":"12345678","text":"x","files":{"a":1}}',
)


@pytest.mark.parametrize("body", NONSENSE, ids=lambda body: repr(body[-20:]))
async def test_what_the_pages_script_never_sends_is_refused(tmp_path: Path, body: bytes) -> None:
    async with a_site(tmp_path) as site, site.at() as owner, a_browser(site.origin) as stranger:
        headers = {"Origin": site.origin, "Content-Type": "application/json"}
        for browser, path, status in ((owner, "/say", 400), (stranger, "/enter", 403)):
            answer = await browser.client.post(site.origin + path, content=body, headers=headers)
            assert (answer.status_code, "error" in answer.json()) == (status, True)


@pytest.mark.parametrize("number", ["9" * 19, "9" * 40, "9" * 5000, "²", "-1", "x"])
async def test_a_number_that_no_entry_has_begins_at_the_last_ones(
    tmp_path: Path, number: str
) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        await owner.ask("/help")
        async with asyncio.timeout(10):
            line = events(owner, after=number)
            assert (await anext(line))["side"] == "asked"
            await line.aclose()


async def test_a_number_of_hours_without_measure_is_no_fault(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        assert (await owner.look("pulse", hours="9" * 5000))["hours"] == 24


async def test_a_form_cannot_speak_for_the_page(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        body = b'{"key": "12345678", "text": "/docs"}'
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            answer = await owner.client.post(
                site.origin + "/say",
                content=body,
                headers={"Origin": site.origin, "Content-Type": kind},
            )
            assert answer.status_code == 400


async def test_what_another_site_embeds_or_fetches_is_refused(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
        assert (await owner.get("/look/documents", **headers)).status_code == 403
        same = {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}
        assert (await owner.get("/look/documents", **same)).status_code == 200


async def test_every_answer_tells_the_browser_to_be_strict(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner, a_browser(site.origin) as stranger:
        answers = [await owner.get(path) for path in ("/", "/look/me", "/static/main.js", "/no")]
        answers += [await stranger.get("/"), await owner.get("/", Host="evil.example")]
        for answer in answers:
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "script-src 'self'" in policy
            assert "unsafe" not in policy
            assert "require-trusted-types-for 'script'" in policy
            assert "frame-ancestors 'none'" in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["cache-control"] == "no-store"


async def test_only_the_worker_that_reads_pdfs_may_compile_their_decoders(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, a_browser(site.origin) as stranger:
        library = next((STATIC / "libraries").glob("pdfjs-*")).name
        for name in ("pdf.worker.min.mjs", "pdf.min.mjs"):
            answer = await stranger.get(f"/static/libraries/{library}/{name}")
            policy = answer.headers["content-security-policy"]
            assert answer.status_code == 200
            assert "text/javascript" in answer.headers["content-type"]
            assert "default-src 'none'" in policy
            assert ("wasm-unsafe-eval" in policy) == (name == "pdf.worker.min.mjs")
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["x-content-type-options"] == "nosniff"


async def test_only_the_pages_own_files_are_given_out(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, a_browser(site.origin) as stranger:
        for path in (
            "/static/../app.py",
            "/static/%2e%2e/app.py",
            "/static/..%2fapp.py",
            "/static//etc/passwd",
            "/static/",
        ):
            assert (await stranger.get(path)).status_code == 404


async def test_guessing_links_is_slow(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, a_browser(site.origin) as guesser:
        codes = [(await guesser.enter(f"guess {n}")).status_code for n in range(25)]
        assert codes[:20] == [403] * 20
        assert set(codes[20:]) == {429}
        async with a_browser(site.origin) as guest:  # whom no guessing keeps out
            assert (await guest.enter(await site.sessions.offer(BOB))).status_code == 200


async def test_one_person_cannot_ask_without_measure(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        codes = [(await owner.post("/say", {})).status_code for _ in range(260)]
        assert codes[0] == 400
        assert 429 in codes


async def test_behind_a_proxy_the_name_that_is_set_counts_and_the_cookie_is_secure(
    tmp_path: Path,
) -> None:
    named = WebSettings(port=0, origin="https://multis.example")
    async with a_site(tmp_path, web=named) as site:
        assert site.origin == "https://multis.example"


@pytest.mark.parametrize("origin", ["multis.example", "ftp://x", "https://x/path", "https://"])
def test_an_origin_that_is_none_is_refused_with_a_sentence(origin: str) -> None:
    with pytest.raises(UserError, match="must look like https"):
        WebSettings.of({"port": 1, "origin": origin})


async def test_a_port_that_is_taken_is_a_sentence(tmp_path: Path) -> None:
    async with a_site(tmp_path / "one") as first:
        taken = WebSettings(port=int(first.origin.rpartition(":")[2]))
        with pytest.raises(UserError, match=r"platforms\.web\.port"):
            async with a_site(tmp_path / "two", web=taken):
                pass


def test_a_port_beyond_all_ports_is_refused() -> None:
    with pytest.raises(UserError, match="65535"):
        WebSettings.of({"port": 70_000, "origin": ""})


async def test_it_listens_on_this_machine_alone(tmp_path: Path) -> None:
    async with a_site(tmp_path, web=WebSettings(port=free_port())) as site:
        assert site.origin.startswith("http://127.0.0.1:")


class Markup(HTMLParser):
    """Collects what a content security policy forbids, and every address."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.wrong += [name for name in named if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in named):
            self.wrong.append(tag)
        self.addresses += [named[name] or "" for name in ("src", "href") if name in named]


def test_no_page_has_a_script_or_style_of_its_own_or_an_address_elsewhere() -> None:
    for path in STATIC.glob("*.html"):
        markup = Markup()
        markup.feed(path.read_text(encoding="utf-8"))
        assert markup.wrong == [], path.name
        assert all(each[0] in "/#" and not each.startswith("//") for each in markup.addresses)


def test_no_script_reads_text_as_html_or_as_code() -> None:
    forbidden = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|srcdoc|\beval\b"
        r"|new Function|createContextualFragment|setHTML"
    )
    for path in list_own_files("*.js"):
        assert not forbidden.search(path.read_text(encoding="utf-8")), path.name


def list_own_files(pattern: str) -> list[Path]:
    """The page's files without its libraries, whose names of formats and licences look alike."""
    libraries = STATIC / "libraries"
    found = [each for each in STATIC.rglob(pattern) if each.is_file() and each.suffix != ".png"]
    return [each for each in found if libraries not in each.parents]


def test_nothing_of_the_page_lies_elsewhere() -> None:
    for path in list_own_files("*"):
        text = path.read_text(encoding="utf-8")
        # A name space, and who may hear that the page is ready: nothing is loaded from there.
        for name in ("http://www.w3.org/2000/svg", "https://web.telegram.org"):
            text = text.replace(name, "")
        assert not re.search(r"https?://|//[a-z]+\.[a-z]{2,}/", text), path.name


def test_an_adapter_without_a_house_says_so(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="no host yet"):
        Web(WebSettings(), tmp_path).host  # noqa: B018 - the property itself raises

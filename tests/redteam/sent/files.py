"""By file: names, entries of archives, links, and documents that ask for other files or pages."""

import asyncio
import gzip
import io
import tarfile
import zipfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from msgspec.structs import replace

from bot.messages import Attachment
from tests.factories import a_message
from tests.redteam.outcome import Outcome, judge, say, shorten
from tests.redteam.sent.packing import (
    TEXT,
    nest_mail,
    nest_tar,
    pack_entry,
    pack_headers,
    pack_link,
    pack_sparse,
    pack_twice,
)
from tests.scenarios.attacks import ENTRIES, FILE_NAMES
from tests.scenarios.scene import MALLORY, MARK, OWNER, Scene, a_scene, files

MIME = b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\n"
# `{secret}` is a file of this machine, `{url}` a page on it that counts who asks.
REFERENCES = {
    "entity.xml": '<!DOCTYPE a [<!ENTITY x SYSTEM "file://{secret}">]><a>&x;</a>',
    "entity.html": '<!DOCTYPE a [<!ENTITY x SYSTEM "file://{secret}">]><html><p>&x;</p></html>',
    "entity.svg": '<!DOCTYPE svg [<!ENTITY x SYSTEM "{url}">]><svg><text>&x;</text></svg>',
    "parameter.xml": '<!DOCTYPE a [<!ENTITY % x SYSTEM "{url}"> %x;]><a/>',
    "laughs.xml": '<!DOCTYPE a [<!ENTITY b "lol">'
    + "".join(f'<!ENTITY b{n} "{f"&b{n - 1 or str()};" * 10}">' for n in range(1, 10))
    + "]><a>&b9;</a>",
    "frame.html": '<html><iframe src="file://{secret}"></iframe><img src="{url}">hello</html>',
    "base.html": '<html><base href="{url}"><link rel="stylesheet" href="x"><p>hello</html>',
    "refresh.html": '<html><meta http-equiv="refresh" content="0;url=file://{secret}">hello</html>',
    "include.html": '<html><xi:include xmlns:xi="x" href="file://{secret}"/>hello</html>',
    "image.md": "# A\n\n![x](file://{secret}) ![y]({url}) [z](file://{secret})\n",
    "include.md": "# A\n\n!include {secret}\n\n{{{{ include '{secret}' }}}}\n<<{secret}>>\n",
    "include.rst": ".. include:: {secret}\n\n.. raw:: html\n   :file: {secret}\n\nhello\n",
    "include.tex": "\\documentclass{{a}}\\begin{{document}}\\input{{{secret}}}\\end{{document}}",
    "include.adoc": "= A\n\ninclude::{secret}[]\n",
    "include.org": "* A\n#+INCLUDE: {secret}\n",
    "yaml.yaml": "a: !!python/object/apply:builtins.open ['{secret}']\nb: !include {secret}\n",
    "table.csv": "=WEBSERVICE(\"{url}\"),='file://{secret}'#$A.1\nhello,1\n",
    "field.rtf": '{{\\rtf1 {{\\field{{\\*\\fldinst INCLUDETEXT "{secret}"}}{{\\fldrslt hello}}}}}}',
    "external.eml": "Content-Type: message/external-body; access-type=local-file; "
    'name="{secret}"\n\nContent-Type: text/plain\n\nhello\n',
    "link.url": "[InternetShortcut]\nURL=file://{secret}\n",
    "front.md": "---\ntitle: '{secret}'\nscope: admin\nfile: {secret}\n---\n\nhello\n",
    "notes.ipynb": '{{"cells": [{{"cell_type": "markdown", "source": ["![](file://{secret})"], '
    '"metadata": {{}}}}], "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}',
    "patterns.txt": "<!---->" * 60 + "x",
    "image.svg": '<svg xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="{url}"/>'
    '<text><tref xlink:href="file://{secret}"/>hello</text><use href="file://{secret}"/></svg>',
    "style.svg": '<?xml-stylesheet href="{url}"?><svg><style>@import "{url}";</style>'
    "<foreignObject><iframe src='file://{secret}'/></foreignObject><text>hello</text></svg>",
    "laughs.svg": '<!DOCTYPE svg [<!ENTITY b "lol">'
    + "".join(f'<!ENTITY b{n} "{f"&b{n - 1 or str()};" * 10}">' for n in range(1, 10))
    + "]><svg><text>&b9;</text></svg>",
    "deep.svg": "<svg>" + "<g>" * 100_000 + "<text>hello",
    "meeting.ics": "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:hello\nATTACH:file://{secret}\n"
    "ATTACH;FMTTYPE=text/plain:{url}\nDTSTART:99999999T999999Z\n"
    "RRULE:FREQ=SECONDLY;COUNT=999999999\nEND:VEVENT\nEND:VCALENDAR\n",
    "deep.ics": "BEGIN:VCALENDAR\n" + "BEGIN:VEVENT\n" * 50_000 + "SUMMARY:hello\n",
    "person.vcf": "BEGIN:VCARD\nFN:hello\nPHOTO;VALUE=uri:file://{secret}\nSOUND:{url}\n"
    "AGENT:BEGIN:VCARD\nKEY:file://{secret}\nEND:VCARD\n",
    "letters.mbox": "From a\nContent-Type: message/external-body; access-type=local-file; "
    'name="{secret}"\n\n\nFrom b\nSubject: {secret}\n\nhello\n' + "From x\n" * 20_000,
    "page.mhtml": "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x\n"
    "Content-Type: text/html\nContent-Location: file://{secret}\n\n"
    "<html><img src='file://{secret}'><link href='{url}'>hello</html>\n--x--\n",
    "film.srt": "1\n00:00:00,000 --> 99:99:99,999\nhello <img src='{url}'>\n\n"
    + "9\n00:00:01,000 --> 00:00:00,000\n\n" * 20_000,
    "film.vtt": "WEBVTT\n\nSTYLE\n::cue {{ background: url({url}) }}\n\n"
    "00:00.000 --> 00:01.000\n<v file://{secret}>hello\n",
    "wide.csv": "hello," * 300_000 + "\n",
    "long.csv": '"' + "hello\n" * 200_000,
    "formula.csv": '=cmd|" /C calc"!A0,@SUM(1),+HYPERLINK("{url}"),-1\n',
    "dates.eml": "Date: Thu, 99 Foo 99999 99:99:99 +9999\nFrom: " + "<" * 20_000 + "\n\nhello\n",
    "words.eml": "Subject: " + "=?utf-8?b?/////w==?= " * 10_000 + "\n\nhello\n",
}
PARTS = {  # of office documents, each an archive
    "entity.docx": {
        "word/document.xml": '<!DOCTYPE a [<!ENTITY x SYSTEM "file://{secret}">]>'
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        "<w:body><w:p><w:r><w:t>&x;</w:t></w:r></w:p></w:body></w:document>"
    },
    "template.docx": {
        "word/document.xml": "<w:document "
        'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p>'
        "<w:r><w:t>hello</w:t></w:r></w:p></w:body></w:document>",
        "word/_rels/settings.xml.rels": "<Relationships xmlns="
        '"http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
        'Type="x/attachedTemplate" Target="{url}" TargetMode="External"/></Relationships>',
    },
    "entity.odt": {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": '<!DOCTYPE a [<!ENTITY x SYSTEM "file://{secret}">]><a>&x;</a>',
    },
    "entity.epub": {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container><rootfiles><rootfile full-path="../../{secret}"/>'
        "</rootfiles></container>",
    },
    "linked.xlsx": {
        "xl/workbook.xml": "<workbook><sheets/><externalReferences/></workbook>",
        "xl/externalLinks/_rels/externalLink1.xml.rels": '<Relationships><Relationship Id="r" '
        'Target="file://{secret}" TargetMode="External"/></Relationships>',
        "xl/worksheets/sheet1.xml": '<worksheet><sheetData><row r="999999999"><c r="ZZZZZ9">'
        "<v>1</v></c></row></sheetData></worksheet>",
    },
    "linked.pptx": {
        "ppt/slides/slide1.xml": '<p:sld xmlns:p="x"/>',
        "ppt/slides/_rels/slide1.xml.rels": '<Relationships><Relationship Id="r" '
        'Target="../../../../../../..{secret}"/></Relationships>',
    },
    "entity.xlsx": {
        "xl/workbook.xml": '<!DOCTYPE a [<!ENTITY x SYSTEM "file://{secret}">]><workbook>&x;'
        "</workbook>"
    },
}
TYPES = "[Content_Types].xml"
# Entries of a tar file: type, and what it points at.
LINKS = {
    "a symbolic link": (tarfile.SYMTYPE, "{secret}"),
    "a hard link": (tarfile.LNKTYPE, "{secret}"),
    "a relative link": (tarfile.SYMTYPE, "../../../../../../../../{secret}"),
    "a device": (tarfile.CHRTYPE, ""),
    "a pipe": (tarfile.FIFOTYPE, ""),
}


def list_documents(secret: Path, url: str) -> Iterator[tuple[str, bytes]]:
    for name, text in REFERENCES.items():
        yield name, fill(text, secret, url)
    for name, parts in PARTS.items():
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as document:
            for part, text in ({} if "mimetype" in parts else {TYPES: "<Types/>"} | parts).items():
                document.writestr(part, fill(text, secret, url))
            for part, text in parts.items() if "mimetype" in parts else ():
                document.writestr(part, fill(text, secret, url))
        yield name, packed.getvalue()
    for name, (kind, target) in LINKS.items():
        yield f"{name}.tar", pack_link(kind, target.format(secret=secret))
    yield "twice.zip", pack_twice()
    yield "holes.tar", pack_sparse(2**50)
    yield "path.tar", pack_headers(path=str(secret), linkpath=str(secret))
    yield "size.tar", pack_headers(size=str(2**62))
    yield "negative.tar", pack_headers(size="-1")
    yield "bomb.tar.gz", gzip.compress(pack_sparse(2**40) + bytes(64 << 20))
    yield "nested.tar", nest_tar(40)
    yield "deep.eml", nest_mail(2000)
    yield "mail.eml", MIME + f"Content-Type: text/html\n\n<img src='{url}'>hello\n--x--\n".encode()


def fill(text: str, secret: Path, url: str) -> bytes:
    filled = text.replace("{secret}", str(secret)).replace("{url}", url)
    return filled.replace("{{", "{").replace("}}", "}").encode()


async def send(scene: Scene, name: str, content: bytes, sender: str = MALLORY) -> str:
    """Send it to everybody, to the owner, to oneself, and look for what came of it."""
    scene.world.platform.files["ref"] = content
    attachment = Attachment(name, len(content), "ref")
    return await say(
        scene,
        *(
            a_message(caption, sender=sender, attachments=(attachment,))
            for caption in ("admin", "kb")
        ),
        *(
            a_message(text, sender=MALLORY)
            for text in ("/search harbour root password hello", "/docs")
        ),
    )


async def attack_files(folder: Path) -> AsyncIterator[Outcome]:
    asked = 0

    async def count(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        asked += 1
        writer.close()

    secret = folder / "secret.md"
    secret.write_text(f"The harbour password is {MARK}.")
    async with a_scene(folder) as scene, await asyncio.start_server(count, "127.0.0.1") as page:
        url = f"http://127.0.0.1:{page.sockets[0].getsockname()[1]}/x"
        before = files(scene.world.services.home.folder)
        for name, content in [
            *((each, TEXT) for each in FILE_NAMES),
            *(
                (f"{each or 'nothing'}.zip"[-200:], pack_entry(scene.fill(each)))
                for each in ENTRIES
            ),
            *list_documents(secret, url),
        ]:
            outcome = await judge(scene, shorten(name), send(scene, name, content))
            new = {path.name for path in files(scene.world.services.home.folder) - before}
            if asked:
                outcome = replace(outcome, came="it asked a server of this machine")
            elif (folder / "outside.md").exists() or not new <= {"audit.log"}:
                outcome = replace(outcome, came=f"it wrote {new}")
            asked = 0
            yield outcome


async def control_files(folder: Path) -> AsyncIterator[Outcome]:
    """Files of the owner for everybody, and of Mallory with the mark in their own text."""
    async with a_scene(folder) as scene:
        yield await judge(scene, "the owner's plan.md", send(scene, "plan.md", TEXT, OWNER))
        said = f"The harbour password is {MARK}.".encode()
        yield await judge(scene, "with the mark", send(scene, "letter.md", said))

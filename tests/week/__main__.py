"""`python -m tests.week [picture | keep CHECKOUT]`; see the package."""

import argparse
import asyncio
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.week.keeping import keep
from tests.week.story import FIRST_HALF, SECOND_HALF
from tests.week.town import ANNA, ERIN, PEOPLE, Town, a_town
from tests.week.transcript import WIDTH, build_page, format_text, list_entries

DOCS = Path(__file__).parents[2] / "docs"
SHOWN = (ANNA, ERIN)
TALLEST = 12_000  # pixels
MEASURE = "document.title = document.body.scrollHeight"


async def main(arguments: argparse.Namespace) -> None:
    checkout = arguments.checkout.resolve() if arguments.checkout else None
    with TemporaryDirectory() as folder:
        async with a_town(Path(folder) / "home", checkout) as town:
            for day in FIRST_HALF if checkout else (*FIRST_HALF, *SECOND_HALF):
                await day(town)
            if checkout:
                keep(town, _name_version(checkout))
            elif arguments.what == "picture":
                _draw(town, Path(folder))
            else:
                _print(town)


def _print(town: Town) -> None:
    for person in PEOPLE:
        sys.stdout.write(f"\n== {person.name}\n")
        sys.stdout.writelines(f"{line}\n" for line in format_text(list_entries(town, person)))


def _draw(town: Town, folder: Path) -> None:
    """Draw the chats with Chromium, each as high as it is, into docs/."""
    for person in SHOWN:
        page = folder / f"{person.name}.html"
        text = build_page(person.name, list_entries(town, person))
        page.write_text(f"{text}<script>{MEASURE}</script>")
        height = int(_browse("--dump-dom", page).partition("<title>")[2].partition("<")[0])
        picture = DOCS / f"week-{person.name.lower()}.png"
        size = f"--window-size={WIDTH},{min(height + 20, TALLEST)}"
        _browse(f"--screenshot={picture}", page, size)
        sys.stdout.write(f"{picture}\n")


def _browse(deed: str, page: Path, *more: str) -> str:
    program = shutil.which("chromium") or "chromium"
    command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    width = () if more else (f"--window-size={WIDTH},800",)
    ran = subprocess.run(  # noqa: S603  # our own page
        [*command, *width, *more, deed, page.as_uri()], capture_output=True, text=True, check=True
    )
    return ran.stdout


def _name_version(checkout: Path) -> str:
    head = ("git", "-C", str(checkout), "rev-parse", "--short=8", "HEAD")
    return subprocess.check_output(head, text=True).strip()  # noqa: S603  # our own words


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.week", description=__doc__)
    parser.add_argument("what", nargs="?", choices=("print", "picture", "keep"), default="print")
    parser.add_argument("checkout", nargs="?", type=Path)
    asyncio.run(main(parser.parse_args()))

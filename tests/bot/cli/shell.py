"""The command line as a person at the keyboard has it."""

import asyncio
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from indexer.scopes import ADMIN
from indexer.store.database import open_database
from indexer.store.schema import INDEX
from memory.fact import FactValue, Provenance
from memory.facts.ledger import FactLedger
from memory.schema import MEMORY

GUIDE = Path(__file__).parents[3] / "examples" / "guesthouse.md"


class Shell:
    """`multis` on a home of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def __call__(
        self, *arguments: str, stdin: str = "", **environ: str
    ) -> subprocess.CompletedProcess[str]:
        clean = {k: v for k, v in os.environ.items() if not k.startswith("MULTIS_")}
        return subprocess.run(  # noqa: S603  # our own program
            [sys.executable, "-m", "bot", *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env={**clean, "MULTIS_HOME": str(self.home), **environ},
        )

    def remembers(self, fact: str, **more: object) -> None:
        """From now on the owner's memory holds this fact; `more` is what a Statement says of it."""
        asyncio.run(self._remember(FactValue(fact, **more)))  # type: ignore[arg-type]  # real fields

    async def _remember(self, statement: FactValue) -> None:
        path = self.home / "data" / "multis.db"
        async with open_database(path, INDEX, MEMORY) as database:
            await FactLedger(database).upsert(ADMIN, statement, Provenance(), datetime.now(UTC))

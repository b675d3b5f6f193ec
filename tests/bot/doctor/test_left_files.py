"""What a move to a server leaves in the home is named: what is forgotten later stays in it."""

from pathlib import Path

from bot.doctor.storage import check_left_file
from bot.home import Home
from bot.settings.config import Settings
from indexer.store.engine.server import DatabaseSettings

ON_SERVER = Settings(database=DatabaseSettings("postgresql://x", "postgresql://y"))


def test_both_files_are_named_once_the_database_is_on_a_server(tmp_path: Path) -> None:
    home = Home(tmp_path)
    for path in (home.database, home.page):
        path.parent.mkdir(parents=True)
        path.touch()
    assert list(check_left_file(home, Settings())) == []
    told = [finding.text for finding in check_left_file(home, ON_SERVER)]
    assert [str(home.database) in told[0], str(home.page) in told[1]] == [True, True]
    home.page.unlink()
    assert len(list(check_left_file(home, ON_SERVER))) == 1

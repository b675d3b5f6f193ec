import pytest

from indexer.store.segments import keeper as keeping
from indexer.store.segments import pruning, rebuilding


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuilding, "STEP", 4)
    monkeypatch.setattr(keeping, "TOGETHER", 10)
    monkeypatch.setattr(pruning, "MANY", 6)
    monkeypatch.setattr(pruning, "STEP", 4)

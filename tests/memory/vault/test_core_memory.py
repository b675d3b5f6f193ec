"""Core memory: a file that a person edits and that keeps what they wrote."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.errors import UserError
from memory.storage.locks import Locks
from memory.vault.core_memory import CoreMemory, delete_key, render_sections, set_key


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vault" / "Core.yaml"


@pytest.fixture
def core(path: Path) -> CoreMemory:
    return CoreMemory(path, Locks())


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


@pytest.mark.spec("S3-9", "S3-10", "S3-13")
async def test_a_key_is_created_where_nothing_was(core: CoreMemory) -> None:
    assert await core.update("user", "name", "Alice") == "OK: user.name updated"
    assert await core.get() == "user:\n  name: Alice\nagent: {}\n"


@pytest.mark.spec("S3-13")
async def test_a_key_is_changed_in_place(core: CoreMemory) -> None:
    await core.update("user", "name", "Alice")
    await core.update("user", "city", "Vienna")
    await core.update("user", "name", "Alice Berg")
    assert await core.get() == "user:\n  name: Alice Berg\n  city: Vienna\nagent: {}\n"


async def test_a_deleted_key_is_gone(core: CoreMemory) -> None:
    await core.update("agent", "tone", "formal")
    assert await core.delete("agent", "tone") == "OK: agent.tone deleted"
    assert await core.get() == "user: {}\nagent: {}\n"
    assert await core.read() == ""


@pytest.mark.spec("S3-12", "S3-16")
@pytest.mark.parametrize(
    ("section", "key", "sentence"),
    [
        ("world", "name", "Error: section must be 'user' or 'agent'"),
        ("user", "name", "Error: key 'name' not found in 'user'"),
        ("user", " ", "Error: key must be one line of 1 to 100 characters"),
    ],
)
async def test_what_cannot_be_deleted_is_said(
    core: CoreMemory, section: str, key: str, sentence: str
) -> None:
    with pytest.raises(UserError) as refused:
        await core.delete(section, key)
    assert str(refused.value) == sentence


async def test_an_unknown_section_is_not_written(core: CoreMemory, path: Path) -> None:
    with pytest.raises(UserError, match="section must be 'user' or 'agent'"):
        await core.update("system", "name", "x")
    assert read(path) == ""


@pytest.mark.spec("S3-17")
async def test_it_survives_a_restart(core: CoreMemory, path: Path) -> None:
    await core.update("user", "name", "Alice")
    assert "name: Alice" in await CoreMemory(path, Locks()).get()


async def test_a_section_that_the_file_lacks_is_made(core: CoreMemory, path: Path) -> None:
    write(path, "user:\n  name: Alice\n")
    await core.update("agent", "tone", "formal")
    assert read(path) == "user:\n  name: Alice\nagent:\n  tone: formal\n"


async def test_an_empty_section_is_filled(core: CoreMemory, path: Path) -> None:
    write(path, "user:\nagent:\n")
    await core.update("user", "name", "Alice")
    assert await core.get() == "user:\n  name: Alice\nagent: {}\n"


async def test_comments_order_and_other_sections_of_a_person_stay(
    core: CoreMemory, path: Path
) -> None:
    text = "# mine\nteam:\n- Bob\nagent:\n  tone: 'formal' # never change\nuser:\n  born: 1980\n"
    write(path, text)
    await core.update("user", "name", "Zoë")
    assert read(path) == text + "  name: Zoë\n"


async def test_a_number_as_a_key_is_changed_not_doubled() -> None:
    assert set_key("user:\n  2026: a\n", "user", "2026", "b") == "user:\n  2026: b\n"
    assert delete_key("user:\n  2026: a\n  x: y\n", "user", "2026") == "user:\n  x: y\n"


@pytest.mark.parametrize(
    "text",
    [
        "user:\n  name: [\n",
        "user: Alice\n",
        "- a\n",
        "user:\n  a: 1\n  a: 2\n",
        "user: !!python/object:os.system {}\n  x\n",
        "user:\n  birthday: 1990-02-30\n",
        "user:\n  at: 2001-12-14t21:59:43-99:99\n",
        "user:\n  number: " + "9" * 5000 + "\n",
        "user:\n  a: " + "[" * 300 + "]" * 300 + "\n",
        "user:\n" + "".join(f"{' ' * n}a:\n" for n in range(1, 500)),
    ],
)
async def test_a_file_that_is_no_core_memory_is_reported_and_left_alone(
    core: CoreMemory, path: Path, text: str
) -> None:
    write(path, text)
    with pytest.raises(UserError, match=r"Core\.yaml cannot be read"):
        await core.get()
    with pytest.raises(UserError, match=r"Core\.yaml cannot be read"):
        await core.update("user", "name", "Alice")
    assert read(path) == text


@given(st.text(max_size=200).filter(lambda text: text.strip()))
@settings(max_examples=60, deadline=None)
def test_any_text_is_a_value_and_comes_back(value: str) -> None:
    from ruamel.yaml import YAML

    from memory.messages import replace_surrogates

    text = set_key("user:\n  name: Alice\n", "user", "note", replace_surrogates(value))
    note = replace_surrogates(value).replace("\x85", "\n")
    assert YAML(typ="safe").load(render_sections(text))["user"] == {"name": "Alice", "note": note}


async def test_a_value_cannot_pose_as_another_key(core: CoreMemory) -> None:
    await core.update("user", "note", "x\nagent:\n  tone: rude")
    assert (await core.get()).count("\nagent: {}\n") == 1

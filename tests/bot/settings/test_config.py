"""config.json: every mistake is a sentence that names the key, and no secret is ever shown."""

import ast
import json
import os
from dataclasses import asdict, fields, replace
from pathlib import Path

import pytest

from bot.settings.config import (
    ConfigError,
    PlatformSettings,
    Settings,
    describe_unused,
    list_keys,
    load_settings,
)

EXAMPLE = Path(__file__).parents[3] / "config.example.json"
TOKEN = "123456:canary-token"


def written(folder: Path, content: object) -> Path:
    path = folder / "config.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def refusal(path: Path, **environ: str) -> str:
    with pytest.raises(ConfigError) as raised:
        load_settings(path, environ)
    return str(raised.value)


def test_without_a_file_everything_has_its_default(tmp_path: Path) -> None:
    assert (
        load_settings(tmp_path / "config.json", {"HOME": "/x", "MULTIS_HOME": "/y"}) == Settings()
    )


def test_the_example_holds_every_key_with_its_default(tmp_path: Path) -> None:
    assert json.loads(EXAMPLE.read_text()) == json.loads(json.dumps(asdict(Settings())))
    assert load_settings(EXAMPLE, {}) == Settings()


def test_a_part_of_a_block_leaves_the_rest_of_it_alone(tmp_path: Path) -> None:
    settings = load_settings(written(tmp_path, {"memory": {"capture_threshold": 7}}), {})
    assert settings.memory == replace(Settings().memory, capture_threshold=7)


def test_zero_is_a_value(tmp_path: Path) -> None:
    assert (
        load_settings(written(tmp_path, {"memory": {"recent_window": 0}}), {}).memory.recent_window
        == 0
    )


def test_the_environment_wins(tmp_path: Path) -> None:
    path = written(tmp_path, {"memory": {"capture_threshold": 7, "recent_window": 9}})
    settings = load_settings(path, {"MULTIS_MEMORY__CAPTURE_THRESHOLD": "30"})
    assert (settings.memory.capture_threshold, settings.memory.recent_window) == (30, 9)


def test_a_list_may_come_from_the_environment(tmp_path: Path) -> None:
    settings = load_settings(tmp_path / "none.json", {"MULTIS_OWNER_IDS": '["telegram:1"]'})
    assert settings.owner_ids == ("telegram:1",)


@pytest.mark.parametrize(
    ("content", "named", "nearest"),
    [
        (
            {"memory": {"capture_treshold": 3}},
            "memory.capture_treshold",
            "memory.capture_threshold",
        ),
        ({"ownerids": []}, "ownerids", "owner_ids"),
        (
            {"modes": {"platforms": {"telgram": "silent"}}},
            "modes.platforms.telgram",
            "modes.platforms.telegram",
        ),
        ({"platforms": {"telegramm": {}}}, "platforms.telegramm", "platforms.telegram"),
    ],
)
def test_an_unknown_key_is_named_with_the_nearest_right_one(
    tmp_path: Path, content: object, named: str, nearest: str
) -> None:
    sentence = refusal(written(tmp_path, content))
    assert f"'{named}'" in sentence
    assert f"'{nearest}'" in sentence


def test_a_mode_is_set_for_an_adapter_of_your_own(tmp_path: Path) -> None:
    settings = load_settings(written(tmp_path, {"modes": {"platforms": {"pager": "off"}}}), {})
    assert settings.modes.platforms["pager"] == "off"


@pytest.mark.parametrize("content", [{"version": 2}, {"memory": {"foo": 1}}])
def test_nothing_is_proposed_for_a_key_that_is_like_none(tmp_path: Path, content: object) -> None:
    assert "Did you mean" not in refusal(written(tmp_path, content))


def test_a_file_that_is_no_file_or_no_text_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "latin.json").write_bytes(b"{\xe9}")
    for name, why in (("folder.json", "Is a directory"), ("latin.json", "it is not UTF-8 text")):
        assert refusal(tmp_path / name) == f"{tmp_path / name} cannot be read: {why}."


def test_an_unknown_key_in_the_environment_is_named(tmp_path: Path) -> None:
    sentence = refusal(tmp_path / "none.json", MULTIS_MEMORY__CAPTURE_TRESHOLD="3")
    assert "capture_threshold" in sentence


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("MULTIS_OWNERIDS", "owner_ids"),
        ("MULTIS_LLM_MODEL", "llm.model"),
        ("MULTIS_MEMRY__CAPTURE_THRESHOLD", "memory.capture_threshold"),
        ("MULTIS_WAT", ""),
    ],
)
def test_a_variable_that_sets_nothing_is_named(name: str, nearest: str) -> None:
    (sentence,) = describe_unused({name: "secret", "MULTIS_HOME": "/x", "MULTIS_OWNER_IDS": "[]"})
    assert (name in sentence, "secret" in sentence) == (True, False)
    assert f"Did you mean '{nearest}'?" in sentence if nearest else "Did you" not in sentence


@pytest.mark.parametrize(
    ("content", "key"),
    [
        ({"memory": {"capture_threshold": "many"}}, "memory.capture_threshold"),
        ({"owner_ids": "telegram:1"}, "owner_ids"),
        ({"access": {"policy": "everyone"}}, "access.policy"),
        ({"memory": 3}, "memory"),
    ],
)
def test_a_value_of_the_wrong_type_names_its_key(tmp_path: Path, content: object, key: str) -> None:
    path = written(tmp_path, content)
    sentence = refusal(path)
    assert f"{key} must be " in sentence
    assert sentence.endswith(f"it is set in {path}.")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ({"owner_ids": "x"}, "owner_ids must be a list, [...]"),
        ({"owner_ids": ["telegram"]}, 'owner_ids must be people as platform:id, such as ["tele'),
        ({"owner_ids": ["telegrm:1"]}, "Did you mean 'telegram'?"),
        ({"modes": {"platforms": {"Matrix": "off"}}}, "Did you mean 'modes.platforms.matrix'?"),
        (
            {"llm": {"base_url": "localhost:11434/v1"}},
            "llm.base_url must be an address that begins with http:// or https://",
        ),
        (
            {"llm": {"fallback": [{"model": "openai:m", "base_url": "http://"}]}},
            "llm.fallback.0.base_url must be an address that begins with",
        ),
        ({"voice": {"speech_url": "ftp://a"}}, "voice.speech_url must be an address that begins"),
        ({"owner_ids": ["telegram:1", ":2"]}, "owner_ids must be people as platform:id"),
        ({"documents": {"limits": {"pages": -5}}}, "documents.limits.pages must be at least 1"),
        (
            {"documents": {"limits": {"file_bytes": 0}}},
            "documents.limits.file_bytes must be at least 1048576",
        ),
        ({"metrics": {"port": 99_999}}, "metrics.port must be from 0 to 65535"),
        ({"memory": {"context_budget": 1}}, "memory.context_budget must be at least 2000"),
        ({"memory": {"retention_days": -1}}, "memory.retention_days must be from 0 to 36500"),
        ({"memory": {"undo_days": 1.5}}, "memory.undo_days must be a whole number"),
        ({"memory": {"enabled": "perhaps"}}, "memory.enabled must be true or false"),
        ({"vault": {"dir": 3}}, "vault.dir must be a text in quotes"),
        ({"access": {"policy": "x"}}, "access.policy must be 'owner_only', 'pairing' or 'open'"),
        ({"llm": {"temperature": 3}}, "llm.temperature must be from 0 to 2"),
        ('{"llm": {"timeout_seconds": NaN}}', "llm.timeout_seconds must be at least 0.01"),
        ('{"documents": {"limits": {"wall_seconds": 1e400}}}', "wall_seconds must be a number"),
        ('{"memory": {"enabled": true}, "memory": {}}', "has 'memory' twice in one block"),
        ('{"llm": {"model": "a", "model": "b"}}', "has 'model' twice in one block"),
        ({"llm": {"fallback": [{}]}}, "llm.fallback.0.model must be given"),
        ({"security": {"pin": "1234"}}, "security must be a block whose pin is the hash"),
    ],
)
def test_a_value_that_makes_no_sense_is_told_what_would(
    tmp_path: Path, content: object, told: str
) -> None:
    path = written(tmp_path, content)
    assert told in refusal(path)
    assert str(path) in refusal(path)


def test_an_owner_may_be_on_a_platform_of_ones_own(tmp_path: Path) -> None:
    people = ["pager:1", "console:me", "matrix:@ann:example.org"]
    settings = load_settings(written(tmp_path, {"owner_ids": people}), {})
    assert settings.owner_ids == tuple(people)


@pytest.mark.parametrize("address", ["", "http://127.0.0.1:8000/v1", "HTTPS://api.example.org/v1"])
def test_an_address_may_be_left_out(tmp_path: Path, address: str) -> None:
    path = written(tmp_path, {"voice": {"base_url": address}})
    assert load_settings(path, {}).voice.base_url == address


def test_a_mistake_in_the_environment_is_not_blamed_on_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, {"memory": {"undo_days": -1}})
    sentence = refusal(path, MULTIS_MEMORY__CAPTURE_THRESHOLD="abc")
    threshold, undo = sorted(sentence.split(". "))
    assert threshold.startswith("memory.capture_threshold must be a whole number;")
    assert threshold.endswith("it is set in MULTIS_MEMORY__CAPTURE_THRESHOLD")
    assert undo.endswith(f"it is set in {path}.")
    people = refusal(path.with_name("none.json"), MULTIS_OWNER_IDS='["telegram"]')
    assert people.endswith("it is set in MULTIS_OWNER_IDS.")


def test_a_list_in_the_environment_that_is_no_json_says_so(tmp_path: Path) -> None:
    assert "owner_ids" in refusal(tmp_path / "none.json", MULTIS_OWNER_IDS="telegram:1")
    assert "not valid JSON" in refusal(tmp_path / "none.json", MULTIS_OWNER_IDS="[" * 50_000)
    twice = refusal(tmp_path / "none.json", MULTIS_ACCESS='{"policy": "open", "policy": "pairing"}')
    assert twice.startswith("MULTIS_ACCESS has 'policy' twice in one block.")


def test_two_variables_for_one_setting_are_told(tmp_path: Path) -> None:
    environ = {"MULTIS_ACCESS__POLICY": "pairing", "MULTIS_access__policy": "open"}
    told = refusal(tmp_path / "none.json", **environ)
    assert told.startswith("MULTIS_ACCESS__POLICY and MULTIS_access__policy set the same thing.")


@pytest.mark.parametrize("content", ["{", "[]", '"x"', "{'a': 1}"])
def test_what_is_no_json_object_says_so(tmp_path: Path, content: str) -> None:
    assert "JSON" in refusal(written(tmp_path, content))


def test_bytes_that_are_no_text_say_so(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_bytes(b"\xff\xfe{")
    assert "cannot be read" in refusal(path)


@pytest.mark.parametrize(
    "content",
    [
        {"platforms": {"telegram": {"bot_token": TOKEN, "nope": 1}}},
        {"platforms": {"telegram": {"bot_token": [TOKEN]}}},
        {"platforms": TOKEN},
    ],
)
def test_an_error_shows_no_secret(tmp_path: Path, content: object) -> None:
    assert "canary" not in refusal(written(tmp_path, content))


def test_settings_print_without_their_secrets(tmp_path: Path) -> None:
    content = {"platforms": {"telegram": {"bot_token": TOKEN}}, "llm": {"api_key": TOKEN}}
    settings = load_settings(written(tmp_path, content), {})
    assert settings.platforms.telegram.bot_token == TOKEN
    assert "canary" not in repr(settings)


def test_every_key_has_a_path() -> None:
    assert {"owner_ids", "memory.capture_threshold", "documents.limits"} <= set(list_keys(Settings))


def attributes_read() -> set[str]:
    """The name of every attribute that the program reads anywhere."""
    root = Path(__file__).parents[3]
    modules = (
        ast.parse(path.read_text(encoding="utf-8"))
        for package in ("adapters", "bot", "indexer", "memory")
        for path in (root / package).rglob("*.py")
    )
    return {
        node.attr
        for module in modules
        for node in ast.walk(module)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }


def test_no_key_is_without_a_reader() -> None:
    # A platform's block is read by the name of its adapter.
    read = attributes_read() | {each.name for each in fields(PlatformSettings)}
    assert [key for key in list_keys(Settings) if key.rpartition(".")[2] not in read] == []


def test_memory_is_as_the_specification_says_unless_set(tmp_path: Path) -> None:
    memory = json.loads(EXAMPLE.read_text())["memory"]
    specified = {
        "enabled": True,
        "recent_window": 20,
        "capture_threshold": 20,
        "memory_max_sections": 5,
        "retention_days": 90,
        "admin_retention_days": 365,
        "log_retention_days": 30,
        "decay_rate": 0.5,
    }
    assert {name: memory[name] for name in specified} == specified
    unset = asdict(load_settings(tmp_path / "config.json", {}).memory)
    assert {name: unset[name] for name in specified} == specified


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "config.json")
    assert "config.json cannot be read: it is not a file." in refusal(tmp_path / "config.json")


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "config.json").open("wb") as file:
        os.truncate(file.fileno(), 1 << 40)  # a hole: it takes no disk
    assert "cannot be read: File too large" in refusal(tmp_path / "config.json")


@pytest.mark.parametrize("content", ["[" * 200_000, '{"a":' * 200_000, '{"a": ' + "7" * 5000 + "}"])
def test_brackets_and_digits_without_end_are_told_in_a_sentence(
    tmp_path: Path, content: str
) -> None:
    assert "must contain a single JSON object" in refusal(written(tmp_path, content))

"""An identity vouches for the bot's device, with a real server as the judge of its signatures."""

import base64
import stat
from pathlib import Path

import httpx
import pytest

from adapters.matrix.answers import MatrixRequestError
from adapters.matrix.events import Json
from adapters.matrix.signing import FILE, Identity, Key, vouch
from tests.adapters.contract.matrix import PASSWORD, MatrixPlatform
from tests.adapters.contract.people import Listener, seen, shows
from tests.adapters.contract.platform import joined
from tests.adapters.synapse import Synapse

USER = "@multis:here"


async def keys_of(server: Synapse, platform: MatrixPlatform) -> dict[str, object]:
    """The bot's keys, as anybody may ask for them."""
    login = {
        "type": "m.login.password",
        "identifier": {"type": "m.id.user", "user": platform.bot},
        "password": PASSWORD,
        "device_id": "asking",
    }
    async with httpx.AsyncClient(base_url=f"{server.address}/_matrix/client/v3") as http:
        token = (await http.post("/login", json=login)).json()["access_token"]
        asked: Json = {"device_keys": {platform.bot: []}}
        headers = {"Authorization": f"Bearer {token}"}
        answer = await http.post("/keys/query", json=asked, headers=headers)
    found: dict[str, object] = answer.json()
    return found


async def run_once(platform: MatrixPlatform, folder: Path) -> None:
    before = len(await platform.shown())
    async with joined(platform, folder, Listener()):
        await platform.say("hello")
        await shows(platform, "", count=before + 1)


async def test_the_identity_signs_the_device_once_and_stays_after_a_restart(
    encrypted: MatrixPlatform, server: Synapse, tmp_path: Path
) -> None:
    await run_once(encrypted, tmp_path)
    folder = tmp_path / "platforms" / "matrix"
    identity = Identity.load(folder)
    told = await keys_of(server, encrypted)
    master = Key(identity.master.seed).public
    assert f"ed25519:{master}" in str(told["master_keys"])
    devices = told["device_keys"]
    assert isinstance(devices, dict)
    signatures = devices[encrypted.bot][identity.device]["signatures"][encrypted.bot]
    assert f"ed25519:{identity.signing.public}" in signatures
    assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600
    await run_once(encrypted, tmp_path)
    assert Identity.load(folder) == identity


async def test_an_identity_that_was_made_elsewhere_is_left_alone(
    encrypted: MatrixPlatform, server: Synapse, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await run_once(encrypted, tmp_path)
    before = (await keys_of(server, encrypted))["master_keys"]
    for path in (tmp_path / "platforms" / "matrix").iterdir():
        path.unlink()

    async def told() -> bool:
        return "made elsewhere" in caplog.text

    async with joined(encrypted, tmp_path, Listener()):
        await seen(told, "a line in the log")
    assert (await keys_of(server, encrypted))["master_keys"] == before


def test_a_signature_is_of_the_canonical_json_without_what_may_change() -> None:
    # The seed, key and signatures of the specification's own examples ("Signing JSON").
    seed = "YJDBA9Xnr2sVqXD9Vj7XVUnmFZcZrlw8Md7kMW+3XA1"
    key = Key(base64.b64decode(seed + "=" * (-len(seed) % 4)))
    assert key.sign({}) == (
        "K8280/U9SSy9IVtjBuVeLr+HpOB4BQFWbg+UZaADMtTdGYI7Geitb76LTrr5QV/7Xg4ahLwYGYZzuHGZKM5ZAQ"
    )
    both = {"two": "Two", "one": 1}
    assert key.sign(both) == (
        "KqmLSbO39/Bzb0QIYE82zqLwsA+PDzYIpIRA2sRQ4sL53+sN6/fpNSoqE7BP7vBZhG6kYdD13EIMJpvhJI+6Bw"
    )
    assert key.sign({**both, "signatures": {}, "unsigned": {"age": 1}}) == key.sign(both)


@pytest.mark.parametrize("content", ["", "[]", '{"master": "zz"}', '{"master": "00"}'])
def test_a_damaged_identity_is_a_new_one(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content)
    assert Identity.load(tmp_path).device == ""


async def test_a_device_that_the_server_does_not_know_is_not_vouched_for(tmp_path: Path) -> None:
    async def post(path: str, body: Json) -> tuple[int, Json]:
        return 200, {}

    with pytest.raises(MatrixRequestError, match="does not know our device"):
        await vouch(post, USER, "DEVICE", "", tmp_path)
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize(("password", "asked"), [("secret", ["none", "session 1"]), ("", ["none"])])
async def test_the_password_is_shown_only_when_it_is_asked_for(
    tmp_path: Path, password: str, asked: list[str]
) -> None:
    proofs: list[str] = []

    async def post(path: str, body: Json) -> tuple[int, Json]:
        if path.endswith("query"):
            return 200, {"device_keys": {USER: {"DEVICE": {"device_id": "DEVICE"}}}}
        if path.endswith("device_signing/upload"):
            proof = body.get("auth")
            proofs.append(f"session {proof['session']}" if isinstance(proof, dict) else "none")
            return (200, {}) if proof else (401, {"session": "1"})
        return 200, {}

    if password:
        await vouch(post, USER, "DEVICE", password, tmp_path)
    else:
        with pytest.raises(MatrixRequestError, match="identity not accepted"):
            await vouch(post, USER, "DEVICE", password, tmp_path)
    assert proofs == asked
    assert Identity.load(tmp_path).device == ("DEVICE" if password else "")

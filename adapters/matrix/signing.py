"""Cross-signing: the bot's identity signs its device, as clients share keys only with signed ones.

An identity is a master key, which signs a second key, which signs devices. Both are created at the
first start and stored next to the session; the server has only their public halves. An identity
created elsewhere for the account is left alone. Source: "Cross-signing" in the Matrix
specification.
"""

import base64
import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from Crypto.PublicKey import ECC
from Crypto.Signature import eddsa
from msgspec import Struct

from adapters.matrix.answers import MatrixRequestError
from adapters.matrix.events import Json, get_inner, get_text
from bot.messages import replace_json

FILE = "identity.json"
KEYS = "/_matrix/client/v3/keys"

# (path, body) -> status, answer
Post = Callable[[str, Json], Awaitable[tuple[int, Json]]]


class Key(Struct, frozen=True):
    seed: bytes  # 32 bytes: the private half

    @property
    def public(self) -> str:
        return _encode_unpadded(self._key.public_key().export_key(format="raw"))

    @property
    def _key(self) -> ECC.EccKey:
        return ECC.construct(curve="Ed25519", seed=self.seed)

    def sign(self, value: Json) -> str:
        """Sign the canonical JSON, without its signatures and unsigned parts."""
        signed = {k: v for k, v in value.items() if k not in ("signatures", "unsigned")}
        plain = json.dumps(signed, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return _encode_unpadded(eddsa.new(self._key, "rfc8032").sign(plain.encode()))


class Identity(Struct, frozen=True):
    master: Key
    signing: Key
    device: str = ""  # the device that it has signed

    @classmethod
    def load(cls, folder: Path) -> "Identity":
        """Load the identity in `folder`, or create a new one."""
        try:
            raw = json.loads((folder / FILE).read_text(encoding="utf-8"))
            master, signing = (Key(bytes.fromhex(raw[name])) for name in ("master", "signing"))
            return cls(master, signing, str(raw["device"]))
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            master, signing = (Key(ECC.generate(curve="Ed25519").seed) for _ in range(2))
            return cls(master, signing)

    def save(self, folder: Path, device: str) -> None:
        seeds = {"master": self.master.seed.hex(), "signing": self.signing.seed.hex()}
        replace_json(folder / FILE, {**seeds, "device": device})

    def build_public_keys(self, user: str) -> Mapping[str, Json]:
        """Build the public keys as the server expects them."""
        master, signing = (
            {"user_id": user, "usage": [usage], "keys": {f"ed25519:{key.public}": key.public}}
            for usage, key in (("master", self.master), ("self_signing", self.signing))
        )
        signed = {user: {f"ed25519:{self.master.public}": self.master.sign(signing)}}
        return {"master_key": master, "self_signing_key": {**signing, "signatures": signed}}

    def sign_device(self, user: str, device: Json) -> Json:
        signed = {user: {f"ed25519:{self.signing.public}": self.signing.sign(device)}}
        return {**device, "signatures": signed}


async def vouch(post: Post, user: str, device: str, password: str, folder: Path) -> None:
    """Let the account's identity sign `device`, once; a `MatrixRequestError` says why it cannot."""
    identity = Identity.load(folder)
    if identity.device == device:
        return
    _, known = await post(f"{KEYS}/query", {"device_keys": {user: []}})
    described = get_inner(known, "device_keys", user, device)
    if not described:
        raise MatrixRequestError("the server does not know our device")
    master = get_inner(known, "master_keys", user, "keys")
    if master and identity.master.public not in master.values():
        raise MatrixRequestError("the account has an identity that was made elsewhere")
    identity.save(folder, "")  # before publishing it: it cannot be created twice
    if not master:
        await _publish(post, identity.build_public_keys(user), user, password)
    vouched = {user: {device: identity.sign_device(user, described)}}
    status, answer = await post(f"{KEYS}/signatures/upload", vouched)
    if status != 200 or get_inner(answer, "failures"):
        raise MatrixRequestError("the server did not take our signature")
    identity.save(folder, device)


async def _publish(post: Post, keys: Mapping[str, Json], user: str, password: str) -> None:
    path = f"{KEYS}/device_signing/upload"
    status, answer = await post(path, keys)
    if status == 401 and password:
        who = {"type": "m.id.user", "user": user}
        proof = {"type": "m.login.password", "identifier": who, "password": password}
        session = {"session": get_text(answer, "session")}
        status, answer = await post(path, {**keys, "auth": {**proof, **session}})
    if status != 200:
        reason = get_text(answer, "errcode") or status
        raise MatrixRequestError(f"identity not accepted: {reason}")  # not translated: a log line


def _encode_unpadded(raw: bytes) -> str:
    return base64.b64encode(raw).decode().rstrip("=")

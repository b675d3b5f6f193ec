"""The owner's PIN: its form, and the hash that is stored in its place."""

import re
from dataclasses import dataclass, field
from typing import Annotated

from bot.messages import N_, UserError, _
from indexer.settings import Between

FORM = re.compile(r"[0-9]{4,12}")


@dataclass(frozen=True, slots=True)
class SecuritySettings:
    """The block `security` of config.json."""

    pin: str = field(default="", repr=False)  # its Argon2 hash; `multis pin` writes it
    pin_lockout_minutes: Annotated[int, Between(1, 525_600)] = 60  # after three wrong ones
    prompt_injection_detection: bool = True  # in the audit log; it stops nothing

    def __post_init__(self) -> None:
        if self.pin and not self.pin.startswith("$argon2"):
            raise ValueError(
                N_("a block whose pin is the hash that `multis pin` writes, never the PIN itself")
            )


def hash_pin(pin: str) -> str:
    """Hash `pin` by Argon2id with OWASP's minimum parameters (19 MiB, some 50 ms)."""
    from argon2 import PasswordHasher

    if not FORM.fullmatch(pin):
        raise UserError(_("A PIN has 4 to 12 digits and nothing else."))
    return PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1).hash(pin)


def verify_pin(digest: str, pin: str) -> bool:
    """Return whether `digest` is that of `pin`; takes as long as `hash_pin`."""
    from argon2 import PasswordHasher
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return PasswordHasher().verify(digest, pin)
    except InvalidHashError:
        raise UserError(
            _(
                "The PIN in config.json cannot be read. Whoever runs me can set a new one with "
                "`multis pin`."
            )
        ) from None
    except VerificationError:
        return False

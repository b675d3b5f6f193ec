"""What only the person at the keyboard knows."""

from getpass import getpass

from bot.messages import UserError


def ask(question: str, *, unseen: bool = False) -> str:
    """What they type, unseen if it is a secret; a `UserError` if they end the input instead."""
    try:
        return (getpass if unseen else input)(question).strip()
    except EOFError:
        raise UserError("Nothing was changed.") from None

"""The error whose message is shown to users."""


class UserError(Exception):
    """Its message is shown word for word: it says what happened and what to do.

    Every other exception is logged and hidden from users.
    """

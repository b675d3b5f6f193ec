"""How long a text is to a model."""


def tokens(text: str) -> int:
    """An estimate that holds across scripts: a token is about four bytes of UTF-8."""
    return (len(text.encode("utf-8", "surrogatepass")) + 3) // 4

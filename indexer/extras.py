"""How to install an extra: the one sentence that every message uses."""

EXTRAS = frozenset({"matrix", "mcp", "metrics", "semantic"})  # as in pyproject.toml


def format_install_hint(extra: str) -> str:
    """A sentence that ends in a full stop; what is no extra comes with multis itself."""
    what = f"'.[{extra}]'" if extra in EXTRAS else "."
    return (
        f"To install it, run `uv tool install --force {what}` in the checkout of multis, or "
        f"`pip install {what}` in the environment that multis has there."
    )

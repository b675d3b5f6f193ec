"""The sentence that says how to install an optional extra: every message uses this one."""

from indexer.i18n import _

EXTRAS = frozenset(
    {"matrix", "mcp", "metrics", "postgresql", "replica", "semantic", "voice"}
)  # as in pyproject.toml


def format_install_hint(extra: str) -> str:
    """Return a sentence that ends in a full stop; a name that is no extra comes with multis."""
    what = f"'.[{extra}]'" if extra in EXTRAS else "."
    return _(
        "To install it, run `uv tool install --force {what}` in the multis checkout, or "
        "`pip install {what}` there, in the environment that multis runs in.",
        what=what,
    )

"""Which multis this is."""

from importlib import metadata


def version() -> str:
    """As installed; in a checkout that was never installed there is none to tell."""
    try:
        return metadata.version("multis")
    except metadata.PackageNotFoundError:
        return "unknown"

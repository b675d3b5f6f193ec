"""Part of multis: the assistant itself, from an incoming message to its reply."""


def version() -> str:
    """Return the installed version; "unknown" in a checkout that was never installed."""
    from importlib import metadata  # takes longer to load than the rest of most commands

    try:
        return metadata.version("multis")
    except metadata.PackageNotFoundError:
        return "unknown"

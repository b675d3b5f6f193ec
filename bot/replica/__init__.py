"""A copy of the installation on another machine, seconds old, by Litestream."""

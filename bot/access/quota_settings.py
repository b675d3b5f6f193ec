"""The settings of quotas."""

from dataclasses import dataclass

from indexer.settings import Count

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class QuotaSettings:
    """The block `documents.quota` of config.json: per person and day; 0 means no limit."""

    files: Count = 100  # how many
    bytes: Count = 500 * MIB  # of all of them together
    seconds: Count = 1200  # that reading them takes

"""What a person can set about remembering; the keys are those of `memory` in config.json."""

from dataclasses import dataclass

from indexer.sources import Source


@dataclass(frozen=True, slots=True)
class MemorySettings:
    enabled: bool = True
    recent_window: int = 20  # messages of the conversation that the model sees
    capture_threshold: int = 20  # messages in the window that make a capture due
    window_limit: int = 400  # messages kept for a capture while no model answers
    memory_max_sections: int = 5  # captured sections in memory.md; pinned ones do not count
    retention_days: int = 90  # summaries of a chat stay searchable
    admin_retention_days: int = 365  # the same for the owner's own
    log_retention_days: int = 30
    undo_days: int = 30  # how long what was forgotten can be brought back
    decay_rate: float = 0.5  # the d of ACT-R's sum of t^-d
    context_budget: int = 24_000  # tokens of one prompt, all layers together
    auto_extract: bool = True  # facts of ended conversations go to the owner's daily file
    sources: tuple[Source, ...] = ()  # files beside the vault that sync keeps in the index

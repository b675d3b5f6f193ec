"""The resources as services show them to turns; the database is not among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from bot.services.resources import Resources

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from bot.home import Home
    from bot.llm import Model
    from bot.runtime.background import Background
    from bot.services.live_settings import LiveSettings
    from bot.services.resources import Fetch, StartLinks
    from bot.settings.config import Settings
    from indexer.engines import Engines


class OpenedResources(Struct, frozen=True):  # cached services are stored in the instance's __dict__
    """Live as long as the resources themselves."""

    _resources: Resources

    @property
    def home(self) -> Home:
        return self._resources.home

    @property
    def settings(self) -> Settings:
        return self._resources.settings

    @property
    def live_settings(self) -> LiveSettings:
        return self._resources.live

    @property
    def clock(self) -> Callable[[], datetime]:
        return self._resources.clock

    @property
    def fetch(self) -> Fetch:
        return self._resources.fetch

    @property
    def build_start_links(self) -> StartLinks:
        return self._resources.build_start_links

    @property
    def engines(self) -> Engines:
        return self._resources.engines

    @property
    def background(self) -> Background:
        return self._resources.background

    @property
    def model(self) -> Model | None:
        return self._resources.models.answering

    @property
    def verifier(self) -> Model | None:
        return self._resources.models.verifier

    @property
    def seer(self) -> Model | None:
        return self._resources.models.seer

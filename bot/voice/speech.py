"""Listening and speaking as turns use them: the engines, and what is kept for them."""

import os
from pathlib import Path

from msgspec import Struct

from bot.voice.engine import ServedTranscriber, Transcriber
from bot.voice.local import LocalTranscriber
from bot.voice.settings import VoiceSettings
from bot.voice.speaker import ServedSpeaker
from bot.voice.spoken_chats import SpokenChats
from bot.voice.unheard import Unheard
from indexer.store.database import Database


class Speech(Struct, frozen=True):
    """Lives as long as its database."""

    engine: Transcriber
    unheard: Unheard
    speaker: ServedSpeaker
    spoken: SpokenChats


def build_engine(settings: VoiceSettings, models: Path) -> Transcriber:
    """Return the engine that the settings name; `models` is the folder of installed ones."""
    if settings.local_model:
        return LocalTranscriber(settings, models)
    return ServedTranscriber(settings, os.environ)


def build_speech(settings: VoiceSettings, database: Database, models: Path) -> Speech:
    return Speech(
        build_engine(settings, models),
        Unheard(database),
        ServedSpeaker(settings, os.environ),
        SpokenChats(database),
    )

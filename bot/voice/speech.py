"""Listening as turns use it: the engine, and the recordings that it could not write down."""

import os
from dataclasses import dataclass

from bot.voice.engine import ServedTranscriber, Transcriber
from bot.voice.settings import VoiceSettings
from bot.voice.unheard import Unheard
from indexer.store.database import Database


@dataclass(frozen=True, slots=True)
class Speech:
    """Lives as long as its database."""

    engine: Transcriber
    unheard: Unheard


def build_speech(settings: VoiceSettings, database: Database) -> Speech:
    return Speech(ServedTranscriber(settings, os.environ), Unheard(database))

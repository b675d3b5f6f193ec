"""Listening and speaking as turns use them: the engines, and what is kept for them."""

import os
from dataclasses import dataclass

from bot.voice.engine import ServedTranscriber, Transcriber
from bot.voice.settings import VoiceSettings
from bot.voice.speaker import ServedSpeaker
from bot.voice.spoken_chats import SpokenChats
from bot.voice.unheard import Unheard
from indexer.store.database import Database


@dataclass(frozen=True, slots=True)
class Speech:
    """Lives as long as its database."""

    engine: Transcriber
    unheard: Unheard
    speaker: ServedSpeaker
    spoken: SpokenChats


def build_speech(settings: VoiceSettings, database: Database) -> Speech:
    return Speech(
        ServedTranscriber(settings, os.environ),
        Unheard(database),
        ServedSpeaker(settings, os.environ),
        SpokenChats(database),
    )

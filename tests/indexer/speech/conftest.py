from pathlib import Path

import pytest

from tests.speech.sounds import find_speech_model


@pytest.fixture(scope="session")
def speech_model() -> Path:
    return find_speech_model()

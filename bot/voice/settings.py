"""Settings of the engine that writes down recordings."""

from dataclasses import dataclass, field

from indexer.settings import Address, Amount, Positive, Seconds


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """The block `voice` of config.json; without a model or an address nobody listens."""

    # That writes down recordings on this machine: "base", which `multis voice install` installs, or
    # the folder of any Whisper model for CTranslate2; empty: the server of `base_url` does.
    local_model: str = ""
    # Of a server that offers OpenAI's /audio/transcriptions, on this machine
    # (http://127.0.0.1:8000/v1) or elsewhere (https://api.openai.com/v1); empty: none.
    base_url: Address = ""
    api_key: str = field(default="", repr=False)  # empty: none, or OPENAI_API_KEY for OpenAI itself
    model: str = "whisper-1"  # as the server calls it
    language: str = ""  # of all recordings, such as "de"; empty: the engine finds out
    # To wait for the text of one recording; of the local model, for that of half a minute.
    timeout_seconds: Seconds = 600.0
    # A longer recording becomes a document with times; a shorter one is answered like text.
    long_minutes: Positive = 5
    most_minutes: Positive = 180  # of one recording
    price_per_minute: Amount = 0.0  # in the currency of `llm.price`
    # Of a server that offers OpenAI's /audio/speech, such as "tts-1"; empty: no answer is spoken.
    speech_model: str = ""
    speech_voice: str = "alloy"  # as that server calls it
    speech_url: Address = ""  # of that server; empty: the one that `base_url` names
    speech_key: str = field(default="", repr=False)  # of the server that `speech_url` names
    speech_price: Amount = 0.0  # of a million characters, in the currency of `llm.price`


def listens(settings: VoiceSettings) -> bool:
    """Return whether an engine that writes down recordings is set up."""
    return bool(settings.local_model or settings.base_url)

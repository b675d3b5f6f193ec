"""Files made to hurt whoever opens them."""

from collections.abc import Callable, Mapping

from tests.hostile.archives import ARCHIVES
from tests.hostile.messages import MESSAGES
from tests.hostile.pdfs import PDFS
from tests.hostile.seven_zips import SEVEN_ZIPS
from tests.hostile.texts import TEXTS
from tests.hostile.word import WORDS

HOSTILE: Mapping[str, Callable[[], bytes]] = {
    **PDFS,
    **WORDS,
    **ARCHIVES,
    **SEVEN_ZIPS,
    **TEXTS,
    **MESSAGES,
}

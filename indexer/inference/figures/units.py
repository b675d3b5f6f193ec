"""The units of numbers, and how many of one make another."""

from msgspec import Struct

from indexer.inference.reading import Word

SCALES = {
    "unit:s": ("time", 1.0),
    "unit:min": ("time", 60.0),
    "unit:qh": ("time", 900.0),
    "unit:h": ("time", 3600.0),
    "unit:d": ("time", 86400.0),
    "unit:wk": ("time", 604800.0),
    "unit:fortnight": ("time", 1209600.0),
    "unit:mo": ("months", 1.0),
    "unit:quarter": ("months", 3.0),
    "unit:halfyear": ("months", 6.0),
    "unit:y": ("months", 12.0),
    "unit:decade": ("months", 120.0),
    "unit:m2": ("area", 1.0),
    "unit:ha": ("area", 1e4),
    "unit:w": ("power", 1.0),
    "unit:kw": ("power", 1e3),
    "unit:kb": ("bytes", 1e-3),
    "unit:mb": ("bytes", 1.0),
    "unit:gb": ("bytes", 1e3),
    "unit:tb": ("bytes", 1e6),
    "unit:km": ("length", 1e3),
    "unit:m": ("length", 1.0),
    "unit:cm": ("length", 1e-2),
    "unit:mm": ("length", 1e-3),
    "unit:kg": ("mass", 1e3),
    "unit:g": ("mass", 1.0),
    "unit:t": ("mass", 1e6),
    "unit:l": ("volume", 1e3),
    "unit:mg": ("mass", 1e-3),
    "unit:jin": ("mass", 500.0),
    "unit:cl": ("volume", 10.0),
    "unit:dl": ("volume", 100.0),
    "unit:ml": ("volume", 1.0),
    "unit:part": ("share", 1.0),
    "unit:pct": ("share", 0.01),
    "unit:eur": ("eur", 1.0),
    "unit:cent": ("eur", 0.01),
    "unit:gbp": ("gbp", 1.0),
    "unit:pence": ("gbp", 0.01),
    "unit:rub": ("rub", 1.0),
    "unit:kopeck": ("rub", 0.01),
    "unit:cny": ("cny", 1.0),
    "unit:jiao": ("cny", 0.1),
}  # fmt: skip - a table
PERIODS = frozenset(
    ("unit:h", "unit:d", "unit:wk", "unit:mo", "unit:quarter", "unit:halfyear", "unit:y", "unit:qh")
)
MONEY = frozenset(
    ("unit:eur", "unit:gbp", "unit:usd", "unit:chf", "unit:rub", "unit:cny", "unit:jpy")
)
PART = "unit:part"  # of a whole: `a third of the plots`


class Quantity(Struct, frozen=True):
    """The values that a number may be read as, and its unit; empty if it has none."""

    values: frozenset[float]
    unit: str
    word: Word
    about: bool
    is_clock: bool = False  # a time of day
    side: str = ""  # `under` if it is nearly reached, `over` if just passed; `above`, `below`
    periods: frozenset[str] = frozenset()  # that it is the price of: a month
    loosely: frozenset[float] = frozenset()  # what it says in another unit: 15 days, two weeks

    @property
    def scaled(self) -> tuple[str, frozenset[float]]:
        kind, factor = SCALES.get(self.unit, (self.unit, 1.0))
        return kind, frozenset(round(value * factor, 4) for value in self.values)

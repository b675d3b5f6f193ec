"""Writes Chinese and Japanese numbers in figures: `二百五十` is 250, `九点半` is 9:30."""

import re

_DIGITS = "零一二三四五六七八九〇"
_TENS = {"十": 10, "百": 100, "千": 1000}
# Not a day of the week, nor a single one, nor the begin of a name: 千葉, 千代田, 千歳.
_NUMERALS = re.compile(
    "(?<![\\d周第])(?<!星期)(?<!礼拜)(?!千[代葉歳])(?:[零〇一二两三四五六七八九十百千万]{2,9}|[二两三四五六七八九十百千万])(?![曜])"
)
# `九点半`, `午後3時15分`; `一点` alone is "a little", and `3時間` is no time of day.
_CLOCK = re.compile(
    "([〇零一二三四五六七八九十两]{1,3}|[0-9]{1,2})[点點時时](?!間|间)"
    "(?:(半)|(一刻)|(三刻)|([〇零一二三四五六七八九十]{1,3}|[0-9]{1,2})分)?"
)
# `7万5千円`, `1億2千万`, `3万5000`
_MIXED = re.compile(
    r"(?<![\d.,])\d{1,6}(?!千[代葉歳])[百千万億亿](?:\d{0,4}[百千万])*(?:\d{1,4})?(?!\d)"
)
_DECIMAL = re.compile(r"(?<![\d.,])(\d{1,4})\.(\d{1,2})([百千万億亿])")
_SCALED = re.compile("(\\d*)([百千万億亿]?)")
_SCALES = {"百": 100, "千": 1_000, "万": 10_000, "億": 10**8, "亿": 10**8}
# `近1500米`, `1500多米`, `1500メートル弱`: just under or over, said beside the number.
_NEARLY = re.compile(r"(?<![最附靠])近(?=\d)")
_SOME_MORE = re.compile(r"(?<![\d.,])(\d[\d.,]*)[多余](?=[\u4e00-\u9fff])")
_JUST = re.compile(
    r"(?<![\d.,])(\d[\d.,]*[\u30a0-\u30ff\u4e00-\u9fffa-z]{1,8}?)(弱|強|余り)(?![\u4e00-\u9fff])"
)
# `1時間半`, `一个半小时`
_AND_HALF = re.compile(r"(?<![\d.,])(\d+)(時間|小时|年|か月|ヶ月|个月)半(?![\u4e00-\u9fff])")
# `三分之一`, `百分之三十`, `三割`
_PART = re.compile(
    r"([一二两三四五六七八九十百]{1,4}|[0-9]{1,3})分之([一二两三四五六七八九十]{1,4}|[0-9]{1,3})"
)
_TENTH = re.compile(r"([一二两三四五六七八九]|(?<![0-9])[1-9])[成割](?![立員员為爲功为])")
_HALF_MORE = re.compile(r"([一二两三四五六七八九]|(?<!\d)\d{1,4})个半(?=[\u4e00-\u9fff])")


def write_figures(text: str) -> str:
    """Write the numbers and times of day of a Chinese or Japanese text in figures."""
    text = _TENTH.sub(lambda found: f"{_read_figure(found[1])}0%", text)
    text = _PART.sub(_write_part, text)
    text = _HALF_MORE.sub(lambda found: f"{_read_figure(found[1])}.5个", text)
    text = _MIXED.sub(_write_mixed, _DECIMAL.sub(_write_decimal, text))
    text = _NUMERALS.sub(_write_number, _CLOCK.sub(_write_clock, text))
    text = _AND_HALF.sub(r"\1.5\2", text)
    return _write_nearness(text)


def _write_decimal(found: re.Match[str]) -> str:
    """Write `1.5万` as 15000."""
    whole, part, sign = found.groups()
    return str(int(whole + part) * _SCALES[sign] // 10 ** len(part))


def _write_mixed(found: re.Match[str]) -> str:
    """Write figures with signs for a hundred and more: `7万5千` is 75000."""
    total = section = 0
    before = 1
    for digits, sign in _SCALED.findall(found[0]):
        scale = _SCALES.get(sign, before // 10 if len(digits) == 1 else 1)  # `3千5` is 3500
        before = scale
        if scale > _SCALES["千"]:
            total, section = total + (section + int(digits or 0)) * scale, 0
        elif digits or sign:
            section += int(digits or 1) * scale
    return str(total + section)


def _write_nearness(text: str) -> str:
    """Write whether a number is rounded up or down before it."""
    text = _SOME_MORE.sub(r"略多于\1", _NEARLY.sub("将近", text))
    return _JUST.sub(
        lambda found: ("やや下回る" if found[2] == "弱" else "やや上回る") + found[1], text
    )


def _write_part(found: re.Match[str]) -> str:
    """Write a fraction as a percentage; its whole stands first."""
    whole, part = _read_number(found[1]), _read_number(found[2])
    return f"{100 * part / whole:.6g}%" if 0 < part < whole else found[0]


def _value(sign: str) -> int:
    return 2 if sign == "两" else _DIGITS.index(sign) % 10


def _write_number(found: re.Match[str]) -> str:
    """Write a number in figures: `二百五十` is 250. A single one means "a" as often."""
    return str(_read_number(found[0]))


def _read_number(signs: str) -> int:
    if signs.isascii():
        return int(signs)
    total = section = digit = 0
    for sign in signs:
        if sign in _TENS:
            section += (digit or 1) * _TENS[sign]
            digit = 0
        elif sign == "万":
            total, section, digit = (total + section + digit or 1) * 10_000, 0, 0
        else:
            digit = 10 * digit + _value(sign) if digit else _value(sign)
    return total + section + digit


def _write_clock(found: re.Match[str]) -> str:
    """Write a time of day in figures: `九点半` is 9:30."""
    hour, *parts, minutes = found.groups()
    quarters = next((each for each, part in zip((2, 1, 3), parts, strict=True) if part), 0)
    if hour == "一" and not quarters and not minutes:
        return found[0]
    told = _read_figure(minutes) if minutes else 15 * quarters
    return f"{_read_figure(hour)}:{told:02d}"


def _read_figure(signs: str) -> int:
    if signs.isascii():
        return int(signs)
    tens, ten, ones = signs.rpartition("十")
    last = _value(ones[-1]) if ones else 0
    return (_value(tens[-1]) if tens else 1) * 10 + last if ten else last

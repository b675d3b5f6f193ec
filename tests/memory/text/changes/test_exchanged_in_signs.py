"""In Chinese, what has been exchanged for something else is that now: `换成`, `改成`."""

import pytest

from memory.text.changes.decision import choose_ended

TEACHER = "小明的班主任是王老师"
RENT = "房租是3000块"
EXCHANGED = (
    (TEACHER, "小明的班主任换成李老师了"),
    ("小明的班主任是王老師", "小明的班主任換成李老師了"),
    ("我的牙医是陈医生", "我的牙医换成李医生了"),
    (RENT, "房租改成3500块了"),
    ("钢琴课是周三", "钢琴课改成周四了"),
)
NOT_EXCHANGED = (
    (TEACHER, "小红的班主任换成李老师了"),
    (TEACHER, "小明想把班主任换成李老师"),
    (TEACHER, "小明的班主任可能换成李老师"),
    (TEACHER, "如果小明的班主任换成李老师就好了"),
    (TEACHER, "小明的班主任没换成李老师"),
    (TEACHER, "小明的班主任会换成李老师吗？"),
    (TEACHER, "小明的英语老师换成李老师了"),
    (TEACHER, "听说小明的班主任要换成李老师"),
    (TEACHER, "希望小明的班主任换成李老师"),
    (TEACHER, "小明的手机换成苹果了"),
    (TEACHER, "把照片换成黑白的"),
    (RENT, "房租可能改成3500块"),
    (RENT, "房东想把房租改成3500块"),
    (RENT, "停车费改成3500块了"),
    (RENT, "朋友的房租改成3500块了"),
    (RENT, "网费改成每年500块了"),
    ("钢琴课是周三", "游泳课改成周四了"),
    ("钢琴课是周三", "钢琴课不改成周四了"),
    ("我的车是大众", "妹妹的车换成丰田了"),
    ("我的车是大众", "轮胎换成新的了"),
    ("我的猫叫咪咪", "猫粮换成新牌子了"),
)


@pytest.mark.parametrize(("old", "new"), EXCHANGED)
def test_what_is_exchanged_is_so_no_more(old: str, new: str) -> None:
    assert choose_ended(new, [old]) == 0


@pytest.mark.parametrize(("old", "new"), NOT_EXCHANGED)
def test_what_is_planned_denied_or_of_another_stays(old: str, new: str) -> None:
    assert choose_ended(new, [old]) is None

"""In Chinese, what was not, will be or should be changed ends nothing, and `还` adds something."""

import pytest

from memory.text.changes.decision import choose_ended

TEACHER, RENT = "小明的班主任是王老师", "房租是3000块"
STAYS = (
    (TEACHER, "小明的班主任没有换成李老师"),
    (TEACHER, "小明的班主任明年换成李老师"),
    ("我的车是红色的", "我的车座换成黑色了"),
    (RENT, "房租没改成3500块"),
    (RENT, "房租没有改成3500块"),
    (RENT, "房租不会改成3500块"),
    (RENT, "房租别改成3500块"),
    ("我的密码是1234", "我的密码没改成5678"),
    ("钢琴课是周三", "钢琴课没有改到周四"),
    ("钢琴课是周三", "钢琴课没有改成周四"),
    ("我给孩子教英语", "我现在还给孩子教法语"),
    ("我给猫吃罐头", "我现在还给猫吃鱼"),
    ("我的生日礼物是手表", "我的生日礼物现在还给了妹妹"),
)


@pytest.mark.parametrize(("old", "new"), STAYS)
def test_what_is_not_changed_stays(old: str, new: str) -> None:
    assert choose_ended(new, [old]) is None


@pytest.mark.parametrize(
    ("old", "new"), [(RENT, "房租改成3500块了"), ("钢琴课是周三", "钢琴课改到周四了")]
)
def test_what_is_changed_ends(old: str, new: str) -> None:
    assert choose_ended(new, [old]) == 0

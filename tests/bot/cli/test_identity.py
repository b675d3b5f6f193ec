import pytest

from bot.access import policy
from bot.access.policy import Access
from bot.cli.identity import identify
from bot.messages import UserError
from indexer.scopes import KB, Scope, Visibility

CONFIGURED = Access(owners=frozenset({"telegram:123"}))


def visibility(named: str | None, group: str | None = None) -> Visibility:
    who = identify(named, group, CONFIGURED)
    message = who.message("")
    assert policy.is_admitted(message, who.access)
    return policy.decide_visibility(message, who.access)


@pytest.mark.parametrize("named", [None, "telegram:123"])
def test_without_a_name_or_as_a_listed_owner_one_is_the_owner(named: str | None) -> None:
    assert visibility(named) == Visibility.unrestricted()


@pytest.mark.parametrize(
    ("named", "chat"),
    [
        ("alice", "console:alice"),
        ("telegram:124", "telegram:124"),
        ("matrix:@bob:example.org", "matrix:@bob:example.org"),
        ("../admin", "console:../admin"),
        ("admin", "console:admin"),
    ],
)
def test_anybody_else_is_a_stranger_who_is_let_in(named: str, chat: str) -> None:
    assert visibility(named) == Visibility.only(KB, Scope.of_chat(chat))


def test_in_a_group_the_owner_sees_what_the_group_sees() -> None:
    group = Visibility.only(KB, Scope.of_chat("console:group/family"))
    assert visibility(None, "family") == group
    assert visibility("alice", "family") == group


@pytest.mark.parametrize(
    "named", ["owner", "console:owner", "group/family", "", ":", "telegram:", " "]
)
def test_a_name_that_would_be_somebody_elses_is_refused(named: str) -> None:
    with pytest.raises(UserError):
        identify(named, None, CONFIGURED)

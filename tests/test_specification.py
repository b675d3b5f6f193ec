from tests.specification import PAGE, WAYS, Statement, covered, page, statements


def test_every_statement_has_a_test() -> None:
    tests = covered()
    assert [each.number for each in statements() if each.number not in tests] == []


def test_every_mark_names_a_statement() -> None:
    assert covered().keys() <= {each.number for each in statements()}


def test_a_test_in_a_class_is_named_with_it() -> None:
    assert (
        "memory/forgetting/test_retention.py::TestSettings::test_each_limit_is_set_by_itself"
        in (covered()["S4-129"])
    )


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(statements(), covered())


def test_a_statement_is_held_in_one_of_three_ways() -> None:
    assert {each.held for each in statements()} == set(WAYS)


def test_a_statement_that_is_held_in_another_way_says_how() -> None:
    bare = [each.number for each in statements() if each.held != "as written" and not each.remark]
    assert bare == []


def test_a_remark_that_does_not_say_more_is_a_difference() -> None:
    assert Statement("S0-1", "It is blue", "It is red").held == "otherwise"
    assert Statement("S0-1", "It is blue").held == "as written"


def test_the_page_counts_the_ways_at_its_top() -> None:
    told = [
        Statement("S0-1", "It is blue"),
        Statement("S0-2", "It is hot", "It glows", "better"),
        Statement("S0-3", "It is big", "It is small", "otherwise"),
    ]
    counts = "3 statements: 1 as written, 1 better, 1 otherwise."
    assert counts in page(told, {}).split("## ")[0]
    assert "| S0-2 | It is hot |  | better | It glows |" in page(told, {})

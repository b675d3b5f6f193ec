from tests.specification import PAGE, covered, page, statements


def test_every_statement_has_a_test() -> None:
    tests = covered()
    assert [each.number for each in statements() if each.number not in tests] == []


def test_every_mark_names_a_statement() -> None:
    assert covered().keys() <= {each.number for each in statements()}


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(statements(), covered())

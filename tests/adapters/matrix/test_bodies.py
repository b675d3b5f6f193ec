"""What is nested too deep is cut out of an answer, and nothing else is."""

import json

from adapters.matrix.bodies import DEEPEST, cut_nesting, parse_hostile


def test_what_is_nested_too_deep_is_cut_and_the_rest_stays() -> None:
    deep = "[" * 9_000 + "]" * 9_000
    assert parse_hostile(f'{{"a": {deep}, "b": "[[\\"{{", "c": [1, {deep}, 2]}}')["b"] == '[["{'
    assert parse_hostile(f'{{"a": {deep}, "c": 2}}')["c"] == 2


def test_an_answer_of_usual_depth_stays_as_it_is() -> None:
    usual = json.dumps({"rooms": [{"text": 'a "quoted" \\ [bracket', "n": [[[1]]]}]})
    assert cut_nesting(usual) == usual
    assert cut_nesting("[" * DEEPEST + "]" * DEEPEST) == "[" * DEEPEST + "]" * DEEPEST


def test_what_is_no_json_is_empty() -> None:
    for text in ("", "[" * 9_000, "]" * 9_000, '"' + '\\"' * 9_000, "{", "[1]"):
        assert parse_hostile(text) == {}


def test_an_endless_number_is_none() -> None:
    assert parse_hostile(f'{{"a": {"9" * 5_000}, "b": 7}}') == {"a": 0, "b": 7}

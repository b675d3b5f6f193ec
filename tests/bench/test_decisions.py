"""What the scripted model of the bench of memory answers to a capture."""

import json

from bench.memory.decisions import ScriptedNote, decide

SHOWN = {
    "known_facts": [{"id": "a1", "fact": "Has a cat."}, {"id": "b2", "fact": "Lives in Hull."}]
}


def build_request(*said: str) -> str:
    lines = [{"n": n, "own": True, "text": text} for n, text in enumerate(said, 1)]
    return "\n".join(json.dumps(each) for each in (SHOWN, *lines))


def answer(note: ScriptedNote) -> dict[str, object]:
    decided: dict[str, object] = json.loads(
        decide(build_request("I'm in Ely."), {"I'm in Ely.": note})
    )
    return decided


def test_a_change_names_the_fact_that_it_ends() -> None:
    decided = answer(ScriptedNote("Lives in Ely.", "home", ("hull",)))
    assert (decided["do"], decided["fact"]) == ("update", "b2")
    assert (decided["own"], decided["quote"]) == ([1], "I'm in Ely.")


def test_what_is_over_with_nothing_in_its_place_ends() -> None:
    assert answer(ScriptedNote("Left Hull.", replaces=("Hull",), ends=True))["do"] == "end"


def test_what_changes_no_fact_that_was_shown_is_added() -> None:
    decided = answer(ScriptedNote("Lives in Ely.", replaces=("York",)))
    assert decided["do"] == "add"
    assert "fact" not in decided


def test_only_messages_with_a_note_are_answered() -> None:
    assert decide(build_request("Hm."), {"I'm in Ely.": ScriptedNote("Lives in Ely.")}) == ""

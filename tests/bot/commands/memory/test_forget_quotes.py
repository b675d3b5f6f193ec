"""What /forget quotes of what went."""

from pathlib import Path

from tests.conversation import a_world


async def test_an_answer_of_several_lines_is_quoted_without_the_marks_of_its_list(
    tmp_path: Path,
) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("/remember My boat is called Wanda.")
        answer = await world.owner("What is my boat called?")
        assert answer.text.startswith("You told me:\n- My boat")
        forgotten = (await world.owner("/forget boat")).text
        assert "- You told me: My boat is called Wanda." in forgotten

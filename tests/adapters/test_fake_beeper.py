"""The official client reads what the fake says, as it would read Beeper Desktop."""

import pytest
from beeper_desktop_api import APIResponseValidationError, AsyncBeeperDesktop, NotFoundError

from tests.adapters.fake_beeper import ME, TOKEN, FakeBeeper


async def test_the_official_client_reads_every_answer() -> None:
    async with FakeBeeper() as fake:
        fake.chat("!c:x", {"@bob:x": "Bob"})
        attached = fake.attach("a.pdf", b"%PDF")
        fake.say("!c:x", "hello", "@bob:x", attachments=[attached], type="FILE")
        async with AsyncBeeperDesktop(
            access_token=TOKEN, base_url=fake.address, _strict_response_validation=True
        ) as client:
            assert [each.user.id for each in await client.accounts.list()] == [ME]
            (chat,) = [each async for each in client.chats.list()]
            assert (chat.type, [p.is_self for p in chat.participants.items]) == (
                "single",
                [True, None],
            )
            assert (await client.chats.retrieve("!c:x")).id == "!c:x"
            (message,) = [each async for each in client.messages.list("!c:x")]
            assert (message.text, message.is_sender) == ("hello", False)
            assert message.attachments
            assert message.attachments[0].file_name == "a.pdf"
            uploaded = await client.assets.upload(file=("b.txt", b"words"), file_name="b.txt")
            assert uploaded.upload_id
            sent = await client.messages.send(
                "!c:x", text="answer", attachment={"upload_id": uploaded.upload_id}
            )
            found = await client.messages.retrieve(sent.pending_message_id, chat_id="!c:x")
            assert (found.text, found.is_sender) == ("answer", True)
            served = await client.assets.serve(url="mxc://local/0")
            assert await served.read() == b"%PDF"
            with pytest.raises(NotFoundError):
                await client.chats.retrieve("!none")


async def test_the_oracle_is_strict() -> None:
    async with FakeBeeper() as fake:
        fake.chat("!c:x", {}, kind="nonsense")
        async with AsyncBeeperDesktop(
            access_token=TOKEN, base_url=fake.address, _strict_response_validation=True
        ) as client:
            with pytest.raises(APIResponseValidationError):
                await client.chats.retrieve("!c:x")

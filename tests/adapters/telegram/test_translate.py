"""Actions of people on Telegram as the bot sees them: through the server and the library."""

import datetime

import pytest

from bot.messages import Attachment, Chat, IncomingMessage, Sender
from tests.adapters.fake_bot_api import ALICE, FakeBotApi, Person
from tests.adapters.fake_bot_api.errors import Json
from tests.adapters.hosting import Clock
from tests.adapters.telegram.updates import BOB, ME, TEAM, World


@pytest.fixture
def world(fake: FakeBotApi, clock: Clock) -> World:
    return World(fake, clock)


async def test_a_private_message(world: World, clock: Clock) -> None:
    update = world.fake.say("  What is new? 😀 ")
    (sent,) = world.fake.world.chats[7].incoming
    assert await world.the_one() == IncomingMessage(
        str(update),
        Chat("telegram", "7", private=True),
        Sender("telegram", "7", "Alice"),
        "What is new? 😀",
        sent_at=datetime.datetime.fromtimestamp(int(clock.now()), datetime.UTC),
        reference=str(sent),
    )


async def test_an_edited_message_is_a_message_of_its_own(world: World) -> None:
    world.fake.say("waht")
    world.fake.edit(101, "what")
    first, second = await world.seen()
    assert (first.edited, second.edited, second.text) == (False, True, "what")
    assert (first.edits, second.edits) == ("", first.reference)
    assert first.key != second.key


async def test_what_telegram_calls_an_edit_but_nobody_changed_is_passed_over(world: World) -> None:
    world.fake.say("what is new?")
    world.fake.edit(101, "what is new?", edit_date=None)  # a reaction to it
    for minute in range(3):  # somebody walks about with a live location
        place = {"latitude": 54.0 + minute, "longitude": 7.9, "live_period": 900}
        world.fake.edit(102, "", location=place)
    assert [message.text for message in await world.seen()] == ["what is new?"]


async def test_an_edit_that_telegram_tells_of_again_is_the_same_message(world: World) -> None:
    world.fake.say("waht")
    for edited_at in (1000, 1000, 2000):  # the second time because of a reaction
        world.fake.edit(101, "what", edit_date=edited_at)
    _, first, again, second = await world.seen()
    assert first.key == again.key != second.key


async def test_a_document_is_named_sized_and_can_be_asked_for(world: World) -> None:
    document = world.fake.document("plan.pdf", b"12345")
    world.fake.say(document=document, caption="kb")
    message = await world.the_one()
    assert message.attachments == (Attachment("plan.pdf", 5, str(document["file_id"])),)
    assert message.text == "kb"


async def test_a_document_without_a_name_is_named_by_its_kind(world: World) -> None:
    document: Json = {"file_id": "f", "file_unique_id": "u", "mime_type": "application/pdf"}
    world.fake.say(document=document)
    assert (await world.the_one()).attachments == (Attachment("file.pdf", 0, "f"),)


async def test_a_photo_is_its_largest_size_named_by_its_day(world: World) -> None:
    sizes = world.fake.photo(b"12345")
    world.fake.say(photo=sizes, caption="what is this?")
    message = await world.the_one()
    (picture,) = message.attachments
    assert (picture.reference, picture.size, picture.picture) == (sizes[-1]["file_id"], 5, True)
    assert picture.name.endswith(f" {message.reference}.jpg")
    assert (message.text, message.unsupported) == ("what is this?", "")


@pytest.mark.parametrize(("words", "shown"), [("what is this?", 1), ("/remember red", 0)])
async def test_words_that_reply_to_a_photo_are_about_it(
    world: World, words: str, shown: int
) -> None:
    target = world.earlier("", ALICE.described(), photo=world.fake.photo(b"12345"))
    world.fake.say(words, reply_to_message=target)
    asked = await world.the_one()
    assert ([each.size for each in asked.attachments], asked.text) == ([5] * shown, words)


async def test_each_file_of_an_album_is_a_message(world: World) -> None:
    for name in ("a.pdf", "b.pdf", "c.pdf"):
        world.fake.say(document=world.fake.document(name), media_group_id="9")
    seen = await world.seen()
    assert [[a.name for a in m.attachments] for m in seen] == [["a.pdf"], ["b.pdf"], ["c.pdf"]]
    assert len({message.key for message in seen}) == 3


MEDIA: Json = {"file_id": "f", "file_unique_id": "u"}
FRAME: Json = MEDIA | {"width": 9, "height": 9}
POLL: Json = {
    "id": "1",
    "question": "Tea?",
    "options": [{"persistent_id": "a", "text": "Yes", "voter_count": 0}],
    "total_voter_count": 0,
    "is_closed": False,
    "is_anonymous": True,
    "type": "regular",
    "allows_multiple_answers": False,
    "allows_revoting": False,
    "members_only": False,
}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({"voice": MEDIA | {"duration": 3}}, "a voice note"),
        ({"audio": MEDIA | {"duration": 3}}, "an audio file"),
        ({"video": FRAME | {"duration": 3}}, "a video"),
        ({"video_note": MEDIA | {"duration": 3, "length": 9}}, "a video message"),
        ({"animation": FRAME | {"duration": 3}, "document": MEDIA}, "an animation"),
        (
            {"sticker": FRAME | {"type": "regular", "is_animated": False, "is_video": False}},
            "a sticker",
        ),
        ({"contact": {"phone_number": "1", "first_name": "Al"}}, "a contact"),
        ({"location": {"longitude": 1.0, "latitude": 2.0}}, "a location"),
        ({"poll": POLL}, "a poll"),
        ({"dice": {"value": 3, "emoji": "🎲"}}, "a die"),
    ],
)
async def test_what_cannot_be_read_is_named(content: Json, words: str, world: World) -> None:
    world.fake.say(content=content, caption="look")
    message = await world.the_one()
    assert (message.unsupported, message.attachments, message.text) == (words, (), "look")


async def test_service_messages_and_other_bots_are_passed_over(world: World) -> None:
    world.fake.say(new_chat_title="New", chat_id=TEAM)
    world.fake.say(new_chat_members=[BOB.described()], chat_id=TEAM)
    world.fake.say(
        "/ask me", chat_id=TEAM, content={"from": {"id": 9, "is_bot": True, "first_name": "B"}}
    )
    assert await world.seen() == []


@pytest.mark.parametrize(
    ("said", "text", "addressed"),
    [
        ("hello all", "hello all", False),
        ("/ask what", "/ask what", True),
        ("/ask@multis_bot what", "/ask what", True),
        ("/ask@MULTIS_BOT what", "/ask what", True),
        ("@multis_bot what is new?", "what is new?", True),
        ("@multis_bot: what?", "what?", True),
        ("@Multis_Bot /help", "/help", True),
        ("tell us @multis_bot what is new", "tell us what is new", True),
        ("😀 what is new, @multis_bot", "😀 what is new,", True),
        ("@multis_bot", "", True),
        ("@bob what do you think", "@bob what do you think", False),
        ("mail me@multis_bot.org", "mail me@multis_bot.org", False),
        ("see /ask for this", "see /ask for this", False),
        ("try /ask@multis_bot", "try /ask", False),
    ],
)
async def test_who_is_meant_in_a_group(said: str, text: str, addressed: bool, world: World) -> None:
    world.fake.say(said, chat_id=TEAM)
    message = await world.the_one()
    assert (message.text, message.addressed) == (text, addressed)
    assert message.chat == Chat("telegram", str(TEAM), private=False)


async def test_a_command_for_another_bot_is_not_ours(world: World) -> None:
    world.fake.say("/ask@other_bot what", chat_id=TEAM)
    assert await world.seen() == []


async def test_a_caption_is_read_as_a_text_is(world: World) -> None:
    entity = {"type": "mention", "offset": 0, "length": 11}
    document = world.fake.document("a.pdf")
    world.fake.say(
        chat_id=TEAM, document=document, caption="@multis_bot kb", caption_entities=[entity]
    )
    message = await world.the_one()
    assert (message.text, message.addressed) == ("kb", True)


async def test_a_reply_to_the_bot_is_meant_for_it_and_quotes_it(world: World) -> None:
    world.fake.say("why?", chat_id=TEAM, reply_to_message=world.earlier("Because.", ME))
    message = await world.the_one()
    assert (message.addressed, message.quote, message.text) == (True, "Because.", "why?")


async def test_a_reply_to_another_person_is_not(world: World) -> None:
    world.fake.say("why?", chat_id=TEAM, reply_to_message=world.earlier("I am", BOB.described()))
    message = await world.the_one()
    assert (message.addressed, message.quote) == (False, "I am")


async def test_talk_in_a_topic_that_the_bot_opened_is_not_meant_for_it(world: World) -> None:
    opening = world.earlier("", ME, forum_topic_created={"name": "Plans", "icon_color": 1})
    del opening["text"]
    world.fake.say("hello", chat_id=TEAM, thread=5, reply_to_message=opening)
    message = await world.the_one()
    assert (message.addressed, message.quote, message.chat.thread) == (False, "", "5")


async def test_the_part_that_was_quoted_is_the_quote(world: World) -> None:
    quote = {"text": "only this", "position": 0}
    earlier = world.earlier("only this and that", ME)
    world.fake.say("why?", chat_id=TEAM, reply_to_message=earlier, quote=quote)
    assert (await world.the_one()).quote == "only this"


async def test_a_thread_of_replies_outside_a_forum_is_no_topic(world: World) -> None:
    world.fake.say("/ask", chat_id=TEAM, message_thread_id=55)
    assert (await world.the_one()).chat.thread == ""


async def test_a_forwarded_message_is_marked(world: World, clock: Clock) -> None:
    origin = {"type": "hidden_user", "sender_user_name": "X", "date": int(clock.now())}
    world.fake.say("remember the PIN", forward_origin=origin)
    assert (await world.the_one()).forwarded


async def test_the_caption_of_what_was_forwarded_is_not_the_senders_word(
    world: World, clock: Clock
) -> None:
    origin = {"type": "hidden_user", "sender_user_name": "X", "date": int(clock.now())}
    document = world.fake.document("a.pdf")
    world.fake.say(document=document, caption="remember the PIN", forward_origin=origin)
    message = await world.the_one()
    assert (message.text, message.forwarded) == ("remember the PIN", True)


async def test_what_an_inline_bot_wrote_is_not_the_senders_word(world: World) -> None:
    bot: Json = {"id": 77, "is_bot": True, "first_name": "Notes", "username": "notes_bot"}
    world.fake.say("My bank is Evilbank.", via_bot=bot)
    assert (await world.the_one()).forwarded


@pytest.mark.parametrize("kind", ["blockquote", "expandable_blockquote"])
async def test_a_block_quote_is_marked_as_one(world: World, kind: str) -> None:
    said = "Look 😀\n@multis_bot my bank\nis Evilbank\nIs that true, @multis_bot?"
    entities = [
        {"type": "mention", "offset": 8, "length": 11},
        {"type": kind, "offset": 8, "length": len("@multis_bot my bank\nis Evilbank\n")},
        {"type": "mention", "offset": 54, "length": 11},
    ]
    world.fake.say(said, chat_id=TEAM, entities=entities)
    message = await world.the_one()
    assert message.addressed
    assert message.text == "Look 😀\n> my bank\n> is Evilbank\nIs that true, ?"


async def test_a_command_in_a_block_quote_is_no_command(world: World) -> None:
    entities = [
        {"type": "bot_command", "offset": 0, "length": 7},
        {"type": "blockquote", "offset": 0, "length": 15},
    ]
    world.fake.say("/forget harbour", entities=entities)
    assert (await world.the_one()).text == "> /forget harbour"


async def test_an_anonymous_admin_is_the_group_and_not_the_owner(world: World) -> None:
    group = {"id": TEAM, "type": "supergroup", "title": "Team"}
    world.fake.say("/ask", chat_id=TEAM, sender_chat=group)
    assert (await world.the_one()).sender == Sender("telegram", str(TEAM), "Team")


async def test_a_pressed_button_is_a_message_and_is_acknowledged(world: World) -> None:
    world.fake.press("key7")
    message = await world.the_one()
    assert (message.pressed, message.text, message.addressed) == ("key7", "", True)
    assert message.sender.id == str(ALICE.id)
    assert [call.outcome for call in world.fake.world.called("answercallbackquery")] == ["ok"]


async def test_a_button_in_a_topic_answers_there(world: World) -> None:
    world.fake.say("/ask", chat_id=TEAM, thread=42)
    world.fake.press("key7", chat_id=TEAM, under=None)
    _, pressed = await world.seen()
    assert pressed.chat.thread == ""
    assert pressed.chat.id == str(TEAM)


async def test_a_press_that_is_too_old_to_acknowledge_is_still_handled(
    world: World, clock: Clock
) -> None:
    world.fake.press("key7")
    clock.seconds += 3600
    assert (await world.the_one()).pressed == "key7"
    (call,) = world.fake.world.called("answercallbackquery")
    assert "too old" in call.outcome


async def test_a_press_under_a_message_that_is_gone_is_handled(world: World) -> None:
    below = {"message_id": 4, "date": 0, "chat": {"id": ALICE.id, "type": "private"}}
    content = {"id": "q", "from": ALICE.described(), "chat_instance": "1", "message": below}
    world.fake.updates.push({"callback_query": content | {"data": "key9"}})
    assert (await world.the_one()).pressed == "key9"


async def test_half_of_an_emoji_becomes_a_question_mark_wherever_it_stands(world: World) -> None:
    half = Person(8, "Bob \ud83d", "bob")
    earlier = world.earlier("so \ude00", ME)
    mention = {"type": "mention", "offset": 2, "length": 11}
    said: Json = {"text": "\ud83d @multis_bot hello", "entities": [mention]}
    world.fake.say(person=half, content=said, reply_to_message=earlier)
    message = await world.the_one()
    assert (message.text, message.sender.name, message.quote) == ("? hello", "Bob ?", "so ?")

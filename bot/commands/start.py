"""/start: a welcome, the owner's one-time code, or a stranger's wish to be let in."""

from bot.access import policy
from bot.access.people import format_person
from bot.commands.help import WELCOME
from bot.messages import Answer, Choice, Notice, Reply, UserError
from bot.turns.command import Command, Turn

GREETING = "Hello! Ask me anything in plain words. What I cannot answer, I pass on to a person."


async def start(turn: Turn, code: str) -> Answer:
    people = turn.services.people
    access = await people.load_access()
    if code and not turn.is_owner:
        if not turn.message.chat.private:
            raise UserError("Send that code in a private chat with me, where nobody can read it.")
        await people.claim(turn.message.sender, code)
        turn.services.audit.record("claimed", turn.message.sender)
        yield Reply(f"You are the owner of this assistant now.\n\n{WELCOME}")
    elif policy.is_admitted(turn.message, access):
        yield Reply(str(WELCOME))
    elif turn.mode is policy.Mode.BUSINESS:
        yield Reply(GREETING)
    elif policy.may_request_access(turn.message, access):
        yield await _ask_in(turn, access)
    else:
        raise UserError(policy.format_refusal(access))


async def _ask_in(turn: Turn, access: policy.Access) -> Reply:
    sender = turn.message.sender
    chats = policy.list_owner_chats(access, turn.message.chat.platform)
    if not chats:
        raise UserError("This assistant has no owner yet who could let you in.")
    code = await turn.services.pairing.request(turn.message)
    turn.services.audit.record("asked to be let in", sender)
    question = Reply(
        f"{format_person(sender.name, sender.key)} wants to talk to me, and was shown the code "
        f"{code}. "
        "Approve only whom you know: a name can be made up. The request lasts 10 minutes.",
        (Choice("Approve", f"/users approve {code}"), Choice("Deny", f"/users deny {code}")),
    )
    return Reply(
        f"I asked my owner to let you in. Your code is {code}; tell it them if they want to be "
        "sure that it is you. It lasts 10 minutes.",
        notices=tuple(Notice(chat, question) for chat in chats),
    )


command = Command(
    "start", "", "Say hello, or claim the assistant with its code", start, public=True
)

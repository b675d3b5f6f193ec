"""/start: welcomes people, lets in the owner and the invited, and takes requests for access."""

from bot.access import policy
from bot.access.pairing import PairingCode
from bot.access.people import format_person
from bot.commands.help import GREETING, WELCOME
from bot.messages import N_, Answer, Choice, Notice, Reply, Sender, UserError, _, use_language
from bot.turns.command import Command, Turn


async def start(turn: Turn, code: str) -> Answer:
    people = turn.services.people
    access = await people.load_access()
    if code and not turn.is_owner:
        if not turn.message.chat.private:
            raise UserError(
                _("Send that code in a private chat with me, where nobody else can read it.")
            )
        yield await _use_code(turn, code, access)
    elif policy.is_admitted(turn.message, access):
        yield Reply(str(WELCOME))
    elif turn.mode is policy.Mode.BUSINESS:
        yield Reply(str(GREETING))
    elif policy.may_request_access(turn.message, access):
        yield await _request_access(turn, access)
    else:
        raise UserError(policy.format_refusal(access))


async def _use_code(turn: Turn, code: str, access: policy.Access) -> Reply:
    """Let the sender in by an invitation; if it is none, make them the owner by their code."""
    sender = turn.message.sender
    invited = await turn.services.invitations.accept(sender, code)
    if invited is None:
        await turn.services.people.claim(sender, code)
        turn.services.audit.record("claimed", sender)
        return Reply(f"{_('You are now the owner of this assistant.')}\n\n{WELCOME}")
    turn.services.audit.record("came by invitation", sender)
    chats = policy.list_owner_chats(access, turn.message.chat.platform)
    news = _build_arrival(sender, invited)
    return Reply(str(WELCOME), notices=tuple(Notice(chat, news) for chat in chats))


def _build_arrival(sender: Sender, invited: str) -> Reply:
    person = format_person(sender.name, sender.key)
    if invited:
        text = _(
            "{person} used the invitation for {name} and may talk to me now.",
            person=person,
            name=invited,
        )
    else:
        text = _("{person} came by your invitation, and may talk to me now.", person=person)
    return Reply(text, (Choice(_("Revoke"), f"/users revoke {sender.key}"),))


async def _request_access(turn: Turn, access: policy.Access) -> Reply:
    sender = turn.message.sender
    if not access.owners:
        raise UserError(policy.format_refusal(access))
    chats = policy.list_owner_chats(access, turn.message.chat.platform)
    if not chats:
        raise UserError(_("This assistant has no owner yet who could let you in."))
    asked = await turn.services.pairing.request(turn.message)
    turn.services.audit.record("asked to be let in", sender)
    notices = list[Notice]()
    for chat in chats if asked.notice != "none" else ():
        with use_language(await turn.services.languages.find(chat.key)):
            own = asked.notice == "own"
            told = _build_question(sender, asked.code) if own else _build_summons()
            notices.append(Notice(chat, told))
    return Reply(_describe_request(asked), notices=tuple(notices))


def _build_question(sender: Sender, code: str) -> Reply:
    return Reply(
        _(
            "{person} wants to talk to me and was shown the code {code}. Approve only people you "
            "know: names can be made up. The request expires in 10 minutes.",
            person=format_person(sender.name, sender.key),
            code=code,
        ),
        (
            Choice(_("Approve"), f"/users approve {code}"),
            Choice(_("Deny"), f"/users deny {code}"),
        ),
    )


def _build_summons() -> Reply:
    return Reply(
        _(
            "Many people want to talk to me right now, so I am not announcing each of them. /users "
            "lists them. If somebody tells you their code, send /users approve CODE within 10 "
            "minutes of their request."
        )
    )


def _describe_request(asked: PairingCode) -> str:
    if asked.notice == "own":
        return _(
            "I've asked my owner to let you in. Your code is {code}. Give it to them if they ask "
            "you to confirm who you are. It expires in 10 minutes.",
            code=asked.code,
        )
    return _(
        "Many people are asking to be let in right now. Your code is {code}. Give it to my owner, "
        "who can let you in with it. It expires in 10 minutes.",
        code=asked.code,
    )


command = Command(
    "start", "", N_("Say hello, or come in with a code"), start, public=True, in_groups=False
)

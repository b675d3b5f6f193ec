"""The cost of the models by day, model and feature: of this chat; for the owner, of all chats.

The owner sees it by person too: in a group, by the member who asked.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from msgspec import Struct

from bot.desk.views import Arguments, View, ViewContext
from bot.llm.usage import DailyUsage, FeatureUsage, ModelUsage, PersonUsage
from bot.services.services import Services

DAYS = 30


class UsageDay(Struct, frozen=True):
    day: str  # ISO date
    chat: str
    answers: int
    read: int  # tokens
    written: int
    money: float
    broken: int  # answers that broke off
    estimated: int  # of those tokens, how many no provider reported


class ModelCost(Struct, frozen=True):
    model: str
    answers: int
    read: int  # tokens
    written: int
    money: float


class FeatureCost(Struct, frozen=True):
    feature: str  # empty: of earlier versions, which did not record it
    read: int  # tokens
    written: int
    listened: float  # seconds of recordings
    money: float


class PersonCost(Struct, frozen=True):
    keys: tuple[str, ...]  # platform:id of each account; of the chat, if nobody knows who asked
    name: str  # as they call themselves; "" where that is not known
    owner: bool
    answers: int
    read: int  # tokens
    written: int
    money: float


class UsageView(Struct, frozen=True):
    first: str  # ISO date
    last: str
    days: tuple[UsageDay, ...]  # with any usage, the latest first
    models: tuple[ModelCost, ...]  # of these days, the dearest first
    features: tuple[FeatureCost, ...]  # likewise
    people: tuple[PersonCost, ...]  # likewise, in all their chats; only the owner sees them
    budget: float  # of one day; 0 where there is none
    currency: str  # of all amounts; empty where none is set


async def show(context: ViewContext, _arguments: Arguments) -> UsageView:
    turn, last = context.turn, context.turn.now.date()
    first = last - timedelta(days=DAYS - 1)
    log, chat = turn.services.usage, turn.message.chat.key
    used = log.select_all(first) if turn.private_owner else log.select_chat(chat, first)
    days = tuple(map(_build_day, await used.list_days()))
    models = tuple(map(_build_model, await used.list_models()))
    features = tuple(map(_build_feature, await used.list_features()))
    people = await _list_people(turn.services, first) if turn.private_owner else ()
    llm = turn.services.settings.llm
    budget = llm.daily_budget if turn.private_owner else 0.0
    return UsageView(
        first.isoformat(), last.isoformat(), days, models, features, people, budget, llm.currency
    )


async def _list_people(services: Services, first: date) -> tuple[PersonCost, ...]:
    names = await services.people.load_names_with_speakers()
    owners = (await services.people.load_access()).owners
    persons = await services.accounts.load_persons(owners)
    used = {each.key: each for each in await services.usage.list_people(first)}
    groups = persons.group(used)
    costs = (_build_person([used[key] for key in keys], names, owners) for keys in groups)
    return tuple(sorted(costs, key=lambda each: (each.money, each.read), reverse=True))


def _build_person(
    spent: Sequence[PersonUsage], names: Mapping[str, str], owners: frozenset[str]
) -> PersonCost:
    """Sum up what one person used with each of their accounts."""
    keys = tuple(each.key for each in spent)
    return PersonCost(
        keys=keys,
        name=next((names[key] for key in keys if names.get(key)), ""),
        owner=keys[0] in owners,
        answers=sum(each.answers for each in spent),
        read=sum(each.input_tokens for each in spent),
        written=sum(each.output_tokens for each in spent),
        money=sum(each.money for each in spent),
    )


def _build_feature(spent: FeatureUsage) -> FeatureCost:
    read, written = spent.input_tokens, spent.output_tokens
    return FeatureCost(spent.feature, read, written, spent.listened, spent.money)


def _build_model(spent: ModelUsage) -> ModelCost:
    read, written = spent.input_tokens, spent.output_tokens
    return ModelCost(spent.model, spent.answers, read, written, spent.money)


def _build_day(spent: DailyUsage) -> UsageDay:
    return UsageDay(
        day=spent.day.isoformat(),
        chat=spent.chat,
        answers=spent.answers,
        read=spent.input_tokens,
        written=spent.output_tokens,
        money=spent.money,
        broken=spent.broken,
        estimated=spent.estimated,
    )


view = View("usage", show)

"""Words a reminder: confirmed, due, in a list, and how often it comes."""

from datetime import date, datetime, timedelta

from bot.messages import Choice, Reply, _, join_sentences, ngettext, pgettext
from indexer.i18n import (
    N_,
    format_full_date,
    format_list,
    format_moment,
    format_time,
    format_weekday,
)
from indexer.text.dates.repeats import WEEKEND, WORKDAYS, Repeat
from memory.reminders.reminder import Reminder

LATE = timedelta(minutes=5)  # what comes so much later says why
HOUR = 60  # minutes
SNOOZES = (10, HOUR)  # minutes that a button moves it by
# not translated: what buttons send
DONE, LATER, STOP, DELETE = "done", "later", "stop", "delete"
TOMORROW = "tomorrow"

UNKNOWN = N_("I don't know which reminder you mean. /reminders lists them with their numbers.")
GONE = N_("That reminder is gone already. /reminders lists those that are still to come.")


def format_confirmation(reminder: Reminder) -> str:
    """Say what was understood: the date, the time and its zone."""
    at = reminder.at
    if reminder.repeat is None:
        return _(
            "I'll remind you on {day} at {time} ({zone}): “{text}”",
            day=format_full_date(at),
            time=format_time(at),
            zone=reminder.zone,
            text=reminder.text,
        )
    return _(
        "I'll remind you {often} at {time} ({zone}), first on {day}: “{text}”",
        often=format_repeat(reminder.repeat),
        day=format_full_date(at),
        time=format_time(at),
        zone=reminder.zone,
        text=reminder.text,
    )


def build_confirmation(reminder: Reminder, *, changed: bool = False) -> Reply:
    """Confirm a reminder that was set, or `changed` to what is asked for now."""
    cancel = Choice(_("Cancel it"), f"/reminders {DELETE} {reminder.token}")
    confirmed = format_confirmation(reminder)
    text = join_sentences(_("I changed the reminder."), confirmed) if changed else confirmed
    return Reply(text, (cancel,))


def build_due(reminder: Reminder, now: datetime, started: datetime) -> Reply:
    """Build the message that reminds; `started` is since when this process could have."""
    return Reply(
        "\n\n".join(filter(None, (_format_due(reminder), _explain_delay(reminder, now, started)))),
        tuple(_build_choices(reminder)),
    )


def _format_due(reminder: Reminder) -> str:
    if reminder.origin.author:
        return _("⏰ Reminder for {name}: {text}", name=reminder.origin.author, text=reminder.text)
    return _("⏰ Reminder: {text}", text=reminder.text)


def _explain_delay(reminder: Reminder, now: datetime, started: datetime) -> str:
    if now.timestamp() - reminder.due_at < LATE.total_seconds():
        return ""
    moment = format_moment(reminder.at)
    if reminder.due_at < started.timestamp():
        return _("It was due on {moment}, but I was not running then.", moment=moment)
    return _("It was due on {moment}, but I could not remind you then.", moment=moment)


def _build_choices(reminder: Reminder) -> list[Choice]:
    token = reminder.token
    later = [
        Choice(_label_snooze(minutes), f"/reminders {LATER} {token} {minutes}")
        for minutes in SNOOZES
    ]
    tomorrow = Choice(_("Tomorrow"), f"/reminders {LATER} {token} {TOMORROW}")
    ending = [Choice(_("Stop repeating"), f"/reminders {STOP} {token}")] if reminder.repeat else []
    return [Choice(_("Done"), f"/reminders {DONE} {token}"), *later, tomorrow, *ending]


def _label_snooze(minutes: int) -> str:
    if minutes % HOUR == 0:
        return ngettext("In {count} hour", "In {count} hours", minutes // HOUR)
    return ngettext("In {count} minute", "In {count} minutes", minutes)


def format_moved(reminder: Reminder) -> str:
    at = reminder.at
    return _(
        "Moved to {day} at {time} ({zone}): “{text}”",
        day=format_full_date(at),
        time=format_time(at),
        zone=reminder.zone,
        text=reminder.text,
    )


def format_next(reminder: Reminder) -> str:
    """Say when a repeated one comes again."""
    return join_sentences(
        _("Done."),
        _(
            "Next time: {day} at {time}.",
            day=format_full_date(reminder.at),
            time=format_time(reminder.at),
        ),
    )


def format_line(reminder: Reminder, number: int) -> str:
    """Return a line of the list."""
    at, values = reminder.at, {"number": str(number), "text": reminder.text}
    day, time = format_full_date(at), format_time(at)
    if reminder.repeat:
        often = format_repeat(reminder.repeat)
        return _(
            "{number}. {day}, {time}: {text} ({often})", day=day, time=time, often=often, **values
        )
    return _("{number}. {day}, {time}: {text}", day=day, time=time, **values)


def format_repeat(repeat: Repeat) -> str:
    """Return `every weekday`, `on the first Monday of every month`.

    "Every day" is no singular of "every {count} days": where one form serves 1 and 21, as in
    Russian, it would have to say "every 1 day". So each has sentences for once and for more.
    """
    match repeat.unit:
        case "day":
            return _format_days(repeat.every)
        case "week":
            return _format_weeks(repeat)
        case "month" if repeat.nth:
            return _format_months_by_weekday(repeat)
        case "month":
            return _format_months(repeat)
        case "year":
            return _format_years(repeat.every)


def _format_days(every: int) -> str:
    if every == 1:
        return _("every day")
    return ngettext("every {count} day", "every {count} days", every)


def _format_years(every: int) -> str:
    if every == 1:
        return _("every year")
    return ngettext("every {count} year", "every {count} years", every)


def _format_weeks(repeat: Repeat) -> str:
    if repeat.every == 1 and repeat.weekdays == WORKDAYS:
        return _("every weekday")
    if repeat.every == 1 and repeat.weekdays == WEEKEND:
        return _("every Saturday and Sunday")
    if repeat.every == 1:
        return format_list([_name_weekly(each) for each in repeat.weekdays])
    days = format_list([format_weekday(each) for each in repeat.weekdays])
    return ngettext(
        "every {count} week on {days}", "every {count} weeks on {days}", repeat.every, days=days
    )


def _name_weekly(weekday: int) -> str:
    names = (_("every Monday"), _("every Tuesday"), _("every Wednesday"), _("every Thursday"))
    ends = (_("every Friday"), _("every Saturday"), _("every Sunday"))
    return (*names, *ends)[weekday - 1]


def _format_months(repeat: Repeat) -> str:
    day = str(repeat.day)
    if repeat.every == 1:
        return _("on day {day} of every month", day=day)
    return ngettext(
        "every {count} month on day {day}",
        "every {count} months on day {day}",
        repeat.every,
        day=day,
    )


def _format_months_by_weekday(repeat: Repeat) -> str:
    nth, weekday = _name_ordinal(repeat.nth or 0), format_weekday(repeat.weekdays[0])
    if repeat.every == 1:
        return _("on the {nth} {weekday} of every month", nth=nth, weekday=weekday)
    return ngettext(
        "every {count} month on the {nth} {weekday}",
        "every {count} months on the {nth} {weekday}",
        repeat.every,
        nth=nth,
        weekday=weekday,
    )


def _name_ordinal(nth: int) -> str:
    names = {
        1: pgettext("weekday of a month", "first"),
        2: pgettext("weekday of a month", "second"),
        3: pgettext("weekday of a month", "third"),
        4: pgettext("weekday of a month", "fourth"),
        5: pgettext("weekday of a month", "fifth"),
    }
    return names.get(nth) or pgettext("weekday of a month", "last")


def compute_snooze(reminder: Reminder, wanted: str, now: datetime) -> datetime:
    """Return the time that a button moves it to: minutes from now, or the same time tomorrow."""
    if wanted != TOMORROW:
        return now + timedelta(minutes=int(wanted))
    local = now.astimezone(reminder.at.tzinfo)
    wall = datetime.fromisoformat(reminder.wall).time()
    tomorrow: date = local.date() + timedelta(days=1)
    return datetime.combine(tomorrow, wall, tzinfo=reminder.at.tzinfo)

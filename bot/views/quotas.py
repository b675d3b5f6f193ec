"""Show what a person had indexed today, and how much one person may."""

from bot.access.quota_settings import QuotaSettings
from bot.access.quotas import Quota, QuotaUse, format_seconds
from bot.messages import _, ngettext
from indexer.i18n import format_list, format_size


def format_quota(quota: Quota) -> str:
    """Return what was used today, and the limits."""
    return _(
        "Today: {used}. Limit per day: {limits}.",
        used=format_use(quota.used),
        limits=format_limits(quota.limits),
    )


def format_use(used: QuotaUse) -> str:
    return format_list(
        [
            ngettext("{count} file", "{count} files", used.files),
            format_size(used.bytes),
            _("{time} of reading", time=format_seconds(used.seconds)),
        ]
    )


def format_limits(limits: QuotaSettings) -> str:
    """Return the limits, where 0 is none."""
    files, size, seconds = limits.files, limits.bytes, limits.seconds
    return format_list(
        [
            ngettext("{count} file", "{count} files", files) if files else _("any number of files"),
            format_size(size) if size else _("any size"),
            _("{time} of reading", time=format_seconds(seconds))
            if seconds
            else _("any reading time"),
        ]
    )

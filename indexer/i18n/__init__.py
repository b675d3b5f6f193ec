"""Sentences, numbers and dates in the reader's language.

    _("Indexed {name}.", name=name)                   a sentence; its placeholders have names
    ngettext("{count} page", "{count} pages", count)  singular and plural; `{count}` is filled in
    pgettext("verb", "Read")                          a word that is ambiguous without its context
    SUMMARY = N_("List your documents")               for constants; `str()` translates it
    with use_language(language): ...                  everything in this block is for that reader

The English sentence is the key, so English needs no catalogue. An int or a float is formatted for
the reader's language; a number that is no amount (a year, a port, an id) is passed as a `str`. If a
translation is missing or its placeholders are wrong, the English sentence is used: never an error.

A reply is stored in the language of its reader. Text that another reader may see later is stored as
a code or as the text and values of a `Sentence`. A parser's process, which knows no language,
reports in the same way. A task, and a thread started by `asyncio.to_thread`, keep the language they
were started with. Logs, codes, stored names and prompts for the model stay English.
"""

from indexer.i18n.formats import (
    format_date,
    format_duration,
    format_full_date,
    format_list,
    format_moment,
    format_number,
    format_partial_date,
    format_percent,
    format_size,
    format_time,
    format_weekday,
    join_parts,
    join_sentences,
)
from indexer.i18n.language import (
    ENGLISH,
    SHIPPED,
    Language,
    Languages,
    current_language,
    list_system_languages,
    use_language,
)
from indexer.i18n.sentences import N_, PLACEHOLDER, Sentence, Value, _, ngettext, pgettext

__all__ = [
    "ENGLISH",
    "N_",
    "PLACEHOLDER",
    "SHIPPED",
    "Language",
    "Languages",
    "Sentence",
    "Value",
    "_",
    "current_language",
    "format_date",
    "format_duration",
    "format_full_date",
    "format_list",
    "format_moment",
    "format_number",
    "format_partial_date",
    "format_percent",
    "format_size",
    "format_time",
    "format_weekday",
    "join_parts",
    "join_sentences",
    "list_system_languages",
    "ngettext",
    "pgettext",
    "use_language",
]

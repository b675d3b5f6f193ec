"""Sentences, numbers and dates in the reader's language.

    _("Indexed {name}.", name=name)                   a sentence; its placeholders have names
    ngettext("{count} page", "{count} pages", count)  counted; `{count}` is filled in by itself
    pgettext("verb", "Read")                          a word that alone says too little
    SUMMARY = N_("List your documents")               of import time; `str()` translates it
    with use_language(language): ...                  what is made in here is for that reader

The English sentence is the key, so English needs no catalogue. An int or a float is written as the
reader writes numbers; what is no amount (a year, a port, an id) is passed as a `str`. A translation
that is missing or whose placeholders are wrong gives the English sentence, never an error.

A reply is stored as its reader gets it. What another reader may see later is stored as a code or as
a `Sentence`'s text and values, and so is what a parser's process reports: it knows no language.
A task, and a thread made by `asyncio.to_thread`, keep the language that they were started in.
Logs, codes, stored names and prompts for the model stay English.
"""

from indexer.i18n.formats import (
    format_date,
    format_duration,
    format_list,
    format_moment,
    format_number,
    format_percent,
    format_size,
    format_time,
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
from indexer.i18n.sentences import N_, Sentence, Value, _, ngettext, pgettext

__all__ = [
    "ENGLISH",
    "N_",
    "SHIPPED",
    "Language",
    "Languages",
    "Sentence",
    "Value",
    "_",
    "current_language",
    "format_date",
    "format_duration",
    "format_list",
    "format_moment",
    "format_number",
    "format_percent",
    "format_size",
    "format_time",
    "join_sentences",
    "list_system_languages",
    "ngettext",
    "pgettext",
    "use_language",
]

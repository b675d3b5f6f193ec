"""Compiles the translations for the wheel, and in place for an editable installation."""

from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileTranslations(BuildHookInterface):  # type: ignore[type-arg]  # its build config is not ours to name
    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        for source in Path(self.root).glob("indexer/locale/*/LC_MESSAGES/*.po"):
            compiled = BytesIO()
            with source.open("rb") as file:
                write_mo(compiled, read_po(file, locale=source.parent.parent.name))
            source.with_suffix(".mo").write_bytes(compiled.getvalue())

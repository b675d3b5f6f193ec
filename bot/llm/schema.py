"""The table of what models used, which every command that opens a home needs."""

from indexer.store.database import Schema

USAGE = Schema(
    "usage",
    (
        """
        CREATE TABLE usage (
            chat TEXT NOT NULL,
            day TEXT NOT NULL,              -- ISO date
            model TEXT NOT NULL,
            answers INTEGER NOT NULL,
            input_tokens INTEGER NOT NULL,
            output_tokens INTEGER NOT NULL,
            money REAL NOT NULL,
            PRIMARY KEY (day, chat, model)
        );
        """,
        """
        ALTER TABLE usage ADD COLUMN broken INTEGER NOT NULL DEFAULT 0;  -- answers broken off
        ALTER TABLE usage ADD COLUMN estimated INTEGER NOT NULL DEFAULT 0;  -- tokens of all these
        """,
        "ALTER TABLE usage ADD COLUMN cached INTEGER NOT NULL DEFAULT 0;  -- of the tokens read",
        "ALTER TABLE usage ADD COLUMN listened REAL NOT NULL DEFAULT 0;  -- seconds of recordings",
        # A primary key cannot be changed where it stands.
        """
        CREATE TABLE usage_of_features (
            chat TEXT NOT NULL,
            day TEXT NOT NULL,              -- ISO date
            model TEXT NOT NULL,
            feature TEXT NOT NULL,
            answers INTEGER NOT NULL,
            input_tokens INTEGER NOT NULL,
            output_tokens INTEGER NOT NULL,
            money REAL NOT NULL,
            broken INTEGER NOT NULL DEFAULT 0,
            estimated INTEGER NOT NULL DEFAULT 0,
            cached INTEGER NOT NULL DEFAULT 0,
            listened REAL NOT NULL DEFAULT 0,
            PRIMARY KEY (day, chat, model, feature)
        );
        INSERT INTO usage_of_features (chat, day, model, feature, answers, input_tokens,
            output_tokens, money, broken, estimated, cached, listened)
            SELECT chat, day, model, '', answers, input_tokens,
            output_tokens, money, broken, estimated, cached, listened FROM usage;
        DROP TABLE usage;
        ALTER TABLE usage_of_features RENAME TO usage;
        """,
        # Of earlier versions the person is empty: in a group nobody knows who asked.
        """
        CREATE TABLE usage_of_people (
            chat TEXT NOT NULL,
            person TEXT NOT NULL,           -- platform:id; empty where nobody asked
            day TEXT NOT NULL,              -- ISO date
            model TEXT NOT NULL,
            feature TEXT NOT NULL,
            answers INTEGER NOT NULL,
            input_tokens INTEGER NOT NULL,
            output_tokens INTEGER NOT NULL,
            money REAL NOT NULL,
            broken INTEGER NOT NULL DEFAULT 0,
            estimated INTEGER NOT NULL DEFAULT 0,
            cached INTEGER NOT NULL DEFAULT 0,
            listened REAL NOT NULL DEFAULT 0,
            PRIMARY KEY (day, chat, person, model, feature)
        );
        INSERT INTO usage_of_people (chat, person, day, model, feature, answers, input_tokens,
            output_tokens, money, broken, estimated, cached, listened)
            SELECT chat, '', day, model, feature, answers, input_tokens,
            output_tokens, money, broken, estimated, cached, listened FROM usage;
        DROP TABLE usage;
        ALTER TABLE usage_of_people RENAME TO usage;
        """,
    ),
    records=frozenset({"usage"}),
)

"""The tables of messages, replies and what belongs to them, apart from what works with them.

Every command opens the database; few take messages from it.
"""

from indexer.store.database import Schema

# A notice has no message in the inbox, which would name its chat.
OUTBOX_STEP = "ALTER TABLE outbox ADD COLUMN chat TEXT;"
# The adapter's name for the message that shows the drafts, which begin before there is a reply.
DRAFT_STEP = "ALTER TABLE inbox ADD COLUMN draft TEXT NOT NULL DEFAULT '';"
# What was sent in a chat while it is not known which message shows the drafts of a reply there.
SENT_STEP = """
    CREATE TABLE sent (chat TEXT NOT NULL, reference TEXT NOT NULL, PRIMARY KEY (chat, reference));
    CREATE INDEX inbox_drafts ON inbox (chat) WHERE draft != '';
"""
SET_ASIDE_STEP = """
ALTER TABLE inbox ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;  -- begun, and not ended in order
ALTER TABLE inbox ADD COLUMN set_aside_at INTEGER;  -- epoch seconds; NULL while it is handled
ALTER TABLE inbox ADD COLUMN released INTEGER NOT NULL DEFAULT 0;  -- to be taken up once more
"""
# What a file of an album says of who may read it, for those that come later.
ALBUMS_STEP = """
    ALTER TABLE inbox ADD COLUMN album TEXT NOT NULL DEFAULT '';  -- and who sent it; empty for none
    ALTER TABLE inbox ADD COLUMN label TEXT NOT NULL DEFAULT '';  -- kb, admin or none
    CREATE INDEX inbox_albums ON inbox (chat, album) WHERE album != '';
"""
QUESTIONS_STEP = """
    CREATE TABLE questions (
        id INTEGER PRIMARY KEY,
        chat TEXT NOT NULL,
        asked TEXT NOT NULL,
        inbox_id INTEGER NOT NULL,
        choices TEXT NOT NULL,
        numbered INTEGER NOT NULL,
        digest TEXT NOT NULL,
        created_at INTEGER NOT NULL
    );
    CREATE INDEX questions_chat ON questions (chat);
"""
REACTIONS_STEP = """
    CREATE TABLE shown_answers (
        chat TEXT NOT NULL,
        reference TEXT NOT NULL,    -- the platform's name for a message with the answer
        turn TEXT NOT NULL,         -- key of the message that it answers
        sent_at INTEGER NOT NULL,   -- epoch seconds
        PRIMARY KEY (chat, reference)
    ) WITHOUT ROWID;
    CREATE TABLE reactions (
        chat TEXT NOT NULL,
        sender TEXT NOT NULL,
        turn TEXT NOT NULL,
        liked INTEGER NOT NULL,
        reacted_at INTEGER NOT NULL, -- epoch seconds
        PRIMARY KEY (chat, sender, turn)
    ) WITHOUT ROWID;
"""

INBOX = Schema(
    "inbox",
    (
        """
        CREATE TABLE inbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            platform TEXT NOT NULL,
            key TEXT NOT NULL,
            chat TEXT NOT NULL,
            message TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'answered', 'done')),
            received_at INTEGER NOT NULL,
            UNIQUE (platform, key)
        );
        CREATE INDEX inbox_open ON inbox (platform, id) WHERE state != 'done';
        CREATE TABLE outbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            inbox_id INTEGER UNIQUE REFERENCES inbox (id) ON DELETE CASCADE,
            reply TEXT NOT NULL,
            created_at INTEGER NOT NULL
        );
        CREATE TABLE parts (
            outbox_id INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
            part INTEGER NOT NULL,
            tries INTEGER NOT NULL DEFAULT 1,
            reference TEXT,
            PRIMARY KEY (outbox_id, part)
        );
        CREATE TABLE buttons (
            key TEXT PRIMARY KEY,
            chat TEXT NOT NULL,
            message TEXT NOT NULL,
            created_at INTEGER NOT NULL
        );
        """,
        OUTBOX_STEP,
        DRAFT_STEP,
        SET_ASIDE_STEP,
        SENT_STEP,
        QUESTIONS_STEP,
        # Counted up by whoever takes a message over: what another process then does is refused.
        "ALTER TABLE inbox ADD COLUMN claim INTEGER NOT NULL DEFAULT 1;",
        REACTIONS_STEP,
        # Whom the reply with the button answered: it is theirs alone. Nobody knows whose words the
        # earlier ones repeat, and a member's /forget would not close them.
        """
        ALTER TABLE buttons ADD COLUMN asked TEXT NOT NULL DEFAULT '';
        DELETE FROM buttons WHERE message LIKE '/remember %' OR message LIKE '/ask %'
            OR message LIKE '/forget %' AND message <> '/forget undo';
        """,
        ALBUMS_STEP,
    ),
)

DIGESTS = Schema(
    "digests",
    (
        """
        CREATE TABLE digests (
            chat TEXT PRIMARY KEY,
            sent_at INTEGER NOT NULL  -- epoch seconds; what was added before it was reported
        ) WITHOUT ROWID;
        """,
    ),
)

# What had which number in the lists that a chat was shown.
SHOWN_LISTS = Schema(
    "shown lists",
    (
        """
        CREATE TABLE shown_lists (
            chat TEXT NOT NULL,             -- platform:id
            kind TEXT NOT NULL,
            names TEXT NOT NULL,            -- JSON: name by number
            PRIMARY KEY (chat, kind)
        ) WITHOUT ROWID;
        """,
    ),
    records=frozenset({"shown_lists"}),
)

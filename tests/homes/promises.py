"""What must hold for a home in which the story was told, once a later daemon runs on it.

It goes into the list beside the home, so that a later story may promise something else. Everything
named here is a word of a document, a person or a fact, never a wording of ours, which may change.
`has` and `lacks` are about the bot's last message in the chat.
"""

from tests.adapters.fake_bot_api.errors import Json
from tests.homes.household import BOB, CARL, DAN, DORA, ERIN, GRACE, MALLORY, OWNER

PIN = "2468"
REPEATED = "(repeated)"

# By chat: the messages that the bot sends by itself, in any order, each exactly once.
SENT: dict[int, list[Json]] = {
    BOB: [
        {"has": ["built in 1901 [1]"], "lacks": [REPEATED]},
        {"has": ["October"], "lacks": [REPEATED]},
        {"has": ["mooring.md"], "lacks": [REPEATED, "October"]},
    ],
    ERIN: [
        {"has": ["leaves Hamn at nine"], "lacks": [REPEATED]},
        {"has": ["Here is boiler.md"], "lacks": [REPEATED]},
        {"has": [], "lacks": [REPEATED], "file": "boiler.md"},
    ],
    GRACE: [
        {"has": ["third chapter"], "lacks": [REPEATED, "first chapter", "fifth chapter"]},
        {"has": ["fifth chapter"], "lacks": [REPEATED, "third chapter", "seventh chapter"]},
        {"has": ["seventh chapter"], "lacks": [REPEATED, "fifth chapter"]},
    ],
    OWNER: [
        {"has": ["boiler.md", "ferry.md", "lease.md", "salary.md"], "lacks": [REPEATED]},
        {"has": ["Frank", "telegram:13"], "lacks": [REPEATED]},
    ],
}

# One after another: who says what, or which button they press.
STEPS: list[Json] = [
    # The command that waited for the PIN.
    {"who": OWNER, "say": PIN, "has": ["harbour.md"]},
    {"who": OWNER, "say": "/search harbour", "has": ["Ingrid"]},
    # The deleted fact comes back, then what was forgotten.
    {"who": OWNER, "say": "/memory", "has": ["is 7781", "14 kilos", "Lund"], "lacks": ["Malmo"]},
    {"who": OWNER, "press": "sail", "has": ["sail was bought in Malmo"]},
    {"who": OWNER, "say": "/memory", "has": ["bought in Malmo"], "lacks": ["kite"]},
    {"who": OWNER, "press": "kite"},
    {"who": OWNER, "say": "/memory", "has": ["kite of Anna is red", "bought in Malmo"]},
    {"who": OWNER, "press": "anchor", "has": ["12 kilos", "14 kilos"]},
    # Passages open under the ids that they had before they were relabelled.
    {"who": OWNER, "press": "before", "has": ["leaves Hamn at nine"]},
    {"who": OWNER, "press": "between", "has": ["leaves Hamn at nine"]},
    {"who": OWNER, "say": "/search salary", "has": ["4100 crowns"]},
    {"who": ERIN, "say": "/search Nordgas", "has": ["in March"]},
    {"who": OWNER, "press": "boiler", "has": ["boiler.md"]},
    {"who": ERIN, "say": "/search Nordgas", "lacks": ["in March"]},
    {
        "who": OWNER,
        "say": "/docs",
        "has": ["boiler.md", "ferry.md", "harbour.md", "lease.md", "mooring.md", "salary.md"],
    },
    {"who": OWNER, "say": "/docs boiler.md file", "file": "boiler.md"},
    {"who": ERIN, "say": "/why", "has": ["ferry.md"]},
    # The vault.
    {
        "who": OWNER,
        "say": "Good morning",
        "model": ["boat lies at pier four", "Answer in short sentences", "Name the pier"],
    },
    {"who": OWNER, "press": "tidy"},
    {
        "file of the home": "vault/Memory.md",
        "has": ["The boat lies at pier four."],
        "lacks": ["at pier four the boat lies"],
    },
    # People, and what each of them may see.
    {"who": OWNER, "say": "/users", "has": ["Bob", "Erin", "telegram:66", "Carl", "Frank"]},
    {"who": OWNER, "press": "carl"},
    {"who": OWNER, "say": PIN, "has": ["Carl"]},
    {"who": CARL, "say": "/search ferry", "has": ["leaves Hamn at nine"]},
    {"who": BOB, "say": "/memory", "has": ["Mia lives in Rome", "key of Bob"], "lacks": ["7781"]},
    {"who": BOB, "say": "/search lease mooring", "has": ["in October", "number 17"]},
    {"who": BOB, "say": "/search salary", "lacks": ["4100"]},
    {"who": MALLORY, "say": "/search ferry", "lacks": ["nine"]},
    # What the disk had cut off: a correction, and a capture.
    {"who": DORA, "say": "/memory", "has": ["in the cabin", "canoe is yellow"], "lacks": ["shed"]},
    # The second question in a row that nobody could answer is put before the owner.
    {"who": OWNER, "say": "/mode", "has": ["telegram:10", "telegram:-100"]},
    {"who": DAN, "say": "What does an airship cost?", "told": OWNER, "of": ["an airship cost"]},
]

# Tables that hold what is to be done, or taken back: they may have fewer rows after that.
SPENT = [
    "capture_results",
    "claim",
    "forgotten",
    "forgotten_files",
    "forgotten_turns",
    "outbox",
    "parked",
    "parts",
    "pin_tries",
    "requests",
    "unsettled",
]
PROMISES: Json = {"sent": {str(chat): told for chat, told in SENT.items()}} | {
    "steps": STEPS,
    "spent": SPENT,
}

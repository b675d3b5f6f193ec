"""What the people of the week send: documents, pictures and recordings."""

from tests.pictures import draw_picture

HANDBOOK = b"""\
# Opening hours

The boathouse is open from 7 to 21. On Sundays it closes at 18.

# Fees

A berth costs 240 euros a year. Guests pay 9 euros a night.

# Keys

A new key costs 30 euros. Ask Anna for it.
"""
LEASE = b"""\
# Lease

Bob rents locker 17 until 31 March 2027. The deposit was 50 euros.
"""
ACCOUNTS = b"""\
# Accounts

The club has 8,412 euros in the bank.
"""
NOTICE = draw_picture("Crane day", "Saturday 31 October, 8 am", "Bring your own ropes")
BOAT = draw_picture(kind="PNG")
INVOICE = draw_picture("Invoice 4711", "Paint for the jetty", "Total 86 euros")
SOUND = b"OggS" + bytes(200)  # of a second; its words are the scripted engine's
MEETING = (
    (0.0, "Welcome to the meeting of the board."),
    (95.0, "The jetty will be repaired in November by Nordbau."),
    (310.0, "The harbour festival moves to the twelfth of June."),
    (600.0, "Thank you all, good night."),
)

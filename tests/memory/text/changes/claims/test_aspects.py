"""What somebody claims of an aspect ends what they claimed of it before, and of nothing else."""

import pytest

from memory.facts.told_change import ends

CHANGED = [
    ("I'm a veggie", "I'm back to eating meat"),
    ("I'm vegan", "I eat meat again, so no vegan stuff needed"),
    ("je suis végétarienne depuis 2019", "je remange de la viande depuis un mois"),
    ("the washing machine is leaking", "the washing machine's been fixed"),
    ("the hedge trimmer is on loan to Pete", "Pete brought the trimmer back"),
    ("I owe Sam 60 quid for the tickets", "paid Sam back"),
    ("Sam owes me 60 quid", "Sam paid me back"),
    ("I'm on the waiting list for an allotment", "got the allotment! plot 31"),
    ("looking for a place of my own", "found a flat! I've got the keys"),
    ("I take sertraline 50", "I came off the sertraline"),
    ("the ladder's in the shed", "Pete's borrowed the ladder now"),
    ("I take my coffee with milk", "I take it without milk now"),
    ("кофе пью с молоком", "а я теперь без молока"),
    ("my phone is a Pixel 6", "finally got a new phone, an iPhone 15"),
    ("I drive a Golf", "I picked up my new car yesterday, it's a Yaris"),
    ("the builder is Colm", "new builder: Dave Ellis, quote 9,100"),
    ("my salary is 31,400", "I got a rise, it's 33,000 now"),
    ("i get 11.44 an hour", "got a raise!! 12.60 an hour now"),
    ("my husband Greg works nights at the depot", "Greg's on days now"),
    ("I'm on earlies at the bakery", "they've put me on lates"),
    ("the spare key is under the blue pot", "spare key is with Janet at number 9 now"),
    ("the boiler's a Baxi from 2009", "had the boiler ripped out, it's a Vaillant now"),
    ("wifi password is plumtree88", "had to reset the wifi, it's quince41 now"),
    ("our broadband is with Sky, 32 a month", "switched to Zen for the broadband"),
    ("on part en Corse fin juillet", "laisse tomber, on va en Bretagne"),
    ("Holiday booked: Crete, 14 to 28 June", "scrap that, we're going to Madeira instead"),
    ("I drive a 2016 Fiesta", "sold the Fiesta to my cousin"),
    ("Ella goes to St Mary's", "Ella started at Hillside Academy last week"),
    ("Ollie is still at nursery, Little Acorns", "Ollie has started reception at St Jude's"),
    ("thesis deadline is 30 September", "deadline's been extended to 15 December"),
    ("der Zahnarzttermin ist am 4. März um 9", "Zahnarzt ist auf den 11. verschoben"),
    ("I'm reading Middlemarch, on chapter 12", "finished Middlemarch at last"),
    ("Netflix is £10.99 a month and we split it with Dad", "got rid of Netflix"),
]

UNCHANGED = [
    ("I'm a vegetarian", "my son eats meat again"),
    ("I'm a vegetarian", "I ate meat at the wedding"),
    ("my partner is vegan", "I'm back to eating meat"),
    ("the kitchen tap is leaking", "the bathroom tap's been fixed"),
    ("mum's boiler is broken", "our boiler's been fixed"),
    ("the washing machine is leaking", "the washing machine hasn't been fixed"),
    ("the washing machine is leaking", "someone is coming to fix the washing machine"),
    ("I owe Sam 60 quid", "paid Leah back"),
    ("I owe Sam 60 quid", "I paid Sam 20 back"),
    ("I owe Sam 60 quid", "Sam paid me back"),
    ("Leah owes me 25", "paid Leah"),
    ("I lent Pete the drill", "Pete brought cake"),
    ("I lent Pete the drill", "I brought the drill to work"),
    ("I'm looking for a flat", "my sister found a flat"),
    ("I'm looking for a flat", "found a lovely place for dinner"),
    ("we're on the waiting list for an allotment", "Jo got an allotment"),
    ("the ladder's in the shed", "Pete wants to borrow the ladder"),
    ("the ladder's in the shed", "borrowed a ladder from Pete"),
    ("I take sertraline 50", "my mum came off sertraline"),
    ("I take the bus to work", "came off the bus at Mill Lane"),
    ("I go running with music", "I sleep without music now"),
    ("my phone is a Pixel 6", "my sister got a new phone, an iPhone 15"),
    ("my phone is a Pixel 6", "I got a new work phone, an iPhone"),
    ("my phone is a Pixel 6", "thinking of getting a new phone"),
    ("my phone is a Pixel 6", "got a new phone case"),
    ("my phone is on the desk", "got a new phone"),
    ("I drive a bus", "I got a new car"),
    ("the builder is Colm", "new plumber: Dave Ellis"),
    ("my salary is 31,400", "Beth got a rise, she's on 33,000"),
    ("the rent is 900", "I got a rise, it's 33,000 now"),
    ("my husband Greg works nights at the depot", "Alfie's on days now"),
    ("my husband Greg works nights at the depot", "Greg's on days off now"),
    ("I work nights", "I sleep better these days"),
    ("I'm on earlies at the bakery", "they've put Shaz on lates"),
    ("the spare key is under the blue pot", "the car key is with Janet now"),
    ("the boiler's a Baxi", "had the oven ripped out, it's a Neff now"),
    ("our broadband is with Sky", "my parents switched to Zen for the broadband"),
    ("our broadband is with Sky", "I switched to decaf for the week"),
    ("my sister is going to Crete", "scrap that, we're going to Madeira instead"),
    ("we're flying to Rome on 3 May", "we might go to Madeira instead"),
    ("Ella goes to St Mary's", "Ella started swimming at St Jude's"),
    ("Ella goes to primary school", "Ella started at Hillside Primary"),
    ("the thesis deadline is 3 May", "the grant deadline's been extended to 9 June"),
    ("der Zahnarzttermin ist am 4. März um 9", "die Zahnarztrechnung ist am 11. gekommen"),
    ("la danse de Chloé c'est le mardi", "la danse de Léa est passée au vendredi"),
]


@pytest.mark.parametrize(("old", "new"), CHANGED)
def test_another_value_of_an_aspect_ends_the_one_before(old: str, new: str) -> None:
    assert ends(new, old)


@pytest.mark.parametrize(("old", "new"), UNCHANGED)
def test_what_is_of_another_or_only_planned_ends_nothing(old: str, new: str) -> None:
    assert not ends(new, old)

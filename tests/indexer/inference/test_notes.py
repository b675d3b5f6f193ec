"""One-line notes of what a person said: kept as worded only if nothing was changed."""

import pytest

from indexer.inference.notes import judge_note


@pytest.mark.parametrize(
    ("said", "note"),
    [
        ("I rent a studio near the canal.", "Rents a studio near the canal."),
        ("I rent a studio near the canal.", "The user rents a studio near the canal."),
        ("I bought a tandem in May.", "Purchased a tandem in May."),
        ("Ich wohne seit drei Jahren in Bremen.", "Wohnt seit drei Jahren in Bremen."),
        ("J'habite à Nantes depuis 2015.", "Habite à Nantes depuis 2015."),
        ("Vivo en Cádiz con mi hermana.", "Vive en Cádiz con su hermana."),
        ("Abito a Torino da dieci anni.", "Abita a Torino da dieci anni."),
        ("Moro em Recife desde janeiro.", "Mora em Recife desde janeiro."),
        ("Ik woon sinds 2018 in Utrecht.", "Woont sinds 2018 in Utrecht."),
        ("Я живу в Казани.", "Живёт в Казани."),
        ("我住在杭州。", "住在杭州。"),
        ("私は京都に住んでいます。", "京都に住んでいる。"),
        ("I quit smoking.", "No longer smokes."),
        ("I stopped smoking.", "Does not smoke any more."),
        ("Ich nehme Tee statt Kaffee.", "Nimmt Tee statt Kaffee."),
        ("Das Treffen findet am Montag statt.", "Das Treffen findet am Montag statt."),
        ("Ahora nuestro perro se llama Rayo.", "El perro se llama Rayo."),
        ("Somebody stole my bike.", "Somebody stole the bike."),
        ("My address is 5 Mill Lane, York.", "Lives at 5 Mill Lane, York."),
        ("Meine Adresse ist Lindenweg 4 in Kiel.", "Wohnt im Lindenweg 4 in Kiel."),
        ("Mon adresse est 12 rue des Lilas à Nantes.", "Habite 12 rue des Lilas à Nantes."),
    ],
)
def test_a_note_in_the_third_person_follows(said: str, note: str) -> None:
    verdict = judge_note(note, said)
    assert not verdict.reasons
    assert verdict.coverage > 0.8


@pytest.mark.parametrize(
    ("said", "note", "reason"),
    [
        ("I don't keep bees.", "Keeps bees.", "negation"),
        ("I've finished the pottery course.", "Never finished the pottery course.", "negation"),
        ("I have quit the job.", "Has not quit the job.", "negation"),
        ("The concert is not cancelled.", "The concert is cancelled.", "negation"),
        ("Ich habe mit dem Kurs aufgehört.", "Hat mit dem Kurs nie aufgehört.", "negation"),
        ("J'ai terminé le cours.", "N'a pas terminé le cours.", "negation"),
        ("Ho smesso di fumare.", "Non ha smesso di fumare.", "negation"),
        ("Deixei o emprego.", "Não deixou o emprego.", "negation"),
        ("Ik heb de cursus beëindigd.", "Heeft de cursus niet beëindigd.", "negation"),
        ("Я бросил курить.", "Не бросил курить.", "negation"),
        ("Das Konzert findet doch statt.", "Das Konzert findet nicht statt.", "negation"),
        ("Das Treffen findet am Montag statt.", "Das Treffen findet nicht statt.", "negation"),
        ("Petra and I got married.", "Petra got married to somebody else.", "somebody"),
        ("Petra und ich haben geheiratet.", "Petra hat jemand anderen geheiratet.", "somebody"),
        ("我结婚了。", "和别人结婚了。", "somebody"),
        ("I used to keep bees.", "Keeps bees.", "ended"),
        ("I almost bought a barge.", "Bought a barge.", "ended"),
        ("I would like to keep bees.", "Keeps bees.", "mood"),
        ("If it snows, I stay in Davos.", "Stays in Davos.", "mood"),
        ("My cousin keeps bees.", "Keeps bees.", "another"),
        ("My cousin's address is 5 Mill Lane.", "Lives at 5 Mill Lane.", "another"),
        ("The dentist's address is 5 Mill Lane.", "Lives at 5 Mill Lane.", "more"),
        ("My address used to be 5 Mill Lane.", "Lives at 5 Mill Lane.", "ended"),
        ("She keeps bees.", "Keeps bees.", "another"),
        ("I keep bees.", "Keeps bees on the roof.", "more"),
        ("I worked as a diver.", "Works as a diver.", "past"),
        ("Jonas owes me 40 euros.", "Owes Jonas 40 euros.", "speaker"),
        ("I moved from Lyon to Metz.", "Moved from Metz to Lyon.", "relation"),
        ("I like plums more than pears.", "Likes pears more than plums.", "relation"),
        ('Tom said: "I keep bees."', "Keeps bees.", "quoted"),
        ("Früher wohnte ich in Kiel.", "Wohnt in Kiel.", "ended"),
        ("J'ai failli acheter un voilier.", "A acheté un voilier.", "ended"),
        ("Quizás compre una moto.", "Compra una moto.", "mood"),
        ("Mio fratello vive a Bari.", "Vive a Bari.", "another"),
        ("Não tenho carro.", "Tem carro.", "negation"),
        ("Ik ben bijna verhuisd.", "Is verhuisd.", "ended"),
        ("Моя сестра живёт в Омске.", "Живёт в Омске.", "another"),
        ("我妹妹住在杭州。", "住在杭州。", "another"),
        ("京都に住みたいです。", "京都に住んでいる。", "mood"),
    ],
)
def test_what_changes_the_meaning_speaks_against_a_note(said: str, note: str, reason: str) -> None:
    assert reason in judge_note(note, said).reasons


def test_what_is_preferred_may_be_said_with_another_verb() -> None:
    said = "I'd rather take the train than drive."
    assert not judge_note("Prefers the train to driving.", said).reasons


def test_the_name_of_the_person_may_stand_in_a_note_about_them() -> None:
    assert not judge_note("Mira keeps bees.", "I keep bees.", author="Mira").reasons
    assert "more" in judge_note("Mira keeps bees.", "I keep bees.").reasons


@pytest.mark.parametrize(
    ("said", "note", "reason"),
    [
        ("Jana ist älter als ich.", "Ist älter als Jana.", "compared"),
        ("I'd rather take the train than drive.", "Prefers driving to the train.", "compared"),
        ("I live in Leeds, says my phone.", "Lives in Leeds.", "mood"),
        ("D'après Paul, j'habite à Metz.", "Habite à Metz.", "mood"),
        ("Брат думает, что я вегетарианец.", "Вегетарианец.", "mood"),
        (
            "Gosto mais de caminhar do que de nadar.",
            "Gosta mais de nadar do que de caminhar.",
            "compared",
        ),
        ("Mon vélo est plus vieux que celui de Luc.", "Le vélo de Luc est vieux.", "compared"),
        ("Ik wandel liever dan dat ik zwem.", "Zwemt liever dan dat hij wandelt.", "compared"),
        ("小雅比我大。", "比小雅大。", "compared"),
        ("Preferisco il tè al caffè.", "Preferisce il caffè al tè.", "relation"),
        ("我们从成都搬到昆明。", "从昆明搬到成都。", "relation"),
        ("Tom hat mir ein Zelt geliehen.", "Hat Tom ein Zelt geliehen.", "speaker"),
        ("I taught Maria to swim.", "Was taught to swim by Maria.", "speaker"),
        ("Андрей должен мне сто рублей.", "Должен Андрею сто рублей.", "speaker"),
        ("李娜教我游泳。", "教李娜游泳。", "speaker"),
        ("Der Bruder meiner Frau malt.", "Malt.", "another"),
        ("A mi padre le duele la rodilla.", "Le duele la rodilla.", "another"),
        ("A minha irmã mora em Faro.", "Mora em Faro.", "another"),
        ("Vou de Faro para Braga no sábado.", "Vai de Braga para Faro no sábado.", "relation"),
        ("У брата аллергия на орехи.", "Аллергия на орехи.", "another"),
        ("De hond van Anna bijt.", "De hond bijt.", "another"),
        ("Depuis mai, mon frère travaille à Lille.", "Travaille à Lille depuis mai.", "another"),
        ("I once wanted to become a pilot.", "Wants to become a pilot.", "past"),
    ],
)
def test_who_does_what_is_compared_in_every_language(said: str, note: str, reason: str) -> None:
    assert reason in judge_note(note, said).reasons


@pytest.mark.parametrize(
    ("said", "note"),
    [
        ("Jana ist älter als ich.", "Jana ist älter als der Nutzer."),
        ("Gosto mais de caminhar do que de nadar.", "Gosta mais de caminhar do que de nadar."),
        ("Preferisco il tè al caffè.", "Preferisce il tè al caffè."),
        ("El vecino cree que Marta vive en Vigo.", "El vecino cree que vive en Vigo Marta."),
        ("Ich schulde Paul zehn Euro.", "Schuldet Paul zehn Euro."),
        ("Я должен Павлу сто рублей.", "Должен Павлу сто рублей."),
        ("A mi padre le duele la rodilla.", "A su padre le duele la rodilla."),
        ("Seit Mai arbeitet mein Bruder in Kiel.", "Bruder arbeitet seit Mai in Kiel."),
        ("Am Montag koche ich für meine Schwester.", "Kocht am Montag für seine Schwester."),
    ],
)
def test_who_does_what_may_be_said_in_another_form(said: str, note: str) -> None:
    assert not judge_note(note, said).reasons


@pytest.mark.parametrize(
    ("said", "note", "reason"),
    [
        ("Mia suocera mi ha regalato una sciarpa.", "Ha regalato una sciarpa alla suocera.", ""),
        ("Ich habe Kim 300 Euro geliehen.", "Hat von Kim 300 Euro geliehen.", "speaker"),
        ("我借给小刘两千块钱。", "小刘借给用户两千块钱。", "speaker"),
        ("C'est Rose qui m'a appris à lire.", "A appris à lire à Rose.", "speaker"),
        ("Emprestei o carro à Inês.", "A Inês emprestou-lhe o carro.", "speaker"),
        ("Siamo partiti da Bari per Spalato.", "È partito da Spalato per Bari.", "relation"),
        ("J'écris au feutre au lieu du stylo.", "Écrit au stylo au lieu du feutre.", "relation"),
        ("Hopefully I'll get the allotment.", "Will get the allotment.", "mood"),
        ("Ich habe vergessen, das Öl zu wechseln.", "Hat das Öl gewechselt.", "refused"),
        ("Ich vertrage keine Nüsse, aber Obst geht.", "Verträgt kein Obst.", "mixed"),
        ("我比较喜欢游泳，不太喜欢跑步。", "比较喜欢跑步。", "mixed"),
        ("Je travaille au port depuis six ans.", "A travaillé au port.", "past"),
        ("My nephew is allergic to wasps.", "Is allergic to wasps.", "another"),
        ("Моя свекровь живёт в Омске.", "Живёт в Омске.", "another"),
    ],
)
def test_givers_and_what_was_only_hoped_or_forgotten(said: str, note: str, reason: str) -> None:
    reasons = judge_note(note, said).reasons
    assert reason in reasons if reason else reasons


@pytest.mark.parametrize(
    ("said", "note"),
    [
        ("I'm dreading the interview in May.", "Dreads the interview in May."),
        ("Ik lust geen witlof.", "Lust geen witlof."),
        ("We rijden van Assen naar Gent.", "Rijdt van Assen naar Gent."),
        ("Siamo partiti da Bari per Spalato.", "È partito da Bari per Spalato."),
        ("Una volta suonavo il flauto.", "Una volta suonava il flauto."),
        ("Quase perdi o voo para Faro.", "Quase perdeu o voo para Faro."),
        ("Esqueci-me de pagar a água.", "Esqueceu-se de pagar a água."),
        ("C'est Rose qui m'a appris à lire.", "Rose lui a appris à lire."),
        ("Мы едем из Уфы в Тулу.", "Едет из Уфы в Тулу."),
        ("我妹妹对芒果过敏。", "用户的妹妹对芒果过敏。"),
        ("我想学游泳。", "想学游泳。"),
        ("Mein Chef hat mir Urlaub versprochen.", "Der Chef hat ihm Urlaub versprochen."),
    ],
)
def test_a_form_that_another_person_takes_changes_nothing(said: str, note: str) -> None:
    assert not judge_note(note, said).reasons


@pytest.mark.parametrize(
    ("said", "note"),
    [
        ("Como de todo menos el queso que me da alergia.", "Come queso."),
        ("Como de todo menos pescado que no me gusta.", "Come pescado."),
        ("Como de tudo menos o queijo que me dá alergia.", "Come queijo."),
        ("Gosto de todos os desportos menos o futebol que é chato.", "Gosta de futebol."),
        ("I eat everything except fish that I don't like.", "Eats fish."),
    ],
)
def test_an_exception_that_a_clause_tells_more_of_is_no_comparison(said: str, note: str) -> None:
    assert "negation" in judge_note(note, said).reasons


def test_less_compares() -> None:
    assert not judge_note("Es menos rápido que Ana.", "Soy menos rápido que Ana.").reasons


@pytest.mark.parametrize(
    ("said", "note"),
    [
        ("ik ga niet meer naar die kapper", "Gaat naar die kapper."),
        ("I'm never going back to that barber", "Goes to that barber."),
        ("je vais plus à la piscine", "Va à la piscine."),
        ("Lisa hat mich angerufen", "Hat Lisa angerufen."),
        ("ich habe Lisa angerufen", "Lisa hat ihn angerufen."),
    ],
)
def test_what_points_denies_or_acts_is_read_as_it_is_meant(said: str, note: str) -> None:
    assert judge_note(note, said).reasons


@pytest.mark.parametrize(
    ("said", "note"),
    [
        ("ik ga nog steeds naar die kapper", "Gaat nog steeds naar die kapper."),
        ("I always go to that barber", "Always goes to that barber."),
        ("je ne vais plus à la piscine", "Ne va plus à la piscine."),
        ("ich habe Lisa angerufen", "Hat Lisa angerufen."),
    ],
)
def test_what_says_the_same_follows(said: str, note: str) -> None:
    assert not judge_note(note, said).reasons

"""The commonest words of each language: they tell languages apart and carry no topic of their own.

Written with their accents; `of` gives them folded, as the analysis meets them. Words with a second
meaning that people search for ("may", "will" in a name) are left in: they are frequent enough to
weigh little, and a month must be found.
"""

from functools import cache

from indexer.folding import fold

_WORDS = {
    "en": """a about above after again against ain all also always am among an and another any
        anybody anyone anything are aren around as at away be became because been before being
        below between both but by came can cannot cant come could couldn couldnt did didn didnt do
        does doesn doesnt doing don done dont down during each either else ever every everyone
        everything few for from further get gets getting go goes going got had hadn hadnt has hasn
        hasnt have haven havent having he hed her here hers herself hes him himself his how
        however i id if ill im in into is isn isnt it its itself ive just let lets like ll made
        make many me might mine more most much must my myself neither no nobody none nor not
        nothing now of off often on once one only onto or other others our ours ourselves out over
        own per please put quite rather re really s said same say says she shes should shouldn
        shouldnt since so some somebody someone something still such t tell than that thats the
        their theirs them themselves then there theres these they theyre theyve this those though
        through to together too toward towards under until up upon us use used using ve very via
        was wasn wasnt we well went were weren werent weve what whatever whats when where whether
        which while who whom whose why with within without won wont would wouldn wouldnt yes yet
        you youd youll your youre yours yourself yourselves youve""",
    "de": """aber alle allem allen aller alles als also am an ander andere anderen auch auf aus
        bei beim bin bis bist da dabei dadurch daher damit dann das dass dazu dein dem den denn der
        deren des dessen deshalb die dies diese diesem diesen dieser dieses doch dort du durch ein
        eine einem einen einer eines einige er es etwa etwas euch euer für gegen gibt hab habe
        haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in
        indem ins ist ja jede jedem jeden jeder jedes jene kann kein keine keinem keinen keiner
        können könnte man manche mehr mein meine meinem meinen meiner mich mir mit muss müssen nach
        nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner selbst sich sie
        sind so solche soll sollen sollte sondern sonst um und uns unser unter viel vom von vor
        wann war waren warum was wegen weil welche welchem welchen welcher welches wenn wer werde
        werden wie wieder wieso wieviele will wir wird wo wohin woher worden wurde wurden während
        zu zum zur zwar zwischen über""",
    "fr": """à ai alors après au aucun aussi autre autres aux avait avant avec avez avoir avons
        c ça car ce cela celle celles celui ces cet cette ceux chaque chez comme comment combien d
        dans de depuis des donc dont du elle elles en encore entre es est et étaient était étant
        été être eu eux fait font fut il ils j je jusque l la là laquelle le lequel les lesquels
        leur leurs lors lui m ma mais me même mes moi moins mon n ne ni nos notre nous on ont ou où
        par parce pas pendant peu peut peuvent plus pour pourquoi qu quand que quel quelle quelles
        quels qui quoi s sa sans se selon sera ses si son sont sous sur t ta te tes toi ton tous
        tout toute toutes très tu un une vers voici vos votre vous y""",
    "es": """a al algo algunos ante antes aquel aquella así aun aunque bajo cada como cómo con
        contra cual cuál cuales cuáles cuando cuándo cuanto cuánto cuántos cuya cuyo de del desde
        donde dónde dos durante e el él ella ellas ellos en entre era eran eres es esa esas ese
        eso esos esta está están estaba estado estamos estar estas este esto estos fue fueron ha
        había han has hasta hay he la las le les lo los más me mi mí mientras mis mucho muy nada
        ni no nos nosotros nuestra nuestro o os otra otras otro otros para pero poco por porque
        qué que quien quién quienes se sea según ser si sí sido sin sobre son su sus también tanto
        te tener tenía ti tiene tienen todo todos tu tus un una unas uno unos usted vosotros y ya
        yo""",
    "it": """a ad agli ai al alla alle allo anche ancora avere aveva c che chi ci ciò come con
        contro cosa così cui d da dagli dai dal dalla dalle dallo degli dei del della delle dello
        dentro di dopo dove due e è ed era erano essere fa fino fra fu furono gli ha hanno ho i il
        in io l la le lei li lo loro lui ma me mentre mi mia mio molto ne negli nei nel nella nelle
        nello noi non nostra nostro o ogni oltre per perché però più poi prima qual quale quali
        quando quanti quanto quella quelle quelli quello questa queste questi questo qui sarà se
        sei senza si sia siamo sono sopra sotto sta stata stato su sua sue sugli sui sul sulla suo
        suoi tra tu tutta tutti tutto un una uno verso vi voi""",
    "pt": """a à ao aos aquela aquele aquilo as às até com como contra da das de dela dele deles
        depois desde do dos e é ela elas ele eles em entre era eram essa esse esta está estão
        estava este estes eu foi foram há isso isto já lhe mais mas me mesmo meu minha muito na não
        nas nem no nos nós nossa nosso num numa o onde os ou para pela pelas pelo pelos por porque
        porquê qual quais quando quanto quantos que quê quem são se sem ser será seu seus só sob
        sobre sua suas também te tem têm tinha todo todos tu tua um uma umas uns você vocês""",
    "nl": """aan al alle als altijd andere ben bij daar dan dat de der deze die dit doch doen door
        dus een en er ge geen had heb hebben heeft hem het hier hij hoe hoeveel hun iets ik in is
        ja je jij jullie kan kon kunnen maar me meer men met mij mijn moet na naar niet niets nog
        nu of om omdat onder ons ook op over reeds te tegen toch toen tot u uit uw van veel voor
        waar waarom wanneer want waren was wat welk welke werd werden wezen wie wij wil worden
        wordt zal ze zelf zich zij zijn zo zonder zou""",
    "sv": """alla allt att av blev bli blir de dem den denna deras dess dessa det detta dig din
        dina du där då efter ej eller en er ett från för ha hade han hans har henne hennes hon
        honom hur här i icke ingen inom inte jag kan kunde man med mellan men mig min mot mycket
        ni nu när någon något några och om oss på samma sedan sig sin sina sitta som så sådan till
        under upp ut utan vad var vara varför varit vars vem vi vid vilka vilken vilket vår över
        är""",
    "da": """ad af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig
        din disse dog du efter eller en end er et for fra få ham han hans har havde have hende
        hendes her hos hun hvad hvem hver hvilke hvilken hvis hvor hvordan hvorfor hvornår i ikke
        ind jeg jer jo kan kunne man mange med meget men mig min mine mod ned noget nogle nu når og
        også om op os over på selv sig sin sine skal skulle som sådan til ud under var vi vil ville
        vor være været""",
    "no": """alle at av ble bli blir da de deg dem den denne der dere deres det dette di din disse
        du eller en er et ett etter for fordi fra før ha hadde han hans har henne hennes her ho hos
        hun hva hvem hver hvilke hvilken hvis hvor hvordan hvorfor i ikke ingen inn jeg kan kom
        kunne man mange med meg meget mellom men mer min mot mye ned noe noen nå når og også om opp
        oss over på seg selv sin skal skulle slik som så til ut uten var ved vi vil ville være vært
        vår""",
    "fi": """ei eivät ehkä eli en enemmän että hän häneen hänen he heidän ilman itse ja jo joka
        jonka jos jossa joten jotka jotta kaikki kanssa keitä ketkä koska kuin kuinka kuka kun me
        mihin mikä miksi millä milloin minkä minä missä mistä mitä mitkä monta mukaan mutta myös ne
        niiden niin nyt ole oli olisi olivat olla on ovat se sekä sen siellä siihen siinä sitä
        sitten tai tämä tämän tässä te tuo vaan vai vain vielä voi yli""",
    "pl": """a aby ale ani aż bardzo bez będzie bo by być był była było były ci co czy dla do gdy
        gdzie go i ich ile im inne iż ja jak jaka jaki jakie jako je jego jej jest jeszcze jeśli
        jeżeli już kiedy która które którego której który których którzy kto lub ma może można mu
        na nad nas nie nich niż o od on ona one oni oraz pan po pod ponieważ poza przed przez przy
        roku również są się skąd swoje ta tak także tam te tego tej ten to tu tych tylko tym u w
        we więc wszystko z za ze że""",
    "cs": """a aby ale ani asi až být bez bude budou by byl byla byli bylo byly co což do ho i já
        jak jaká jaké jaký jako je jeho její jejich jen jenž ještě ji již jsem jsi jsme jsou k kam
        kde kdo kdy když ke kolik která které který kteří ku má mezi mi místo mít můj může na nad
        náš ne nebo než nic o od on ona oni pak po pod podle pokud pouze pro proč proto protože
        před při s se si své svůj ta tak také tato tedy ten tento to tohoto tom tu tuto ty u už v
        ve více vše však z za zda ze že""",
    "ro": """a abia aceasta acest aceste această aceea acel acele acum ai aici al ale am ar are as
        asta au avea avut ca că când care câte câți ce cel cele cine cu cum da dar de deci decât
        despre din doar după ea ei el ele era erau este eu fi fie fiind fost iar în îl îi între la
        le lor lui mai mea meu mult ne nici nu o or ori pe pentru prin s sa să sale sau se si și
        sunt te toate tot toți tu un una unde unei unui unor va vor""",
    "hu": """a abban ahhoz aki akik akkor által amely amelyek ami amíg annak arra az azok azon
        azonban azt azután be ben csak de e egy egyes egyik ehhez el ennek erre és ez ezek ezért
        ezt fel ha hanem hány hogy hogyan hol honnan hová ide így igen illetve is itt kell ki kik
        között le lehet lesz lett majd már meg melyik mely mert mi miért mikor milyen mind mindig
        mint mit most nagyon ne nekem nem nincs ő ők oda olyan ott pedig s se sem szerint tehát te
        ti több úgy után vagy van vannak vele volt voltak""",
    "tr": """acaba ama aslında az bana bazı belki ben beni bir biri birkaç biz bize bizim böyle bu
        buna bunda bundan bunu bunun çok çünkü da daha de defa değil diye en gibi göre hangi hem
        hep her hiç için ile ise kaç kadar kez ki kim kime kimin mı mi mu mü nasıl ne neden nerede
        nereye niçin niye o olan olarak oldu olduğu olur ona onlar onu onun ve veya ya yani sen
        senin siz sizin sonra şey şu tüm var yok""",
    "id": """ada adalah akan aku anda apa apakah atau bagaimana bagi bahwa banyak beberapa belum
        berapa bisa boleh bukan dalam dan dapat dari dengan di dia hanya harus ia ini itu jika juga
        kami kamu kapan karena ke kepada kita lagi lebih maka mana mereka namun oleh pada para
        sangat saat saya sebagai sebuah secara sedang sehingga seperti serta siapa suatu sudah
        telah tentang tersebut tetapi tidak untuk yaitu yang""",
    "vi": """bị bởi cả các cái cho có của cũng đã đang đây để đến đi do đó được gì hay hơn khi
        không là lại làm mà mỗi một này nào nên nếu người như nhưng những ở phải qua ra rất rằng
        sau sẽ số sự tại thế thì theo trên trong trước từ và vào về vì với""",
    "ru": """а без более бы был была были было быть в вам вас ваш весь во вот все всего всех вы
        где да даже для до его ее ей ему если есть еще же за здесь и из или им их к как какая какие
        какой какую каких ко когда кого кому который которая которое которые кто куда ли либо между
        меня мне много может мой мы на над надо нам нас наш не него нее нет ни них но ну о об
        однако он она они оно от откуда очень по под после потому почему при про с сам свой своих
        себя сколько со так также такой там те тем то того тоже только том тот ту ты у уже чего чем
        через что чтобы чье чья эта эти это этого этой этом этот этих я""",
    "uk": """а або але б без би був була були було бути в вам вас ви від він вона вони все всі де
        для до є за з зі і із її їх й його коли кого куди ли лише між мене мені ми може на над нам
        нас наш не неї немає ні них ну о об одна по під після при про та так такий також там те ти
        тим то тобто того тоді той тому у хто це цей ці цього чи чому що щоб ще я як яка яке який
        які якщо""",
    "el": """αλλά αν αντί από αυτά αυτές αυτή αυτό αυτοί αυτός αυτού αυτών για γιατί δεν εάν εγώ
        είμαι είναι εκείνη εκείνο εκείνος εμείς ένα ένας εσύ έχει έχουν η ήταν θα και κάθε κατά κι
        μα με μέσα μετά μη μην μια μου να ο οι όμως όπως όταν ότι ου πιο ποια ποιο ποιοι ποιος πολύ
        πόσο πότε που πού προς πως πώς σαν σας σε στη στην στις στο στον στους στων τα την της τι
        τις το τον του τους των ως""",
    "ar": """أن أو أي أين إذا إلا إلى إن أنا أنت التي الذي الذين بعد بعض بل بين تلك ثم حتى حول
        حيث خلال دون ذلك سوف على عليه عليها عن عند عندما غير في فيه فيها قبل قد كان كانت كل كم كما
        كيف لا لقد لكن لم لماذا لن له لها ليس ما ماذا متى مثل مع من منذ منه منها نحن هذا هذه هل هم
        هنا هناك هو هي و وقد وهو وهي يكون""",
    "fa": """از است اش اما آن آنها اگر ای این با باید بر برای بود بوده به بین پس تا تر چرا چند چه
        چون چیست چگونه حتی خود در دو دیگر را سپس شد شده شود کجا کدام کرد کرده که کسی کند کنند ما
        من می نیز نیست ها هر هم همه هیچ و وی ولی یا یک""",
    "hi": """अगर अपना अपनी अपने और आदि आप इन इस इसका इसकी इसके इसमें उन उनका उनकी उनके उस उसका उसकी
        उसके एक एवं ऐसा ऐसे कब कर करता करते करना करने कहाँ का कि किया किस किसी की कुछ के को कोई कौन
        क्या क्यों गया जब जहाँ जा जो तक तब तो था थी थे द्वारा नहीं ने पर फिर बहुत बाद भी में यदि यह
        या ये रहा रहे लिए वह वाले वे सभी से हम ही हुआ है हैं हो होता होती होते""",
}

LANGUAGES = tuple(_WORDS)


@cache
def of(language: str) -> frozenset[str]:
    """The stop words of a language, folded; none for a language without a list."""
    return frozenset(fold(word) for word in _WORDS.get(language, "").split())


@cache
def telling() -> dict[str, tuple[str, ...]]:
    """Folded stop word -> the languages it is one of; single letters tell nothing."""
    words = sorted({word for language in LANGUAGES for word in of(language) if len(word) > 1})
    return {word: tuple(each for each in LANGUAGES if word in of(each)) for word in words}

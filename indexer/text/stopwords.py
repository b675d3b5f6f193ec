"""The commonest words of each language: they tell languages apart and carry no topic of their own.

Written folded, as the analysis meets them: folding them at every start took longer than an answer.
Words with a second meaning that people search for ("may", "will" in a name) are left in: they are
frequent enough to weigh little, and a month must be found.
"""

from functools import cache

_WORDS = {
    "en": """a about above after again against ain all also always am among an and another any
        anybody anyone anything are aren around as at away be became because been before being
        below between both but by came can cannot cant come could couldn couldnt did didn didnt
        do does doesn doesnt doing don done dont down during each either else ever every
        everyone everything few for from further get gets getting go goes going got had hadn
        hadnt has hasn hasnt have haven havent having he hed her here hers herself hes him
        himself his how however i id if ill im in into is isn isnt it its itself ive just let
        lets like ll made make many me might mine more most much must my myself neither no
        nobody none nor not nothing now of off often on once one only onto or other others our
        ours ourselves out over own per please put quite rather re really s said same say says
        she shes should shouldn shouldnt since so some somebody someone something still such t
        tell than that thats the their theirs them themselves then there theres these they
        theyre theyve this those though through to together too toward towards under until up
        upon us use used using ve very via was wasn wasnt we well went were weren werent weve
        what whatever whats when where whether which while who whom whose why with within
        without won wont would wouldn wouldnt yes yet you youd youll your youre yours yourself
        yourselves youve""",
    "de": """aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei
        beim bin bis bist da dabei dadurch daher damit dann das dass dazu dein dem den denn der
        deren des deshalb dessen die dies diese diesem diesen dieser dieses doch dort du durch
        ein eine einem einen einer eines einige er es etwa etwas euch euer fur gegen gibt hab
        habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren
        ihrer im in indem ins ist ja jede jedem jeden jeder jedes jene kann kein keine keinem
        keinen keiner konnen konnte man manche mehr mein meine meinem meinen meiner mich mir
        mit muss mussen nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem
        seinen seiner selbst sich sie sind so solche soll sollen sollte sondern sonst uber um
        und uns unser unter viel vom von vor wahrend wann war waren warum was wegen weil welche
        welchem welchen welcher welches wenn wer werde werden wie wieder wieso wieviele will
        wir wird wo woher wohin worden wurde wurden zu zum zur zwar zwischen""",
    "fr": """a ai alors apres au aucun aussi autre autres aux avait avant avec avez avoir avons c ca
        car ce cela celle celles celui ces cet cette ceux chaque chez combien comme comment d
        dans de depuis des donc dont du elle elles en encore entre es est et etaient etait
        etant ete etre eu eux fait font fut il ils j je jusque l la laquelle le lequel les
        lesquels leur leurs lors lui m ma mais me meme mes moi moins mon n ne ni nos notre nous
        on ont ou par parce pas pendant peu peut peuvent plus pour pourquoi qu quand que quel
        quelle quelles quels qui quoi s sa sans se selon sera ses si son sont sous sur t ta te
        tes toi ton tous tout toute toutes tres tu un une vers voici vos votre vous y""",
    "es": """a al algo algunos ante antes aquel aquella asi aun aunque bajo cada como con contra
        cual cuales cuando cuanto cuantos cuya cuyo de del desde donde dos durante e el ella
        ellas ellos en entre era eran eres es esa esas ese eso esos esta estaba estado estamos
        estan estar estas este esto estos fue fueron ha habia han has hasta hay he la las le
        les lo los mas me mi mientras mis mucho muy nada ni no nos nosotros nuestra nuestro o
        os otra otras otro otros para pero poco por porque que quien quienes se sea segun ser
        si sido sin sobre son su sus tambien tanto te tener tenia ti tiene tienen todo todos tu
        tus un una unas uno unos usted vosotros y ya yo""",
    "it": """a ad agli ai al alla alle allo anche ancora avere aveva c che chi ci cio come con
        contro cosa cosi cui d da dagli dai dal dalla dalle dallo degli dei del della delle
        dello dentro di dopo dove due e ed era erano essere fa fino fra fu furono gli ha hanno
        ho i il in io l la le lei li lo loro lui ma me mentre mi mia mio molto ne negli nei nel
        nella nelle nello noi non nostra nostro o ogni oltre per perche pero piu poi prima qual
        quale quali quando quanti quanto quella quelle quelli quello questa queste questi
        questo qui sara se sei senza si sia siamo sono sopra sotto sta stata stato su sua sue
        sugli sui sul sulla suo suoi tra tu tutta tutti tutto un una uno verso vi voi""",
    "pt": """a ao aos aquela aquele aquilo as ate com como contra da das de dela dele deles depois
        desde do dos e ela elas ele eles em entre era eram essa esse esta estao estava este
        estes eu foi foram ha isso isto ja lhe mais mas me mesmo meu minha muito na nao nas nem
        no nos nossa nosso num numa o onde os ou para pela pelas pelo pelos por porque quais
        qual quando quanto quantos que quem sao se sem ser sera seu seus so sob sobre sua suas
        tambem te tem tinha todo todos tu tua um uma umas uns voce voces""",
    "nl": """aan al alle als altijd andere ben bij daar dan dat de der deze die dit doch doen door
        dus een en er ge geen had heb hebben heeft hem het hier hij hoe hoeveel hun iets ik in
        is ja je jij jullie kan kon kunnen maar me meer men met mij mijn moet na naar niet
        niets nog nu of om omdat onder ons ook op over reeds te tegen toch toen tot u uit uw
        van veel voor waar waarom wanneer want waren was wat welk welke werd werden wezen wie
        wij wil worden wordt zal ze zelf zich zij zijn zo zonder zou""",
    "sv": """alla allt ar att av blev bli blir da dar de dem den denna deras dess dessa det detta
        dig din dina du efter ej eller en er ett for fran ha hade han hans har henne hennes hon
        honom hur i icke ingen inom inte jag kan kunde man med mellan men mig min mot mycket
        nagon nagot nagra nar ni nu och om oss over pa sa sadan samma sedan sig sin sina sitta
        som till under upp ut utan vad var vara varfor varit vars vem vi vid vilka vilken
        vilket""",
    "da": """ad af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig
        din disse dog du efter eller en end er et fa for fra ham han hans har havde have hende
        hendes her hos hun hvad hvem hver hvilke hvilken hvis hvor hvordan hvorfor hvornar i
        ikke ind jeg jer jo kan kunne man mange med meget men mig min mine mod nar ned noget
        nogle nu og ogsa om op os over pa sadan selv sig sin sine skal skulle som til ud under
        vaere vaeret var vi vil ville vor""",
    "no": """alle at av ble bli blir da de deg dem den denne der dere deres det dette di din disse
        du eller en er et ett etter for fordi fra ha hadde han hans har henne hennes her ho hos
        hun hva hvem hver hvilke hvilken hvis hvor hvordan hvorfor i ikke ingen inn jeg kan kom
        kunne man mange med meg meget mellom men mer min mot mye na nar ned noe noen og ogsa om
        opp oss over pa sa seg selv sin skal skulle slik som til ut uten vaere vaert var ved vi
        vil ville""",
    "fi": """ehka ei eivat eli en enemman etta han haneen hanen he heidan ilman itse ja jo joka
        jonka jos jossa joten jotka jotta kaikki kanssa keita ketka koska kuin kuinka kuka kun
        me mihin mika miksi milla milloin mina minka missa mista mita mitka monta mukaan mutta
        myos ne niiden niin nyt ole oli olisi olivat olla on ovat se seka sen siella siihen
        siina sita sitten tai tama taman tassa te tuo vaan vai vain viela voi yli""",
    "pl": """a aby ale ani az bardzo bedzie bez bo by byc byl byla bylo byly ci co czy dla do gdy
        gdzie go i ich ile im inne iz ja jak jaka jaki jakie jako je jego jej jesli jest
        jeszcze jezeli juz kiedy kto ktora ktore ktorego ktorej ktory ktorych ktorzy lub ma
        moze mozna mu na nad nas nich nie niz o od on ona one oni oraz pan po pod poniewaz poza
        przed przez przy roku rowniez sa sie skad swoje ta tak takze tam te tego tej ten to tu
        tych tylko tym u w we wiec wszystko z za ze""",
    "cs": """a aby ale ani asi az bez bude budou by byl byla byli bylo byly byt co coz do ho i ja
        jak jaka jake jako jaky je jeho jeji jejich jen jenz jeste ji jiz jsem jsi jsme jsou k
        kam kde kdo kdy kdyz ke kolik ktera ktere kteri ktery ku ma mezi mi misto mit muj muze
        na nad nas ne nebo nez nic o od on ona oni pak po pod podle pokud pouze pred pri pro
        proc proto protoze s se si sve svuj ta tak take tato tedy ten tento to tohoto tom tu
        tuto ty u uz v ve vice vsak vse z za zda ze""",
    "ro": """a abia aceasta aceea acel acele acest aceste acum ai aici al ale am ar are as asta au
        avea avut ca cand care cate cati ce cel cele cine cu cum da dar de decat deci despre
        din doar dupa ea ei el ele era erau este eu fi fie fiind fost iar ii il in intre la le
        lor lui mai mea meu mult ne nici nu o or ori pe pentru prin s sa sale sau se si sunt te
        toate tot toti tu un una unde unei unor unui va vor""",
    "hu": """a abban ahhoz aki akik akkor altal amely amelyek ami amig annak arra az azok azon
        azonban azt azutan be ben csak de e egy egyes egyik ehhez el ennek erre es ez ezek
        ezert ezt fel ha hanem hany hogy hogyan hol honnan hova ide igen igy illetve is itt
        kell ki kik kozott le lehet lesz lett majd mar meg mely melyik mert mi miert mikor
        milyen mind mindig mint mit most nagyon ne nekem nem nincs o oda ok olyan ott pedig s
        se sem szerint te tehat ti tobb ugy utan vagy van vannak vele volt voltak""",
    "tr": """acaba ama aslinda az bana bazi belki ben beni bir biri birkac biz bize bizim boyle bu
        buna bunda bundan bunu bunun cok cunku da daha de defa degil diye en gibi gore hangi
        hem hep her hic icin ile ise kac kadar kez ki kim kime kimin mi mu nasil ne neden
        nerede nereye nicin niye o olan olarak oldu oldugu olur ona onlar onu onun sen senin
        sey siz sizin sonra su tum var ve veya ya yani yok""",
    "id": """ada adalah akan aku anda apa apakah atau bagaimana bagi bahwa banyak beberapa belum
        berapa bisa boleh bukan dalam dan dapat dari dengan di dia hanya harus ia ini itu jika
        juga kami kamu kapan karena ke kepada kita lagi lebih maka mana mereka namun oleh pada
        para saat sangat saya sebagai sebuah secara sedang sehingga seperti serta siapa suatu
        sudah telah tentang tersebut tetapi tidak untuk yaitu yang""",
    "vi": """bi boi ca cac cai cho co cua cung da dang day de den di do duoc gi hay hon khi khong la
        lai lam ma moi mot nao nay nen neu nguoi nhu nhung o phai qua ra rang rat sau se so su
        tai the theo thi tren trong truoc tu va vao ve vi voi""",
    "ru": """а без более бы был была были было быть в вам вас ваш весь во вот все всего всех вы где
        да даже для до его ее ей ему если есть еще же за здесь и из или им их к как какая какие
        каких какой какую ко когда кого кому которая которое которые который кто куда ли либо
        между меня мне много может мой мы на над надо нам нас наш не него нее нет ни них но ну
        о об однако он она они оно от откуда очень по под после потому почему при про с сам
        своих свой себя сколько со так также такой там те тем то того тоже только том тот ту ты
        у уже чего чем через что чтобы чье чья эта эти этих это этого этой этом этот я""",
    "uk": """а або але б без би був була були було бути в вам вас ви вона вони все всі від він де
        для до з за зі й його кого коли куди ли лише мене мені ми може між на над нам нас наш
        не немає неї них ну ні о об одна по при про під після та так такий також там те ти тим
        то тобто того тоді той тому у хто це цей цього ці чи чому ще що щоб я як яка яке який
        якщо які є і із їх її""",
    "el": """αλλα αν αντι απο αυτα αυτεσ αυτη αυτο αυτοι αυτοσ αυτου αυτων για γιατι δεν εαν εγω
        ειμαι ειναι εκεινη εκεινο εκεινοσ εμεισ ενα ενασ εσυ εχει εχουν η ηταν θα καθε και κατα
        κι μα με μεσα μετα μη μην μια μου να ο οι ομωσ οπωσ οταν οτι ου πιο ποια ποιο ποιοι
        ποιοσ πολυ ποσο ποτε που προσ πωσ σαν σασ σε στη στην στισ στο στον στουσ στων τα την
        τησ τι τισ το τον του τουσ των ωσ""",
    "ar": """اذا الا التي الذي الذين الى ان انا انت او اي اين بعد بعض بل بين تلك ثم حتى حول حيث خلال
        دون ذلك سوف على عليه عليها عن عند عندما غير في فيه فيها قبل قد كان كانت كل كم كما كيف
        لا لقد لكن لم لماذا لن له لها ليس ما ماذا متى مثل مع من منذ منه منها نحن هذا هذه هل هم
        هنا هناك هو هي و وقد وهو وهي يكون""",
    "fa": """از است اش اما ان انها اي اين اگر با بايد بر براي به بود بوده بين تا تر حتي خود در دو
        ديگر را سپس شد شده شود كجا كدام كرد كرده كسي كند كنند كه ما من مي نيز نيست ها هر هم همه
        هيچ و ولي وي يا يك پس چرا چند چه چون چيست چگونه""",
    "hi": """अगर अपना अपनी अपने आदि आप इन इस इसका इसकी इसके इसमें उन उनका उनकी उनके उस उसका उसकी
        उसके एक एवं ऐसा ऐसे और कब कर करता करते करना करने कहां का कि किया किस किसी की कुछ के को
        कोई कौन क्या क्यों गया जब जहां जा जो तक तब तो था थी थे द्वारा नहीं ने पर फिर बहुत बाद
        भी में यदि यह या ये रहा रहे लिए वह वाले वे सभी से हम ही हुआ है हैं हो होता होती होते""",
}

LANGUAGES = tuple(_WORDS)


@cache
def of(language: str) -> frozenset[str]:
    """The stop words of a language, folded; none for a language without a list."""
    return frozenset(_WORDS.get(language, "").split())


@cache
def every() -> frozenset[str]:
    """Those of all languages together."""
    return frozenset().union(*map(of, LANGUAGES))


@cache
def telling() -> dict[str, tuple[str, ...]]:
    """Folded stop word -> the languages it is one of; single letters tell nothing."""
    languages: dict[str, tuple[str, ...]] = {}
    for language in LANGUAGES:
        for word in of(language):
            if len(word) > 1:
                languages[word] = (*languages.get(word, ()), language)
    return languages

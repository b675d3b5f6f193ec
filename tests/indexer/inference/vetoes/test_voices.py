"""Who acts and who is acted on, in either voice, and what is left to others."""

import pytest

from indexer.inference.entailment import judge

BROOCH = "The bronze brooch was sold to a dealer in 1911 and bought back by the museum last year."
COMPOST = "Compost is free for members, but others pay three pounds a bag."
SHED = "Neither the mower nor the hedge trimmer may leave the site."
CRACKS = "Ein Gutachter hatte Risse entdeckt und den Landrat gewarnt."
MARKET = "Les emplacements sont attribués par Mme Roche, la caisse est tenue par son mari."
HUT = "管理人は去年から谷さんに代わって西さんが務めています。係員は朝六時から夜十時までいます。"
CANTEEN = "学生用饭卡付款，老师可以用手机。三楼是清真窗口，只在中午开放。"


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (SHED, "The mower has to stay on the site."),
        (MARKET, "C'est le mari de Mme Roche qui tient la caisse."),
        (HUT, "夜十一時には係員がいません。"),
        ("Os antibióticos só se vendem com receita.", "Sem receita não se vendem antibióticos."),
        ("山田選手は決勝で森選手に勝ちました。", "決勝で森選手は山田選手に敗れました。"),
        (
            "Les cours du mercredi sont donnés par Sonia, ceux du samedi par Marc.",
            "Marc donne les cours du samedi.",
        ),
        (
            "Noten stellt der Verein, Mappen bringt jeder selbst mit.",
            "Die Noten muss man nicht selbst mitbringen.",
        ),
        (
            "On the free day nobody has to rehearse except the soloists.",
            "Soloists have to rehearse on the free day.",
        ),
        (
            "Der Bund übernimmt zwei Drittel der Kosten.",
            "Ein Drittel der Kosten zahlt nicht der Bund.",
        ),
        (
            "Con bandera roja está prohibido bañarse; con amarilla solo se puede entrar un poco.",
            "No se permite el baño cuando hay bandera roja.",
        ),
        (
            "Из-за ремонта поезд с 5 по 9 мая не останавливается в Луге.",
            "Седьмого мая поезд проедет Лугу без остановки.",
        ),
    ],
)
def test_it_follows_in_either_voice(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (BROOCH, "The museum sold the brooch to a dealer in 1911."),
        (COMPOST, "Members pay three pounds for a bag of compost."),
        (CRACKS, "Der Landrat hatte einen Gutachter gewarnt."),
        (HUT, "管理人は谷さんです。"),
        (CANTEEN, "学生可以用手机付款。"),
        ("La guida è Serena Poli, perché Marini ha la febbre.", "La guida è Marini."),
        ("打ち上げは七時半に始まり、約一時間続きます。", "打ち上げは七時半に終わります。"),
    ],
)
def test_what_is_done_to_one_is_not_done_by_him(text: str, statement: str) -> None:
    assert not judge(statement, text).follows

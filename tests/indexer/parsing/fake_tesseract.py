"""A tesseract for tests, which sees what they say."""

from io import BytesIO

from PIL import Image

from indexer.parsing.ocr.recognizer import LAYOUT


def table(*words: tuple[str, int], paragraph: int = 1) -> str:
    head = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tl\tt\tw\th\tconf\ttext\n"
    rows = [
        f"5\t1\t1\t{paragraph}\t1\t{n}\t0\t0\t9\t9\t{sure}\t{word}"
        for n, (word, sure) in enumerate(words)
    ]
    return head + "\n".join(rows)


class Reader:
    """A tesseract that sees what the test says; remembers what it was asked."""

    def __init__(self, *texts: str, layout: str = "") -> None:
        self.texts = list(texts)
        self.layout = layout
        self.asked: list[str] = []
        self.seen: list[Image.Image] = []

    def __call__(self, picture: bytes, languages: str) -> str:
        self.asked.append(languages)
        if languages == LAYOUT:
            return self.layout
        self.seen.append(Image.open(BytesIO(picture)))
        return self.texts.pop(0) if len(self.texts) > 1 else self.texts[0]

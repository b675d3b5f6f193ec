"""Pictures with words on them, as a phone's camera would send them."""

from io import BytesIO

from PIL import Image, ImageDraw, ImageFont


def draw_picture(*lines: str, kind: str = "JPEG") -> bytes:
    """Return a picture with these lines of text; a grey one without any."""
    picture = Image.new("RGB", (1000, 120 + 70 * len(lines)), "white" if lines else "grey")
    draw = ImageDraw.Draw(picture)
    for number, line in enumerate(lines):
        draw.text((40, 40 + 70 * number), line, fill="black", font=ImageFont.load_default(40))
    packed = BytesIO()
    picture.save(packed, kind)
    return packed.getvalue()

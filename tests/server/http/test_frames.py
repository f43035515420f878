"""Short messages need no parser; whatever else comes, the parser gets, and it is known where frames begin."""

from __future__ import annotations

from random import Random

import pytest
from websockets.frames import Frame, Opcode

from tsuro.server.http.frames import Frames, head

SHORT = b'{"type":"ping"}'


def framed(data: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=True)


@pytest.mark.parametrize("length", [0, 1, 125])
def test_a_short_text_is_taken_out_of_its_frame(length: int) -> None:
    text = Random(length).randbytes(length)
    assert Frames().short_text(framed(text)) == text


OTHERS = {
    "nothing": b"",
    "half a header": b"\x81",
    "long": framed(b"x" * 126),
    "binary": framed(SHORT, Opcode.BINARY),
    "ping": framed(SHORT, Opcode.PING),
    "close": framed(SHORT, Opcode.CLOSE),
    "the first part": framed(SHORT, fin=False),
    "another part": framed(SHORT, Opcode.CONT),
    "two": framed(SHORT) + framed(SHORT),
    "not all of it": framed(SHORT)[:-1],
    "not masked": Frame(Opcode.TEXT, SHORT).serialize(mask=False),
    "compressed": b"\xc1" + framed(SHORT)[1:],
}


@pytest.mark.parametrize("other", OTHERS)
def test_everything_else_is_for_the_parser(other: str) -> None:
    assert Frames().short_text(OTHERS[other]) is None


def test_a_short_text_is_found_only_where_a_frame_begins() -> None:
    """A frame inside another one is data."""
    inner = framed(SHORT)
    outer = framed(b"x" * len(inner) + b"and more", Opcode.BINARY)
    frames = Frames()
    frames.follow(outer[:-20])
    assert frames.short_text(inner[:20]) is None
    frames.follow(outer[-20:])
    assert frames.short_text(inner) == SHORT


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
def test_frames_of_any_length_are_followed(length: int) -> None:
    frames = Frames()
    frames.follow(framed(b"x" * length) + framed(SHORT))
    assert frames.short_text(framed(SHORT)) == SHORT


@pytest.mark.parametrize(("length", "cut"), [(5, 1), (126, 3), (65_536, 9)])
def test_after_a_header_in_two_parts_everything_is_for_the_parser(length: int, cut: int) -> None:
    frames, data = Frames(), framed(b"x" * length)
    frames.follow(data[:cut])
    frames.follow(data[cut:])
    assert frames.short_text(framed(SHORT)) is None


def test_nothing_is_found_once_track_is_lost() -> None:
    frames = Frames()
    frames.lose()
    frames.follow(framed(SHORT))
    assert frames.short_text(framed(SHORT)) is None


def test_however_frames_are_cut_only_whole_texts_are_found() -> None:
    random, found = Random(1), 0
    for _ in range(200):
        sent = [framed(random.randbytes(random.choice((3, 40, 130, 5000))), Opcode.BINARY) for _ in range(5)]
        stream, frames, begins = b"".join(sent), Frames(), [sum(map(len, sent[:n])) for n in range(6)]
        at = 0
        while at < len(stream):
            if frames.short_text(framed(SHORT)) is not None:
                assert at in begins
                found += 1
            to_next = min(begin for begin in begins if begin > at) - at
            size = random.choice((random.randint(1, 3000), to_next))
            frames.follow(stream[at : at + size])
            at += size
    assert found > 400


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
def test_what_we_send_has_the_header_that_others_read(length: int) -> None:
    text = b"x" * length
    assert head(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)

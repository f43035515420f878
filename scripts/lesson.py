"""Writes src/tsuro/web/page/generated/lesson.json: the worked example of the rules, as its player sees it.

`make protocol` runs it. The page knows no rules, so the file has every possible choice and its result, made by
the same code that makes the views of players at a table.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from tsuro.game.legal import legal_actions
from tsuro.match import Match
from tsuro.notation import write_action
from tsuro.record import Record, read_text, write_text
from tsuro.server.messages.views import Frame
from tsuro.server.rooms.replays import replayed
from tsuro.server.rooms.wire_forms import wire_event
from tsuro.web import PAGE

FILE = PAGE / "generated" / "lesson.json"
WORKED_EXAMPLE = Path(__file__).parent.parent / "tests" / "playthroughs" / "worked-example.tsuro"
LEARNER = 2  # the player whose moves the learner makes


def text() -> str:
    """The content of the file; each moment is on its own line."""
    lesson = _lesson(read_text(WORKED_EXAMPLE.read_text(encoding="utf-8")))
    parts = [f"{json.dumps(name)}:{_lines(part)}" for name, part in lesson.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _lesson(record: Record) -> dict[str, Any]:
    seen = replayed(record.seen_by(LEARNER))
    return {
        "you": LEARNER,
        "players": msgspec.to_builtins(seen.players),
        "frames": [_frame(frame) for frame in seen.frames],
        "exchanges": _exchanges(record),
        "record": write_text(record),
    }


def _frame(frame: Frame) -> dict[str, Any]:
    """The frame with the learner's hand only, and what the learner could choose."""
    content: dict[str, Any] = msgspec.to_builtins(frame)
    hands = content.pop("hands")
    own = content["own"] if frame.own and frame.own.seat == LEARNER else None
    return content | {"hand": hands[LEARNER], "own": own}


def _exchanges(record: Record) -> list[dict[str, Any]]:
    """Every way to exchange tiles at the end, and what it leads to: the learner may choose any."""
    before = record.up_to(len(record.entries) - 1)
    return [_exchange(before, number) for number in range(len(legal_actions(Match.resume(before).state)))]


def _exchange(before: Record, number: int) -> dict[str, Any]:
    match = Match.resume(before, chance=lambda _: 33)  # the draw in the record
    action = match.legal_actions[number]
    events = [wire_event(event.seen_by(LEARNER)) for event in match.submit(LEARNER, action)]
    return {
        "action": write_action(action),
        "events": msgspec.to_builtins(events),
        "hand": match.state.hands[LEARNER],
    }


def _lines(part: Any) -> str:
    if isinstance(part, list):
        return "[\n" + ",\n".join(_compact(each) for each in part) + "\n]"
    return _compact(part)


def _compact(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    FILE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()

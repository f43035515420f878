"""A table in words: who sits there, its options, what happened. Only what a watcher may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tsuro.game.events import Event
from tsuro.render.words import tell_all
from tsuro.server.messages.views import Below
from tsuro.server.options import Bank, Clock, Days, PerTurn, TableOptions
from tsuro.server.tables import log
from tsuro.server.tables.log import LogEntry
from tsuro.server.tables.seats import SeatState
from tsuro.server.tables.table import Table

__all__ = ["options_words", "seat_words", "story"]

_REASONS = {"time": "because time ran out twice", "vote": "by vote", "left": "because they left"}
_BELOW: dict[Below, str] = {
    "less": "the bot thought less",
    "guardian": "the bot played like a guardian",
    "apprentice": "the bot played like an apprentice",
}
_FIRST = {
    "random": "chance decides who is first",
    "oldest": "the oldest is first",
    "chosen": "the table says who is first",
}


def story(entries: Sequence[LogEntry]) -> Iterator[str]:
    """What happened at the table, a sentence for each entry; only what a watcher may know."""
    table = Table.replay(entries[:1])
    yield _sentence(entries[0], (), "", ())
    for entry in entries[1:]:
        names = [seat.name or "nobody" for seat in table.seats]
        whose = " and ".join(table.seats[seat].name for seat in table.seats_of(getattr(entry, "guest", "")))
        events = table.apply(entry).events
        yield _sentence(entry, names, whose or "A guest", [event.seen_by(None) for event in events])


def _sentence(  # noqa: C901, PLR0911, PLR0912 -- one line for each kind of entry
    entry: LogEntry, names: Sequence[str], whose: str, events: Sequence[Event]
) -> str:
    """The entry in words; `names` are those at the seats before it, `whose` those of the guest it is about."""
    match entry:
        case log.StartPlanned():
            return "The game will start by itself, with bots in the empty seats."
        case log.Created(options=options):
            return f"The table is made: {options_words(options)}."
        case log.OptionsChanged(options=options):
            return f"The options are changed: {options_words(options)}."
        case log.Sat(seat=seat, name=name, outside=outside):
            return f"{name}{', a program,' if outside else ''} sits at seat {seat + 1}."
        case log.BotSat(seat=seat, name=name, bot=bot):
            return f"{name}, a bot ({bot}), sits at seat {seat + 1}."
        case log.SeatChanged(seat=seat, to=to):
            return f"Seats {seat + 1} and {to + 1} change places."
        case log.StoodUp(seat=seat):
            return f"{names[seat]} leaves seat {seat + 1}."
        case log.HostPassed(guest=guest):
            return f"{whose} is the host now." if guest else "Nobody is the host now."
        case log.FirstChosen(seat=seat):
            return f"{names[seat]} will be first."
        case log.Committed():
            return "The server commits to its part of the next deal."
        case log.Sealed(seat=seat):
            return f"{names[seat]} commits to a part of the next deal."
        case log.Dealing():
            return "The tiles are about to be dealt."
        case log.Contributed(seat=seat):
            return f"{names[seat]} contributes to the deal."
        case log.Started(seats=seats, begun=str(record)) if record:
            return f"A game goes on from a record: {', '.join(names[seat] for seat in seats)}."
        case log.Started(seats=seats, first=first):
            return f"A game begins: {', '.join(names[seat] for seat in seats)}. {names[seats[first]]} is first."
        case log.Acted(played=played, below=below):
            stand_in = ["(A stand-in.)"] if played == "stand-in" else []
            busy = [f"(The server was busy: {_BELOW[below]}.)"] if below is not None else []
            return " ".join((*stand_in, *tell_all(events, names), *busy))
        case log.Undone(seat=seat):
            return f"{names[seat]} takes a move back."
        case log.Warned(seat=seat, left=left):
            return f"{names[seat]} has {left // 1000} seconds left."
        case log.TimeRanOut(seat=seat):
            return f"{names[seat]}'s time ran out."
        case log.Voted(seat=seat, absent=absent):
            return f"{names[seat]} wants a stand-in for {names[absent]}."
        case log.StandInStarted(seat=seat, reason=reason):
            return f"A stand-in plays for {names[seat]}, {_REASONS[reason]}."
        case log.StandInEnded(seat=seat):
            return f"{names[seat]} is back and plays again."
        case log.SeatHandedOver():
            return f"{whose} plays on from another device."
        case log.RematchWanted(seat=seat):
            return f"{names[seat]} wants another game."
        case log.Paused(milliseconds=milliseconds):
            return f"The server was away for {milliseconds // 1000:,} seconds; no clock ran."
        case log.Rewritten():
            return "Somebody was forgotten; what is above was written anew without them."


def options_words(options: TableOptions) -> str:
    open_to_all = ", open to anyone" if options.open else ""
    clock, first = _clock_words(options.clock), _FIRST[options.first]
    return f"{options.edition}, {options.seats} seats, {clock}, {first}{open_to_all}"


def _clock_words(clock: Clock) -> str:
    match clock:
        case PerTurn(seconds=seconds):
            return f"{seconds} seconds a turn"
        case Bank(seconds=seconds, increment=increment):
            more = f" and {increment} more after each turn" if increment else ""
            return f"{seconds} seconds a game{more}"
        case Days(days=days):
            return f"{days} day{'' if days == 1 else 's'} a turn"
    return "no clock"


def seat_words(seat: SeatState) -> str:
    kinds = {"empty": "free", "bot": f"a bot, {seat.bot}", "person": "a person", "program": "a program"}
    if seat.kind == "empty":
        return kinds["empty"]
    return f"{seat.name} ({kinds[seat.kind]}, {seat.marker}{', a stand-in plays' if seat.stand_in else ''})"

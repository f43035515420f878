"""Nobody learns from the server what the rules hide: not from one message, nor from all of them together."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random

import msgspec
import pytest
from tests.server_process.client import Client, new_id
from tests.server_process.games import gathered, log_of, play_to_the_end, started
from tests.server_process.harness import Server
from tests.server_process.stacked import StackedDeal, stacked
from tests.server_process.web import fetch

from tsuro.game.actions import Action, ExchangeTiles, PlayTile
from tsuro.game.errors import Refused as RefusedByRules
from tsuro.game.state import State
from tsuro.game.tiles import TILES
from tsuro.match import Match
from tsuro.notation import read_action, read_edition, read_oriented_tile, write_action
from tsuro.record import read_text
from tsuro.record.effects import drawn_tile, offered_tiles
from tsuro.server.messages import ServerMessage
from tsuro.server.messages import answers as told
from tsuro.server.messages import events as happened
from tsuro.server.messages.answers import Refused
from tsuro.server.messages.events import GameEvent
from tsuro.server.messages.requests import ChooseFirst, Move, Start
from tsuro.server.messages.views import Own, Position
from tsuro.server.options import BotLevel, TableOptions
from tsuro.server.tables.log import Acted, Started
from tsuro.server.tables.table import Table

ALIKE = [
    ("modern", 2, "dealt"),
    ("modern", 2, "drawn"),
    ("modern", 4, "dealt"),
    ("modern", 4, "drawn"),
    ("classic", 3, "exchanged"),
    ("classic", 4, "exchanged"),
    ("classic", 4, "drawn"),
    ("modern+bonus+pass-the-pile", 5, "exchanged"),
    ("modern+bonus+pass-the-pile", 5, "dealt"),
    ("modern+longest-path", 3, "drawn"),
    ("modern+open-tiles", 3, "in the pile"),
]


# Two games that differ in two tiles


@dataclass(frozen=True, kw_only=True)
class Game:
    """A whole game: the order in which tiles are drawn, and what was done."""

    order: bytes
    moves: tuple[tuple[int, str], ...]

    def with_swapped(self, tiles: tuple[int, int]) -> Game:
        """The same game with the two tiles in each other's place."""
        x, y = tiles
        swap = {x: y, y: x}

        def swapped(action: Action) -> Action:
            if not isinstance(action, ExchangeTiles):
                return action
            give, take = (tuple(swap.get(tile, tile) for tile in part) for part in (action.give, action.take))
            return ExchangeTiles(give, take)

        return Game(
            order=bytes(swap.get(tile, tile) for tile in self.order),
            moves=tuple((seat, write_action(swapped(read_action(action)))) for seat, action in self.moves),
        )


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Two games that differ in where two tiles are, which are never placed."""

    one: Game
    other: Game
    tiles: tuple[int, int]
    holders: frozenset[int]  # who ever saw one of the two


def play(edition: str, players: int, game: Game) -> list[State]:
    """The states of the game; raises `Refused` if it cannot be played."""
    match = Match(edition=read_edition(edition), players=players, chance=StackedDeal(game.order))
    states = [match.state]
    for seat, action in game.moves:
        match.submit(seat, read_action(action))
        states.append(match.state)
    return states


def some_game(edition: str, players: int, random: Random) -> Game:
    order = bytes(random.sample(TILES, len(TILES)))
    match = Match(edition=read_edition(edition), players=players, chance=StackedDeal(order))
    moves = []
    while not match.is_over:
        action = random.choice(match.legal_actions)
        moves.append((match.active, write_action(action)))
        match.submit(match.active, action)
    return Game(order=order, moves=tuple(moves))


def seers(states: list[State], tile: int) -> set[int]:
    """Who ever saw the tile: all, if it was in the open hand."""
    seats = set()
    for state in states:
        for seat, hand in enumerate(state.hands):
            if tile in hand:
                seats |= set(range(state.setup.players)) if state.setup.edition.one_open_hand else {seat}
        if tile in state.offer:
            seats.add(state.active)
    return seats


def pair_of_games(edition: str, players: int, how: str, random: Random) -> Pair:
    """Find such a pair: one of the two tiles is `how` it should be; not everybody ever sees one of them."""
    while True:
        game = some_game(edition, players, random)
        states = play(edition, players, game)
        hidden = sorted(set(TILES) - {tile.tile for tile in states[-1].board if tile is not None})
        for tiles in random.sample(pairs := list(combinations(hidden, 2)), len(pairs)):
            holders = frozenset(seers(states, tiles[0]) | seers(states, tiles[1]))
            if len(holders) == players or not is_so(how, tiles, states, game):
                continue
            other = game.with_swapped(tiles)
            with suppress(RefusedByRules):  # whoever has the other tile now may have a better move
                play(edition, players, other)
                return Pair(one=game, other=other, tiles=tiles, holders=holders)


def is_so(how: str, tiles: tuple[int, int], states: list[State], game: Game) -> bool:
    dealt = {tile for hand in states[0].hands for tile in hand}
    exchanged = set[int]().union(*(numbers(action) for _, action in game.moves if action.startswith("exchange")))
    seen = seers(states, tiles[0]) | seers(states, tiles[1])
    return {
        "dealt": not dealt.isdisjoint(tiles),
        "drawn": bool(seen) and dealt.isdisjoint(tiles),
        "exchanged": not exchanged.isdisjoint(tiles),
        "in the pile": not seen,
    }[how]


def numbers(action: str) -> set[int]:
    """The tiles that an action names."""
    match read_action(action):
        case PlayTile(tile):
            return {tile.tile}
        case ExchangeTiles(give, take):
            return {*give, *take}
    return set()


@pytest.fixture(scope="module")
def order(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("order") / "order"


@pytest.fixture(scope="module")
def dealer(tmp_path_factory: pytest.TempPathFactory, order: Path) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("dealer"), command=stacked(order)) as server:
        yield server


async def probe(client: Client, seat: int, active: int, tiles: tuple[int, int]) -> None:
    """Ask for what is not allowed: the answers must not depend on where the tiles are."""
    x, y = tiles
    for whose, action in ((seat, f"play {x}n"), (active, f"play {y}n"), (seat, f"exchange {x} for {y}")):
        move = Move(id=new_id(), seq=client.seq, seat=whose, action=action)
        assert isinstance(await client.ask(move), Refused)


async def heard(server: Server, edition: str, players: int, pair: Pair, game: Game) -> list[list[bytes]]:
    """All that the players, and then a watcher, are sent in the game; codes and ids are left out."""
    options = TableOptions(edition=edition, seats=players, first="chosen")
    async with (
        gathered(server.url, players, options=options) as party,
        Client(server.url, party.codes.watch) as watcher,
    ):
        await party.host.do(ChooseFirst(id=new_id(), seat=0))
        await party.host.do(Start(id=new_id()))
        everybody = [*party.people, watcher]
        for number, (seat, action) in enumerate(game.moves):
            for client in everybody:
                await client.until_seq(party.host.seq)
            if number % 5 == 0:
                for asker in set(range(players)) - pair.holders:
                    await probe(party.people[asker], asker, seat, pair.tiles)
            await party.people[seat].move(action)
            await party.host.until_seq(party.people[seat].seq)
        for client in everybody:
            await client.until_phase("over")
        return [
            [plain(frame, party.codes.play, party.codes.watch) for frame in told_to(client)]
            for client in everybody
        ]


def told_to(client: Client) -> list[bytes]:
    """What does not depend on who comes when."""
    return [frame for frame in client.frames if not frame.startswith((b'{"type":"presence"', b'{"type":"ping"'))]


def plain(frame: bytes, play_code: str, watch_code: str) -> bytes:
    frame = re.sub(rb'"id":"[^"]*"', b'"id":""', frame)
    return frame.replace(play_code.encode(), b"PLAY").replace(watch_code.encode(), b"WATCH")


@pytest.mark.parametrize(("edition", "players", "how"), ALIKE)
def test_two_games_that_differ_in_hidden_tiles_look_the_same_to_all_others(
    dealer: Server, order: Path, edition: str, players: int, how: str
) -> None:
    pair = pair_of_games(edition, players, how, Random(f"{edition} {players} {how}"))
    said = []
    for game in (pair.one, pair.other):
        order.write_bytes(game.order)
        said.append(asyncio.run(heard(dealer, edition, players, pair, game)))
    for seat, (one, other) in enumerate(zip(*said, strict=True)):
        assert len(one) == len(other) > len(pair.one.moves)
        assert (one != other) == (seat in pair.holders), f"seat {seat}"


def test_the_two_games_do_differ_where_they_should() -> None:
    """Else the test above would compare a game with itself."""
    pair = pair_of_games("classic", 4, "dealt", Random(1))
    one, other = (play("classic", 4, game) for game in (pair.one, pair.other))
    assert one != other
    for mine, yours in zip(one, other, strict=True):
        for seat in set(range(4)) - pair.holders:
            assert mine.seen_by(seat) == yours.seen_by(seat)


# Every message of a whole game


class Truth:
    """A table's game, from its log: the states, after each entry and before its last action."""

    def __init__(self, server: Server, code: str) -> None:
        log = log_of(server.database, code)
        self.states: dict[int, tuple[State, State]] = {}
        for seq, entry in enumerate(log, 1):
            match = Table.replay(log[:seq]).match if isinstance(entry, Acted | Started) else None
            if match is not None:
                before = match.state if isinstance(entry, Started) else self.states[seq - 1][1]
                self.states[seq] = before, match.state
            elif seq - 1 in self.states:
                self.states[seq] = self.states[seq - 1]

    def visible(self, seq: int, seats: tuple[int, ...]) -> set[int]:
        """The tiles that the seats see at that moment, or saw just before."""
        found: set[int] = set()
        for state in self.states[seq]:
            found |= {tile.tile for tile in state.board if tile is not None}
            shared = state.setup.edition.one_open_hand
            found |= {tile for seat, hand in enumerate(state.hands) if shared or seat in seats for tile in hand}
            found |= set(state.offer) if state.active in seats else set()
        return found


def tiles_in(message: ServerMessage) -> set[int]:
    """All tiles that a message names, wherever it does."""
    found: set[int] = set()
    match message:
        case told.Refused(snapshot=snapshot):
            return tiles_in(snapshot)
        case told.Snapshot(position=position, own=own, last=events) if position is not None:
            found = in_position(position) | in_own(own) | in_events(events)
        case told.Started(position=position, own=own, events=events):
            found = in_position(position) | in_own(own) | in_events(events)
        case told.Moved(position=position, own=own, events=events, action=action):
            found = in_position(position) | in_own(own) | in_events(events) | numbers(action)
    return found - {0}


def in_position(position: Position) -> set[int]:
    return {read_oriented_tile(tile).tile for tile in position.board if tile} | set(position.open_hand)


def in_own(parts: Iterable[Own]) -> set[int]:
    found: set[int] = set()
    for own in parts:
        found |= {*own.hand, *own.offer}
        found = found.union(*(numbers(preview.action) for preview in own.previews))
    return found


def in_events(events: Iterable[GameEvent]) -> set[int]:
    found: set[int] = set()
    for event in events:
        match event:
            case happened.TilesDealt(tiles=tiles) | happened.ExchangeOffered(tiles=tiles):
                found |= set(tiles)
            case happened.TilesExchanged(gave=gave, took=took):
                found |= {*gave, *took}
            case happened.TileDrawn(tile=drawn):
                found.add(drawn)
            case happened.TilePlaced(tile=placed):
                found.add(read_oriented_tile(placed).tile)
    return found


def check_frames(client: Client, truth: Truth, seats: tuple[int, ...]) -> int:
    """No message names a tile that was hidden from the seats; returns the number of tiles named."""
    named = 0
    for frame in client.frames:
        message = msgspec.json.decode(frame, type=ServerMessage)
        tiles = tiles_in(message)
        if tiles:
            about = message.snapshot if isinstance(message, Refused) else message
            assert isinstance(about, told.Snapshot | told.Started | told.Moved)
            assert tiles <= truth.visible(about.seq, seats), frame
        named += len(tiles)
    return named


TOLD: list[tuple[str, int, tuple[BotLevel, ...]]] = [
    ("classic", 4, ("wanderer",)),
    ("modern+bonus+pass-the-pile", 3, ("wanderer", "wanderer")),
    ("modern", 3, ()),
    ("modern+open-tiles", 3, ()),
]


@pytest.mark.parametrize(("edition", "people", "bots"), TOLD, ids=str)
def test_no_message_names_a_tile_that_is_hidden_from_its_reader(
    server: Server, edition: str, people: int, bots: tuple[BotLevel, ...]
) -> None:
    async def play_and_ask() -> None:
        options = TableOptions(edition=edition, seats=people + len(bots), first="chosen")
        async with (
            started(server.url, people, *bots, options=options) as party,
            Client(server.url, party.codes.watch) as watcher,
        ):
            asking = [asyncio.create_task(ask_often(client)) for client in (*party.people, watcher)]
            await play_to_the_end(party.people, Random(edition))
            await watcher.until_phase("over")
            for task in asking:
                task.cancel()
            await asyncio.gather(*asking, return_exceptions=True)
            truth = Truth(server, party.codes.play)
            for seat, client in enumerate(party.people):
                assert check_frames(client, truth, (seat,)) > 3
            assert check_frames(watcher, truth, ()) > 1

    async def ask_often(client: Client) -> None:
        while True:
            await asyncio.sleep(0.1)
            await client.resync()

    asyncio.run(play_and_ask())


def test_downloads_in_the_middle_of_a_game_name_no_hidden_tile(server: Server) -> None:
    async def play_and_fetch() -> None:
        options = TableOptions(edition="classic", seats=4, first="chosen")
        async with started(server.url, 4, options=options) as party:
            random = Random(3)
            seen: list[set[int]] = [set() for _ in range(5)]  # by each player, and by a watcher
            while party.host.table.phase == "playing":
                truth = Truth(server, party.codes.play)
                for seat in range(5):
                    seen[seat] |= truth.visible(party.host.seq, (seat,) if seat < 4 else ())
                asker = random.randrange(5)
                token = None if asker == 4 else party.people[asker].token
                assert named_in_downloads(server, party.codes.watch, token) <= seen[asker]
                player = next(client for client in party.people if client.on_turn)
                await player.play_on(random, moves=1)
                for client in party.people:
                    await client.until_seq(player.seq)
            assert named_in_downloads(server, party.codes.watch, None) - seen[4]  # when it is over, all is told

    asyncio.run(play_and_fetch())


def named_in_downloads(server: Server, code: str, token: str | None) -> set[int]:
    """The tiles that the record and the replay of the first game name."""
    game = f"/api/tables/{code}/games/1"
    record = read_text(fetch(server.url, f"{game}/record", token=token).body.decode())
    found = {tile for hand in record.deal for tile in hand}
    for entry in record.entries:
        found |= numbers(write_action(entry.action))
        for effect in entry.effects:
            found |= {drawn_tile(effect) or 0, *offered_tiles(effect)}
    shown = msgspec.json.decode(fetch(server.url, f"{game}/replay", token=token).body)
    for frame in shown["frames"]:
        assert shown["over"] or frame["own"] is None
        events = msgspec.convert(frame["events"], tuple[GameEvent, ...])
        found |= in_position(msgspec.convert(frame["position"], Position)) | in_events(events)
        found |= {tile for hand in frame["hands"] for tile in hand}
    return found - {0}

"""Why a table refuses a request: one class for each reason, with a sentence for the guest who asked."""

from __future__ import annotations

from typing import ClassVar

from tsuro.game.errors import Refused, TsuroError, code_of
from tsuro.notation import NotationError
from tsuro.server.messages.views import Reason

__all__ = [
    "AlreadyWanted",
    "ClockDecides",
    "Dealing",
    "FirstIsRandom",
    "FromTheFuture",
    "GameRunning",
    "HiddenTiles",
    "IdUsed",
    "MarkerTaken",
    "NoFreeSeat",
    "NoLobby",
    "NoName",
    "NoStandIn",
    "NoSuchBot",
    "NoSuchMarker",
    "NoSuchMove",
    "NoSuchSeat",
    "NotAPerson",
    "NotAway",
    "NotDealing",
    "NotHost",
    "NotOnTurn",
    "NotOver",
    "NotPlaying",
    "NotPractice",
    "NotSeated",
    "NotStored",
    "NotUndoable",
    "NotYourSeat",
    "NothingToUndo",
    "OtherCommitment",
    "OtherContribution",
    "RemovedByHost",
    "Restarting",
    "SeatEmpty",
    "SeatIsOut",
    "SeatTaken",
    "Stale",
    "StandInPlays",
    "StartsByItself",
    "StillPlayed",
    "StillPlaying",
    "TableRefused",
    "TableWornOut",
    "TimeIsUp",
    "TooFewSit",
    "TooManyChanges",
    "TooManyGames",
    "TooManySeats",
    "TooManySit",
    "VotedAlready",
    "WatchersOnlyWatch",
    "reason",
]


class TableRefused(TsuroError):
    """A request that the table does not allow; nothing has changed."""

    rule: ClassVar[str | None] = None
    sentence: str

    def __init__(self, sentence: str | None = None) -> None:
        self.sentence = sentence or type(self).sentence
        super().__init__(self.sentence)

    @classmethod
    def code(cls) -> str:
        """The reason as a short name that programs can rely on.

        >>> NotHost.code()
        'not-host'
        """
        return code_of(cls)


def reason(error: TableRefused | Refused | NotationError) -> Reason:
    """The refusal as clients get it."""
    if isinstance(error, NotationError):
        return Reason(code="not-understood", sentence=str(error))
    return Reason(code=error.code(), sentence=error.sentence, rule=error.rule)


class NotHost(TableRefused):
    sentence = "Only the host of the table can do that: ask them to."


class GameRunning(TableRefused):
    sentence = "A game is being played: wait until it is over."


class NotPlaying(TableRefused):
    sentence = "No game is being played: wait until the host starts one."


class NotOver(TableRefused):
    sentence = "A rematch follows a game: there was none yet, so the host starts the first."


class NoSuchSeat(TableRefused):
    sentence = "The table has no such seat: choose one that it has."


class SeatTaken(TableRefused):
    sentence = "Somebody sits there: choose a free seat."


class NoFreeSeat(TableRefused):
    sentence = "All seats at this table are taken: choose another table, or stay to watch."


class RemovedByHost(TableRefused):
    sentence = "The host has removed you from this table: choose another."


class NoLobby(TableRefused):
    sentence = "This server has no lobby: invite people with the link to your table."


class SeatEmpty(TableRefused):
    sentence = "Nobody sits there: choose a seat that is taken."


class NotYourSeat(TableRefused):
    sentence = "That is not your seat: choose your own."


class NotSeated(TableRefused):
    sentence = "You do not sit at this table: take a seat first."


class NoSuchBot(TableRefused):
    sentence = "This server has no such bot: choose one of those that it lists."


class NoSuchMarker(TableRefused):
    rule = "S6"
    sentence = "There is no such marker: choose one of the eight."


class MarkerTaken(TableRefused):
    rule = "S6"
    sentence = "Another player has that marker: choose a free one."


class NoName(TableRefused):
    sentence = "A name needs at least one letter that can be seen: choose another."


class TooFewSit(TableRefused):
    rule = "C4"
    sentence = "Tsuro is for two players or more: wait for somebody to sit down, or add a bot."


class TooManyGames(TableRefused):
    sentence = "Very many games were played from your address today: come back later."


class TooManySeats(TableRefused):
    sentence = "Many seats at open tables were taken from your address: try again in a minute."


class TooManySit(TableRefused):
    rule = "C4"
    sentence = "More players sit here than that: ask some of them to stand up first."


class StartsByItself(TableRefused):
    sentence = "Others wait here for a game that starts by itself: make a table of your own to choose the options."


class FirstIsRandom(TableRefused):
    rule = "S3"
    sentence = "Chance decides who is first at this table: change its options to choose."


class Stale(TableRefused):
    sentence = "The game has moved on since: look at it as it is now, then move."


class FromTheFuture(TableRefused):
    sentence = "The table is not there yet: ask for a snapshot, then move."


class IdUsed(TableRefused):
    sentence = "You have used that id for something else: every request needs its own id."


class StandInPlays(TableRefused):
    sentence = "A stand-in plays for that seat: take the seat back first."


class StillPlaying(TableRefused):
    sentence = "Somebody besides the bots is still playing, or watches: wait until the game is over."


class TimeIsUp(TableRefused):
    sentence = "The time for this turn ran out, and a stand-in plays it: the next turn is yours again."


class NoStandIn(TableRefused):
    sentence = "No stand-in plays for that seat: it is in its player's hands."


class ClockDecides(TableRefused):
    sentence = "This table plays with a clock, which needs no votes: wait until the time runs out."


class NotOnTurn(TableRefused):
    rule = "T1"
    sentence = "That player is not on turn, so nobody waits for them: vote when it is their turn."


class NotAway(TableRefused):
    sentence = "That player is there, or was a minute ago: wait a little."


class NotAPerson(TableRefused):
    sentence = "Only people vote, and only for a stand-in for somebody else."


class VotedAlready(TableRefused):
    sentence = "You have voted already: now the others have to."


class AlreadyWanted(TableRefused):
    sentence = "You have asked for another game already: now the others have to."


class TableWornOut(TableRefused):
    sentence = "This table has reached its limit: make a new one."


class TooManyChanges(TableRefused):
    sentence = "Too much has changed at this table in a short time: wait ten seconds, then try again."


class NotPractice(TableRefused):
    sentence = "Hints are for games against bots without a clock, and for games that are over."


class StillPlayed(TableRefused):
    sentence = "A game on this server stands at this position now: hints are given when it is over."


class NotUndoable(TableRefused):
    sentence = "Moves can be taken back in games against bots without a clock, until the table changes: play on."


class NothingToUndo(TableRefused):
    sentence = "You have not moved in this game yet: there is nothing to take back."


class Dealing(TableRefused):
    sentence = "The tiles are about to be dealt: try again in a moment."


class NotDealing(TableRefused):
    sentence = "No tiles are being dealt: what you contribute is opened when a game is about to begin."


class OtherCommitment(TableRefused):
    sentence = "The server has committed to another deal by now: look at the table again."


class OtherContribution(TableRefused):
    sentence = "You sealed another contribution: open that one."


class NoSuchMove(TableRefused):
    sentence = "The record does not have that many moves: choose one that it has."


class HiddenTiles(TableRefused):
    sentence = "This record hides tiles that are needed here: take the whole record of a game that is over."


class SeatIsOut(TableRefused):
    sentence = "That player is out by then: choose one who is still in the game, or an earlier move."


class WatchersOnlyWatch(TableRefused):
    sentence = "You came to watch: to play, ask a player for the link to play."


class Restarting(TableRefused):
    sentence = "The server is about to restart: try again in a moment."


class NotStored(TableRefused):
    sentence = "That could not be saved, so it did not happen: try again in a moment."

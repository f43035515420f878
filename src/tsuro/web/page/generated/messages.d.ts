// What server and page say to each other. Written by scripts/page_types.py: do not edit, run `make protocol`.

export type BotLevel = "wanderer" | "apprentice" | "guardian" | "dragon";

export type First = "oldest" | "chosen" | "random";

export type Played = "person" | "bot" | "stand-in";

export type TablePhase = "gathering" | "playing" | "over";

export type Clock =
  | Bank
  | Days
  | NoClock
  | PerTurn;

export type GameEvent =
  | DragonPassed
  | DragonReturned
  | DragonTaken
  | Eliminated
  | ExchangeOffered
  | GameOver
  | HandEmpty
  | MarkerPlaced
  | MarkerWalked
  | PilePassed
  | PileShuffled
  | TileDrawn
  | TilePlaced
  | TilesDealt
  | TilesExchanged
  | TurnPassed;

export type Request =
  | AddBot
  | ChangeOptions
  | ChangeSeat
  | ChooseFirst
  | Contribute
  | HandOver
  | InviteProgram
  | Leave
  | Move
  | RemoveSeat
  | Seal
  | Sit
  | SkipToEnd
  | Start
  | TakeBack
  | Undo
  | Vote
  | WantRematch;

export type ClientMessage =
  | AddBot
  | ChangeOptions
  | ChangeSeat
  | ChooseFirst
  | ClientPing
  | ClientPong
  | Contribute
  | HandOver
  | InviteProgram
  | Leave
  | Move
  | RemoveSeat
  | Resync
  | Seal
  | Showing
  | Sit
  | SkipToEnd
  | Start
  | TakeBack
  | Undo
  | Vote
  | WantRematch;

export type ServerMessage =
  | Accepted
  | Changed
  | Goodbye
  | HandOverLink
  | Moved
  | Presence
  | Problem
  | ProgramToken
  | Refused
  | ServerPing
  | ServerPong
  | Snapshot
  | Started
  | Undone
  | Welcome;

export type LobbyMessage =
  | Goodbye
  | LobbyChanged
  | LobbySnapshot
  | Problem
  | ServerPing
  | ServerPong
  | Welcome;

/** The request was done; `seq` is its last entry in the log. */
export interface Accepted {
  readonly type: "accepted";
  readonly id: string;
  readonly seq: number;
}

/** The host lets a bot of the server sit down, or changes its level. */
export interface AddBot {
  readonly type: "add-bot";
  readonly id: string;
  readonly seat: number;
  readonly bot: string;
}

/** What the dragon would do in a player's place, seeing no more than the player. */
export interface Advice {
  readonly seat: number;
  /** always; earlier versions had others, too */
  readonly by: "dragon";
  /** to send as a move */
  readonly chosen: string;
  /** the chosen one, then the best; empty for start marks and in solo games */
  readonly estimates: readonly Estimated[];
}

/** Advice for the player who acts next after a number of actions of the record. */
export interface AdviceWanted {
  readonly record: string;
  readonly move: number;
}

/** A number of seconds for the whole game, and some more after each turn. */
export interface Bank {
  readonly kind: "bank";
  readonly seconds: number;
  readonly increment: number;
}

/** A bot of the server. Without a name or a marker, any free one. */
export interface BotSeat {
  readonly kind: "bot";
  readonly bot: string;
  readonly name?: string | null;
  readonly marker?: string | null;
}

/** A bot that the server offers. */
export interface BotView {
  /** by which a client asks for it */
  readonly id: string;
  readonly name: string;
  /** how it plays, in a sentence, if it says so */
  readonly about: string;
  /** whether it comes with Tsuro; others were added by whoever runs the server */
  readonly own: boolean;
}

/** The host changes what is played, between games. */
export interface ChangeOptions {
  readonly type: "change-options";
  readonly id: string;
  readonly options: TableOptions;
}

/** Move from your seat to a free one; the host may move anyone, and let two change places. */
export interface ChangeSeat {
  readonly type: "change-seat";
  readonly id: string;
  readonly seat: number;
  readonly to: number;
}

/** Something happened at the table, not in the game. */
export interface Changed {
  readonly type: "changed";
  readonly seq: number;
  /** the kind of entry: sat, stood-up, warned … */
  readonly what: string;
  /** whom it is about */
  readonly seat: number | null;
  readonly table: TableView;
  readonly you: You;
  readonly clocks: Clocks | null;
  readonly starts_in: number | null;
}

/** Say who is first: the oldest says so, or the host chooses. */
export interface ChooseFirst {
  readonly type: "choose-first";
  readonly id: string;
  readonly seat: number;
}

/** Is the server there? It answers with a pong. */
export interface ClientPing {
  readonly type: "ping";
}

/** The answer to the server's ping. */
export interface ClientPong {
  readonly type: "pong";
}

/** Milliseconds that each player has left, as of now; null: no limit. */
export interface Clocks {
  readonly left: readonly (number | null)[];
  /** whose clock runs */
  readonly running: number | null;
}

/** Open what your client has sealed, when the table says that it deals. */
export interface Contribute {
  readonly type: "contribute";
  readonly id: string;
  readonly commitment: string;
  readonly value: string;
}

/** A client's part of the next deal, for the server that made this commitment. */
export interface Contribution {
  readonly commitment: string;
  readonly value: string;
}

/** A number of days for each turn. */
export interface Days {
  readonly kind: "days";
  readonly days: number;
}

export interface DragonPassed {
  readonly type: "dragon-passed";
  readonly seat: number;
  readonly to: number | null;
}

export interface DragonReturned {
  readonly type: "dragon-returned";
  readonly seat: number;
}

export interface DragonTaken {
  readonly type: "dragon-taken";
  readonly seat: number;
}

export interface Eliminated {
  readonly type: "eliminated";
  readonly seat: number;
  readonly met: number | null;
  readonly forced: boolean;
}

/** A seat for somebody who comes later. */
export interface EmptySeat {
  readonly kind: "empty";
}

/** What the strongest bot expects of an action: its share of the win, 0 to 1, and how sure that is. */
export interface Estimated {
  readonly action: string;
  readonly share: number;
  /** in 95 of 100 cases the share is not below this */
  readonly low: number;
  /** nor above this */
  readonly high: number;
}

export interface ExchangeOffered {
  readonly type: "exchange-offered";
  readonly seat: number;
  readonly tiles: readonly number[];
}

/** How many frames of an animation are drawn: ask again in a second. */
export interface FilmProgress {
  readonly done: number;
  /** 0 before it has begun */
  readonly of: number;
}

/** A moment of a game that is replayed, and what led to it: the deal (`number` 0), or a player's action. */
export interface Frame {
  readonly number: number;
  readonly seat: number | null;
  readonly action: string | null;
  readonly events: readonly GameEvent[];
  readonly position: Position;
  /** each player's tiles; hidden ones are 0. The open hand is in the position */
  readonly hands: readonly (readonly number[])[];
  /** what the player who acts next saw; null at the end, and where it is hidden */
  readonly own: Own | null;
}

export interface GameOver {
  readonly type: "game-over";
  readonly result: Result;
}

/** The last message before the server closes. */
export interface Goodbye {
  readonly type: "goodbye";
  readonly reason: "removed" | "restarting" | "silent" | "too-slow";
  readonly sentence: string;
}

export interface HandEmpty {
  readonly type: "hand-empty";
  readonly seat: number;
}

/** Ask for a one-time link that moves all your seats to another device. */
export interface HandOver {
  readonly type: "hand-over";
  readonly id: string;
}

/** The code that moves the seats to another device; it works once, and not for long. */
export interface HandOverLink {
  readonly type: "hand-over-link";
  readonly id: string;
  readonly code: string;
  readonly seconds: number;
}

/** The code of the table at which the seats now belong to this guest. */
export interface HandOverTaken {
  readonly play: string;
}

/** The host gives a free seat to somebody's program; the answer has its token. */
export interface InviteProgram {
  readonly type: "invite-program";
  readonly id: string;
  readonly seat: number;
  readonly name: string;
}

/** Free all your seats; in a running game a stand-in plays them. A host passes the role on. */
export interface Leave {
  readonly type: "leave";
  readonly id: string;
}

/** What has changed since the last message: what is new or different, and what is gone. */
export interface LobbyChanged {
  readonly type: "lobby-changed";
  readonly here: number;
  readonly tables: readonly OpenTable[];
  readonly games: readonly RunningGame[];
  /** ids; one that was a table, and comes as a game, has started */
  readonly gone: readonly string[];
  readonly more_tables: number;
  readonly more_games: number;
}

/** The lobby as it is now, or a page of it: the tables to sit down at first, and the liveliest games. */
export interface LobbySnapshot {
  readonly type: "lobby";
  /** people who are in the lobby */
  readonly here: number;
  readonly tables: readonly OpenTable[];
  /** the liveliest first */
  readonly games: readonly RunningGame[];
  /** that are not listed */
  readonly more_tables: number;
  readonly more_games: number;
}

/** A free start mark. */
export interface Mark {
  /** to send as a move */
  readonly action: string;
  readonly point: number;
}

export interface MarkerPlaced {
  readonly type: "marker-placed";
  readonly seat: number;
  readonly mark: number;
}

export interface MarkerWalked {
  readonly type: "marker-walked";
  readonly walk: Walk;
}

/** Act for a seat. Made on the game as it was at `seq`; if it has moved on since, it is refused. */
export interface Move {
  readonly type: "move";
  readonly id: string;
  readonly seq: number;
  readonly seat: number;
  readonly action: string;
}

/** A player acted. */
export interface Moved {
  readonly type: "moved";
  readonly seq: number;
  readonly seat: number;
  readonly played: Played;
  /** tiles exchanged by others are ? */
  readonly action: string;
  readonly events: readonly GameEvent[];
  readonly position: Position;
  readonly own: readonly Own[];
  readonly clocks: Clocks | null;
  /** where the table changed, too, as at the end of the game */
  readonly table: TableView | null;
}

/** A table to be made, whole or not at all. The same request with the same id makes it once. */
export interface NewTable {
  readonly edition?: string;
  /** how many, or who sits there */
  readonly seats?: number | readonly (PersonSeat | BotSeat | EmptySeat)[];
  readonly clock?: Clock;
  /** how it is decided, or who it is */
  readonly first?: First | number;
  /** anyone in the lobby may sit down, and watch */
  readonly open?: boolean;
  /** begin the game at once */
  readonly start?: boolean;
  readonly id?: string | null;
}

/** No time limit; the others may vote for a stand-in when a player is absent. */
export interface NoClock {
  readonly kind: "none";
}

/** The body of a request that needs none: {} */
export interface Nothing {
}

/** A table where anybody may sit down. */
export interface OpenTable {
  /** the code to watch, which stays the same when the game starts */
  readonly id: string;
  /** the code to play */
  readonly play: string;
  /** as in records: modern+bonus */
  readonly edition: string;
  readonly clock: Clock;
  readonly seats: number;
  /** of them */
  readonly free: number;
  /** who waits there, by name */
  readonly people: readonly string[];
  /** seats that bots have */
  readonly bots: number;
  /** milliseconds until it starts by itself, with bots in the empty seats */
  readonly starts_in: number | null;
}

/** What only the player at one seat sees. */
export interface Own {
  readonly seat: number;
  readonly hand: readonly number[];
  readonly on_turn: boolean;
  /** every way to place a tile; when not on turn, as if it were their turn */
  readonly previews: readonly Preview[];
  /** the free start marks, when one has to be chosen */
  readonly marks: readonly Mark[];
  /** tiles that any number of the player's own may be exchanged for */
  readonly offer: readonly number[];
}

/** A number of seconds for each turn. */
export interface PerTurn {
  readonly kind: "turn";
  readonly seconds: number;
}

/** A seat of the guest who makes the table. Without a marker, any free one. */
export interface PersonSeat {
  readonly kind: "person";
  readonly name: string;
  readonly marker?: string | null;
}

export interface PilePassed {
  readonly type: "pile-passed";
  readonly to: number;
}

export interface PileShuffled {
  readonly type: "pile-shuffled";
  readonly tiles: number;
}

/** Sit down at a table where somebody waits for others, or at a new one if there is none. */
export interface PlayNow {
  readonly name: string;
}

/** A player of the game being played, or of the last one: as it began. */
export interface PlayerView {
  readonly name: string;
  readonly marker: string;
}

/** The game as everybody sees it. Points are square × 8 + spot; squares count from the top left. */
export interface Position {
  /** what the active player has to do */
  readonly phase: "exchange" | "mark" | "over" | "play";
  readonly active: number;
  /** 36 squares, each with its tile: 17e */
  readonly board: readonly (string | null)[];
  /** the point each marker stands on; null: not there */
  readonly markers: readonly (number | null)[];
  /** each marker's whole path: its start mark, then where it left each tile */
  readonly trails: readonly (readonly number[])[];
  /** how many tiles each player holds */
  readonly hands: readonly number[];
  /** the one hand all play from, where the edition has it */
  readonly open_hand: readonly number[];
  readonly pile: number;
  /** who has the Dragon tile */
  readonly dragon: number | null;
  /** who was eliminated, together or one after the other */
  readonly out: readonly (readonly number[])[];
  /** squares that no marker can reach any more */
  readonly closed: readonly number[];
  /** each player's so far, where tiles walked over, or crossings, count */
  readonly scores: readonly number[];
  /** in a solo game: the markers on the board, the tiles placed */
  readonly solo: readonly [number, number] | null;
  readonly result: Result | null;
}

/** A table at which the game is played on against bots, after a number of actions of the record. */
export interface PracticeWanted {
  readonly record: string;
  readonly move: number;
  /** whose place the guest takes */
  readonly seat: number;
  readonly name: string;
  /** who takes all other places */
  readonly bot?: string;
}

/** Who is away, and how many watch; it is not in the log. */
export interface Presence {
  readonly type: "presence";
  readonly away: readonly number[];
  readonly missing: readonly number[];
  readonly watchers: number;
}

/** What placing a tile would do: the walks it causes, that of the player's own marker first. */
export interface Preview {
  /** to send as a move */
  readonly action: string;
  readonly walks: readonly Walk[];
  /** why it is not allowed */
  readonly refused: Reason | null;
  /** of those who walk, in the same order, afterwards; only where scores count */
  readonly scores?: readonly number[];
  /** the markers on the board and the tiles placed afterwards, in a solo game */
  readonly solo?: readonly [number, number] | null;
}

/** What the client said could not be read, was too much, or failed; after a failure, ask for a snapshot. */
export interface Problem {
  readonly type: "problem";
  readonly code: string;
  readonly sentence: string;
  /** of the game, where one was broken */
  readonly rule?: string | null;
  /** of the request, where one is at fault: seats[2].name */
  readonly field?: string | null;
}

/** The token with which a program plays the seat; repeated only to the same request. */
export interface ProgramToken {
  readonly type: "program-token";
  readonly id: string;
  readonly seq: number;
  readonly seat: number;
  readonly token: string;
}

/** Why something is refused. */
export interface Reason {
  readonly code: string;
  readonly sentence: string;
  readonly rule: string | null;
}

/** The request was not done, and why. If it was made on a stale view, the snapshot has the current one. */
export interface Refused {
  readonly type: "refused";
  readonly id: string;
  readonly code: string;
  readonly sentence: string;
  readonly rule: string | null;
  readonly snapshot: Snapshot;
}

/** Free a seat before the game: your own, or any as host. */
export interface RemoveSeat {
  readonly type: "remove";
  readonly id: string;
  readonly seat: number;
}

/** A game, or as much of it as was played or may be known, moment by moment. */
export interface Replay {
  /** as in records: modern+bonus */
  readonly edition: string;
  readonly players: readonly PlayerView[];
  readonly over: boolean;
  /** actions were taken back in it */
  readonly practice: boolean;
  readonly frames: readonly Frame[];
}

/** A record to be shown moment by moment. */
export interface ReplayWanted {
  readonly record: string;
}

/** How a game ended; seats that share a rank are together, the best first. */
export interface Result {
  readonly winners: readonly number[];
  readonly ranking: readonly (readonly number[])[];
  /** where tiles walked over, or crossings, count */
  readonly scores: readonly number[];
  /** markers left and tiles placed */
  readonly solo: readonly [number, number] | null;
}

/** Ask for a snapshot: after a gap in the sequence, or whenever in doubt. */
export interface Resync {
  readonly type: "resync";
}

/** A game that anybody may watch. */
export interface RunningGame {
  /** the code to watch */
  readonly id: string;
  readonly edition: string;
  readonly clock: Clock;
  /** who plays, by name */
  readonly people: readonly string[];
  readonly bots: number;
  /** players who are still on the board */
  readonly left: number;
  readonly watchers: number;
  /** the higher, the livelier: by addresses people are there from, and whether somebody moved lately */
  readonly lively: number;
}

/** Fix your client's part of the next deal without giving it away: by its hash. */
export interface Seal {
  readonly type: "seal";
  readonly id: string;
  /** the server's */
  readonly commitment: string;
  readonly seal: string;
}

/** Who sits at a seat; nobody does if `kind` is empty. */
export interface SeatView {
  readonly kind: "bot" | "empty" | "person" | "program";
  readonly name: string;
  readonly marker: string;
  readonly bot: string | null;
  /** a stand-in plays for the person, or for a bot that failed */
  readonly stand_in: boolean;
  /** why a bot needs a stand-in */
  readonly failure: "ended" | "illegal" | "late" | "nonsense" | "not-offered" | null;
  /** how the bot here plays below its name */
  readonly below: "apprentice" | "guardian" | "less" | null;
  readonly wants_rematch: boolean;
  /** the seats that voted for a stand-in for this one */
  readonly votes: readonly number[];
  /** the player practises, and has an action to take back */
  readonly may_undo: boolean;
  /** of the player's contribution to the next deal */
  readonly seal: string | null;
  /** once it is opened */
  readonly contribution: string | null;
}

/** Is the client there? It answers with a pong. */
export interface ServerPing {
  readonly type: "ping";
}

/** The answer to the client's ping. */
export interface ServerPong {
  readonly type: "pong";
}

/** Whether this client still shows moves: bots that play with one person alone wait for it, for a while. */
export interface Showing {
  readonly type: "showing";
  readonly done: boolean;
}

/** Take a free seat, or change name or marker at your own. Without a marker, any free one. A name that somebody else has gets a number: Ana 2. A program says that it is one: it never becomes host. */
export interface Sit {
  readonly type: "sit";
  readonly id: string;
  /** null: your own, or the first that is free */
  readonly seat?: number | null;
  readonly name: string;
  readonly marker?: string | null;
  readonly program?: boolean;
}

/** Let the bots play the rest without pauses: for players who are out of a game in which only bots are left. */
export interface SkipToEnd {
  readonly type: "skip-to-end";
  readonly id: string;
}

/** Everything as it is after the entry `seq`; sent on every connect, and whenever asked for. */
export interface Snapshot {
  readonly type: "snapshot";
  readonly seq: number;
  readonly table: TableView;
  readonly you: You;
  /** seats whose players are not connected */
  readonly away: readonly number[];
  /** those of them who have been away for a minute: the others may vote about them */
  readonly missing: readonly number[];
  readonly watchers: number;
  readonly clocks: Clocks | null;
  /** null before the first game */
  readonly position: Position | null;
  /** one for each of the client's seats */
  readonly own: readonly Own[];
  /** what happened in the last action */
  readonly last: readonly GameEvent[];
  /** milliseconds until the game starts by itself, with bots in the empty seats */
  readonly starts_in: number | null;
}

/** The host begins the game, or the next one, with everybody who is seated. Where the game would start by itself, anyone who sits at the table may. */
export interface Start {
  readonly type: "start";
  readonly id: string;
  /** bots take the empty seats; otherwise the seats are removed for this game */
  readonly fill?: boolean;
  readonly contribution?: Contribution | null;
}

/** A game began. */
export interface Started {
  readonly type: "started";
  readonly seq: number;
  readonly table: TableView;
  readonly you: You;
  readonly clocks: Clocks | null;
  readonly position: Position;
  readonly own: readonly Own[];
  readonly events: readonly GameEvent[];
}

/** A new table: anyone with the code `play` may play, anyone with the code `watch` may watch. */
export interface TableMade {
  readonly play: string;
  readonly watch: string;
  /** the table as the guest who made it sees it */
  readonly snapshot: Snapshot;
}

/** The choices for a new table, each with a default that needs no thought. */
export interface TableOptions {
  readonly edition: string;
  readonly seats: number;
  readonly clock: Clock;
  readonly first: First;
  /** anyone in the lobby may sit down, and watch; otherwise only those with a link */
  readonly open: boolean;
}

/** What everybody at the table knows about it. */
export interface TableView {
  readonly phase: TablePhase;
  readonly options: TableOptions;
  readonly seats: readonly SeatView[];
  /** the host's first seat, if the host sits */
  readonly host: number | null;
  /** who is first, if that is decided */
  readonly first: number | null;
  /** counts the games of the table; 0 before the first */
  readonly game: number;
  /** of that game; between games, others may have taken the seats */
  readonly players: readonly PlayerView[];
  /** binds the dealer; the secret is in the record when the game is over */
  readonly commitment: string | null;
  /** how often actions were taken back in that game: if at all, it is practice */
  readonly taken_back: number;
  /** binds the server to its part of the next deal, before anybody contributes */
  readonly next_commitment: string | null;
  /** the next game is about to begin: sealed contributions are opened now */
  readonly dealing: boolean;
}

/** Take your seat back from the stand-in. */
export interface TakeBack {
  readonly type: "take-back";
  readonly id: string;
  readonly seat: number;
}

export interface TileDrawn {
  readonly type: "tile-drawn";
  readonly seat: number | null;
  readonly tile: number;
}

/** A tile as it may lie on the board: 17e is tile 17, its top pointing east. */
export interface TileFace {
  readonly name: string;
  readonly tile: number;
  /** pairs of spots; they count clockwise from the left one on top */
  readonly paths: readonly (readonly [number, number])[];
}

export interface TilePlaced {
  readonly type: "tile-placed";
  readonly seat: number;
  readonly square: number;
  /** with its turn: 17e */
  readonly tile: string;
}

export interface TilesDealt {
  readonly type: "tiles-dealt";
  /** null: the one open hand */
  readonly seat: number | null;
  readonly tiles: readonly number[];
}

export interface TilesExchanged {
  readonly type: "tiles-exchanged";
  readonly seat: number;
  readonly gave: readonly number[];
  readonly took: readonly number[];
}

export interface TurnPassed {
  readonly type: "turn-passed";
  readonly to: number;
}

/** Take your last action back, with all that followed; if you have acted since `seq`, it is refused. */
export interface Undo {
  readonly type: "undo";
  readonly id: string;
  readonly seq: number;
  readonly seat: number;
}

/** A player took actions back: the game is as it was before them. */
export interface Undone {
  readonly type: "undone";
  readonly seq: number;
  readonly seat: number;
  readonly table: TableView;
  readonly you: You;
  readonly clocks: Clocks | null;
  readonly position: Position;
  readonly own: readonly Own[];
  /** what happened in the last action that remains */
  readonly last: readonly GameEvent[];
}

/** Vote for a stand-in for the absent player on turn. */
export interface Vote {
  readonly type: "vote";
  readonly id: string;
  /** of the absent player */
  readonly seat: number;
}

/** A marker's way: the point it stood on, then where it leaves each tile; `end` null: it is out. */
export interface Walk {
  readonly seat: number;
  readonly points: readonly number[];
  readonly end: number | null;
  /** whose marker it met */
  readonly met: number | null;
}

/** A player wants another game; it begins when everyone present does. Only then the contribution counts. */
export interface WantRematch {
  readonly type: "want-rematch";
  readonly id: string;
  readonly contribution?: Contribution | null;
}

/** The first message on every connection. */
export interface Welcome {
  readonly type: "welcome";
  readonly protocol: number;
  /** its version */
  readonly server: string;
  /** a client that is silent for twice this many seconds counts as gone */
  readonly heartbeat: number;
}

/** What the client is at this table. */
export interface You {
  /** its own; none: it watches */
  readonly seats: readonly number[];
  readonly host: boolean;
  /** all others at the table are bots, and no clock runs: it may ask for advice, and take back */
  readonly practice: boolean;
  /** the code of the link to play, for whoever came by it */
  readonly play: string | null;
  readonly watch: string;
  /** the host removed it before a game: it cannot take a seat again */
  readonly removed: boolean;
}

-- The steps of every open room, in the order they became durable. Append only, and no second index:
-- the recorder knows in memory which rows belong to a room, and checks room and seq itself.
CREATE TABLE log (
    id      INTEGER PRIMARY KEY,
    room    INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    version INTEGER NOT NULL,
    body    BLOB    NOT NULL,
    hash    BLOB    NOT NULL
) STRICT;

-- A closed room: all its steps in one piece, and the last hash of their chain.
CREATE TABLE archive (
    room    INTEGER PRIMARY KEY,
    steps   INTEGER NOT NULL,
    version INTEGER NOT NULL,
    body    BLOB    NOT NULL,
    hash    BLOB    NOT NULL,
    summary TEXT    NOT NULL
) STRICT;

-- What kinds of games there are: a handful of rows. Lists are kept apart by it, so that whatever somebody
-- asks for is a few ranges of one index.
CREATE TABLE class (
    id      INTEGER PRIMARY KEY,
    variant TEXT    NOT NULL,
    origin  TEXT    NOT NULL CHECK (origin IN ('online', 'recorded')),
    quality TEXT    NOT NULL CHECK (quality IN ('final_only', 'partial', 'complete')),
    UNIQUE (variant, origin, quality)
) STRICT;

-- A game, played in a room here or recorded by people elsewhere (then without a room).
CREATE TABLE game (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    class      INTEGER NOT NULL REFERENCES class (id),
    room       INTEGER,
    number     INTEGER,
    code       TEXT,
    public     INTEGER NOT NULL CHECK (public IN (0, 1)),
    rules      TEXT    NOT NULL CHECK (json_valid(rules)),
    started_at INTEGER NOT NULL,
    UNIQUE (room, number),
    CHECK ((room IS NULL) = (number IS NULL) AND (room IS NULL) = (code IS NULL))
) STRICT;

-- How a game ended, once it has.
CREATE TABLE game_end (
    game   INTEGER PRIMARY KEY REFERENCES game (id),
    at     INTEGER NOT NULL,
    way    TEXT    NOT NULL CHECK (way IN ('finished', 'abandoned')),
    score0 INTEGER NOT NULL,
    score1 INTEGER NOT NULL,
    score2 INTEGER NOT NULL,
    score3 INTEGER NOT NULL
) STRICT;

-- Who sits where, from which hand on; from hand 0 who sat down to the game.
CREATE TABLE seat (
    game      INTEGER NOT NULL REFERENCES game (id),
    seat      INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    from_hand INTEGER NOT NULL CHECK (from_hand >= 0),
    kind      TEXT    NOT NULL CHECK (kind IN ('human', 'bot', 'stand_in')),
    name      TEXT,
    level     TEXT,
    PRIMARY KEY (game, seat, from_hand),
    CHECK ((name IS NULL) = (kind = 'bot') AND (level IS NULL) = (kind = 'human'))
) STRICT, WITHOUT ROWID;

-- Points moved by one hand. Rows are never changed; the id only grows and is the place in the public feed.
CREATE TABLE score_event (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    game   INTEGER NOT NULL REFERENCES game (id),
    hand   INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    delta0 INTEGER NOT NULL,
    delta1 INTEGER NOT NULL,
    delta2 INTEGER NOT NULL,
    delta3 INTEGER NOT NULL,
    CHECK (delta0 + delta1 + delta2 + delta3 = 0)
) STRICT;

CREATE TRIGGER score_events_are_not_changed BEFORE UPDATE ON score_event
BEGIN SELECT RAISE(ABORT, 'score events are not changed'); END;

CREATE TRIGGER score_events_are_not_deleted BEFORE DELETE ON score_event
BEGIN SELECT RAISE(ABORT, 'score events are not deleted'); END;

-- A finished hand, with the scores of its game before and after it.
CREATE TABLE hand (
    id      INTEGER PRIMARY KEY REFERENCES score_event (id),
    game    INTEGER NOT NULL REFERENCES game (id),
    number  INTEGER NOT NULL CHECK (number >= 1),
    before0 INTEGER NOT NULL,
    before1 INTEGER NOT NULL,
    before2 INTEGER NOT NULL,
    before3 INTEGER NOT NULL,
    after0  INTEGER NOT NULL,
    after1  INTEGER NOT NULL,
    after2  INTEGER NOT NULL,
    after3  INTEGER NOT NULL,
    outcome TEXT    NOT NULL CHECK (json_valid(outcome)),
    UNIQUE (game, number)
) STRICT;

CREATE TRIGGER hands_move_what_their_event_says BEFORE INSERT ON hand
WHEN NOT EXISTS (
    SELECT 1 FROM score_event AS event
    WHERE event.id = new.id AND event.game = new.game AND event.hand = new.number
        AND event.delta0 = new.after0 - new.before0 AND event.delta1 = new.after1 - new.before1
        AND event.delta2 = new.after2 - new.before2 AND event.delta3 = new.after3 - new.before3
)
BEGIN SELECT RAISE(ABORT, 'a hand moves what its score event says'); END;

CREATE TRIGGER hands_go_on_from_the_last BEFORE INSERT ON hand
WHEN new.number > 1 AND NOT EXISTS (
    SELECT 1 FROM hand AS last
    WHERE last.game = new.game AND last.number = new.number - 1
        AND last.after0 = new.before0 AND last.after1 = new.before1
        AND last.after2 = new.before2 AND last.after3 = new.before3
)
BEGIN SELECT RAISE(ABORT, 'a hand goes on from the scores of the last'); END;

-- The public record of a hand, apart: it is large, and most questions do without it.
CREATE TABLE hand_record (
    hand   INTEGER PRIMARY KEY REFERENCES hand (id),
    record TEXT    NOT NULL CHECK (json_valid(record))
) STRICT;

-- How games are found, newest first: by what happened in them (`any` for nothing in particular), to whom
-- (empty for anybody), and by kind. Games of private rooms are not in it.
CREATE TABLE found_by (
    feature    TEXT    NOT NULL,
    player     TEXT    NOT NULL,
    class      INTEGER NOT NULL REFERENCES class (id),
    started_at INTEGER NOT NULL,
    game       INTEGER NOT NULL REFERENCES game (id),
    PRIMARY KEY (feature, player, class, started_at, game)
) STRICT, WITHOUT ROWID;

-- What has happened to a player so far: how often, and how much of it. Follows from seats, hands and ends of games.
CREATE TABLE tally (
    player TEXT    NOT NULL,
    class  INTEGER NOT NULL REFERENCES class (id),
    what   TEXT    NOT NULL,
    count  INTEGER NOT NULL,
    sum    INTEGER NOT NULL,
    PRIMARY KEY (player, class, what)
) STRICT, WITHOUT ROWID;

-- What was done to a game from outside: who, when, and what was before and after.
CREATE TABLE audit (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    game   INTEGER NOT NULL REFERENCES game (id),
    at     INTEGER NOT NULL,
    who    TEXT    NOT NULL,
    change TEXT    NOT NULL CHECK (json_valid(change))
) STRICT;

CREATE INDEX audit_of_game ON audit (game, id);

-- Written and deleted again to find out whether a store that failed takes writes.
CREATE TABLE probe (
    id   INTEGER PRIMARY KEY,
    body BLOB NOT NULL
) STRICT;

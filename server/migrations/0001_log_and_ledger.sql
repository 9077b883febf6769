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

CREATE TABLE game (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    room   INTEGER NOT NULL,
    number INTEGER NOT NULL,
    UNIQUE (room, number)
) STRICT;

-- Points moved by one hand. Rows are never changed; the id only grows and is the place in the public feed.
CREATE TABLE score_event (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    game   INTEGER NOT NULL REFERENCES game (id),
    delta0 INTEGER NOT NULL,
    delta1 INTEGER NOT NULL,
    delta2 INTEGER NOT NULL,
    delta3 INTEGER NOT NULL,
    CHECK (delta0 + delta1 + delta2 + delta3 = 0)
) STRICT;

-- A finished hand, with the scores of its game after it.
CREATE TABLE hand (
    id      INTEGER PRIMARY KEY REFERENCES score_event (id),
    game    INTEGER NOT NULL REFERENCES game (id),
    number  INTEGER NOT NULL,
    total0  INTEGER NOT NULL,
    total1  INTEGER NOT NULL,
    total2  INTEGER NOT NULL,
    total3  INTEGER NOT NULL,
    outcome TEXT    NOT NULL,
    record  TEXT    NOT NULL,
    UNIQUE (game, number)
) STRICT;

-- Written and deleted again to find out whether a store that failed takes writes.
CREATE TABLE probe (
    id   INTEGER PRIMARY KEY,
    body BLOB NOT NULL
) STRICT;

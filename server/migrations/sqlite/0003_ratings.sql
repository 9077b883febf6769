-- Who may submit sessions. The key is a hash; this server itself is source 0, and has no row.
CREATE TABLE rating_source (
    id         INTEGER PRIMARY KEY,
    name       TEXT NOT NULL UNIQUE,
    contact    TEXT NOT NULL,
    key        BLOB UNIQUE,
    state      TEXT NOT NULL CHECK (state IN ('applied', 'approved', 'revoked')),
    applied_at INTEGER NOT NULL,
    decided_at INTEGER
) STRICT;

-- Everybody who is rated, with where the rounds have brought them. An e-mail is a hash, and with a prefix before it
-- somebody else; a nickname belongs to one source and has no public id; bots are known by their level.
CREATE TABLE rating_player (
    id             INTEGER PRIMARY KEY,
    code           TEXT UNIQUE,
    list           TEXT NOT NULL CHECK (list IN ('humans', 'bots')),
    name           TEXT NOT NULL,
    folded         TEXT NOT NULL,
    email          BLOB,
    source         INTEGER,
    hidden         INTEGER NOT NULL CHECK (hidden IN (0, 1)),
    verified       INTEGER NOT NULL CHECK (verified IN (0, 1)),
    rating         INTEGER NOT NULL,
    verified_rating INTEGER NOT NULL,
    games          INTEGER NOT NULL,
    verified_games INTEGER NOT NULL,
    rounds         INTEGER NOT NULL,
    wins           INTEGER NOT NULL,
    created_at     INTEGER NOT NULL,
    played_at      INTEGER,
    CHECK (source IS NULL OR (code IS NULL AND email IS NULL AND verified = 0))
) STRICT;

CREATE UNIQUE INDEX rating_player_by_email ON rating_player (email, hidden) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX rating_player_by_nickname ON rating_player (source, folded) WHERE source IS NOT NULL;
CREATE UNIQUE INDEX rating_player_by_level ON rating_player (folded) WHERE list = 'bots';
CREATE INDEX rating_player_by_name ON rating_player (folded, id)
    WHERE hidden = 0 AND code IS NOT NULL;
CREATE INDEX rating_player_by_rating ON rating_player (list, verified_rating, id, verified_games)
    WHERE hidden = 0 AND verified = 1;

-- A profile that a browser keeps the key of. Both are hashes.
CREATE TABLE rating_profile (
    player     INTEGER PRIMARY KEY REFERENCES rating_player (id),
    key        BLOB NOT NULL UNIQUE,
    recovery   BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT;

-- Leagues and their seasons; so many of everybody's worst rounds are left out of the standings.
CREATE TABLE rating_league (
    id         INTEGER PRIMARY KEY,
    name       TEXT NOT NULL UNIQUE,
    drop_worst INTEGER NOT NULL CHECK (drop_worst >= 0),
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE rating_season (
    id         INTEGER PRIMARY KEY,
    league     INTEGER NOT NULL REFERENCES rating_league (id),
    name       TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    UNIQUE (league, name)
) STRICT;

-- What was submitted, in the order that ratings follow. The key is the source's; the hash is of what was said.
CREATE TABLE rating_session (
    id          INTEGER PRIMARY KEY,
    source      INTEGER NOT NULL,
    key         TEXT NOT NULL,
    content     BLOB NOT NULL,
    occasion    TEXT NOT NULL CHECK (occasion IN ('open', 'league', 'tournament')),
    season      INTEGER REFERENCES rating_season (id),
    game        TEXT,
    played_at   INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('kept', 'deleted')),
    UNIQUE (source, key)
) STRICT;

CREATE INDEX rating_session_by_time ON rating_session (recorded_at, id);
CREATE INDEX rating_session_by_season ON rating_session (season, id) WHERE season IS NOT NULL;

CREATE TABLE rating_round (
    session INTEGER NOT NULL REFERENCES rating_session (id),
    number  INTEGER NOT NULL CHECK (number >= 1),
    games   INTEGER NOT NULL CHECK (games >= 1),
    walls   INTEGER NOT NULL CHECK (walls BETWEEN 0 AND games),
    PRIMARY KEY (session, number)
) STRICT, WITHOUT ROWID;

-- What somebody made of a round and whether they were verified then, as it was given; from games_before on, what
-- follows from it and from the rounds before.
CREATE TABLE rating_seat (
    session         INTEGER NOT NULL,
    number          INTEGER NOT NULL,
    seat            INTEGER NOT NULL,
    player          INTEGER NOT NULL REFERENCES rating_player (id),
    wins            INTEGER NOT NULL CHECK (wins >= 0),
    points          INTEGER NOT NULL,
    verified        INTEGER NOT NULL CHECK (verified IN (0, 1)),
    games_before    INTEGER NOT NULL,
    rating_before   INTEGER NOT NULL,
    rating_after    INTEGER NOT NULL,
    verified_before INTEGER NOT NULL,
    verified_after  INTEGER NOT NULL,
    counted         INTEGER NOT NULL CHECK (counted IN (0, 1)),
    PRIMARY KEY (session, number, seat),
    FOREIGN KEY (session, number) REFERENCES rating_round (session, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX rating_seat_by_player ON rating_seat (player, session, number);

-- What an operator, a source or a player did that ratings or what is shown of them depend on.
CREATE TABLE rating_audit (
    id     INTEGER PRIMARY KEY,
    at     INTEGER NOT NULL,
    who    TEXT NOT NULL,
    what   TEXT NOT NULL,
    about  INTEGER NOT NULL,
    change TEXT NOT NULL CHECK (json_valid(change))
) STRICT;

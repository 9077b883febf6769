-- Who may submit sessions. The key is a hash; this server itself is source 0, and has no row.
CREATE TABLE rating_source (
    id         BIGINT PRIMARY KEY,
    name       TEXT NOT NULL UNIQUE,
    contact    TEXT NOT NULL,
    key        BYTEA UNIQUE,
    state      TEXT NOT NULL CHECK (state IN ('applied', 'approved', 'revoked')),
    applied_at BIGINT NOT NULL,
    decided_at BIGINT
);

-- Everybody who is rated, with where the rounds have brought them. An e-mail is a hash, and with a prefix before it
-- somebody else; a nickname belongs to one source and has no public id; bots are known by their level.
CREATE TABLE rating_player (
    id             BIGINT PRIMARY KEY,
    code           TEXT UNIQUE,
    list           TEXT NOT NULL CHECK (list IN ('humans', 'bots')),
    name           TEXT NOT NULL,
    folded         TEXT COLLATE "C" NOT NULL,
    email          BYTEA,
    source         BIGINT,
    hidden         BIGINT NOT NULL CHECK (hidden IN (0, 1)),
    verified       BIGINT NOT NULL CHECK (verified IN (0, 1)),
    rating         BIGINT NOT NULL,
    verified_rating BIGINT NOT NULL,
    games          BIGINT NOT NULL,
    verified_games BIGINT NOT NULL,
    rounds         BIGINT NOT NULL,
    wins           BIGINT NOT NULL,
    created_at     BIGINT NOT NULL,
    played_at      BIGINT,
    CHECK (source IS NULL OR (code IS NULL AND email IS NULL AND verified = 0))
);

CREATE UNIQUE INDEX rating_player_by_email ON rating_player (email, hidden) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX rating_player_by_nickname ON rating_player (source, folded) WHERE source IS NOT NULL;
CREATE UNIQUE INDEX rating_player_by_level ON rating_player (folded) WHERE list = 'bots';
CREATE INDEX rating_player_by_name ON rating_player (folded, id)
    WHERE hidden = 0 AND code IS NOT NULL;
CREATE INDEX rating_player_by_rating ON rating_player (list, verified_rating, id, verified_games)
    WHERE hidden = 0 AND verified = 1;

-- A profile that a browser keeps the key of. Both are hashes.
CREATE TABLE rating_profile (
    player     BIGINT PRIMARY KEY REFERENCES rating_player (id),
    key        BYTEA NOT NULL UNIQUE,
    recovery   BYTEA NOT NULL UNIQUE,
    created_at BIGINT NOT NULL
);

-- Leagues and their seasons; so many of everybody's worst rounds are left out of the standings.
CREATE TABLE rating_league (
    id         BIGINT PRIMARY KEY,
    name       TEXT NOT NULL UNIQUE,
    drop_worst BIGINT NOT NULL CHECK (drop_worst >= 0),
    created_at BIGINT NOT NULL
);

CREATE TABLE rating_season (
    id         BIGINT PRIMARY KEY,
    league     BIGINT NOT NULL REFERENCES rating_league (id),
    name       TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    ended_at   BIGINT,
    UNIQUE (league, name)
);

-- What was submitted, in the order that ratings follow. The key is the source's; the hash is of what was said.
CREATE TABLE rating_session (
    id          BIGINT PRIMARY KEY,
    source      BIGINT NOT NULL,
    key         TEXT NOT NULL,
    content     BYTEA NOT NULL,
    occasion    TEXT NOT NULL CHECK (occasion IN ('open', 'league', 'tournament')),
    season      BIGINT REFERENCES rating_season (id),
    game        TEXT,
    played_at   BIGINT NOT NULL,
    recorded_at BIGINT NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('kept', 'deleted')),
    UNIQUE (source, key)
);

CREATE INDEX rating_session_by_time ON rating_session (recorded_at, id);
CREATE INDEX rating_session_by_season ON rating_session (season, id) WHERE season IS NOT NULL;

CREATE TABLE rating_round (
    session BIGINT NOT NULL REFERENCES rating_session (id),
    number  BIGINT NOT NULL CHECK (number >= 1),
    games   BIGINT NOT NULL CHECK (games >= 1),
    walls   BIGINT NOT NULL CHECK (walls BETWEEN 0 AND games),
    PRIMARY KEY (session, number)
);

-- What somebody made of a round and whether they were verified then, as it was given; from games_before on, what
-- follows from it and from the rounds before.
CREATE TABLE rating_seat (
    session         BIGINT NOT NULL,
    number          BIGINT NOT NULL,
    seat            BIGINT NOT NULL,
    player          BIGINT NOT NULL REFERENCES rating_player (id),
    wins            BIGINT NOT NULL CHECK (wins >= 0),
    points          BIGINT NOT NULL,
    verified        BIGINT NOT NULL CHECK (verified IN (0, 1)),
    games_before    BIGINT NOT NULL,
    rating_before   BIGINT NOT NULL,
    rating_after    BIGINT NOT NULL,
    verified_before BIGINT NOT NULL,
    verified_after  BIGINT NOT NULL,
    counted         BIGINT NOT NULL CHECK (counted IN (0, 1)),
    PRIMARY KEY (session, number, seat),
    FOREIGN KEY (session, number) REFERENCES rating_round (session, number)
);

CREATE UNIQUE INDEX rating_seat_by_player ON rating_seat (player, session, number);

-- What an operator, a source or a player did that ratings or what is shown of them depend on.
CREATE TABLE rating_audit (
    id     BIGINT PRIMARY KEY,
    at     BIGINT NOT NULL,
    who    TEXT NOT NULL,
    what   TEXT NOT NULL,
    about  BIGINT NOT NULL,
    change TEXT NOT NULL
);

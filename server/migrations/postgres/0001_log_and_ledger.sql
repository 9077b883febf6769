-- Which tables there are, and which server may write to them: one row.
CREATE TABLE store (
    id      BIGINT PRIMARY KEY CHECK (id = 1),
    version BIGINT NOT NULL,
    -- Goes up with every server that takes the database over; what a server of an older one writes is refused.
    epoch   BIGINT NOT NULL
);

INSERT INTO store (id, version, epoch) VALUES (1, 0, 0);

-- The steps of every open room, in the order they became durable. Append only. The server counts ids itself, and
-- checks room and seq before it writes; here the key makes sure once more.
CREATE TABLE log (
    id      BIGINT PRIMARY KEY,
    room    BIGINT NOT NULL,
    seq     BIGINT NOT NULL,
    version BIGINT NOT NULL,
    body    BYTEA  NOT NULL,
    hash    BYTEA  NOT NULL,
    UNIQUE (room, seq)
);

-- A closed room: all its steps in one piece, and the last hash of their chain.
CREATE TABLE archive (
    room    BIGINT PRIMARY KEY,
    steps   BIGINT NOT NULL,
    version BIGINT NOT NULL,
    body    BYTEA  NOT NULL,
    hash    BYTEA  NOT NULL,
    summary TEXT   NOT NULL
);

-- What kinds of games there are: a handful of rows. Lists are kept apart by it, so that whatever somebody
-- asks for is a few ranges of one index.
CREATE TABLE class (
    id      BIGINT PRIMARY KEY,
    variant TEXT   NOT NULL,
    origin  TEXT   NOT NULL CHECK (origin IN ('online', 'recorded')),
    quality TEXT   NOT NULL CHECK (quality IN ('final_only', 'partial', 'complete')),
    UNIQUE (variant, origin, quality)
);

-- A game, played in a room here or recorded by people elsewhere (then without a room).
CREATE TABLE game (
    id         BIGINT  PRIMARY KEY,
    class      BIGINT  NOT NULL REFERENCES class (id),
    room       BIGINT,
    number     BIGINT,
    code       TEXT,
    public     BOOLEAN NOT NULL,
    rules      JSON    NOT NULL,
    started_at BIGINT  NOT NULL,
    UNIQUE (room, number),
    CHECK ((room IS NULL) = (number IS NULL) AND (room IS NULL) = (code IS NULL))
);

-- How a game ended, once it has.
CREATE TABLE game_end (
    game   BIGINT PRIMARY KEY REFERENCES game (id),
    at     BIGINT NOT NULL,
    way    TEXT   NOT NULL CHECK (way IN ('finished', 'abandoned')),
    score0 BIGINT NOT NULL,
    score1 BIGINT NOT NULL,
    score2 BIGINT NOT NULL,
    score3 BIGINT NOT NULL
);

-- Who sits where, from which hand on; from hand 0 who sat down to the game.
CREATE TABLE seat (
    game      BIGINT NOT NULL REFERENCES game (id),
    seat      BIGINT NOT NULL CHECK (seat BETWEEN 0 AND 3),
    from_hand BIGINT NOT NULL CHECK (from_hand >= 0),
    kind      TEXT   NOT NULL CHECK (kind IN ('human', 'bot', 'stand_in')),
    name      TEXT,
    level     TEXT,
    PRIMARY KEY (game, seat, from_hand),
    CHECK ((name IS NULL) = (kind = 'bot') AND (level IS NULL) = (kind = 'human'))
);

-- Points moved by one hand. Rows are never changed; the id only grows and is the place in the public feed.
CREATE TABLE score_event (
    id     BIGINT PRIMARY KEY,
    game   BIGINT NOT NULL REFERENCES game (id),
    hand   BIGINT NOT NULL,
    at     BIGINT NOT NULL,
    delta0 BIGINT NOT NULL,
    delta1 BIGINT NOT NULL,
    delta2 BIGINT NOT NULL,
    delta3 BIGINT NOT NULL,
    CHECK (delta0 + delta1 + delta2 + delta3 = 0)
);

CREATE FUNCTION refuse_to_change_score_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'score events are not changed or deleted';
END $$;

CREATE TRIGGER score_events_are_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON score_event
FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_score_events();

-- A finished hand, with the scores of its game before and after it.
CREATE TABLE hand (
    id      BIGINT PRIMARY KEY REFERENCES score_event (id),
    game    BIGINT NOT NULL REFERENCES game (id),
    number  BIGINT NOT NULL CHECK (number >= 1),
    before0 BIGINT NOT NULL,
    before1 BIGINT NOT NULL,
    before2 BIGINT NOT NULL,
    before3 BIGINT NOT NULL,
    after0  BIGINT NOT NULL,
    after1  BIGINT NOT NULL,
    after2  BIGINT NOT NULL,
    after3  BIGINT NOT NULL,
    outcome JSON   NOT NULL,
    UNIQUE (game, number)
);

CREATE FUNCTION check_hand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM score_event AS event
        WHERE event.id = new.id AND event.game = new.game AND event.hand = new.number
            AND event.delta0 = new.after0 - new.before0 AND event.delta1 = new.after1 - new.before1
            AND event.delta2 = new.after2 - new.before2 AND event.delta3 = new.after3 - new.before3
    ) THEN
        RAISE EXCEPTION 'a hand moves what its score event says';
    END IF;
    IF new.number > 1 AND NOT EXISTS (
        SELECT 1 FROM hand AS last
        WHERE last.game = new.game AND last.number = new.number - 1
            AND last.after0 = new.before0 AND last.after1 = new.before1
            AND last.after2 = new.before2 AND last.after3 = new.before3
    ) THEN
        RAISE EXCEPTION 'a hand goes on from the scores of the last';
    END IF;
    RETURN new;
END $$;

CREATE TRIGGER hands_add_up BEFORE INSERT ON hand FOR EACH ROW EXECUTE FUNCTION check_hand();

-- The public record of a hand, apart: it is large, and most questions do without it.
CREATE TABLE hand_record (
    hand   BIGINT PRIMARY KEY REFERENCES hand (id),
    record JSON   NOT NULL
);

-- How games are found, newest first: by what happened in them (`any` for nothing in particular), to whom
-- (empty for anybody), and by kind. Games of private rooms are not in it.
CREATE TABLE found_by (
    feature    TEXT   COLLATE "C" NOT NULL,
    player     TEXT   COLLATE "C" NOT NULL,
    class      BIGINT NOT NULL REFERENCES class (id),
    started_at BIGINT NOT NULL,
    game       BIGINT NOT NULL REFERENCES game (id),
    PRIMARY KEY (feature, player, class, started_at, game)
);

-- What has happened to a player so far: how often, and how much of it. Follows from seats, hands and ends of games.
CREATE TABLE tally (
    player TEXT   COLLATE "C" NOT NULL,
    class  BIGINT NOT NULL REFERENCES class (id),
    what   TEXT   COLLATE "C" NOT NULL,
    count  BIGINT NOT NULL,
    sum    BIGINT NOT NULL,
    PRIMARY KEY (player, class, what)
);

-- What was done to a game from outside: who, when, and what was before and after.
CREATE TABLE audit (
    id     BIGINT PRIMARY KEY,
    game   BIGINT NOT NULL REFERENCES game (id),
    at     BIGINT NOT NULL,
    who    TEXT   NOT NULL,
    change JSON   NOT NULL
);

CREATE INDEX audit_of_game ON audit (game, id);
